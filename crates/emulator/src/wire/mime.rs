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

/// Reads mail; `None` when there is not even a header.
pub(crate) fn read(bytes: &Bytes) -> Option<Incoming> {
    let message = MessageParser::default().parse(bytes)?;
    let mut content = content(&message);
    content.mime = Some(bytes.clone());
    let sent_at = message.date().and_then(|date| Timestamp::from_second(date.to_timestamp()).ok());
    Some(Incoming { content, marks: Marks::default(), received_at: None, sent_at })
}

fn content(message: &Message<'_>) -> Content {
    let html = message
        .html_body
        .iter()
        .any(|part| message.part(*part).is_some_and(|part| matches!(part.body, PartType::Html(_))));
    let text = if html { message.body_html(0) } else { message.body_text(0) };
    let headers = message.headers_raw().map(|(name, value)| (name.to_owned(), value.trim().to_owned())).collect();
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
    let is_inline = part.content_disposition().is_some_and(mail_parser::ContentType::is_inline);
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
    let mut mail = MessageBuilder::new()
        .message_id(content.internet_message_id.trim_matches(['<', '>']).to_owned())
        .date(sent_at.as_second())
        .header("X-Emulated-At", Raw::new(seconds(sent_at)));
    if let Some(from) = &content.from {
        mail = mail.from(one(from));
    }
    if let Some(subject) = &content.subject {
        mail = mail.subject(subject.clone());
    }
    mail = mail.to(many(&content.to)).cc(many(&content.cc)).reply_to(many(&content.reply_to));
    for (name, value) in &content.headers {
        mail = mail.header(name.clone(), Raw::new(value.clone()));
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
    let kind = attachment.content_type.as_deref().unwrap_or("application/octet-stream");
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

fn one(recipient: &Recipient) -> OutAddress<'static> {
    OutAddress::new_address(Some(recipient.name.clone()), recipient.address.clone())
}

fn many(recipients: &[Recipient]) -> OutAddress<'static> {
    OutAddress::new_list(recipients.iter().map(one).collect())
}
