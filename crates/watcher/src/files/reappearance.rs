//! Decides about a file that is in the watched folder although the log says that it was processed. Pure.

use jiff::{SignedDuration, Timestamp};
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::watcher::WatcherFields;

/// File systems record times up to some milliseconds late.
const TIME_PRECISION: SignedDuration = SignedDuration::from_secs(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reappearance {
    /// It was left here, or could not be filed.
    Stays,
    /// The same name and content again: skipped and filed.
    Duplicate,
    /// It was not processed, and somebody put it back: processed again, in its row of the log.
    PutBack,
}

/// What happened to the file before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ended {
    pub(crate) status: LogStatus,
    pub(crate) at: Timestamp,
}

pub(crate) fn decide(fields: &WatcherFields, ended: Ended, arrived_at: Timestamp) -> Reappearance {
    let is_newer = arrived_at.checked_add(TIME_PRECISION).is_ok_and(|arrived_at| arrived_at > ended.at);
    let may_stay = !fields.move_on_process || ended.status == LogStatus::Skipped && fields.leave_unmatched;
    match ended.status {
        _ if may_stay || !is_newer => Reappearance::Stays,
        LogStatus::Success => Reappearance::Duplicate,
        LogStatus::Failed | LogStatus::Skipped => Reappearance::PutBack,
        LogStatus::Detected | LogStatus::Processing | LogStatus::DbComplete => Reappearance::Stays,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use LogStatus::{Detected, Failed, Skipped, Success};
    use Reappearance::{Duplicate, PutBack, Stays};

    #[test]
    fn only_files_that_came_after_the_end_appear_again() {
        let at = |second: i64| Timestamp::from_second(1_777_636_800 + second).unwrap();
        let moved = WatcherFields::of_files("Share", "/srv/share");
        let left = WatcherFields { move_on_process: false, ..moved.clone() };
        let unmatched_left = WatcherFields { leave_unmatched: true, ..moved.clone() };
        for (fields, status, arrived, expected) in [
            (&moved, Success, 101, Duplicate),
            (&moved, Success, 100, Duplicate),
            (&moved, Success, 98, Stays),
            (&moved, Failed, 101, PutBack),
            (&moved, Failed, 0, Stays),
            (&moved, Skipped, 101, PutBack),
            (&moved, Detected, 101, Stays),
            (&left, Success, 101, Stays),
            (&left, Failed, 101, Stays),
            (&unmatched_left, Skipped, 101, Stays),
            (&unmatched_left, Success, 101, Duplicate),
        ] {
            let found = decide(fields, Ended { status, at: at(100) }, at(arrived));
            assert_eq!(found, expected, "{status} {arrived}");
        }
    }
}
