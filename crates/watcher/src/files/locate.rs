//! Finds the file of a claim, in the watched folder or where it was filed, and files it.

use super::digest::{by_stat, copy_hashed, identify};
use super::filed_name::is_numbered;
use super::folder::{FileStat, OpenFolder};
use super::key::{FileIdentity, FileKey};
use super::{FAILED, PROCESSED};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Seek};
use std::path::PathBuf;

/// The file of a claim.
#[derive(Debug)]
pub(crate) struct LocatedFile {
    pub(crate) name: OsString,
    pub(crate) path: PathBuf,
    pub(crate) stat: FileStat,
    /// `None` if this process may not read it.
    pub(crate) file: Option<File>,
}

#[derive(Debug)]
pub(crate) enum Search {
    Found(LocatedFile),
    /// Its name has other content by now.
    Replaced,
    /// Only `Failed` has a file of its name, with other content: somebody corrected it there, or it is another file.
    ChangedInFailed,
    Missing,
}

/// In the watched folder, then where it was filed.
pub(crate) fn locate(folder: &OpenFolder, key: &FileKey) -> io::Result<Search> {
    if let Some(found) = matching(folder, &key.name, key.identity)? {
        return Ok(Search::Found(found));
    }
    for name in [FAILED, PROCESSED] {
        if let Some(FiledFile { found, .. }) = find_filed(folder, name, key)? {
            return Ok(Search::Found(found));
        }
    }
    if folder.stat(&key.name)?.is_some() {
        return Ok(Search::Replaced);
    }
    let failed = folder.subfolder(FAILED)?;
    let is_in_failed = failed.map(|failed| failed.stat(&key.name)).transpose()?.flatten().is_some();
    Ok(if is_in_failed { Search::ChangedInFailed } else { Search::Missing })
}

/// The key of the file that has this name now, in the watched folder or where it was filed. `None` if there is none.
pub(crate) fn find_current(folder: &OpenFolder, name: &OsStr, max_bytes: u64) -> io::Result<Option<FileKey>> {
    let subfolders = [FAILED, PROCESSED].into_iter().filter_map(|name| folder.subfolder(name).transpose());
    for found in std::iter::once(None).chain(subfolders.map(Some)) {
        let opened = match found {
            None => folder.open_file(name)?,
            Some(subfolder) => subfolder?.open_file(name)?,
        };
        if let Some((mut file, stat)) = opened {
            return Ok(Some(FileKey::new(identify(&mut file, &stat, max_bytes)?, name)));
        }
    }
    Ok(None)
}

/// Moves the file to a subfolder, unless it is there already. Returns false if it is gone.
pub(crate) fn file_into(folder: &OpenFolder, key: &FileKey, destination: &'static str) -> io::Result<bool> {
    let target = folder.create_subfolder(destination)?;
    if let Some(found) = matching(folder, &key.name, key.identity)? {
        return folder.move_file(&key.name, &found.stat, &target, &key.name);
    }
    if find_filed(folder, destination, key)?.is_some() {
        return Ok(true);
    }
    // A retry of a file that failed before.
    let other = if destination == FAILED { PROCESSED } else { FAILED };
    match find_filed(folder, other, key)? {
        Some(FiledFile { subfolder, found }) => subfolder.move_file(&found.name, &found.stat, &target, &key.name),
        None => Ok(false),
    }
}

struct FiledFile {
    subfolder: OpenFolder,
    found: LocatedFile,
}

fn find_filed(folder: &OpenFolder, subfolder: &str, key: &FileKey) -> io::Result<Option<FiledFile>> {
    let Some(subfolder) = folder.subfolder(subfolder)? else { return Ok(None) };
    for file in subfolder.list()?.into_iter().filter(|file| is_numbered(&file.name, &key.name)) {
        if let Some(found) = matching(&subfolder, &file.name, key.identity)? {
            return Ok(Some(FiledFile { subfolder, found }));
        }
    }
    Ok(None)
}

/// The file of this name, if it is the one that was claimed. It stays open, so that its inode is not used again.
fn matching(folder: &OpenFolder, name: &OsStr, identity: FileIdentity) -> io::Result<Option<LocatedFile>> {
    let (file, stat) = match folder.open_file(name) {
        Ok(Some((file, stat))) => (Some(file), stat),
        Ok(None) => return Ok(None),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => match folder.stat(name)? {
            Some(stat) if by_stat(&stat) == identity => (None, stat),
            _ => return Err(error),
        },
        Err(error) => return Err(error),
    };
    let mut located = LocatedFile { name: name.to_owned(), path: folder.path().join(name), stat, file };
    Ok(if is_identical(&mut located, identity)? { Some(located) } else { None })
}

