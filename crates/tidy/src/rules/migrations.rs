//! A migration that has landed is never edited: databases in the field have already run it, and do not start when
//! its text no longer matches.
//!
//! `crates/tidy/migrations.sha256` lists every migration with its checksum, by its path inside the `migrations` folder.
//! A new migration adds its line; an existing line never changes.

use std::collections::BTreeMap;
use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::{SourceFile, Violation};

pub const LIST: &str = "crates/tidy/migrations.sha256";

/// Takes the migrations and the text of the list.
pub fn check(migrations: &[SourceFile], list: &str) -> Vec<Violation> {
    let listed: BTreeMap<&str, &str> = list.lines().filter_map(read_line).collect();
    let present: BTreeMap<&str, &SourceFile> =
        migrations.iter().filter_map(|file| Some((name(&file.path)?, file))).collect();
    let missing = listed.keys().filter(|name| !present.contains_key(*name)).map(|name| missing(name));
    let changed = present.iter().filter_map(|(name, file)| compare(name, file, listed.get(name).copied()));
    missing.chain(changed).collect()
}

/// `<sha256>  <name>`, as `sha256sum` writes it.
fn read_line(line: &str) -> Option<(&str, &str)> {
    let (checksum, name) = line.split_once("  ")?;
    Some((name, checksum))
}

/// The path inside the `migrations` folder, so that the folder may move.
fn name(path: &str) -> Option<&str> {
    path.split_once("/migrations/").map(|(_, name)| name)
}

fn missing(name: &str) -> Violation {
    let message = format!("the migration {name} is gone. Databases in the field have run it: restore it.");
    Violation::of(LIST, message)
}

fn compare(name: &str, file: &SourceFile, listed: Option<&str>) -> Option<Violation> {
    let checksum = checksum(&file.text);
    let message = match listed {
        Some(listed) if listed == checksum => return None,
        Some(_) => {
            "this migration has landed and was edited. Restore it, and write the change as a new migration.".to_owned()
        }
        None => format!("this migration is new. Add the line `{checksum}  {name}` to {LIST}."),
    };
    Some(Violation::of(&file.path, message))
}

pub fn checksum(text: &str) -> String {
    let mut hex = String::new();
    for byte in Sha256::digest(text.as_bytes()) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "crates/store/migrations/sqlite/it/0001_first.sql";

    fn list() -> String {
        format!("{}  sqlite/it/0001_first.sql\n", checksum("create table a;"))
    }

    #[test]
    fn the_checksum_is_sha256() {
        assert_eq!(checksum("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn accepts_migrations_as_they_landed_in_any_crate() {
        let moved = PATH.replace("store", "database");
        for path in [PATH, &moved] {
            assert_eq!(check(&[SourceFile::new(path, "create table a;")], &list()), []);
        }
    }

    #[test]
    fn rejects_an_edited_migration() {
        let found = check(&[SourceFile::new(PATH, "create table b;")], &list());
        assert_eq!(found.len(), 1);
        assert!(found[0].message.contains("was edited"), "{}", found[0]);
    }

    #[test]
    fn rejects_a_missing_migration() {
        let found = check(&[], &list());
        assert!(found[0].message.contains("sqlite/it/0001_first.sql is gone"), "{}", found[0]);
    }

    #[test]
    fn a_new_migration_must_be_listed() {
        let found = check(&[SourceFile::new(PATH, "create table a;")], "");
        assert!(found[0].message.contains(list().trim()), "{}", found[0]);
    }
}
