//! Loss of power: what a killed service has written and not synced is undone, with the help of `unsynced-writes.c`.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use stormwire_clock::SeededRng;

/// The fields of an entry before its bytes.
const HEADER_BYTES: usize = 40;

/// A compiled library, the files that it watches, and its journals.
pub struct UnsyncedWrites {
    library: PathBuf,
    data: PathBuf,
    journals: PathBuf,
}

/// The number of writes that were not synced.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PowerLoss {
    pub lost: usize,
    /// A disk may have written some of them.
    pub kept: usize,
}

impl UnsyncedWrites {
    /// Compiles the library into the folder. Files in `data` are watched.
    pub fn new(folder: &Path, data: &Path) -> Self {
        let (library, journals) = (folder.join("unsynced-writes.so"), folder.join("unsynced-writes"));
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/unsynced-writes.c");
        let compiled = Command::new("cc").args(["-shared", "-fPIC", "-O2", "-o"]).arg(&library).arg(source).status();
        assert!(compiled.is_ok_and(|status| status.success()), "cannot compile {source} with cc");
        fs::create_dir_all(&journals).expect("create the folder");
        // The library compares with the paths of the kernel.
        Self { library, data: data.canonicalize().expect("the folder exists"), journals }
    }

    /// Environment variables of the service.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("LD_PRELOAD", self.library.display().to_string()),
            ("UNSYNCED_FOLDER", self.data.display().to_string()),
            ("UNSYNCED_JOURNAL", self.journals.display().to_string()),
        ]
    }

    /// From now on every write of the service fails with this error number; `None`: no more.
    pub fn fail_writes(&self, error: Option<i32>) {
        let file = self.journals.join("errno");
        let Some(error) = error else { return fs::remove_file(file).expect("writes failed before") };
        // Renamed, so that the service never reads half of it.
        fs::write(file.with_extension("new"), error.to_string()).expect("write the number");
        fs::rename(file.with_extension("new"), file).expect("rename the file");
    }

    /// Call it when the service was killed.
    pub fn lose_power(&self, rng: &SeededRng) -> PowerLoss {
        let mut loss = PowerLoss::default();
        let mut folders = vec![self.data.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("read the folder") {
                let path = entry.expect("read the folder").path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|end| end.to_string_lossy().ends_with("-shm")) {
                    // The memory that processes share. It is not written to the disk on purpose.
                    fs::remove_file(&path).expect("remove the file");
                } else {
                    let of_file = self.undo(&path, rng);
                    loss = PowerLoss { lost: loss.lost + of_file.lost, kept: loss.kept + of_file.kept };
                }
            }
        }
        loss
    }

    fn undo(&self, path: &Path, rng: &SeededRng) -> PowerLoss {
        let inode = fs::metadata(path).expect("inspect the file").ino();
        let journal = self.journals.join(inode.to_string());
        let writes = parse_journal(&fs::read(&journal).unwrap_or_default());
        if writes.is_empty() {
            return PowerLoss::default();
        }
        let is_kept = choose_kept(writes.len(), rng);
        let bytes = rewrite(fs::read(path).expect("read the file"), &writes, &is_kept);
        fs::write(path, bytes).expect("write the file");
        fs::write(journal, "").expect("empty the journal");
        let kept = is_kept.iter().filter(|is_kept| **is_kept).count();
        PowerLoss { lost: writes.len() - kept, kept }
    }
}

/// None, the first ones, or any.
fn choose_kept(count: usize, rng: &SeededRng) -> Vec<bool> {
    let draw = |limit: usize| usize::try_from(rng.next() >> 1).unwrap_or(0) % limit;
    match draw(3) {
        0 => vec![false; count],
        1 => {
            let first = draw(count + 1);
            (0..count).map(|index| index < first).collect()
        }
        _ => (0..count).map(|_| draw(2) == 0).collect(),
    }
}

/// One write or one change of the size.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RecordedWrite {
    offset: usize,
    old_size: usize,
    new_size: usize,
    old: Vec<u8>,
    new: Vec<u8>,
}

