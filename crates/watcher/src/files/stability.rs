//! Which files of a folder are complete: those that have not changed for a while. Pure.

use super::folder::{FileStat, ListedFile};
use super::key::FileIdentity;
use jiff::{SignedDuration, Timestamp};
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};

/// What this process knows about the files of a folder. Files that are gone are forgotten.
#[derive(Debug, Default)]
pub(crate) struct FolderMemory(HashMap<OsString, KnownFile>);

#[derive(Debug, Clone, Copy)]
struct KnownFile {
    stat: FileStat,
    /// Since when it has not changed, by the clock of this machine: that of a file server may differ.
    unchanged_since: Timestamp,
    /// Once it was read, so that every file is read once for its claim.
    identity: Option<FileIdentity>,
}

/// The files of one scan.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Observation {
    pub(crate) complete: Vec<ListedFile>,
    /// When the next file is complete, if it does not change.
    pub(crate) next_at: Option<Timestamp>,
}

impl FolderMemory {
    pub(crate) fn observe(
        &mut self,
        listed: Vec<ListedFile>,
        stable_for: SignedDuration,
        now: Timestamp,
    ) -> Observation {
        let (mut known, mut observation) = (HashMap::with_capacity(listed.len()), Observation::default());
        for file in listed {
            let before = self.0.get(&file.name).filter(|before| before.stat == file.stat);
            // A clock that was set back starts the wait again.
            let before = before.filter(|before| before.unchanged_since <= now).copied();
            let current = before.unwrap_or(KnownFile { stat: file.stat, unchanged_since: now, identity: None });
            known.insert(file.name.clone(), current);
            let complete_at = current.unchanged_since.checked_add(stable_for).unwrap_or(Timestamp::MAX);
            if complete_at <= now {
                observation.complete.push(file);
            } else {
                observation.next_at = Some(observation.next_at.map_or(complete_at, |next| next.min(complete_at)));
            }
        }
        self.0 = known;
        observation
    }

    /// `None` if it was not read in this state.
    pub(crate) fn identity(&self, file: &ListedFile) -> Option<FileIdentity> {
        self.0.get(&file.name).filter(|known| known.stat == file.stat)?.identity
    }

    pub(crate) fn remember(&mut self, name: &OsStr, identity: FileIdentity) {
        if let Some(known) = self.0.get_mut(name) {
            known.identity = Some(identity);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_777_636_800 + second).unwrap()
    }

    fn file(name: &str, size: u64, modified: i64) -> ListedFile {
        ListedFile { name: name.into(), stat: FileStat::for_test(size, at(modified)) }
    }

    const STABLE: SignedDuration = SignedDuration::from_secs(2);

    #[test]
    fn a_file_is_complete_after_it_was_unchanged_for_a_while() {
        let mut memory = FolderMemory::default();
        // Second, size, time of the file, whether it is complete, when the next check helps.
        for (second, size, modified, is_complete, next) in [
            (0, 1, 0, false, Some(2)),
            (1, 1, 0, false, Some(2)),
            (2, 5, 2, false, Some(4)),
            (3, 5, 2, false, Some(4)),
            (4, 5, 2, true, None),
            (9, 5, 2, true, None),
            (10, 5, 10, false, Some(12)),
            (12, 5, 10, true, None),
            (5, 5, 10, false, Some(7)),
            (7, 5, 10, true, None),
        ] {
            let seen = memory.observe(vec![file("a", size, modified)], STABLE, at(second));
            assert_eq!((seen.complete.len() == 1, seen.next_at), (is_complete, next.map(at)), "second {second}");
        }
    }

    #[test]
    fn the_next_check_is_when_the_first_file_is_complete() {
        let mut memory = FolderMemory::default();
        memory.observe(vec![file("a", 1, 0)], STABLE, at(0));
        let seen = memory.observe(vec![file("a", 1, 0), file("b", 1, 1)], STABLE, at(1));
        assert_eq!((seen.complete.len(), seen.next_at), (0, Some(at(2))));
        let at_once = memory.observe(vec![file("c", 1, 0)], SignedDuration::ZERO, at(1));
        assert_eq!((at_once.complete.len(), at_once.next_at), (1, None));
    }

    #[test]
    fn a_file_is_read_again_only_after_a_change() {
        let mut memory = FolderMemory::default();
        let (old, new) = (file("a", 1, 0), file("a", 2, 1));
        memory.observe(vec![old.clone()], STABLE, at(0));
        memory.remember(&old.name, FileIdentity::Content([1; 32]));
        memory.observe(vec![old.clone()], STABLE, at(2));
        assert_eq!(memory.identity(&old), Some(FileIdentity::Content([1; 32])));
        memory.observe(vec![new.clone()], STABLE, at(3));
        assert_eq!((memory.identity(&old), memory.identity(&new)), (None, None));
        memory.observe(Vec::new(), STABLE, at(4));
        memory.observe(vec![new.clone()], STABLE, at(5));
        assert_eq!(memory.identity(&new), None, "files that were gone are forgotten");
    }
}
