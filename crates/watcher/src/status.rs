//! The state machine of a message. Only an operator's retry leads back to [`LogStatus::Detected`], from any status.

use jiff::Timestamp;
use stormwire_store::tables::log::{LogStatus, PhaseTwoStatus, StatusChange};

const fn may_become(from: LogStatus, to: LogStatus) -> bool {
    use LogStatus::{DbComplete, Detected, Failed, Processing, Skipped, Success};
    matches!(
        (from, to),
        (Detected, Skipped | Processing | Failed) | (Processing, DbComplete | Failed) | (DbComplete, Success | Failed)
    )
}

/// Whether processing has ended.
pub(crate) const fn is_end(status: LogStatus) -> bool {
    matches!(status, LogStatus::Success | LogStatus::Failed | LogStatus::Skipped)
}

/// `None` if the state machine has no such change.
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
    fn only_the_specified_status_changes_are_possible() {
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
    fn status_names_parse_back() {
        assert!(LogStatus::ALL.iter().all(|status| LogStatus::parse(status.name()) == Some(*status)));
        assert_eq!(LogStatus::parse("detected"), None);
    }
}
