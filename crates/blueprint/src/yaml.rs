//! Reads and writes the file. Pure.
//!
//! A file is foreign input: its size, its depth and its number of values are bounded before it becomes a document. Aliases count
//! as often as they are used.

use crate::document::{Document, VERSION};
use crate::error::BlueprintError;
use crate::plain_words::in_plain_words;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Visitor};
use std::cell::Cell;
use std::fmt;

/// Of a file.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;
const MAX_VALUES: usize = 100_000;
/// Of all texts together, after aliases were replaced.
const MAX_TEXT_BYTES: usize = 16 * 1024 * 1024;
/// Of each list.
const MAX_ENTRIES: usize = 1_000;

const HEADER: &str = "# stormwire configuration, as written by `stormwire config export`.\n\
                      # A value of •••• is a secret, which is not in this file and must be entered in the portal.\n";

pub fn write(document: &Document) -> Result<String, BlueprintError> {
    let unreadable =
        |error: serde_yaml_ng::Error| BlueprintError::Unreadable(format!("cannot write the file: {error}"));
    let text = format!("{HEADER}{}", serde_yaml_ng::to_string(document).map_err(unreadable)?);
    // What cannot be read back must not be found out on the day when it is needed.
    if read(&text)? != *document {
        let message =
            "the file would not read back as it was written; report this with the output of `stormwire doctor`";
        return Err(BlueprintError::Unreadable(message.into()));
    }
    Ok(text)
}

/// An error has the path, the line and the column.
pub fn read(text: &str) -> Result<Document, BlueprintError> {
    if text.len() > MAX_BYTES {
        let (size, max) = (text.len(), MAX_BYTES);
        return Err(BlueprintError::Unreadable(format!("the file has {size} bytes; at most {max} are read")));
    }
    let unreadable = |error: serde_yaml_ng::Error| BlueprintError::Unreadable(in_plain_words(&error.to_string()));
    Budget::default().deserialize(serde_yaml_ng::Deserializer::from_str(text)).map_err(unreadable)?;
    let document: Document = serde_yaml_ng::from_str(text).map_err(unreadable)?;
    if document.version != VERSION {
        let message = format!("{} is not a known version of the format; use {VERSION}", document.version);
        return Err(BlueprintError::at("version", message));
    }
    let actions = document.watchers.iter().map(|watcher| watcher.actions.len()).max().unwrap_or(0);
    let lists = [document.credentials.len(), document.policies.len(), document.watchers.len(), document.sinks.len()];
    match lists.into_iter().chain([actions]).find(|count| *count > MAX_ENTRIES) {
        Some(count) => {
            Err(BlueprintError::Unreadable(format!("a list has {count} entries; at most {MAX_ENTRIES} are read")))
        }
        None => Ok(document),
    }
}

/// Counts what a file contains, and stops at the limits.
#[derive(Default)]
struct Budget {
    values: Cell<usize>,
    text_bytes: Cell<usize>,
}

