//! Reads a file and computes what identifies its content.

use super::folder::FileStat;
use super::key::FileIdentity;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read, Write};

const BUFFER_BYTES: usize = 64 * 1024;

/// The content, unless the file is too large for its watcher.
pub(crate) fn identify(file: &mut File, stat: &FileStat, max_bytes: u64) -> io::Result<FileIdentity> {
    if stat.size_bytes > max_bytes {
        return Ok(by_stat(stat));
    }
    copy_hashed(file, &mut io::sink(), stat.size_bytes).map(FileIdentity::Content)
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
