//! The status machine of a message: no other change of status exists. An operator's retry alone leads back to
//! [`LogStatus::Detected`], from anywhere.

use jiff::Timestamp;
use stormwire_store::tables::log::{LogStatus, PhaseTwoStatus, StatusChange};

const fn may_become(from: LogStatus, to: LogStatus) -> bool {
    use LogStatus::{DbComplete, Detected, Failed, Processing, Skipped, Success};
    matches!(
        (from, to),
        (Detected, Skipped | Processing | Failed) | (Processing, DbComplete | Failed) | (DbComplete, Success | Failed)
    )
}

/// Whether processing has ended, well or not.
pub(crate) const fn is_end(status: LogStatus) -> bool {
    matches!(status, LogStatus::Success | LogStatus::Failed | LogStatus::Skipped)
}

/// `None` where the machine has no such change.
pub(crate) fn status_step(from: LogStatus, to: LogStatus, now: Timestamp) -> Option<StatusChange> {
    may_become(from, to).then(|| StatusChange {
        from,
        to,
        processed_at: is_end(to).then_some(now),
        error: None,
        phase_two: PhaseTwoStatus::None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changes_are_those_of_the_specification_and_no_others() {
        let mut changes = Vec::new();
        for from in LogStatus::ALL {
            for to in LogStatus::ALL.into_iter().filter(|to| may_become(from, *to)) {
                changes.push(format!("{from} -> {to}"));
            }
        }
        assert_eq!(
            changes,
            [
                "Detected -> Processing",
                "Detected -> Failed",
                "Detected -> Skipped",
                "Processing -> DbComplete",
                "Processing -> Failed",
                "DbComplete -> Success",
                "DbComplete -> Failed",
            ]
        );
    }

    #[test]
    fn names_read_back() {
        assert!(LogStatus::ALL.iter().all(|status| LogStatus::parse(status.name()) == Some(*status)));
        assert_eq!(LogStatus::parse("detected"), None);
    }
}
