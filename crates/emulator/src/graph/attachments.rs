//! Attachments: listed, read, their bytes.

use crate::graph::Ask;
use crate::graph::answer::Answer;
use crate::graph::messages::{Named, listing};
use crate::refusal::Refusal;
use crate::shared::Shared;
use crate::store::message::AttachmentKind;
use crate::wire::attachment::{Look, show};
use crate::wire::mime;
use axum::http::StatusCode;
use serde_json::Value;

fn look(ask: &Ask) -> Look {
    let with_item = ask.query.expand.iter().any(|name| name.to_lowercase().ends_with("itemattachment/item"));
    Look { ids: ask.prefer.ids, select: ask.query.select.clone(), with_item }
}

pub(crate) fn list(shared: &Shared, ask: &Ask, letter: &Named<'_>) -> Result<Answer, Refusal> {
    let state = shared.state();
    let (mailbox, message) = letter.find(&state)?;
    let look = look(ask);
    let count = message.content.attachments.len();
    let all: Vec<Value> = (0..count).map(|index| show(mailbox, message, index, &look).into()).collect();
    let id = mailbox.message_id(message, look.ids);
    let context = format!("users('{}')/messages('{id}')/attachments", mailbox.guid);
    Ok(listing(ask, &context, all, count, None).with("preference-applied", ask.prefer.applied(false)))
}

pub(crate) fn get(shared: &Shared, ask: &Ask, letter: &Named<'_>, attachment: &str) -> Result<Answer, Refusal> {
    let state = shared.state();
    let (mailbox, message) = letter.find(&state)?;
    let index = mailbox.find_attachment(message, attachment)?;
    let mut map = show(mailbox, message, index, &look(ask));
    let id = mailbox.message_id(message, ask.prefer.ids);
    let context = format!("{}/$metadata#users('{}')/messages('{id}')/attachments/$entity", ask.base, mailbox.guid);
    map.insert("@odata.context".into(), context.into());
    Ok(Answer::json(StatusCode::OK, map).with("preference-applied", ask.prefer.applied(false)))
}

pub(crate) fn value(shared: &Shared, letter: &Named<'_>, attachment: &str) -> Result<Answer, Refusal> {
    let (enclosed, sent_at) = {
        let state = shared.state();
        let (mailbox, message) = letter.find(&state)?;
        let index = mailbox.find_attachment(message, attachment)?;
        (message.content.attachments[index].clone(), message.sent_at)
    };
    let kind = enclosed.content_type.as_deref().unwrap_or("application/octet-stream");
    match enclosed.kind {
        AttachmentKind::File(bytes) => Ok(Answer::bytes(bytes, kind)),
        AttachmentKind::Item(content) => Ok(Answer::bytes(mime::write(&content, sent_at), "text/plain")),
        AttachmentKind::Reference(_) => {
            let message = "The resource does not support raw values.";
            Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "ErrorInvalidRequest", message))
        }
    }
}
