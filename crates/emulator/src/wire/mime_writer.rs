//! Writes messages as MIME, for `$value`.

use crate::store::message::{Attachment, AttachmentContent, BodyType, MessageContent, Recipient};
use crate::wire::time_format::whole_seconds;
use axum::body::Bytes;
use jiff::Timestamp;
use mail_builder::MessageBuilder;
use mail_builder::headers::address::Address;
use mail_builder::headers::raw::Raw;

/// Returns the original bytes if the message was delivered as MIME.
pub(crate) fn write_mime(content: &MessageContent, sent_at: Timestamp) -> Bytes {
    if let Some(mime) = &content.mime {
        return mime.clone();
    }
    let id = content.internet_message_id.trim_matches(['<', '>']);
    let mut mail = MessageBuilder::new()
        .message_id(if id.is_empty() { "attached@emulator.invalid".to_owned() } else { id.to_owned() })
        .date(sent_at.as_second())
        .header("X-Emulated-At", Raw::new(whole_seconds(sent_at)));
    if let Some(from) = &content.from {
        mail = mail.from(mime_address(from));
    }
    if let Some(subject) = &content.subject {
        mail = mail.subject(subject.clone());
    }
    for (name, recipients) in [("To", &content.to), ("Cc", &content.cc), ("Reply-To", &content.reply_to)] {
        if !recipients.is_empty() {
            mail = mail.header(name, Address::new_list(recipients.iter().map(mime_address).collect()));
        }
    }
    for header in &content.headers {
        mail = mail.header(single_line(&header.name), Raw::new(single_line(&header.value)));
    }
    mail = match content.body.body_type {
        BodyType::Html => mail.html_body(content.body.content.clone()),
        BodyType::Text => mail.text_body(content.body.content.clone()),
    };
    for attachment in &content.attachments {
        mail = add_attachment(mail, attachment, sent_at);
    }
    mail.write_to_vec().unwrap_or_default().into()
}

fn add_attachment<'m>(mail: MessageBuilder<'m>, attachment: &'m Attachment, sent_at: Timestamp) -> MessageBuilder<'m> {
    let content_type = single_line(attachment.content_type.as_deref().unwrap_or("application/octet-stream"));
    let name = attachment.name.as_str();
    match &attachment.content {
        AttachmentContent::File(bytes) => match (&attachment.content_id, attachment.is_inline) {
            (Some(id), true) => mail.inline(content_type, id.as_str(), bytes.as_ref()),
            _ => mail.attachment(content_type, name, bytes.as_ref()),
        },
        AttachmentContent::Item(content) => {
            mail.attachment("message/rfc822", name, write_mime(content, sent_at).to_vec())
        }
        AttachmentContent::Reference(url) => mail.attachment("text/uri-list", name, url.as_str()),
    }
}

/// Prevents header injection.
fn single_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}

fn mime_address(recipient: &Recipient) -> Address<'static> {
    Address::new_address(Some(recipient.name.clone()), recipient.address.clone())
}
