//! Reads a saved email file (RFC 5322) as a [`Message`].

use crate::id::{FolderId, MessageKey};
use crate::message::{Address, Body, Message};
use jiff::Timestamp;
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Addr, Encoding, Message as Parsed, MessageParser, MessagePart, MimeHeaders, PartType};
use std::ops::Range;

/// Returns `None` if there is no header. Text in a wrong encoding gets replacement characters.
pub fn parse_eml(bytes: &[u8]) -> Option<Message> {
    let head = parse_head(bytes)?;
    let structure_bytes = hide_nested_messages(bytes);
    let structure = MessageParser::default().parse(&structure_bytes)?;
    let date = head.date().and_then(|date| Timestamp::from_second(date.to_timestamp()).ok());
    Some(Message {
        key: MessageKey::new(head.message_id().unwrap_or_default()),
        internet_message_id: head.message_id().map(|id| format!("<{id}>")),
        subject: head.subject().map(str::to_owned),
        from: head.from().and_then(|from| from.first()).map(address),
        to: head.to().map(|to| to.iter().map(address).collect()).unwrap_or_default(),
        received_at: date.unwrap_or(Timestamp::UNIX_EPOCH),
        body: body(&structure, bytes),
        has_attachments: structure.attachment_count() > 0,
        headers: Vec::new(),
        parent_folder: FolderId::new(""),
        is_read: false,
        categories: Vec::new(),
    })
}

/// An attachment with its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmlAttachment {
    /// Empty if it has none.
    pub name: String,
    pub content_type: Option<String>,
    /// The bytes of the file, as Graph returns them: no character set is converted.
    pub content: Vec<u8>,
}

/// The attachments of a saved email file, in their order. Empty if the file is not an email. An attached email is one
/// attachment.
pub fn parse_eml_attachments(bytes: &[u8]) -> Vec<EmlAttachment> {
    let structure_bytes = hide_nested_messages(bytes);
    let structure = parse_head(bytes).and_then(|_| MessageParser::default().parse(&structure_bytes));
    let Some(structure) = structure else { return Vec::new() };
    structure.attachments().map(|part| attachment(part, bytes)).collect()
}

fn parse_head(bytes: &[u8]) -> Option<Parsed<'_>> {
    MessageParser::default().parse_headers(bytes).filter(|head| !head.headers().is_empty())
}

/// The content types whose parts the parser reads as messages of their own.
const NESTED_MESSAGE_TYPES: [&[u8; 6]; 3] = [b"rfc822", b"global", b"digest"];

/// The same file with the same offsets, in which the parser finds no message inside a message: it confuses the parts of
/// a message that directly contains another one, and its recursion overflows the stack on a deep file. Only the
/// structure is read from the result; names and contents come from the file itself.
///
/// The new letter is valid in base64, so that encoded parts can still be decoded.
fn hide_nested_messages(bytes: &[u8]) -> Vec<u8> {
    let mut hidden = bytes.to_vec();
    for (start, text) in bytes.windows(6).enumerate() {
        if NESTED_MESSAGE_TYPES.iter().any(|kind| text.eq_ignore_ascii_case(*kind)) {
            hidden[start + 5] = b'x';
        }
    }
    hidden
}

fn attachment(part: &MessagePart<'_>, bytes: &[u8]) -> EmlAttachment {
    let head = parse_head(slice(bytes, part.offset_header..part.offset_body));
    let head = head.as_ref();
    let content_type = head.and_then(|head| head.content_type()).map(|kind| match kind.subtype() {
        Some(subtype) => format!("{}/{subtype}", kind.ctype()),
        None => kind.ctype().to_owned(),
    });
    // The parser converts the character set of text parts. Without a declared one it would lose bytes.
    let raw = slice(bytes, part.offset_body..part.offset_end);
    let content = match part.encoding {
        Encoding::None => None,
        Encoding::QuotedPrintable => quoted_printable_decode(raw),
        Encoding::Base64 => base64_decode(raw),
    };
    EmlAttachment {
        name: head.and_then(|head| head.attachment_name()).unwrap_or_default().to_owned(),
        content_type,
        content: content.unwrap_or_else(|| raw.to_vec()),
    }
}

