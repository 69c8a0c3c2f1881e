//! Count and digest of the rows of a table, independent of their order. Pure.

use super::cell::Cell;
use crate::user_tables::catalog::ColumnKind;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Two tables with equal digests have the same rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct TableDigest {
    pub(super) rows: u64,
    /// The sum of the hashes of the rows. A sum and not an exclusive or: equal rows must not cancel each other out.
    sum: u128,
}

impl TableDigest {
    pub(super) fn add(&mut self, row: &[Cell], kinds: &[ColumnKind]) {
        let mut hash = Sha256::new();
        for (cell, kind) in row.iter().zip(kinds) {
            let text = match (cell, kind) {
                (Cell::Null, _) => None,
                (Cell::Text(text), ColumnKind::Json | ColumnKind::JsonText) => Some(sorted_json(text)),
                (other, _) => other.clone().into_text(),
            };
            // The length separates the values; null has none.
            match text {
                None => hash.update([0]),
                Some(text) => {
                    hash.update([1]);
                    hash.update((text.len() as u64).to_be_bytes());
                    hash.update(text.as_bytes());
                }
            }
        }
        let hash = hash.finalize();
        let half = hash.iter().take(16).fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
        self.rows += 1;
        self.sum = self.sum.wrapping_add(half);
    }
}

/// PostgreSQL orders the keys of a `jsonb` object.
fn sorted_json(text: &str) -> String {
    serde_json::from_str(text).map_or_else(|_| text.to_owned(), |value| sorted(&value))
}

fn sorted(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let fields: BTreeMap<&String, String> = fields.iter().map(|(key, value)| (key, sorted(value))).collect();
            format!("{fields:?}")
        }
        Value::Array(items) => format!("{:?}", items.iter().map(sorted).collect::<Vec<_>>()),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(rows: &[&[Cell]], kind: ColumnKind) -> TableDigest {
        let mut digest = TableDigest::default();
        for row in rows {
            digest.add(row, &vec![kind; row.len()]);
        }
        digest
    }

    #[test]
    fn order_does_not_matter_but_every_value_does() {
        let text = |text: &str| Cell::Text(text.to_owned());
        let (one, two) = ([text("a"), text("bc")], [text("ab"), text("c")]);
        let kind = ColumnKind::Text(None);
        assert_eq!(digest(&[&one, &two], kind), digest(&[&two, &one], kind));
        assert_ne!(digest(&[&one], kind), digest(&[&two], kind));
        assert_ne!(digest(&[&one, &one], kind), digest(&[], kind));
        assert_ne!(digest(&[&[Cell::Null]], kind), digest(&[&[text("")]], kind));
    }

    #[test]
    fn json_is_equal_whatever_the_order_of_its_keys() {
        let json = |text: &str| digest(&[&[Cell::Text(text.to_owned())]], ColumnKind::Json);
        assert_eq!(json(r#"{"b": 1, "a": {"d": [2], "c": null}}"#), json(r#"{"a":{"c":null,"d":[2]},"b":1}"#));
        assert_ne!(json(r#"{"a": 1}"#), json(r#"{"a": 2}"#));
        assert_eq!(json("not json"), json("not json"));
    }
}
