//! The text of an attachment: which attachments have one, how their bytes are decoded, and how much text a message may
//! have. Pure.

use encoding_rs::{Encoding, WINDOWS_1252};
use stormwire_extract::normalize_line_endings;
use stormwire_graph::{Attachment, AttachmentKind};
use stormwire_store::tables::watcher::WatcherFields;
use thiserror::Error;

/// Of all attachments of a message together. The text is part of the context, which is kept for Phase 2.
const MAX_TEXT_BYTES: u64 = 5 * 1024 * 1024;
const MEBIBYTE: u64 = 1024 * 1024;
/// Of a name in an error.
const MAX_NAME_CHARS: usize = 80;

const TEXT_EXTENSIONS: [&str; 8] = ["csv", "geojson", "json", "log", "tab", "tsv", "txt", "xml"];
const TEXT_TYPES: [&str; 4] = ["application/csv", "application/json", "application/x-ndjson", "application/xml"];

/// Why the context has no `Text` for an attachment.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum NoText {
    #[error("is not a text file (content type {0}). Text files are CSV, TSV, TXT, JSON, XML and text/*.")]
    NotText(String),
    #[error("is a link to a file elsewhere, which stormwire does not download")]
    Link,
    #[error("was not downloaded. Turn on \"Save attachments\" (includeAttachments) in the settings of the watcher.")]
    NotIncluded,
    #[error(
        "has {}. It must be under the maximum attachment size of the watcher ({limit_mb} MB). Increase that size \
         (maxAttachmentMb).",
        mebibytes(*size_bytes)
    )]
    OverAttachmentLimit { size_bytes: u64, limit_mb: i32 },
    #[error(
        "has {}. The text of all attachments of a message may have {}, and the attachments before it have {}.",
        mebibytes(*size_bytes), mebibytes(MAX_TEXT_BYTES), mebibytes(*used_bytes)
    )]
    OverTextLimit { size_bytes: u64, used_bytes: u64 },
}

impl NoText {
    /// The whole sentence.
    pub(crate) fn sentence(&self, attachment_name: &str) -> String {
        format!("attachment {:?} {self}", short_name(attachment_name))
    }
}

/// For an error.
pub(crate) fn short_name(attachment_name: &str) -> String {
    attachment_name.chars().take(MAX_NAME_CHARS).collect()
}

fn mebibytes(bytes: u64) -> String {
    // One decimal; at least 0.1, so that a small file never looks empty.
    let tenths = (bytes.saturating_mul(10)).div_ceil(MEBIBYTE);
    format!("{}.{} MiB", tenths / 10, tenths % 10)
}

/// What is known before the content is read.
pub(crate) fn obstacle(attachment: &Attachment, fields: &WatcherFields) -> Option<NoText> {
    let Attachment { name, content_type, kind, .. } = attachment;
    if *kind == AttachmentKind::Reference {
        Some(NoText::Link)
    } else if let Some(reason) = not_text(name, content_type.as_deref()) {
        Some(reason)
    } else {
        (!fields.include_attachments).then_some(NoText::NotIncluded)
    }
}

/// `None` if the content type or the extension of the name is that of a text file.
pub(crate) fn not_text(name: &str, content_type: Option<&str>) -> Option<NoText> {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).trim();
    let media_type = content_type.unwrap_or_default().split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_text = TEXT_EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(extension))
        || media_type.starts_with("text/")
        || media_type.ends_with("+json")
        || media_type.ends_with("+xml")
        || TEXT_TYPES.contains(&media_type.as_str());
    (!is_text).then(|| NoText::NotText(if media_type.is_empty() { "unknown".into() } else { media_type }))
}

/// How much text of a message was read.
#[derive(Debug, Default)]
pub(crate) struct TextBudget {
    used_bytes: u64,
}

impl TextBudget {
    pub(crate) fn remaining_bytes(&self) -> u64 {
        MAX_TEXT_BYTES - self.used_bytes
    }

    /// Reserves the bytes of one attachment.
    pub(crate) fn reserve(&mut self, size_bytes: u64) -> Result<(), NoText> {
        if size_bytes > self.remaining_bytes() {
            return Err(NoText::OverTextLimit { size_bytes, used_bytes: self.used_bytes });
        }
        self.used_bytes += size_bytes;
        Ok(())
    }
}

/// The text of a file with its own line ends. A name without the extension of a text file may still have text.
pub(crate) fn file_text(name: &str, bytes: &[u8]) -> Result<String, NoText> {
    let is_text = !bytes.contains(&0) && std::str::from_utf8(bytes).is_ok();
    match not_text(name, None).filter(|_| !is_text) {
        Some(reason) => Err(reason),
        None => Ok(decode_unchanged(bytes)),
    }
}

pub(crate) fn decode(bytes: &[u8]) -> String {
    normalize_line_endings(&decode_unchanged(bytes))
}

