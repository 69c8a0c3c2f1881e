//! Mail as a file (RFC 5322): what a person saves from a mail program, read as a [`Message`].

use crate::{Address, Body, FolderId, Message, MessageKey};
use jiff::Timestamp;
use mail_parser::{Addr, Message as Parsed, MessageParser, PartType};

/// Messages within messages, at most: reading goes as deep as they are nested.
const DEEPEST: usize = 30;

/// Reads a mail; none where there is not even a header, or too many messages within each other. Text in an unknown or
/// wrong encoding comes out with replacement characters.
pub fn read_mail(bytes: &[u8]) -> Option<Message> {
    let inner = bytes.windows(14).filter(|word| word.eq_ignore_ascii_case(b"message/rfc822")).count();
    if inner > DEEPEST {
        return None;
    }
    let parsed = MessageParser::default().parse(bytes).filter(|parsed| !parsed.headers().is_empty())?;
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

/// The HTML where there is one, as providers do.
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
        read_mail(&[head.as_bytes(), body].concat()).unwrap()
    }

    #[test]
    fn a_mail_is_read_with_its_envelope_and_body() {
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
    fn the_html_is_taken_where_there_is_one() {
        let kind = "Content-Type: multipart/alternative; boundary=b";
        let parts = "--b\r\nContent-Type: text/plain\r\n\r\nplain\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>rich</p>\r\n--b--\r\n";
        assert_eq!(mail(kind, parts.as_bytes()).body, Body { content: "<p>rich</p>".into(), is_html: true });
    }

    #[test]
    fn transfer_encodings_and_character_sets_are_decoded() {
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
    fn wrong_encodings_are_replaced_and_the_rest_stays() {
        let read = mail("Content-Type: text/plain; charset=utf-8", b"Lat 34.7 \xff\xfe N\0");
        assert!(read.body.content.starts_with("Lat 34.7 \u{fffd}") && read.body.content.contains(" N"), "{read:?}");
        let unknown = mail("Content-Type: text/plain; charset=klingon", b"Lat 34.7");
        assert_eq!(unknown.body.content, "Lat 34.7");
    }

    #[test]
    fn what_is_no_mail_is_not_read() {
        assert!(read_mail(b"").is_none());
        assert!(read_mail(b"\r\n\r\n").is_none());
        let deep = "Content-Type: message/rfc822\r\n\r\n".repeat(50_000);
        assert!(read_mail(deep.as_bytes()).is_none(), "too deep to be read without harm");
    }
}
