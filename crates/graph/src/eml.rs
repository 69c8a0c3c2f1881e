//! Reads a saved email file (RFC 5322) as a [`Message`].

use crate::id::{FolderId, MessageKey};
use crate::message::{Address, Body, Message};
use jiff::Timestamp;
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Addr, Encoding, Message as Parsed, MessageParser, MessagePart, MimeHeaders, PartType};

/// How deep messages may be nested: the parser is recursive.
const MAX_NESTED_MESSAGES: usize = 30;

/// Returns `None` if there is no header or if messages are nested too deeply. Text in a wrong encoding gets replacement
/// characters.
pub fn parse_eml(bytes: &[u8]) -> Option<Message> {
    let parsed = parse(bytes)?;
    let date = parsed.date().and_then(|date| Timestamp::from_second(date.to_timestamp()).ok());
    Some(Message {
        key: MessageKey::new(parsed.message_id().unwrap_or_default()),
        internet_message_id: parsed.message_id().map(|id| format!("<{id}>")),
        subject: parsed.subject().map(str::to_owned),
        from: parsed.from().and_then(|from| from.first()).map(address),
        to: parsed.to().map(|to| to.iter().map(address).collect()).unwrap_or_default(),
        received_at: date.unwrap_or(Timestamp::UNIX_EPOCH),
        body: body(&parsed),
        has_attachments: parsed.attachment_count() > 0,
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

/// The attachments of a saved email file, in their order. Empty if the file is not an email.
pub fn parse_eml_attachments(bytes: &[u8]) -> Vec<EmlAttachment> {
    let Some(parsed) = parse(bytes) else { return Vec::new() };
    parsed.attachments().map(|part| attachment(part, bytes)).collect()
}

fn parse(bytes: &[u8]) -> Option<Parsed<'_>> {
    let nested = bytes.windows(14).filter(|text| text.eq_ignore_ascii_case(b"message/rfc822")).count();
    if nested > MAX_NESTED_MESSAGES {
        return None;
    }
    MessageParser::default().parse(bytes).filter(|parsed| !parsed.headers().is_empty())
}

fn attachment(part: &MessagePart<'_>, bytes: &[u8]) -> EmlAttachment {
    let content_type = part.content_type().map(|kind| match kind.subtype() {
        Some(subtype) => format!("{}/{subtype}", kind.ctype()),
        None => kind.ctype().to_owned(),
    });
    // The parser converts the character set of text parts. Without a declared one it would lose bytes.
    let raw = usize::try_from(part.offset_body).ok().zip(usize::try_from(part.offset_end).ok());
    let raw = raw.and_then(|(start, end)| bytes.get(start..end)).unwrap_or_default();
    let content = match part.encoding {
        Encoding::None => Some(raw.to_vec()),
        Encoding::QuotedPrintable => quoted_printable_decode(raw),
        Encoding::Base64 => base64_decode(raw),
    };
    EmlAttachment {
        name: part.attachment_name().unwrap_or_default().to_owned(),
        content_type,
        content: content.unwrap_or_else(|| part.contents().to_vec()),
    }
}

/// The HTML part if there is one, like Graph.
fn body(parsed: &Parsed<'_>) -> Body {
    let is_html = |part: &u32| parsed.part(*part).is_some_and(|part| matches!(part.body, PartType::Html(_)));
    let is_html = parsed.html_body.iter().any(is_html);
    let content = if is_html { parsed.body_html(0) } else { parsed.body_text(0) };
    Body { content: content.unwrap_or_default().into_owned(), is_html }
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
        let deep = "Content-Type: message/rfc822\r\n\r\n".repeat(50_000);
        assert!(parse_eml(deep.as_bytes()).is_none(), "nested too deeply for the parser");
    }
}