/// Ignores a last entry that is not complete: the service was killed before it wrote to the file.
fn parse_journal(mut bytes: &[u8]) -> Vec<RecordedWrite> {
    let mut writes = Vec::new();
    while let Some((header, rest)) = bytes.split_at_checked(HEADER_BYTES) {
        let number = |index: usize| {
            let field = header[8 * index..8 * (index + 1)].try_into().expect("eight bytes");
            usize::try_from(u64::from_ne_bytes(field)).expect("a size")
        };
        let Some((old, rest)) = rest.split_at_checked(number(3)) else { break };
        let Some((new, rest)) = rest.split_at_checked(number(4)) else { break };
        let (offset, old_size, new_size) = (number(0), number(1), number(2));
        writes.push(RecordedWrite { offset, old_size, new_size, old: old.to_vec(), new: new.to_vec() });
        bytes = rest;
    }
    writes
}

/// The file without the writes, except those that are kept.
fn rewrite(mut file: Vec<u8>, writes: &[RecordedWrite], is_kept: &[bool]) -> Vec<u8> {
    for write in writes.iter().rev() {
        put(&mut file, write.offset, &write.old);
        file.resize(write.old_size, 0);
    }
    for (write, _) in writes.iter().zip(is_kept).filter(|(_, is_kept)| **is_kept) {
        if write.new.is_empty() {
            file.resize(write.new_size, 0);
        }
        put(&mut file, write.offset, &write.new);
    }
    file
}

fn put(file: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    if bytes.is_empty() {
        return;
    }
    let end = offset + bytes.len();
    if file.len() < end {
        file.resize(end, 0);
    }
    file[offset..end].copy_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the library records it, and then does it.
    fn write(file: &mut Vec<u8>, offset: usize, new: &[u8]) -> RecordedWrite {
        let old_size = file.len();
        let old = file.get(offset..old_size.min(offset + new.len())).unwrap_or_default().to_vec();
        put(file, offset, new);
        RecordedWrite { offset, old_size, new_size: file.len(), old, new: new.to_vec() }
    }

    fn truncate(file: &mut Vec<u8>, size: usize) -> RecordedWrite {
        let (old_size, old) = (file.len(), file.get(size..).unwrap_or_default().to_vec());
        file.resize(size, 0);
        RecordedWrite { offset: size, old_size, new_size: size, old, new: Vec::new() }
    }

    fn journal_bytes(writes: &[RecordedWrite]) -> Vec<u8> {
        let entry = |write: &RecordedWrite| {
            let numbers = [write.offset, write.old_size, write.new_size, write.old.len(), write.new.len()];
            let header: Vec<u8> = numbers.iter().flat_map(|number| (*number as u64).to_ne_bytes()).collect();
            [header, write.old.clone(), write.new.clone()].concat()
        };
        writes.iter().flat_map(entry).collect()
    }

    #[test]
    fn unsynced_writes_are_undone_or_kept() {
        let synced = b"0123456789".to_vec();
        let mut file = synced.clone();
        let writes = [
            write(&mut file, 2, b"ab"),
            write(&mut file, 8, b"cdef"),
            truncate(&mut file, 5),
            write(&mut file, 7, b"g"),
            truncate(&mut file, 9),
        ];
        assert_eq!(file, b"01ab4\0\0g\0");
        assert_eq!(rewrite(file.clone(), &writes, &[false; 5]), synced);
        assert_eq!(rewrite(file.clone(), &writes, &[true; 5]), file);
        assert_eq!(rewrite(file.clone(), &writes, &[true, true, false, false, false]), b"01ab4567cdef");
        assert_eq!(rewrite(file, &writes, &[false, false, false, true, false]), b"0123456g89");
    }

    #[test]
    fn journal_of_a_killed_process_is_read_up_to_its_last_whole_entry() {
        let mut file = b"0123".to_vec();
        let writes = [write(&mut file, 1, b"ab"), truncate(&mut file, 2), write(&mut file, 9, b"c")];
        let bytes = journal_bytes(&writes);
        assert_eq!(parse_journal(&bytes), writes);
        for missing in 1..HEADER_BYTES {
            assert_eq!(parse_journal(&bytes[..bytes.len() - missing]), writes[..2], "{missing} bytes are missing");
        }
    }
}
