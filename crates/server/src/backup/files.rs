//! The names that entries of a backup may have.

use std::io;
use std::path::{Component, Path, PathBuf};
use stormwire_store::Schema;

pub(super) const KEY_FILE: &str = "secret.key";
pub(super) const FOLDERS: [&str; 2] = ["media", "work"];
/// Longer paths are rejected.
const MAX_PATH_BYTES: usize = 1_000;

pub(super) fn database_file(schema: Schema) -> String {
    format!("{}.db", schema.name())
}

pub(super) fn is_database_file(name: &Path) -> bool {
    Schema::ALL.into_iter().any(|schema| name == Path::new(&database_file(schema)))
}

/// Whether an entry may have this name: one of the known files, or a file below a known folder. Nothing leads out of the
/// folder that it is extracted to.
pub(super) fn is_allowed(name: &Path) -> bool {
    let parts: Vec<Component<'_>> = name.components().collect();
    let is_plain = parts.iter().all(|part| matches!(part, Component::Normal(_)));
    let first = parts.first().map(|part| part.as_os_str());
    is_plain
        && name.as_os_str().len() <= MAX_PATH_BYTES
        && match parts.len() {
            0 => false,
            1 => is_database_file(name) || name == Path::new(KEY_FILE),
            _ => FOLDERS.iter().any(|folder| first == Some(folder.as_ref())),
        }
}

/// Every regular file below a folder. A folder that is missing has none; links to folders are not followed.
pub(super) fn walk(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            // The working folder of a message is removed when the message is finished.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        for entry in entries {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path.is_file() {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_names_inside_the_folder_are_allowed() {
        for name in
            ["it.db", "data.db", "organization.db", "secret.key", "media/aerial/a-2024.jpg", "work/1/x/001-a.txt"]
        {
            assert!(is_allowed(Path::new(name)), "{name}");
        }
        let long = format!("media/{}", "x".repeat(2_000));
        for name in [
            "",
            "other.db",
            "it.db-wal",
            "stormwire.toml",
            "/etc/passwd",
            "../it.db",
            "media/../../it.db",
            "media/../it.db",
            "media",
            "bin/sh",
            long.as_str(),
        ] {
            assert!(!is_allowed(Path::new(name)), "{name}");
        }
    }
}
