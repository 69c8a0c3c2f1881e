//! Where a message stands. This page is the whole machine: no other step exists.

use jiff::Timestamp;
use stormwire_store::tables::log::StatusStep;

/// Where a message stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Claimed; nothing was done with it.
    Detected,
    /// The first phase runs.
    Processing,
    /// The first phase is done; the message is not put away yet.
    DbComplete,
    /// Done and put away.
    Success,
    /// Went wrong.
    Failed,
    /// Not for this watcher.
    Skipped,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Detected, Self::Processing, Self::DbComplete, Self::Success, Self::Failed, Self::Skipped];

    /// As stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Detected => "Detected",
            Self::Processing => "Processing",
            Self::DbComplete => "DbComplete",
            Self::Success => "Success",
            Self::Failed => "Failed",
            Self::Skipped => "Skipped",
        }
    }

    /// From its name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }

    /// Whether a message may go from here to there. An operator's retry alone leads back to [`Status::Detected`], from
    /// anywhere.
    pub const fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Detected, Self::Skipped | Self::Processing | Self::Failed)
                | (Self::Processing, Self::DbComplete | Self::Failed)
                | (Self::DbComplete, Self::Success | Self::Failed)
        )
    }

    /// Whether it comes to its end there.
    pub const fn is_end(self) -> bool {
        matches!(self, Self::Success | Self::Failed | Self::Skipped)
    }

    /// The step to the next status; none where there is no such step.
    pub(crate) fn step(self, next: Self, now: Timestamp) -> Option<StatusStep> {
        self.may_become(next).then(|| StatusStep {
            from: self.name(),
            to: next.name(),
            processed_at: next.is_end().then_some(now),
            error: None,
            phase_two: "None",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_are_those_of_the_specification_and_no_others() {
        let mut steps = Vec::new();
        for from in Status::ALL {
            for to in Status::ALL.into_iter().filter(|to| from.may_become(*to)) {
                steps.push(format!("{} -> {}", from.name(), to.name()));
            }
        }
        assert_eq!(
            steps,
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
        assert!(Status::ALL.into_iter().all(|status| Status::parse(status.name()) == Some(status)));
        assert_eq!(Status::parse("detected"), None);
    }
}
