//! Decides the next step for a message from its status and the outcomes of this run of its queue item. Pure.

use stormwire_store::tables::log::LogStatus;

/// Inputs of the decision. Outcomes are `None` until the step was tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StepFacts {
    pub(super) is_enabled: bool,
    /// A skipped message that is not moved or marked.
    pub(super) is_left_in_place: bool,
    pub(super) fetch: Option<FetchOutcome>,
    pub(super) phase_one: Option<PhaseOne>,
    pub(super) filing: Option<Filing>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FetchOutcome {
    Fetched,
    /// Rejected by the filters, or not to be processed for another reason.
    Filtered,
    /// The message or its attachments could not be read. `is_final`: retries have ended.
    Failed {
        is_final: bool,
    },
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
    /// `is_final`: retries have ended.
    Failed { is_final: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// End the queue item without further work.
    Stop,
    /// Return the error; the queue retries later.
    Retry,
    Fetch,
    /// Change an interrupted message back to `Detected` if that is safe; otherwise leave it to an operator.
    ResumeOrWait,
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

/// The actions of a message that was in `Processing` when the process died may have had effects: [`super::resume`] decides
/// whether they run again.
pub(super) fn next_step(status: LogStatus, facts: StepFacts) -> Step {
    match status {
        // Enabling the watcher enqueues it again.
        LogStatus::Detected if !facts.is_enabled => Step::Stop,
        LogStatus::Detected => match facts.fetch {
            None => Step::Fetch,
            Some(FetchOutcome::Fetched) => Step::RunPhaseOne,
            Some(FetchOutcome::Filtered) => Step::Skip,
            Some(FetchOutcome::Failed { is_final: true }) => Step::Fail,
            Some(FetchOutcome::Failed { is_final: false }) => Step::Retry,
        },
        LogStatus::Processing => match facts.phase_one {
            None => Step::ResumeOrWait,
            Some(PhaseOne::Failed) => Step::Fail,
            Some(PhaseOne::Succeeded { has_phase_two }) => Step::Complete { keep_context: has_phase_two },
        },
        LogStatus::DbComplete => match facts.filing {
            None => Step::File,
            Some(Filing::Done) => Step::Succeed,
            Some(Filing::Failed { is_final: true }) => Step::FailUnfiled,
            Some(Filing::Failed { is_final: false }) => Step::Retry,
        },
        LogStatus::Skipped if facts.is_left_in_place => Step::CleanUp,
        LogStatus::Failed | LogStatus::Skipped => match facts.filing {
            None => Step::File,
            Some(Filing::Done) => Step::CleanUp,
            Some(Filing::Failed { is_final: true }) => Step::NoteUnfiled,
            Some(Filing::Failed { is_final: false }) => Step::Retry,
        },
        LogStatus::Success => Step::Stop,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use LogStatus::{DbComplete, Detected, Failed, Processing, Skipped, Success};

    const FACTS: StepFacts =
        StepFacts { is_enabled: true, is_left_in_place: false, fetch: None, phase_one: None, filing: None };
    const LEFT: StepFacts = StepFacts { is_left_in_place: true, ..FACTS };
    const DISABLED: StepFacts = StepFacts { is_enabled: false, ..FACTS };
    const UNREAD: FetchOutcome = FetchOutcome::Failed { is_final: false };
    const UNREADABLE: FetchOutcome = FetchOutcome::Failed { is_final: true };
    const UNFILED: Filing = Filing::Failed { is_final: false };
    const UNFILABLE: Filing = Filing::Failed { is_final: true };

    const fn facts_after_fetch(fetch: FetchOutcome, facts: StepFacts) -> StepFacts {
        StepFacts { fetch: Some(fetch), ..facts }
    }

    const fn facts_after_phase_one(phase_one: PhaseOne) -> StepFacts {
        StepFacts { phase_one: Some(phase_one), ..facts_after_fetch(FetchOutcome::Fetched, FACTS) }
    }

    const fn facts_after_filing(filing: Filing, facts: StepFacts) -> StepFacts {
        StepFacts { filing: Some(filing), ..facts }
    }

    #[test]
    fn each_status_and_outcome_leads_to_one_step() {
        for (status, facts, expected) in [
            (Detected, DISABLED, Step::Stop),
            (Detected, FACTS, Step::Fetch),
            (Detected, facts_after_fetch(FetchOutcome::Fetched, FACTS), Step::RunPhaseOne),
            (Detected, facts_after_fetch(FetchOutcome::Filtered, FACTS), Step::Skip),
            (Detected, facts_after_fetch(UNREAD, FACTS), Step::Retry),
            (Detected, facts_after_fetch(UNREADABLE, FACTS), Step::Fail),
            (Processing, FACTS, Step::ResumeOrWait),
            (Processing, facts_after_phase_one(PhaseOne::Failed), Step::Fail),
            (
                Processing,
                facts_after_phase_one(PhaseOne::Succeeded { has_phase_two: true }),
                Step::Complete { keep_context: true },
            ),
            (
                Processing,
                facts_after_phase_one(PhaseOne::Succeeded { has_phase_two: false }),
                Step::Complete { keep_context: false },
            ),
            (DbComplete, FACTS, Step::File),
            (DbComplete, DISABLED, Step::File),
            (DbComplete, facts_after_filing(Filing::Done, FACTS), Step::Succeed),
            (DbComplete, facts_after_filing(UNFILED, FACTS), Step::Retry),
            (DbComplete, facts_after_filing(UNFILABLE, FACTS), Step::FailUnfiled),
            (Failed, FACTS, Step::File),
            (Failed, DISABLED, Step::File),
            (Failed, facts_after_filing(Filing::Done, FACTS), Step::CleanUp),
            (Failed, facts_after_filing(UNFILED, FACTS), Step::Retry),
            (Failed, facts_after_filing(UNFILABLE, FACTS), Step::NoteUnfiled),
            (Failed, LEFT, Step::File),
            (Skipped, FACTS, Step::File),
            (Skipped, LEFT, Step::CleanUp),
            (Skipped, facts_after_filing(Filing::Done, FACTS), Step::CleanUp),
            (Skipped, facts_after_filing(UNFILED, FACTS), Step::Retry),
            (Skipped, facts_after_filing(UNFILABLE, FACTS), Step::NoteUnfiled),
            (Success, FACTS, Step::Stop),
            (Success, facts_after_filing(Filing::Done, FACTS), Step::Stop),
        ] {
            assert_eq!(next_step(status, facts), expected, "{status} {facts:?}");
        }
    }

    #[test]
    fn actions_run_only_after_a_fetch_in_this_run() {
        for status in LogStatus::ALL {
            for fetch in [None, Some(FetchOutcome::Filtered), Some(UNREAD), Some(UNREADABLE)] {
                assert_ne!(next_step(status, StepFacts { fetch, ..FACTS }), Step::RunPhaseOne, "{status} {fetch:?}");
            }
        }
        for status in [Processing, DbComplete, Success, Failed, Skipped] {
            assert_ne!(
                next_step(status, facts_after_fetch(FetchOutcome::Fetched, FACTS)),
                Step::RunPhaseOne,
                "{status}"
            );
        }
    }
}