fn is_identical(located: &mut LocatedFile, identity: FileIdentity) -> io::Result<bool> {
    match (identity, &mut located.file) {
        (FileIdentity::Content(digest), Some(file)) => {
            let found = copy_hashed(file, &mut io::sink(), located.stat.size_bytes)?;
            file.rewind()?;
            Ok(found == digest)
        }
        _ => Ok(by_stat(&located.stat) == identity),
    }
}

#[cfg(test)]
mod tests {
    use super::super::FileRoots;
    use super::*;
    use std::fs;
    use std::path::Path;
    use stormwire_store::tables::watcher::WatcherFields;

    const MAX: u64 = 1_000;

    fn open(path: &Path) -> OpenFolder {
        let fields = WatcherFields::of_files("Share", path.to_str().unwrap());
        FileRoots::new(vec![path.to_owned()]).open(&fields).unwrap()
    }

    fn put(folder: &Path, name: &str, content: &str) -> FileKey {
        fs::write(folder.join(name), content).unwrap();
        find_current(&open(folder), OsStr::new(name), MAX).unwrap().unwrap()
    }

    fn location(folder: &Path, key: &FileKey) -> String {
        match locate(&open(folder), key).unwrap() {
            Search::Found(found) => found.path.strip_prefix(folder).unwrap().display().to_string(),
            Search::Replaced => "replaced".into(),
            Search::ChangedInFailed => "changed".into(),
            Search::Missing => "missing".into(),
        }
    }

    #[test]
    fn a_file_is_found_by_its_content_wherever_it_was_filed() {
        let temporary = tempfile::tempdir().unwrap();
        let path = temporary.path().canonicalize().unwrap();
        let first = put(&path, "a.csv", "1");
        assert_eq!(location(&path, &first), "a.csv");
        let second = put(&path, "a.csv", "2");
        assert_eq!((location(&path, &first), location(&path, &second)), ("replaced".into(), "a.csv".into()));
        assert!(file_into(&open(&path), &second, PROCESSED).unwrap());
        put(&path, "a.csv", "1");
        assert!(file_into(&open(&path), &first, PROCESSED).unwrap());
        assert_eq!(location(&path, &first), "Processed/a (2).csv");
        assert_eq!(location(&path, &second), "Processed/a.csv");
        fs::remove_file(path.join("Processed/a.csv")).unwrap();
        assert_eq!(location(&path, &second), "missing");
    }

    #[test]
    fn a_file_that_was_corrected_in_failed_is_not_missing() {
        let temporary = tempfile::tempdir().unwrap();
        let path = temporary.path().canonicalize().unwrap();
        let key = put(&path, "a.csv", "1");
        assert!(file_into(&open(&path), &key, FAILED).unwrap());
        fs::write(path.join("Failed/a.csv"), "2").unwrap();
        assert_eq!(location(&path, &key), "changed");
        put(&path, "a.csv", "2");
        assert_eq!(location(&path, &key), "replaced", "the new content is a file of its own");
    }

    #[test]
    fn filing_again_changes_nothing_and_a_retry_moves_back() {
        let temporary = tempfile::tempdir().unwrap();
        let path = temporary.path().canonicalize().unwrap();
        let key = put(&path, "a.csv", "1");
        for (destination, expected) in [
            (FAILED, "Failed/a.csv"),
            (FAILED, "Failed/a.csv"),
            (PROCESSED, "Processed/a.csv"),
            (FAILED, "Failed/a.csv"),
        ] {
            assert!(file_into(&open(&path), &key, destination).unwrap());
            assert_eq!(location(&path, &key), expected);
        }
        // Another file of that name is not touched.
        put(&path, "a.csv", "2");
        assert!(file_into(&open(&path), &key, FAILED).unwrap());
        assert_eq!(fs::read_to_string(path.join("a.csv")).unwrap(), "2");
        fs::remove_file(path.join("Failed/a.csv")).unwrap();
        assert!(!file_into(&open(&path), &key, FAILED).unwrap(), "gone");
    }

    #[test]
    fn large_files_are_known_by_size_and_time() {
        let temporary = tempfile::tempdir().unwrap();
        let path = temporary.path().canonicalize().unwrap();
        let key = put(&path, "a.bin", &"x".repeat(1_001));
        assert!(matches!(key.identity, FileIdentity::Stat { size_bytes: 1_001, .. }), "{key:?}");
        assert!(file_into(&open(&path), &key, FAILED).unwrap());
        assert_eq!(location(&path, &key), "Failed/a.bin");
    }
}