impl Budget {
    fn spend<E: Error>(&self, text_bytes: usize) -> Result<(), E> {
        self.values.set(self.values.get() + 1);
        self.text_bytes.set(self.text_bytes.get() + text_bytes);
        if self.values.get() > MAX_VALUES {
            return Err(E::custom(format!("the file has more than {MAX_VALUES} values")));
        }
        if self.text_bytes.get() > MAX_TEXT_BYTES {
            return Err(E::custom(format!("the texts of the file have more than {MAX_TEXT_BYTES} bytes")));
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for &Budget {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &Budget {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value without a tag")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.spend(text.len())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.spend(0)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.spend(0)?;
        while items.next_element_seed(self)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        self.spend(0)?;
        while entries.next_key_seed(self)?.is_some() {
            entries.next_value_seed(self)?;
        }
        Ok(())
    }

    fn visit_enum<A: EnumAccess<'de>>(self, _: A) -> Result<(), A::Error> {
        Err(A::Error::custom("tags such as !secret are not read; remove the tag"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{ActionEntry, CredentialEntry, WatcherEntry};
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};
    use std::fmt::Write;

    fn document(config: Value, name: &str) -> Document {
        let settings: Map<String, Value> =
            [("name".to_owned(), json!(name)), ("maxFileMb".to_owned(), json!(7))].into_iter().collect();
        let action = ActionEntry {
            name: name.into(),
            action_type: "Data".into(),
            is_phase_one: true,
            credential: Some("yes".into()),
            config,
        };
        let credential = CredentialEntry {
            name: name.into(),
            client_id: "1e3".into(),
            namespace: "null".into(),
            purpose: None,
            hosts: vec!["a: b".into(), "- c".into()],
        };
        let watchers = vec![WatcherEntry { settings, actions: vec![action] }];
        Document { credentials: vec![credential], watchers, ..Document::default() }
    }

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn errors_have_the_path_and_the_line() {
        for (text, parts) in [
            ("version: 1\ncredentials:\n- name: A\n  secret: x\n", &["secret", "line"][..]),
            ("version: 1\nsinks:\n- name: A\n  kind: Fax\n  url: x\n", &["Fax", "Webhook", "line"]),
            ("version: 1\nwatcher: []\n", &["watcher", "watchers"]),
            ("version: 2\n", &["version", "2 is not a known version", "use 1"]),
            (
                "version: 1\npolicies:\n- {name: A, radiusMiles: far, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8}\n",
                &["radiusMiles", "expected a number", "line"],
            ),
            ("hello\n", &["expected a block of settings"]),
            ("version: 1\nsinks: 5\n", &["sinks", "expected a list", "line"]),
            ("", &[]),
            ("version: [1\n", &["line"]),
            ("version: 1\nwatchers:\n- name: !secret x\n", &["tags"]),
            ("version: 1\n---\nversion: 1\n", &["more than one document"]),
        ] {
            let error = error(text);
            assert!(parts.iter().all(|part| error.contains(part)), "{text}: {error}");
        }
    }

    #[test]
    fn hostile_files_are_bounded() {
        assert!(error(&"#".repeat(MAX_BYTES + 1)).contains("bytes"));
        assert!(error(&format!("version: {}{}", "[".repeat(10_000), "]".repeat(10_000))).contains("recursion limit"));
        let many = format!("version: 1\nwatchers:\n{}", "- {name: x}\n".repeat(MAX_ENTRIES + 1));
        assert!(error(&many).contains("1001 entries"));
        let values = format!("x: [{}]", "1,".repeat(MAX_VALUES));
        assert!(error(&values).contains("values"));
        let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for level in 1..9 {
            let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
            writeln!(bomb, "a{level}: &a{level} [{aliases}]").unwrap();
        }
        let error = error(&bomb);
        assert!(error.contains("values") || error.contains("repetition limit"), "{error}");
    }

    #[test]
    fn difficult_texts_read_back() {
        for text in [
            "yes",
            "~",
            "",
            " ",
            "null",
            "1e3",
            "0x1F",
            "a: b",
            "# c",
            "line\nbreak",
            "line\r\nbreak",
            "\ttab",
            "trailing \n",
            "\n\n",
            "é • \u{85} \u{2028}",
            "'\"",
            "%",
            "@",
            "- x",
            "{}",
            "\u{1}",
        ] {
            let document = document(json!({"Text": text, "List": [text, null, 1.5, -3]}), text);
            assert_eq!(read(&write(&document).unwrap()).unwrap(), document, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_and_number_reads_back(text in ".*", number in any::<i64>(), float in -1e300..1e300_f64) {
            let document = document(json!({"Text": text, text.clone(): number, "Float": float}), &text);
            prop_assert_eq!(read(&write(&document).unwrap()).unwrap(), document);
        }
    }
}
