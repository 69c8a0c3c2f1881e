//! How much space the disk has, and whether writes fail because it has none.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// Small changes still succeed on a full disk, so only this many in a row show that there is space again.
const SUCCESSES: u32 = 20;

/// How many writes must still succeed; 0: the disk is not full. Writes to any schema count: some are written so rarely that
/// their own would leave the state wrong for days. A schema on a disk of its own is found full by its [`FreeSpace`].
#[derive(Debug, Default)]
pub(crate) struct DiskSpace(AtomicU32);

impl DiskSpace {
    pub(crate) fn record_failure(&self) {
        if self.0.swap(SUCCESSES, Ordering::Relaxed) == 0 {
            tracing::error!("the disk is full: nothing can be stored until space is freed");
        }
    }

    pub(crate) fn record_success(&self) {
        let one_less = |left: u32| left.checked_sub(1);
        if self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less) == Ok(1) {
            tracing::info!("the disk has space again");
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}

/// The space of the disk that has the database files, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreeSpace {
    pub free: u64,
    pub total: u64,
}

/// Less than one write may need.
const MIN_FREE_BYTES: u64 = 1024 * 1024;

impl FreeSpace {
    pub(crate) fn is_used_up(self) -> bool {
        self.free < MIN_FREE_BYTES
    }

    /// The disk of a file or folder. `None` if it cannot be read.
    pub fn of(path: &Path) -> Option<Self> {
        let found = rustix::fs::statvfs(path).ok()?;
        let bytes = |blocks: u64| blocks.saturating_mul(found.f_frsize);
        Some(Self { free: bytes(found.f_bavail), total: bytes(found.f_blocks) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_success_does_not_mean_that_there_is_space() {
        let space = DiskSpace::default();
        space.record_success();
        assert!(!space.is_full());
        space.record_failure();
        (1..SUCCESSES).for_each(|_| space.record_success());
        assert!(space.is_full());
        space.record_success();
        assert!(!space.is_full());
    }
}
