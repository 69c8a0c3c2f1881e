//! JSON that messages and attached messages have in common.

use crate::store::message::{BodyType, MessageBody, Recipient};
use mail_parser::decoders::html::html_to_text;
use serde_json::{Value, json};
use std::borrow::Cow;

const PREVIEW_CHARS: usize = 255;
/// A body may have megabytes; this much is enough for a preview.
const PREVIEW_SOURCE_BYTES: usize = 16 * 1024;

/// The beginning of the body as plain text.
pub(crate) fn body_preview(body: &MessageBody) -> String {
    let start = &body.content[..body.content.floor_char_boundary(PREVIEW_SOURCE_BYTES)];
    let text = match body.body_type {
        BodyType::Html => Cow::Owned(html_to_text(start)),
        BodyType::Text => Cow::Borrowed(start),
    };
    text.trim().chars().take(PREVIEW_CHARS).collect()
}

pub(crate) fn recipients_json(recipients: &[Recipient]) -> Value {
    recipients.iter().map(recipient_json).collect()
}

pub(crate) fn recipient_json(recipient: &Recipient) -> Value {
    json!({"emailAddress": {"name": recipient.name, "address": recipient.address}})
}
