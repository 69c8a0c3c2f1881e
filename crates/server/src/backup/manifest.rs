//! What a backup contains. The last entry of its archive.

use serde::{Deserialize, Serialize};
use stormwire_store::transfer::{RowCounts, is_copied};

pub(super) const MANIFEST: &str = "manifest.json";
/// The format of the archive that this version writes and reads.
pub(super) const FORMAT: u32 = 1;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Manifest {
    pub(super) format: u32,
    /// The version of stormwire that wrote it.
    pub(super) version: String,
    pub(crate) created_at: String,
    pub(super) rows: RowCounts,
    /// The entries before the manifest.
    pub(super) files: u64,
    /// Their sizes together.
    pub(super) bytes: u64,
    pub(crate) has_key: bool,
}

impl Manifest {
    /// Counts what `stormwire copy` copies, so that the numbers of both can be compared.
    pub(crate) fn row_count(&self) -> u64 {
        self.rows.iter().filter(|(table, _)| is_copied(table)).map(|(_, count)| count).sum()
    }

    /// The first table that does not have as many rows as the backup says.
    pub(super) fn difference(&self, found: &RowCounts) -> Option<String> {
        let tables = self.rows.keys().chain(found.keys());
        let mut different = tables.filter(|table| self.rows.get(*table) != found.get(*table));
        different.next().map(|table| {
            let count = |rows: &RowCounts| rows.get(table).copied().unwrap_or(0);
            format!("{table} should have {} rows and has {}", count(&self.rows), count(found))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_the_table_and_both_counts() {
        let rows = |count| RowCounts::from([("it.Queue".to_owned(), count), ("it.SchemaMigration".to_owned(), 21)]);
        let manifest = Manifest {
            format: FORMAT,
            version: String::new(),
            created_at: String::new(),
            rows: rows(3),
            files: 3,
            bytes: 10,
            has_key: false,
        };
        assert_eq!(manifest.row_count(), 3, "without migrations, which are not copied");
        assert_eq!(manifest.difference(&rows(3)), None);
        assert_eq!(manifest.difference(&rows(2)).unwrap(), "it.Queue should have 3 rows and has 2");
        assert_eq!(manifest.difference(&RowCounts::new()).unwrap(), "it.Queue should have 3 rows and has 0");
    }
}
