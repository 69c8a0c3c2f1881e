//! What is known about a message while a run of its queue item takes steps. Pure.

use super::canary::CANARY_REASON;
use super::claimed_message::ClaimedMessage;
use super::failure_series::{Attempts, FailureHistory, FailureSeries};
use super::fetch::{FetchFailure, FetchResult};
use super::file::DUPLICATE_REASON;
use super::filing::FilingOutcome;
use super::plan::{Filing, StepFacts};
use crate::error::WatcherError;
use crate::filing_error::filing_error_text;
use crate::filter::is_new_enough;
use stormwire_store::queue::JobFailure;
use stormwire_store::tables::log::{LogEntry, LogStatus, MessageEnvelope};
use stormwire_store::tables::watcher::{Watcher, WatcherKind};
use stormwire_workflow::Context;

/// State of one run of the queue item.
pub(super) struct Progress {
    pub(super) message: ClaimedMessage,
    pub(super) status: LogStatus,
    pub(super) facts: StepFacts,
    pub(super) history: FailureHistory,
    /// Of what has failed in this run; of the queue item until then.
    pub(super) attempts: Attempts,
    /// What has failed in this run.
    pub(super) failed: Option<FailureSeries>,
    /// Once it was fetched.
    pub(super) envelope: Option<MessageEnvelope>,
    /// As fetched, then as Phase 1 left it.
    pub(super) context: Option<Context>,
    /// Why the message failed or was skipped, or a note for the log.
    pub(super) reason: Option<String>,
    /// The error to retry after.
    pub(super) error: Option<WatcherError>,
}

impl Progress {
    pub(super) fn new(watcher: Watcher, log: LogEntry, history: FailureHistory, attempts: Attempts) -> Self {
        let message = ClaimedMessage::new(watcher, log);
        let ClaimedMessage { watcher, log, is_test, .. } = &message;
        let received_at = log.received_at.map(|at| at.0);
        // Recognized before, but not filed yet.
        let is_always_filed = matches!(log.error_message.as_deref(), Some(CANARY_REASON | DUPLICATE_REASON));
        let facts = StepFacts {
            is_enabled: watcher.fields.is_enabled,
            is_left_in_place: watcher.fields.leave_unmatched && !is_always_filed
                || !attempts.is_manual && !is_new_enough(watcher, received_at),
            fetch: None,
            phase_one: None,
            // A status event stays where it is, and so does everything in test mode.
            filing: (*is_test || watcher.fields.kind == WatcherKind::StatusEvent).then_some(Filing::Done),
        };
        Self {
            status: log.status,
            message,
            facts,
            history,
            attempts,
            failed: None,
            envelope: None,
            context: None,
            reason: None,
            error: None,
        }
    }

    pub(super) fn record_fetch(&mut self, fetched: FetchResult) {
        self.facts.fetch = Some(fetched.outcome(&self.history));
        match fetched {
            FetchResult::Fetched { envelope, context } => {
                (self.envelope, self.context) = (Some(envelope), Some(context));
            }
            FetchResult::Filtered { envelope, reason } => {
                (self.envelope, self.reason) = (Some(envelope), Some(reason));
            }
            FetchResult::Skipped { envelope, reason, is_left_in_place } => {
                (self.envelope, self.reason) = (Some(envelope), Some(reason.into()));
                self.facts.is_left_in_place = is_left_in_place;
            }
            FetchResult::Failed(FetchFailure { envelope, reason, error, series }) => {
                (self.envelope, self.reason, self.error) = (envelope, Some(reason), Some(error));
                self.record_failure(series);
            }
        }
    }

    pub(super) fn record_filing(&mut self, filed: Result<FilingOutcome, WatcherError>) {
        self.facts.filing = Some(Filing::Done);
        match filed {
            Ok(FilingOutcome::Filed) => {}
            Ok(FilingOutcome::Gone) => {
                let why = match self.message.watcher.fields.kind {
                    WatcherKind::File => "the content that was detected is in none of the folders",
                    WatcherKind::Mailbox | WatcherKind::StatusEvent => "the provider does not know the message",
                };
                self.reason = Some(format!("not filed: {why}"));
            }
            Err(error) => {
                self.reason = Some(filing_error_text(&error));
                self.error = Some(error);
                self.record_failure(FailureSeries::Filing);
                self.facts.filing = Some(Filing::Failed { is_final: FailureSeries::Filing.has_ended(self.attempts) });
            }
        }
    }

    fn record_failure(&mut self, series: FailureSeries) {
        (self.failed, self.attempts) = (Some(series), self.history.attempts(series));
    }

    /// The error of the queue item. If filing failed, it has the text of the log, by which the health of the watcher recognizes it:
    /// removing the working folder can fail after the end of a message, too.
    pub(super) fn retry_failure(&mut self) -> JobFailure {
        let unknown = || WatcherError::Conflict("the step failed".into());
        let failure = JobFailure::from(self.error.take().unwrap_or_else(unknown));
        match (self.facts.filing, self.reason.take()) {
            (Some(Filing::Failed { .. }), Some(text)) => failure.with_error(text),
            _ => failure,
        }
    }

    /// For the row of a processed message that could not be filed several times. One attempt may fail on a share, and a provider
    /// that is unavailable is not an error of the destination.
    pub(super) fn filing_note(&self) -> Option<&String> {
        let is_lasting = self.status == LogStatus::DbComplete && self.attempts.are_several();
        let needs_person =
            |error: &WatcherError| matches!(error, WatcherError::File { .. }) || error.poll_error_kind().is_some();
        self.reason.as_ref().filter(|_| is_lasting && self.error.as_ref().is_some_and(needs_person))
    }
}
