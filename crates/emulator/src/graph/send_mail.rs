//! `sendMail`: stores the message as sent and delivers it to recipients that have a mailbox in the emulator.

use crate::graph::body_params::{BodyParams, choice, wrong_type};
use crate::graph::messages::IMPORTANCES;
use crate::graph::request::GraphRequest;
use crate::graph::response::GraphResponse;
use crate::graph_error::GraphError;
use crate::shared::EmulatorShared;
use crate::state::EmulatorState;
use crate::store::message::{MessageContent, MutableProperties, NewMessage, Recipient};
use crate::store::well_known_folder::WellKnownFolder;
use crate::wire::message_input::MessageInput;
use crate::wire::mime_reader::parse_mime;
use axum::http::StatusCode;
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::Value;
use std::collections::BTreeSet;

struct OutgoingMail {
    message: NewMessage,
    save_to_sent_items: bool,
}

pub(crate) fn send_mail(
    shared: &EmulatorShared,
    request: &GraphRequest,
    user: &str,
) -> Result<GraphResponse, GraphError> {
    let mut mail = parse_mail(request)?;
    let mut state = shared.state();
    if state.settings.deny_sending {
        return Err(GraphError::access_denied());
    }
    let address = state.mailbox(user)?.address.clone();
    let sender = Recipient { name: address.clone(), address };
    let content = &mut mail.message.content;
    content.from.get_or_insert_with(|| sender.clone());
    content.sender = Some(sender);
    check_content(content)?;
    store_sent_message(shared, &mut state, user, &mail)?;
    deliver_to_recipients(shared, &mut state, mail.message);
    Ok(GraphResponse::empty(StatusCode::ACCEPTED))
}

fn parse_mail(request: &GraphRequest) -> Result<OutgoingMail, GraphError> {
    if request.content_type.starts_with("text/plain") {
        let message = BASE64_STANDARD.decode(&request.body).ok().and_then(|bytes| parse_mime(&bytes.into()));
        let message = message.ok_or_else(|| {
            let text = "The request body is not base64-encoded MIME content.";
            GraphError::new(StatusCode::BAD_REQUEST, "ErrorMimeContentInvalidBase64String", text)
        })?;
        return Ok(OutgoingMail { message, save_to_sent_items: true });
    }
    let params = BodyParams::parse(request)?;
    let message =
        params.get("message").ok_or_else(|| GraphError::bad_request("The parameter 'Message' is required."))?;
    check_types(message)?;
    let message: MessageInput =
        serde_json::from_value(message.clone()).map_err(|_| wrong_type("Message", "microsoft.graph.message"))?;
    let message = message.into_new_message().map_err(GraphError::bad_request)?;
    Ok(OutgoingMail { message, save_to_sent_items: params.boolean("saveToSentItems")?.unwrap_or(true) })
}

/// What Graph's types demand of a message that a client sends. `deliver` takes less, because no client sends it.
fn check_types(message: &Value) -> Result<(), GraphError> {
    if let Some(content_type) = message["body"]["contentType"].as_str() {
        choice("contentType", content_type, &["text", "html"], "microsoft.graph.bodyType")?;
    }
    if let Some(importance) = message["importance"].as_str() {
        choice("importance", importance, &IMPORTANCES, "microsoft.graph.importance")?;
    }
    let attachments = message["attachments"].as_array().into_iter().flatten();
    match attachments.zip(0..).find(|(attachment, _)| !attachment["@odata.type"].is_string()) {
        // The type is abstract, so Graph cannot know which attachment it is.
        Some((_, index)) => Err(wrong_type(&format!("attachments[{index}]"), "microsoft.graph.attachment")),
        None => Ok(()),
    }
}

fn check_content(content: &MessageContent) -> Result<(), GraphError> {
    let invalid = |code: &str, message: &str| Err(GraphError::new(StatusCode::BAD_REQUEST, code, message));
    let mut recipients = content.to.iter().chain(&content.cc).chain(&content.bcc).peekable();
    if recipients.peek().is_none() {
        let message =
            "At least one recipient is not valid., A message can't be sent because it contains no recipients.";
        return invalid("ErrorInvalidRecipients", message);
    }
    if let Some(Recipient { address, .. }) = recipients.find(|recipient| !recipient.address.contains('@')) {
        let message = format!("At least one recipient is not valid., Recipient '{address}' is not resolved.");
        return invalid("ErrorInvalidRecipients", &message);
    }
    let is_custom = |name: &str| name.to_lowercase().starts_with("x-");
    if content.mime.is_none() && !content.headers.iter().all(|header| is_custom(&header.name)) {
        let message = "The internet message header name should start with 'x-' or 'X-'.";
        return invalid("InvalidInternetMessageHeader", message);
    }
    Ok(())
}

/// Creates a draft and moves it, as Exchange does: subscriptions to all folders get notifications for both.
fn store_sent_message(
    shared: &EmulatorShared,
    state: &mut EmulatorState,
    user: &str,
    mail: &OutgoingMail,
) -> Result<(), GraphError> {
    let now = shared.now();
    let mailbox = state.mailbox_mut(user)?;
    let drafts = mailbox.folders.well_known(WellKnownFolder::Drafts);
    let target = mailbox.folders.well_known(if mail.save_to_sent_items {
        WellKnownFolder::SentItems
    } else {
        WellKnownFolder::RecoverableItemsDeletions
    });
    let properties = MutableProperties { is_read: true, is_draft: false, ..mail.message.properties.clone() };
    let draft = NewMessage { properties, ..mail.message.clone() };
    let drafted = mailbox.deliver(draft, drafts, now)?;
    let moved = mailbox.move_to(drafted.message.key, target, now)?;
    shared.notify_subscribers(state, user, &[drafted.event]);
    shared.notify_subscribers(state, user, &moved);
    Ok(())
}

fn deliver_to_recipients(shared: &EmulatorShared, state: &mut EmulatorState, message: NewMessage) {
    let content = &message.content;
    let recipients = content.to.iter().chain(&content.cc).chain(&content.bcc);
    // A recipient that is named twice gets one message.
    let addresses: BTreeSet<String> = recipients.map(|recipient| recipient.address.to_lowercase()).collect();
    // Recipients must not see the bcc list.
    let content = MessageContent { bcc: Vec::new(), ..message.content };
    let message = NewMessage { content, properties: MutableProperties::default(), ..message };
    for address in addresses {
        let Some(mailbox) = state.mailboxes.get_mut(&address) else { continue };
        if let Some(delivered) = mailbox.receive(message.clone(), shared.now()) {
            shared.notify_subscribers(state, &address, &[delivered.event]);
        }
    }
}