/// UTF-8 or UTF-16 by the byte order mark; without one UTF-8 if it is valid, otherwise Windows-1252. NUL characters, which
/// no database column accepts, are removed, as from the body.
fn decode_unchanged(bytes: &[u8]) -> String {
    let text = match (Encoding::for_bom(bytes), std::str::from_utf8(bytes)) {
        (Some((encoding, mark_length)), _) => encoding.decode_without_bom_handling(&bytes[mark_length..]).0,
        (None, Ok(text)) => text.into(),
        (None, Err(_)) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    };
    if text.contains('\0') { text.replace('\0', "") } else { text.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use stormwire_graph::AttachmentId;

    #[test]
    fn bytes_are_decoded_by_mark_or_content() {
        let utf16 = |text: &str, bytes_of: fn(u16) -> [u8; 2]| -> Vec<u8> {
            std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(bytes_of).collect()
        };
        for (bytes, expected) in [
            (b"Lat,Lon\r\n34.7,-86.6\r\n".to_vec(), "Lat,Lon\n34.7,-86.6\n"),
            ("34° ⚡".as_bytes().to_vec(), "34° ⚡"),
            ("\u{feff}34°".as_bytes().to_vec(), "34°"),
            (utf16("34° ⚡\r1", u16::to_le_bytes), "34° ⚡\n1"),
            (utf16("34° ⚡", u16::to_be_bytes), "34° ⚡"),
            (b"34\xb0 \x96 \x80".to_vec(), "34° – €"),
            (b"a\0b\x1ac".to_vec(), "ab\x1ac"),
            (b"\xff\xfe3\0\x00\xd8".to_vec(), "3\u{fffd}"),
            (Vec::new(), ""),
        ] {
            assert_eq!(decode(&bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn type_or_extension_says_text() {
        for (name, content_type, is_text) in [
            ("strikes.csv", None, true),
            ("STRIKES.CSV", Some("application/octet-stream"), true),
            ("strikes.csv", Some("application/vnd.ms-excel"), true),
            ("strikes", Some("Text/CSV; charset=utf-8"), true),
            ("a.b.json", None, true),
            ("x", Some("application/geo+json"), true),
            ("x", Some("application/xml"), true),
            ("report.pdf", Some("application/pdf"), false),
            ("csv", None, false),
            ("", None, false),
        ] {
            assert_eq!(not_text(name, content_type).is_none(), is_text, "{name} {content_type:?}");
        }
    }

    #[test]
    fn a_file_has_text_by_its_name_or_its_content() {
        for (name, bytes, expected) in [
            ("a.csv", &b"1\r\n2"[..], Some("1\r\n2")),
            ("a.csv", b"34\xb0", Some("34°")),
            ("a.strikes", b"1,2", Some("1,2")),
            ("a.pdf", b"%PDF\xff", None),
            ("a.bin", b"1\x002", None),
        ] {
            assert_eq!(file_text(name, bytes).ok().as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn the_reason_says_what_to_do() {
        let fields = |include_attachments| WatcherFields {
            include_attachments,
            ..WatcherFields::new("Storm".to_owned(), "storm@example.gov")
        };
        let listed = |name: &str, kind| Attachment {
            id: AttachmentId::new("1"),
            name: name.into(),
            content_type: None,
            size: 1,
            is_inline: false,
            kind,
        };
        assert_eq!(obstacle(&listed("a.csv", AttachmentKind::File), &fields(true)), None);
        let off = obstacle(&listed("a.csv", AttachmentKind::File), &fields(false)).unwrap();
        assert_eq!(
            off.sentence("a.csv"),
            "attachment \"a.csv\" was not downloaded. Turn on \"Save attachments\" (includeAttachments) in the settings of \
             the watcher."
        );
        assert_eq!(obstacle(&listed("a.csv", AttachmentKind::Reference), &fields(true)), Some(NoText::Link));
        let binary = obstacle(&listed("a.pdf", AttachmentKind::File), &fields(false));
        assert!(matches!(binary, Some(NoText::NotText(_))), "turning attachments on would not help: {binary:?}");
    }

    #[test]
    fn the_text_of_a_message_is_limited() {
        let mut budget = TextBudget::default();
        assert_eq!(budget.reserve(3 * MEBIBYTE), Ok(()));
        let error = budget.reserve(2 * MEBIBYTE + 1).unwrap_err();
        assert_eq!(
            error.sentence("b.csv"),
            "attachment \"b.csv\" has 2.1 MiB. The text of all attachments of a message may have 5.0 MiB, and the \
             attachments before it have 3.0 MiB."
        );
        assert_eq!(budget.reserve(2 * MEBIBYTE), Ok(()), "a smaller one still fits");
        assert_eq!(budget.remaining_bytes(), 0);
    }

    proptest! {
        #[test]
        fn any_bytes_become_text_without_nul(bytes: Vec<u8>) {
            let text = decode(&bytes);
            prop_assert!(!text.contains(['\0', '\r']) && text.len() <= 3 * bytes.len() + 3);
        }
    }
}
