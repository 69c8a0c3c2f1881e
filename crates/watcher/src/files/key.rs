//! The key of a file in the log: its name and its content. Pure.
//!
//! `{identity}:{name}`, or `{identity}={name in base64}` for a name that is not plain text. A file that appears again after it
//! was processed has the time of its arrival in the key: `{identity}~{microseconds}:{name}`.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// What distinguishes files of one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileIdentity {
    /// The SHA-256 digest.
    Content([u8; 32]),
    /// For a file that is too large or cannot be read.
    Stat { size_bytes: u64, modified_micros: i64 },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileKey {
    pub(crate) identity: FileIdentity,
    pub(crate) name: OsString,
    /// Set if a file with this name and content was processed before: when this one arrived, in microseconds.
    pub(crate) repeated_at: Option<i64>,
}

impl FileKey {
    pub(crate) fn new(identity: FileIdentity, name: &OsStr) -> Self {
        Self { identity, name: name.to_owned(), repeated_at: None }
    }

    /// As the log stores it.
    pub(crate) fn text(&self) -> String {
        let mut text = match self.identity {
            FileIdentity::Content(digest) => hex(&digest),
            FileIdentity::Stat { size_bytes, modified_micros } => format!("stat {size_bytes} {modified_micros}"),
        };
        if let Some(micros) = self.repeated_at {
            let _ = write!(text, "~{micros}");
        }
        match self.name.to_str().filter(|name| is_plain(name)) {
            Some(name) => text + ":" + name,
            None => text + "=" + &BASE64_URL_SAFE_NO_PAD.encode(self.name.as_bytes()),
        }
    }

    /// The key of the file that was processed before, for the key of its duplicate. `None` for any other key.
    pub(crate) fn original_of(text: &str) -> Option<String> {
        let key = Self::parse(text)?;
        key.repeated_at.map(|_| Self { repeated_at: None, ..key }.text())
    }

    /// `None` if it is not the key of a file.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (head, tail) = text.split_at(text.find([':', '='])?);
        let name = match tail.split_at(1) {
            (":", name) => OsString::from(name),
            (_, name) => OsString::from_vec(BASE64_URL_SAFE_NO_PAD.decode(name).ok()?),
        };
        let (identity, repeated_at) = match head.split_once('~') {
            Some((identity, micros)) => (identity, Some(micros.parse().ok()?)),
            None => (head, None),
        };
        let is_name = !name.is_empty() && !name.as_bytes().contains(&b'/') && name != "." && name != "..";
        is_name.then_some(Self { identity: parse_identity(identity)?, name, repeated_at })
    }
}

fn parse_identity(text: &str) -> Option<FileIdentity> {
    let Some(stat) = text.strip_prefix("stat ") else { return parse_hex(text).map(FileIdentity::Content) };
    let (size, modified) = stat.split_once(' ')?;
    Some(FileIdentity::Stat { size_bytes: size.parse().ok()?, modified_micros: modified.parse().ok()? })
}

fn hex(digest: &[u8; 32]) -> String {
    let mut text = String::with_capacity(64);
    for byte in digest {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn parse_hex(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut digest = [0; 32];
    for (index, byte) in digest.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(digest)
}

fn is_plain(name: &str) -> bool {
    !name.chars().any(char::is_control)
}

/// For people: one line, whatever the bytes are.
pub(crate) fn display_name(name: &OsStr) -> String {
    let visible = |letter: char| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter };
    name.to_string_lossy().chars().map(visible).collect()
}

/// The name of the file that a key of the log is about, for people. `None` for messages and status events.
pub fn file_name_of_key(key: &str) -> Option<String> {
    FileKey::parse(key).map(|key| display_name(&key.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DIGEST: FileIdentity = FileIdentity::Content([0xab; 32]);

    #[test]
    fn a_key_shows_the_name() {
        let digest = "ab".repeat(32);
        let key = FileKey::new(DIGEST, OsStr::new("a:b=c~d.csv"));
        assert_eq!(key.text(), format!("{digest}:a:b=c~d.csv"));
        let repeated = FileKey { repeated_at: Some(17), ..key };
        assert_eq!(repeated.text(), format!("{digest}~17:a:b=c~d.csv"));
        let large = FileIdentity::Stat { size_bytes: 5, modified_micros: -7 };
        assert_eq!(FileKey::new(large, OsStr::new("x")).text(), "stat 5 -7:x");
        assert_eq!(file_name_of_key(&repeated.text()).as_deref(), Some("a:b=c~d.csv"));
    }

    #[test]
    fn names_that_are_not_text_are_shown_on_one_line() {
        for (bytes, shown) in [(&b"a\nb"[..], "a\u{fffd}b"), (b"\xff\xfe.csv", "\u{fffd}\u{fffd}.csv")] {
            let key = FileKey::new(DIGEST, OsStr::from_bytes(bytes));
            assert!(key.text().is_ascii() && !key.text().contains('\n'), "{}", key.text());
            assert_eq!(file_name_of_key(&key.text()).as_deref(), Some(shown));
        }
    }

    #[test]
    fn other_keys_are_not_those_of_files() {
        let digest = "ab".repeat(32);
        let keys = ["AAMkAD=", "event:12", "", ":x", "stat 5:x", "stat 5 x:y"];
        let unsafe_names = ["", ".", "..", "a/b", "/etc/passwd"].map(|name| format!("{digest}:{name}"));
        for key in keys.into_iter().map(str::to_owned).chain(unsafe_names).chain([format!("{digest}~:x")]) {
            assert_eq!(FileKey::parse(&key), None, "{key}");
        }
    }

    proptest! {
        #[test]
        fn every_key_can_be_read_again_and_stored(name in proptest::collection::vec(1_u8..=255, 1..=255), repeated_at: Option<i64>) {
            prop_assume!(!name.contains(&b'/') && name != b"." && name != b"..");
            let key = FileKey { identity: DIGEST, name: OsString::from_vec(name), repeated_at };
            prop_assert!(crate::detection::is_storable(&key.text()));
            prop_assert_eq!(FileKey::parse(&key.text()), Some(key));
        }
    }
}
