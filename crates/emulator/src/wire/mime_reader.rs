//! Parses MIME messages.

use crate::store::message::{
    Attachment, AttachmentContent, BodyType, InternetHeader, MessageBody, MessageContent, MutableProperties,
    NewMessage, Recipient,
};
use axum::body::Bytes;
use jiff::Timestamp;
use mail_parser::{Addr, Address, Message, MessageParser, MimeHeaders, PartType};
use std::sync::Arc;

/// Messages nested deeper than this are kept as text: parsing and dropping them is recursive.
const MAX_NESTED_MESSAGES: usize = 30;

/// `None` if the bytes have no header.
pub(crate) fn parse_mime(bytes: &Bytes) -> Option<NewMessage> {
    let (head, rest) = split_head(bytes);
    let is_too_deep = count_occurrences(bytes, b"message/rfc822") > MAX_NESTED_MESSAGES;
    // The parser needs an empty line after the head, which may be missing.
    let terminated = [if is_too_deep { head } else { bytes }, b"\r\n\r\n"].concat();
    let message = MessageParser::default().parse(&terminated)?;
    if message.headers().is_empty() {
        return None;
    }
    let mut content = read_content(&message);
    if is_too_deep {
        let text = String::from_utf8_lossy(rest).into_owned();
        content.body = MessageBody { body_type: BodyType::Text, content: text };
        content.attachments.clear();
    }
    content.mime = Some(bytes.clone());
    let sent_at = message.date().and_then(|date| Timestamp::from_second(date.to_timestamp()).ok());
    let importance = read_importance(&content.headers).into();
    let properties = MutableProperties { importance, ..MutableProperties::default() };
    Some(NewMessage { content, properties, received_at: None, sent_at })
}

/// The head includes the empty line that ends it.
fn split_head(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").map(|start| start + 4);
    let end = end.or_else(|| bytes.windows(2).position(|two| two == b"\n\n").map(|start| start + 2));
    bytes.split_at(end.unwrap_or(bytes.len()))
}

fn count_occurrences(bytes: &[u8], word: &[u8]) -> usize {
    bytes.windows(word.len()).filter(|window| window.eq_ignore_ascii_case(word)).count()
}

fn read_importance(headers: &[InternetHeader]) -> &'static str {
    let value = headers.iter().find_map(|header| {
        let value = header.value.to_lowercase();
        match header.name.to_lowercase().as_str() {
            "importance" => Some(value),
            "x-priority" => Some(match value.chars().next() {
                Some('1' | '2') => "high".into(),
                Some('4' | '5') => "low".into(),
                _ => "normal".into(),
            }),
            _ => None,
        }
    });
    match value.as_deref() {
        Some("high") => "high",
        Some("low") => "low",
        _ => "normal",
    }
}

/// Joins the lines of a folded header.
fn unfold(value: &str) -> String {
    value.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

fn read_content(message: &Message<'_>) -> MessageContent {
    let is_html = message
        .html_body
        .iter()
        .any(|part| message.part(*part).is_some_and(|part| matches!(part.body, PartType::Html(_))));
    let (body_type, text) =
        if is_html { (BodyType::Html, message.body_html(0)) } else { (BodyType::Text, message.body_text(0)) };
    let headers = message.headers_raw();
    MessageContent {
        subject: message.subject().map(str::to_owned),
        from: read_recipients(message.from()).into_iter().next(),
        sender: read_recipients(message.sender()).into_iter().next(),
        to: read_recipients(message.to()),
        cc: read_recipients(message.cc()),
        bcc: read_recipients(message.bcc()),
        reply_to: read_recipients(message.reply_to()),
        body: MessageBody { body_type, content: text.unwrap_or_default().into_owned() },
        internet_message_id: message.message_id().map(|id| format!("<{id}>")).unwrap_or_default(),
        headers: headers
            .map(|(name, value)| InternetHeader { name: name.to_owned(), value: unfold(value.trim()) })
            .collect(),
        attachments: message.attachments().map(attachment).collect(),
        mime: None,
    }
}

fn read_recipients(addresses: Option<&Address<'_>>) -> Vec<Recipient> {
    let recipient = |addr: &Addr<'_>| {
        let address = addr.address().unwrap_or_default().to_owned();
        Recipient { name: addr.name().map_or_else(|| address.clone(), str::to_owned), address }
    };
    addresses.map(|addresses| addresses.iter().map(recipient).collect()).unwrap_or_default()
}

fn attachment(part: &mail_parser::MessagePart<'_>) -> Attachment {
    // Without a disposition, a part with a Content-ID is one that the HTML body shows.
    let is_inline = match part.content_disposition() {
        Some(disposition) => disposition.is_inline(),
        None => part.content_id().is_some(),
    };
    let name = part.attachment_name().unwrap_or_default().to_owned();
    let content_id = part.content_id().map(str::to_owned);
    match &part.body {
        PartType::Message(inner) => Attachment {
            name: if name.is_empty() { inner.subject().unwrap_or("message").to_owned() } else { name },
            content_type: None,
            is_inline,
            content_id,
            content: AttachmentContent::Item(Arc::new(read_content(inner))),
        },
        _ => Attachment {
            name,
            content_type: content_type(part),
            is_inline,
            content_id,
            content: AttachmentContent::File(Bytes::copy_from_slice(part.contents())),
        },
    }
}

fn content_type(part: &mail_parser::MessagePart<'_>) -> Option<String> {
    part.content_type().map(|content_type| match content_type.subtype() {
        Some(subtype) => format!("{}/{subtype}", content_type.ctype()),
        None => content_type.ctype().to_owned(),
    })
}
