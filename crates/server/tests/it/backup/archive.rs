//! Archives that are damaged, or made to do damage.

use super::installation::stdout;
use crate::binary::{error_text, run};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Read;
use std::path::Path;

/// A folder with a backup `good`.
fn folder_with_backup() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(folder.path(), &["migrate"]).status.success());
    stdout(&run(folder.path(), &["backup", "good"]));
    folder
}

/// The error of a restore that must not leave anything.
fn rejected(folder: &Path, name: &str) -> String {
    let error = error_text(&run(folder, &["restore", name, "--into", "new"]));
    assert!(!folder.join("new").exists(), "{name}: the folder was removed again");
    assert_eq!(error.lines().filter(|line| line.starts_with("stormwire: ")).count(), 1, "{error}");
    error
}

#[test]
fn every_truncated_backup_is_rejected() {
    let folder = folder_with_backup();
    let good = fs::read(folder.path().join("good")).unwrap();
    for length in [0, 5, 100, good.len() / 3, good.len() / 2, good.len() - 9, good.len() - 1] {
        fs::write(folder.path().join("short"), &good[..length]).unwrap();
        let error = rejected(folder.path(), "short");
        assert!(error.contains("short is not a complete stormwire backup"), "{length}: {error}");
    }
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 1;
    fs::write(folder.path().join("damaged"), damaged).unwrap();
    assert!(rejected(folder.path(), "damaged").contains("damaged is not a complete stormwire backup"));
    fs::write(folder.path().join("text"), "not an archive").unwrap();
    assert!(rejected(folder.path(), "text").contains("text is not a complete stormwire backup"));
    assert!(rejected(folder.path(), "none").contains("cannot read none"));
    stdout(&run(folder.path(), &["restore", "good", "--into", "new"]));
}

struct Entry {
    name: Vec<u8>,
    kind: tar::EntryType,
    contents: Vec<u8>,
}

/// Writes the header by hand: the library rejects such names.
fn write_archive(path: &Path, entries: &[Entry]) {
    let mut tar = tar::Builder::new(GzEncoder::new(fs::File::create(path).unwrap(), Compression::fast()));
    for Entry { name, kind, contents } in entries {
        let mut header = tar::Header::new_gnu();
        header.as_old_mut().name[..name.len()].copy_from_slice(name);
        header.set_size(contents.len() as u64);
        header.set_entry_type(*kind);
        header.set_mode(0o777);
        if kind.is_symlink() {
            header.set_link_name("/tmp").unwrap();
        }
        header.set_cksum();
        tar.append(&header, contents.as_slice()).unwrap();
    }
    tar.into_inner().unwrap().finish().unwrap();
}

fn entries_of(path: &Path) -> Vec<Entry> {
    let mut archive = tar::Archive::new(GzDecoder::new(fs::File::open(path).unwrap()));
    let entries = archive.entries().unwrap().map(|entry| {
        let mut entry = entry.unwrap();
        let mut contents = Vec::new();
        entry.read_to_end(&mut contents).unwrap();
        Entry { name: entry.path_bytes().into_owned(), kind: entry.header().entry_type(), contents }
    });
    entries.collect()
}

#[test]
fn entries_cannot_leave_the_folder() {
    let folder = folder_with_backup();
    for name in ["../evil", "/tmp/stormwire-evil", "media/../../evil", "work/../evil", "stormwire.toml", "media"] {
        let mut entries = entries_of(&folder.path().join("good"));
        let evil = Entry { name: name.into(), kind: tar::EntryType::Regular, contents: b"evil".to_vec() };
        entries.insert(0, evil);
        write_archive(&folder.path().join("evil.backup"), &entries);
        let error = rejected(folder.path(), "evil.backup");
        assert!(error.contains("unexpected entry"), "{name}: {error}");
        assert!(!folder.path().join("evil").exists() && !Path::new("/tmp/stormwire-evil").exists());
    }
    for kind in [tar::EntryType::Symlink, tar::EntryType::Link, tar::EntryType::Directory, tar::EntryType::Fifo] {
        let mut entries = entries_of(&folder.path().join("good"));
        entries.insert(0, Entry { name: b"media/a".to_vec(), kind, contents: Vec::new() });
        write_archive(&folder.path().join("evil.backup"), &entries);
        assert!(rejected(folder.path(), "evil.backup").contains("unexpected entry"), "{kind:?}");
    }
}

#[test]
fn contents_must_be_what_the_manifest_says() {
    let folder = folder_with_backup();
    let change = |change: &dyn Fn(&mut Vec<Entry>)| {
        let mut entries = entries_of(&folder.path().join("good"));
        change(&mut entries);
        write_archive(&folder.path().join("changed"), &entries);
        rejected(folder.path(), "changed")
    };
    let error = change(&|entries| entries.truncate(3));
    assert!(error.contains("it ends early"), "{error}");
    let error = change(&|entries| {
        entries.remove(1);
    });
    assert!(error.contains("should have 3 files and has 2"), "{error}");
    let error = change(&|entries| {
        let manifest = entries.last_mut().unwrap();
        let text = String::from_utf8(manifest.contents.clone()).unwrap();
        manifest.contents = text.replace("\"it.Queue\": 0", "\"it.Queue\": 5").into_bytes();
    });
    assert!(error.contains("it.Queue should have 5 rows and has 0"), "{error}");
    let error = change(&|entries| {
        let manifest = entries.last_mut().unwrap();
        manifest.contents = b"{\"format\": 9}".to_vec();
    });
    assert!(error.contains("it has format 9, and this stormwire reads format 1"), "{error}");
    let error = change(&|entries| {
        let file = entries.iter_mut().find(|entry| entry.name == b"data.db").unwrap();
        let length = file.contents.len();
        file.contents = vec![7; length];
    });
    assert!(error.contains("data.db: "), "{error}");
}
