//! Messages as mail on the wire: read when one is delivered as such, written for `$value`.

use crate::store::mailbox::Incoming;
use crate::store::message::{Attachment, AttachmentKind, Body, Content, Marks, Recipient};
use crate::wire::seconds;
use axum::body::Bytes;
use jiff::Timestamp;
use mail_builder::MessageBuilder;
use mail_builder::headers::address::Address as OutAddress;
use mail_builder::headers::raw::Raw;
use mail_parser::{Addr, Address, Message, MessageParser, MimeHeaders, PartType};
use std::sync::Arc;

/// Messages within messages, at most: reading and dropping them goes as deep as they are nested.
const DEEPEST: usize = 30;

/// Reads mail; `None` when there is not even a header.
pub(crate) fn read(bytes: &Bytes) -> Option<Incoming> {
    let (head, rest) = cut(bytes);
    let is_deep = occurrences(bytes, b"message/rfc822") > DEEPEST;
    // A head without an end is one all the same.
    let terminated = [if is_deep { head } else { bytes }, b"\r\n\r\n"].concat();
    let message = MessageParser::default().parse(&terminated)?;
    if message.headers().is_empty() {
        return None;
    }
    let mut content = content(&message);
    if is_deep {
        content.body = Body { is_html: false, content: String::from_utf8_lossy(rest).into_owned() };
        content.attachments.clear();
    }
    content.mime = Some(bytes.clone());
    let sent_at = message.date().and_then(|date| Timestamp::from_second(date.to_timestamp()).ok());
    let marks = Marks { importance: importance(&content.headers).into(), ..Marks::default() };
    Some(Incoming { content, marks, received_at: None, sent_at })
}

/// The head and what follows it.
fn cut(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").map(|at| at + 4);
    let end = end.or_else(|| bytes.windows(2).position(|two| two == b"\n\n").map(|at| at + 2));
    bytes.split_at(end.unwrap_or(bytes.len()))
}

fn occurrences(bytes: &[u8], word: &[u8]) -> usize {
    bytes.windows(word.len()).filter(|window| window.eq_ignore_ascii_case(word)).count()
}

fn importance(headers: &[(String, String)]) -> &'static str {
    let said = headers.iter().find_map(|(name, value)| {
        let value = value.to_lowercase();
        match name.to_lowercase().as_str() {
            "importance" => Some(value),
            "x-priority" => Some(match value.chars().next() {
                Some('1' | '2') => "high".into(),
                Some('4' | '5') => "low".into(),
                _ => "normal".into(),
            }),
            _ => None,
        }
    });
    match said.as_deref() {
        Some("high") => "high",
        Some("low") => "low",
        _ => "normal",
    }
}

/// A header over several lines is one line.
fn unfold(value: &str) -> String {
    value.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

fn content(message: &Message<'_>) -> Content {
    let html = message
        .html_body
        .iter()
        .any(|part| message.part(*part).is_some_and(|part| matches!(part.body, PartType::Html(_))));
    let text = if html { message.body_html(0) } else { message.body_text(0) };
    let headers = message.headers_raw().map(|(name, value)| (name.to_owned(), unfold(value.trim()))).collect();
    Content {
        subject: message.subject().map(str::to_owned),
        from: message.from().and_then(|all| recipients(Some(all)).into_iter().next()),
        sender: message.sender().and_then(|all| recipients(Some(all)).into_iter().next()),
        to: recipients(message.to()),
        cc: recipients(message.cc()),
        bcc: recipients(message.bcc()),
        reply_to: recipients(message.reply_to()),
        body: Body { is_html: html, content: text.unwrap_or_default().into_owned() },
        internet_message_id: message.message_id().map(|id| format!("<{id}>")).unwrap_or_default(),
        headers,
        attachments: message.attachments().map(attachment).collect(),
        mime: None,
    }
}

fn recipients(all: Option<&Address<'_>>) -> Vec<Recipient> {
    let one = |addr: &Addr<'_>| {
        let address = addr.address().unwrap_or_default().to_owned();
        Recipient { name: addr.name().map_or_else(|| address.clone(), str::to_owned), address }
    };
    all.map(|all| all.iter().map(one).collect()).unwrap_or_default()
}

fn attachment(part: &mail_parser::MessagePart<'_>) -> Attachment {
    let content_type = part.content_type().map(|kind| match kind.subtype() {
        Some(sub) => format!("{}/{sub}", kind.ctype()),
        None => kind.ctype().to_owned(),
    });
    // What the body refers to by its id is shown inside it, whether or not it says so.
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
            kind: AttachmentKind::Item(Arc::new(content(inner))),
        },
        _ => Attachment {
            name,
            content_type,
            is_inline,
            content_id,
            kind: AttachmentKind::File(Bytes::copy_from_slice(part.contents())),
        },
    }
}

/// Writes a message as mail: as it came in, where it came in as mail.
pub(crate) fn write(content: &Content, sent_at: Timestamp) -> Bytes {
    if let Some(mime) = &content.mime {
        return mime.clone();
    }
    let id = content.internet_message_id.trim_matches(['<', '>']);
    let mut mail = MessageBuilder::new()
        .message_id(if id.is_empty() { "attached@emulator.invalid".to_owned() } else { id.to_owned() })
        .date(sent_at.as_second())
        .header("X-Emulated-At", Raw::new(seconds(sent_at)));
    if let Some(from) = &content.from {
        mail = mail.from(one(from));
    }
    if let Some(subject) = &content.subject {
        mail = mail.subject(subject.clone());
    }
    for (name, all) in [("To", &content.to), ("Cc", &content.cc), ("Reply-To", &content.reply_to)] {
        if !all.is_empty() {
            mail = mail.header(name, many(all));
        }
    }
    for (name, value) in &content.headers {
        mail = mail.header(line(name), Raw::new(line(value)));
    }
    mail = if content.body.is_html {
        mail.html_body(content.body.content.clone())
    } else {
        mail.text_body(content.body.content.clone())
    };
    for attachment in &content.attachments {
        mail = attach(mail, attachment, sent_at);
    }
    mail.write_to_vec().unwrap_or_default().into()
}

fn attach<'m>(mail: MessageBuilder<'m>, attachment: &'m Attachment, sent_at: Timestamp) -> MessageBuilder<'m> {
    let kind = line(attachment.content_type.as_deref().unwrap_or("application/octet-stream"));
    match &attachment.kind {
        AttachmentKind::File(bytes) => match (&attachment.content_id, attachment.is_inline) {
            (Some(id), true) => mail.inline(kind, id.as_str(), bytes.as_ref()),
            _ => mail.attachment(kind, attachment.name.as_str(), bytes.as_ref()),
        },
        AttachmentKind::Item(content) => {
            let inner = write(content, sent_at).to_vec();
            mail.attachment("message/rfc822", attachment.name.as_str(), inner)
        }
        AttachmentKind::Reference(url) => mail.attachment("text/uri-list", attachment.name.as_str(), url.as_str()),
    }
}

/// Nothing that would begin another header.
fn line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}

fn one(recipient: &Recipient) -> OutAddress<'static> {
    OutAddress::new_address(Some(recipient.name.clone()), recipient.address.clone())
}

fn many(recipients: &[Recipient]) -> OutAddress<'static> {
    OutAddress::new_list(recipients.iter().map(one).collect())
}
