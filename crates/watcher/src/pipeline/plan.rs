//! Decides the next step for a message from its status and the outcomes of this run of its queue item. Pure.

use stormwire_store::tables::log::LogStatus;

/// Inputs of the decision. Outcomes are `None` until the step was tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Facts {
    pub(super) is_enabled: bool,
    /// The item has been failing for longer than the retry timeout.
    pub(super) is_overdue: bool,
    pub(super) fetch: Option<Fetch>,
    pub(super) phase_one: Option<PhaseOne>,
    pub(super) filing: Option<Filing>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fetch {
    Fetched,
    /// Older than the watcher, which ignores existing mail.
    TooOld,
    Filtered,
    /// `is_final`: an operator replayed it and waits for the result, so retries end early.
    NotFound {
        is_final: bool,
    },
    /// Too large to read.
    Unreadable,
    /// The provider could not be asked.
    Unavailable,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PhaseOne {
    Failed,
    Succeeded { has_phase_two: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Filing {
    /// Filed, or no longer in the mailbox.
    Done,
    Failed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// End the queue item without further work.
    Stop,
    /// Return the error; the queue retries later.
    Retry,
    Fetch,
    /// Delete the log row.
    Unclaim,
    /// Change to `Skipped`.
    Skip,
    /// Change to `Processing`, then run the actions.
    RunPhaseOne,
    /// Change to `DbComplete`.
    Complete {
        keep_context: bool,
    },
    /// Move or mark the message in the mailbox according to its status.
    File,
    /// Change to `Success`; enqueue Phase 2 if a context was kept.
    Succeed,
    /// Change to `Failed`; the message is filed afterwards.
    Fail,
    /// Change to `Failed` because the message could not be filed.
    FailUnfiled,
    /// Keep the final status and record that the message could not be filed.
    NoteUnfiled,
    /// Remove the working folder.
    CleanUp,
}

/// A message that was in `Processing` when the process died is left alone: its actions may have had effects, so an operator
/// decides whether to retry.
pub(super) fn next_step(status: LogStatus, facts: Facts) -> Step {
    match status {
        // Enabling the watcher enqueues it again.
        LogStatus::Detected if !facts.is_enabled => Step::Stop,
        LogStatus::Detected => match facts.fetch {
            None => Step::Fetch,
            Some(Fetch::Fetched) => Step::RunPhaseOne,
            Some(Fetch::TooOld) => Step::Unclaim,
            Some(Fetch::Filtered) => Step::Skip,
            Some(Fetch::NotFound { is_final }) if is_final || facts.is_overdue => Step::Fail,
            Some(Fetch::Unreadable) => Step::Fail,
            Some(Fetch::NotFound { .. } | Fetch::Unavailable) => Step::Retry,
        },
        LogStatus::Processing => match facts.phase_one {
            None => Step::Stop,
            Some(PhaseOne::Failed) => Step::Fail,
            Some(PhaseOne::Succeeded { has_phase_two }) => Step::Complete { keep_context: has_phase_two },
        },
        LogStatus::DbComplete => match facts.filing {
            None => Step::File,
            Some(Filing::Done) => Step::Succeed,
            Some(Filing::Failed) if facts.is_overdue => Step::FailUnfiled,
            Some(Filing::Failed) => Step::Retry,
        },
        LogStatus::Failed | LogStatus::Skipped => match facts.filing {
            None => Step::File,
            Some(Filing::Done) => Step::CleanUp,
            Some(Filing::Failed) if facts.is_overdue => Step::NoteUnfiled,
            Some(Filing::Failed) => Step::Retry,
        },
        LogStatus::Success => Step::Stop,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use LogStatus::{DbComplete, Detected, Failed, Processing, Skipped, Success};

    const FACTS: Facts = Facts { is_enabled: true, is_overdue: false, fetch: None, phase_one: None, filing: None };
    const OVERDUE: Facts = Facts { is_overdue: true, ..FACTS };
    const DISABLED: Facts = Facts { is_enabled: false, ..FACTS };

    const fn fetched(fetch: Fetch, facts: Facts) -> Facts {
        Facts { fetch: Some(fetch), ..facts }
    }

    const fn ran(phase_one: PhaseOne) -> Facts {
        Facts { phase_one: Some(phase_one), ..fetched(Fetch::Fetched, FACTS) }
    }

    const fn filed(filing: Filing, facts: Facts) -> Facts {
        Facts { filing: Some(filing), ..facts }
    }

    #[test]
    fn each_status_and_outcome_leads_to_one_step() {
        let missing = Fetch::NotFound { is_final: false };
        let named = Fetch::NotFound { is_final: true };
        for (status, facts, expected) in [
            (Detected, DISABLED, Step::Stop),
            (Detected, FACTS, Step::Fetch),
            (Detected, OVERDUE, Step::Fetch),
            (Detected, fetched(Fetch::Fetched, FACTS), Step::RunPhaseOne),
            (Detected, fetched(Fetch::Fetched, OVERDUE), Step::RunPhaseOne),
            (Detected, fetched(Fetch::TooOld, FACTS), Step::Unclaim),
            (Detected, fetched(Fetch::Filtered, FACTS), Step::Skip),
            (Detected, fetched(missing, FACTS), Step::Retry),
            (Detected, fetched(missing, OVERDUE), Step::Fail),
            (Detected, fetched(named, FACTS), Step::Fail),
            (Detected, fetched(Fetch::Unreadable, FACTS), Step::Fail),
            (Detected, fetched(Fetch::Unavailable, FACTS), Step::Retry),
            (Detected, fetched(Fetch::Unavailable, OVERDUE), Step::Retry),
            (Processing, FACTS, Step::Stop),
            (Processing, OVERDUE, Step::Stop),
            (Processing, ran(PhaseOne::Failed), Step::Fail),
            (Processing, ran(PhaseOne::Succeeded { has_phase_two: true }), Step::Complete { keep_context: true }),
            (Processing, ran(PhaseOne::Succeeded { has_phase_two: false }), Step::Complete { keep_context: false }),
            (DbComplete, FACTS, Step::File),
            (DbComplete, DISABLED, Step::File),
            (DbComplete, filed(Filing::Done, FACTS), Step::Succeed),
            (DbComplete, filed(Filing::Failed, FACTS), Step::Retry),
            (DbComplete, filed(Filing::Failed, OVERDUE), Step::FailUnfiled),
            (Failed, FACTS, Step::File),
            (Failed, DISABLED, Step::File),
            (Failed, filed(Filing::Done, FACTS), Step::CleanUp),
            (Failed, filed(Filing::Failed, FACTS), Step::Retry),
            (Failed, filed(Filing::Failed, OVERDUE), Step::NoteUnfiled),
            (Skipped, FACTS, Step::File),
            (Skipped, filed(Filing::Done, FACTS), Step::CleanUp),
            (Skipped, filed(Filing::Failed, FACTS), Step::Retry),
            (Skipped, filed(Filing::Failed, OVERDUE), Step::NoteUnfiled),
            (Success, FACTS, Step::Stop),
            (Success, filed(Filing::Done, FACTS), Step::Stop),
        ] {
            assert_eq!(next_step(status, facts), expected, "{status} {facts:?}");
        }
    }

    #[test]
    fn actions_run_only_after_a_fetch_in_this_run() {
        for status in LogStatus::ALL {
            for fetch in [None, Some(Fetch::TooOld), Some(Fetch::Filtered), Some(Fetch::Unavailable)] {
                assert_ne!(next_step(status, Facts { fetch, ..FACTS }), Step::RunPhaseOne, "{status} {fetch:?}");
            }
        }
        for status in [Processing, DbComplete, Success, Failed, Skipped] {
            assert_ne!(next_step(status, fetched(Fetch::Fetched, FACTS)), Step::RunPhaseOne, "{status}");
        }
    }
}
