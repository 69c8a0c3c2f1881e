//! `sendMail`: accepted, not yet delivered. A draft that becomes a sent message, and mail for whoever lives here.

use crate::graph::Ask;
use crate::graph::answer::Answer;
use crate::graph::params::{Params, wrong_type};
use crate::refusal::Refusal;
use crate::shared::{Shared, State};
use crate::store::mailbox::Incoming;
use crate::store::message::{Content, Marks, Recipient};
use crate::wire::incoming::Letter;
use crate::wire::mime;
use axum::http::StatusCode;
use base64::prelude::{BASE64_STANDARD, Engine};
use std::collections::BTreeSet;

pub(crate) fn send(shared: &Shared, ask: &Ask, user: &str) -> Result<Answer, Refusal> {
    let (mut incoming, keep) = read(ask)?;
    let mut state = shared.state();
    let address = state.store.get(user).map(|mailbox| mailbox.address.clone()).ok_or_else(Refusal::item_not_found)?;
    let own = Recipient { name: address.clone(), address };
    incoming.content.from.get_or_insert_with(|| own.clone());
    incoming.content.sender = Some(own);
    check(&incoming.content)?;
    draft_and_send(shared, &mut state, user, &incoming, keep)?;
    deliver(shared, &mut state, incoming);
    Ok(Answer::nothing(StatusCode::ACCEPTED))
}

fn read(ask: &Ask) -> Result<(Incoming, bool), Refusal> {
    if ask.content_type.starts_with("text/plain") {
        let mail = BASE64_STANDARD.decode(&ask.body).ok().and_then(|bytes| mime::read(&bytes.into()));
        let message = "The request body is not base64-encoded MIME content.";
        let refusal = || Refusal::new(StatusCode::BAD_REQUEST, "ErrorMimeContentInvalidBase64String", message);
        return Ok((mail.ok_or_else(refusal)?, true));
    }
    let params = Params::read(&ask.body)?;
    let message = params.get("message").ok_or_else(|| Refusal::bad_request("The parameter 'Message' is required."))?;
    let letter: Letter =
        serde_json::from_value(message.clone()).map_err(|_| wrong_type("Message", "microsoft.graph.message"))?;
    let incoming = letter.accept().map_err(Refusal::bad_request)?;
    Ok((incoming, params.boolean("saveToSentItems")?.unwrap_or(true)))
}

fn check(content: &Content) -> Result<(), Refusal> {
    let refuse = |code: &str, message: &str| Err(Refusal::new(StatusCode::BAD_REQUEST, code, message));
    let mut all = content.to.iter().chain(&content.cc).chain(&content.bcc).peekable();
    if all.peek().is_none() {
        let message =
            "At least one recipient is not valid., A message can't be sent because it contains no recipients.";
        return refuse("ErrorInvalidRecipients", message);
    }
    if let Some(bad) = all.find(|recipient| !recipient.address.contains('@')) {
        let message = format!("At least one recipient is not valid., Recipient '{}' is not resolved.", bad.address);
        return refuse("ErrorInvalidRecipients", &message);
    }
    if content.headers.iter().any(|(name, _)| !name.to_lowercase().starts_with("x-")) && content.mime.is_none() {
        let message = "The internet message header name should start with 'x-' or 'X-'.";
        return refuse("InvalidInternetMessageHeader", message);
    }
    Ok(())
}

/// Whoever watches all folders sees a draft come and go.
fn draft_and_send(
    shared: &Shared,
    state: &mut State,
    user: &str,
    letter: &Incoming,
    keep: bool,
) -> Result<(), Refusal> {
    let now = shared.now();
    let mailbox = state.store.get_mut(user).ok_or_else(Refusal::item_not_found)?;
    let place = |name: &str| mailbox.well_known(name).ok_or_else(Refusal::item_not_found);
    let (drafts, sent, bin) = (place("drafts")?, place("sentitems")?, place("recoverableitemsdeletions")?);
    let marks = Marks { is_read: true, is_draft: false, ..letter.marks.clone() };
    let (item, drafted) = mailbox.deliver(Incoming { marks, ..letter.clone() }, drafts, now)?;
    let moved = mailbox.move_to(item, if keep { sent } else { bin }, now)?;
    shared.tell(state, user, &[drafted]);
    shared.tell(state, user, &moved);
    Ok(())
}

fn deliver(shared: &Shared, state: &mut State, letter: Incoming) {
    let content = &letter.content;
    let named = content.to.iter().chain(&content.cc).chain(&content.bcc);
    // Named twice, delivered once.
    let all: BTreeSet<String> = named.map(|one| one.address.to_lowercase()).collect();
    // Nobody but the sender learns of blind copies.
    let letter = Incoming { content: Content { bcc: Vec::new(), ..letter.content }, marks: Marks::default(), ..letter };
    for address in all {
        let Some(mailbox) = state.store.get_mut(&address) else { continue };
        let Some(inbox) = mailbox.well_known("inbox") else { continue };
        if let Ok((_, event)) = mailbox.deliver(letter.clone(), inbox, shared.now()) {
            shared.tell(state, &address, &[event]);
        }
    }
}