/// The HTML part if there is one, like Graph.
fn body(structure: &Parsed<'_>, bytes: &[u8]) -> Body {
    let parts = || structure.html_body.iter().chain(&structure.text_body).filter_map(|id| structure.part(*id));
    let html = parts().find(|part| matches!(part.body, PartType::Html(_)));
    let text = || parts().find(|part| matches!(part.body, PartType::Text(_)));
    let content = html.or_else(text).map(|part| text_of(part, bytes)).unwrap_or_default();
    Body { content, is_html: html.is_some() }
}

/// Reads a text part of the file as a message of its own, which decodes it.
fn text_of(part: &MessagePart<'_>, bytes: &[u8]) -> String {
    let message = MessageParser::default().parse(slice(bytes, part.offset_header..part.offset_end));
    match message.and_then(|message| message.parts.into_iter().next()).map(|part| part.body) {
        Some(PartType::Text(text) | PartType::Html(text)) => text.into_owned(),
        _ => String::new(),
    }
}

fn slice(bytes: &[u8], range: Range<u32>) -> &[u8] {
    let range = usize::try_from(range.start).ok().zip(usize::try_from(range.end).ok());
    range.and_then(|(start, end)| bytes.get(start..end)).unwrap_or_default()
}

fn address(addr: &Addr<'_>) -> Address {
    Address { address: addr.address().unwrap_or_default().to_owned(), name: addr.name().map(str::to_owned) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(kind: &str, body: &[u8]) -> Message {
        let head = format!(
            "From: Vendor <alerts@vendor.example>\r\nTo: a@example.gov, B <b@example.gov>\r\nSubject: =?utf-8?q?Bl=C3=B6tzlich?=\r\n\
             Date: Thu, 1 May 2025 07:00:00 -0500\r\nMessage-ID: <1@vendor.example>\r\nMIME-Version: 1.0\r\n{kind}\r\n\r\n"
        );
        parse_eml(&[head.as_bytes(), body].concat()).unwrap()
    }

    #[test]
    fn reads_headers_and_body() {
        let read = mail("Content-Type: text/plain; charset=utf-8", "Strike é".as_bytes());
        assert_eq!(read.subject.as_deref(), Some("Blötzlich"));
        assert_eq!(read.from.unwrap().address, "alerts@vendor.example");
        assert_eq!(
            read.to.iter().map(|to| to.address.as_str()).collect::<Vec<_>>(),
            ["a@example.gov", "b@example.gov"]
        );
        assert_eq!(read.received_at.to_string(), "2025-05-01T12:00:00Z");
        assert_eq!(read.body, Body { content: "Strike é".into(), is_html: false });
    }

    #[test]
    fn prefers_the_html_part() {
        let kind = "Content-Type: multipart/alternative; boundary=b";
        let parts = "--b\r\nContent-Type: text/plain\r\n\r\nplain\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>rich</p>\r\n--b--\r\n";
        assert_eq!(mail(kind, parts.as_bytes()).body, Body { content: "<p>rich</p>".into(), is_html: true });
    }

    #[test]
    fn decodes_transfer_encodings_and_charsets() {
        let quoted = mail(
            "Content-Type: text/plain; charset=windows-1252\r\nContent-Transfer-Encoding: quoted-printable",
            b"34=B0 43=92=\r\n N",
        );
        assert_eq!(quoted.body.content, "34° 43’ N");
        let base64 =
            mail("Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64", b"PHA+w6k8L3A+");
        assert_eq!(base64.body.content, "<p>é</p>");
    }

    #[test]
    fn replaces_wrong_encodings_and_keeps_the_rest() {
        let read = mail("Content-Type: text/plain; charset=utf-8", b"Lat 34.7 \xff\xfe N\0");
        assert!(read.body.content.starts_with("Lat 34.7 \u{fffd}") && read.body.content.contains(" N"), "{read:?}");
        let unknown = mail("Content-Type: text/plain; charset=klingon", b"Lat 34.7");
        assert_eq!(unknown.body.content, "Lat 34.7");
    }

    #[test]
    fn attachments_keep_their_bytes() {
        let part = |head: &str, body: &str| format!("--b\r\n{head}\r\n\r\n{body}\r\n");
        let csv = "Content-Type: text/csv\r\nContent-Disposition: attachment; filename=";
        let parts = [
            part("Content-Type: text/plain", "see attachment"),
            part(&format!("{csv}a.csv\r\nContent-Transfer-Encoding: base64"), "TGF0LE\r\n9ydP8="),
            part(&format!("{csv}\"b c.csv\"\r\nContent-Transfer-Encoding: quoted-printable"), "34=B0,=\r\n5"),
            part(&format!("{csv}c.csv"), "Lat\r\n34.7"),
        ];
        let bytes = format!(
            "Subject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n{}--b--\r\n",
            parts.concat()
        );
        let found = parse_eml_attachments(bytes.as_bytes());
        let names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["a.csv", "b c.csv", "c.csv"]);
        assert_eq!(found[0].content_type.as_deref(), Some("text/csv"));
        let contents: Vec<&[u8]> = found.iter().map(|one| one.content.as_slice()).collect();
        assert_eq!(contents, [&b"Lat,Ort\xff"[..], b"34\xb0,5", b"Lat\r\n34.7"]);
        assert_eq!(parse_eml_attachments(b""), []);
    }

    #[test]
    fn rejects_input_that_is_not_an_email() {
        assert!(parse_eml(b"").is_none());
        assert!(parse_eml(b"\r\n\r\n").is_none());
    }

    /// Found by `make fuzz`: the parser panics on the first, and misses the second attachment of the other.
    #[test]
    fn a_message_directly_inside_a_message_is_one_attachment() {
        let damaged = include_bytes!("../../../fuzz/corpus/mail/message-in-message.eml");
        let names = |bytes: &[u8]| parse_eml_attachments(bytes).into_iter().map(|one| one.name).collect::<Vec<_>>();
        assert_eq!(parse_eml(damaged).unwrap().body.content, "see attachment");
        assert_eq!(names(damaged), ["forwarded.eml"]);
        let csv = "--b\r\nContent-Type: text/csv; name=Global.csv\r\n\r\nLat\r\n--b--";
        let more = String::from_utf8_lossy(damaged).replace("--b--", csv);
        assert_eq!(names(more.as_bytes()), ["forwarded.eml", "Global.csv"]);
    }

    #[test]
    fn deeply_nested_messages_do_not_overflow_the_stack() {
        for kind in ["message/rfc822", "message/global", "Message / RFC822"] {
            let deep = format!("Content-Type: {kind}\r\n\r\n").repeat(50_000);
            assert!(parse_eml(deep.as_bytes()).unwrap().has_attachments, "{kind}");
        }
        let digests = "Content-Type: multipart/digest; boundary=b\r\n\r\n--b\r\n\r\n".repeat(50_000);
        assert!(parse_eml(digests.as_bytes()).is_some());
        let deep = quoted_printable(&"Content-Type: message/rfc822\r\n\r\n".repeat(50_000));
        let head = "Content-Type: message/rfc822\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n";
        assert_eq!(parse_eml_attachments(format!("{head}{deep}").as_bytes()).len(), 1, "encoded");
    }

    /// Every byte is encoded, so that the text contains no content type.
    fn quoted_printable(text: &str) -> String {
        text.bytes().map(|byte| format!("={byte:02X}")).collect::<Vec<_>>().concat()
    }

    #[test]
    fn text_about_messages_stays_as_it_is() {
        let text = "Global digest of message/RFC822";
        let read = parse_eml(format!("Subject: {text}\r\n\r\n{text}").as_bytes()).unwrap();
        assert_eq!((read.subject.as_deref(), read.body.content.as_str()), (Some(text), text));
    }
}
