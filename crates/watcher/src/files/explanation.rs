//! Why a file in the watched folder is not processed. Pure.

use super::folder::FileStat;
use super::glob::NameMatch;
use super::max_file_bytes;
use jiff::{SignedDuration, Timestamp};
use std::path::Path;
use stormwire_store::tables::watcher::WatcherFields;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileReason {
    /// Its name and content have a row in the log.
    InLog,
    /// A hidden or temporary file that the pattern does not name.
    Hidden,
    /// It arrived before the watcher, which processes only new files.
    TooOld,
    Disabled,
    /// It changed less than `stableSeconds` ago.
    BeingWritten,
    /// It will fail.
    TooLarge,
    /// It will be skipped.
    Unmatched,
    /// Nothing prevents it: the next scan reads it.
    Waiting,
}

/// A file that is in the watched folder.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FileFacts {
    pub(crate) stat: FileStat,
    pub(crate) name_match: NameMatch,
    pub(crate) is_new_enough: bool,
    pub(crate) is_in_log: bool,
}

/// The first reason that must go away.
pub(crate) fn explain(fields: &WatcherFields, facts: &FileFacts, now: Timestamp) -> FileReason {
    let stable_for = SignedDuration::from_secs(fields.stable_seconds.into());
    let complete_at = facts.stat.arrived_at().checked_add(stable_for).unwrap_or(Timestamp::MAX);
    if facts.is_in_log {
        FileReason::InLog
    } else if facts.name_match == NameMatch::Hidden {
        FileReason::Hidden
    } else if !facts.is_new_enough {
        FileReason::TooOld
    } else if !fields.is_enabled {
        FileReason::Disabled
    } else if complete_at > now {
        FileReason::BeingWritten
    } else if facts.name_match == NameMatch::Unmatched {
        FileReason::Unmatched
    } else if facts.stat.size_bytes > max_file_bytes(fields) {
        FileReason::TooLarge
    } else {
        FileReason::Waiting
    }
}

/// The name in a path. `None` if the path is not one of the watched folder: absolute, or its last parts.
pub(crate) fn searched_name<'a>(folder: &str, text: &'a str) -> Option<&'a str> {
    let Some((parent, name)) = text.rsplit_once('/') else { return Some(text) };
    let folder = Path::new(folder);
    let is_watched = if text.starts_with('/') { folder == Path::new(parent) } else { folder.ends_with(parent) };
    Some(name).filter(|name| is_watched && !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_777_636_800 + second).unwrap()
    }

    #[test]
    fn the_first_reason_that_must_go_away_is_named() {
        let enabled =
            WatcherFields { is_enabled: true, max_file_mb: 1, ..WatcherFields::of_files("Share", "/srv/share") };
        let disabled = WatcherFields { is_enabled: false, ..enabled.clone() };
        let (small, large) = (FileStat::for_test(1, at(0)), FileStat::for_test(2 * 1024 * 1024, at(0)));
        let good = FileFacts { stat: small, name_match: NameMatch::Matched, is_new_enough: true, is_in_log: false };
        // Facts, the watcher, the second, and the reason.
        for (facts, fields, second, expected) in [
            (good, &enabled, 2, FileReason::Waiting),
            (good, &enabled, 1, FileReason::BeingWritten),
            (good, &disabled, 9, FileReason::Disabled),
            (FileFacts { is_in_log: true, ..good }, &disabled, 0, FileReason::InLog),
            (FileFacts { name_match: NameMatch::Hidden, ..good }, &disabled, 9, FileReason::Hidden),
            (FileFacts { is_new_enough: false, ..good }, &disabled, 9, FileReason::TooOld),
            (FileFacts { name_match: NameMatch::Unmatched, ..good }, &enabled, 1, FileReason::BeingWritten),
            (FileFacts { name_match: NameMatch::Unmatched, stat: large, ..good }, &enabled, 9, FileReason::Unmatched),
            (FileFacts { stat: large, ..good }, &enabled, 9, FileReason::TooLarge),
        ] {
            assert_eq!(explain(fields, &facts, at(second)), expected, "{facts:?} in second {second}");
        }
    }

    #[test]
    fn a_path_must_be_that_of_the_watched_folder() {
        for (text, expected) in [
            ("a.csv", Some("a.csv")),
            ("/srv/share/a.csv", Some("a.csv")),
            ("share/a.csv", Some("a.csv")),
            ("/srv/other/a.csv", None),
            ("/share/a.csv", None),
            ("hare/a.csv", None),
            ("/srv/share/", None),
        ] {
            assert_eq!(searched_name("/srv/share", text), expected, "{text}");
        }
    }
}
