//! Reads a file and computes what identifies its content.

use super::folder::FileStat;
use super::key::FileIdentity;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read, Write};

const BUFFER_BYTES: usize = 64 * 1024;

/// The content, unless the file is too large for its watcher.
pub(crate) fn identify(file: &mut File, stat: &FileStat, max_bytes: u64) -> io::Result<FileIdentity> {
    identify_until(file, stat, max_bytes, &mut || false)
}

/// As [`identify`], for a caller who does not wait for the end of a large file: fails once `must_stop` returns true.
pub(crate) fn identify_until(
    file: &mut File,
    stat: &FileStat,
    max_bytes: u64,
    must_stop: &mut dyn FnMut() -> bool,
) -> io::Result<FileIdentity> {
    if stat.size_bytes > max_bytes {
        return Ok(by_stat(stat));
    }
    copy_hashed(file, &mut StoppableSink(must_stop), stat.size_bytes).map(FileIdentity::Content)
}

/// Discards what is written, and fails when it must stop.
struct StoppableSink<'a>(&'a mut dyn FnMut() -> bool);

impl Write for StoppableSink<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        if (self.0)() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(buffer.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn by_stat(stat: &FileStat) -> FileIdentity {
    FileIdentity::Stat { size_bytes: stat.size_bytes, modified_micros: stat.modified_at.as_microsecond() }
}

/// Copies up to `max_bytes` and returns the digest of what was copied.
pub(crate) fn copy_hashed(from: &mut File, to: &mut impl Write, max_bytes: u64) -> io::Result<[u8; 32]> {
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; BUFFER_BYTES]);
    let mut limited = from.take(max_bytes);
    loop {
        let count = limited.read(&mut buffer)?;
        if count == 0 {
            return Ok(hash.finalize().into());
        }
        hash.update(&buffer[..count]);
        to.write_all(&buffer[..count])?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_is_not_read_further_once_it_must_stop() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.csv");
        let content = vec![b'a'; 4 * BUFFER_BYTES];
        fs::write(&path, &content).unwrap();
        let size_bytes = u64::try_from(content.len()).unwrap();
        let stat = FileStat::for_test(size_bytes, "2026-05-01T12:00:00Z".parse().unwrap());
        let (max_bytes, mut checks) = (u64::MAX, 0);
        let mut must_stop = || {
            checks += 1;
            checks > 2
        };
        let stopped = identify_until(&mut File::open(&path).unwrap(), &stat, max_bytes, &mut must_stop);
        assert_eq!(stopped.map_err(|error| error.kind()), Err(io::ErrorKind::TimedOut));
        assert_eq!(checks, 3, "nothing was read after that");
        let whole = identify(&mut File::open(&path).unwrap(), &stat, max_bytes).unwrap();
        assert_eq!(whole, FileIdentity::Content(Sha256::digest(&content).into()));
    }
}
