//! Shadow runs: a list of actions runs over old messages without any effect, and is compared with the stored list, or with
//! what the log recorded. Nothing is sent, written or moved, and no lock is held.
//!
//! [`candidate`] reads the list, [`messages`] finds and fetches the messages, [`difference`] compares, [`report`] limits the
//! size of the response.

mod candidate;
mod difference;
mod messages;
mod permit;
mod report;

pub use candidate::CandidateAction;
pub use difference::{Difference, DifferenceKind, Verdict};
pub(super) use permit::ShadowPermits;
pub use report::{ShadowReport, ShadowResult};

use super::Admin;
use crate::error::WatcherError;
use difference::{Comparison, RecordedRun, compare, compare_with_log};
use futures_util::{StreamExt, stream};
use jiff::Timestamp;
use messages::{FetchedMessage, MessageRange, MessageReader, MessageSource};
use report::TriedMessage;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_store::tables::action::{self, Action};
use stormwire_store::tables::log::{LogEntry, LogStatus, PhaseTwoStatus};
use stormwire_store::tables::watcher;
use stormwire_store::tables::workflow;
use stormwire_store::{LogId, RunId, StoreError, WatcherId};
use stormwire_workflow::Run;

pub const DEFAULT_COUNT: u16 = 100;
pub const MAX_COUNT: u16 = 500;
pub const MAX_SKIP: u16 = 500;
/// Providers limit the calls to one mailbox.
const MAX_CONCURRENT_MESSAGES: usize = 4;
/// Messages that are not read by then are left out.
const TIME_LIMIT: Duration = Duration::from_mins(1);
/// A message that is not in the log. No row has this id.
const NO_LOG_ROW: LogId = LogId::new(0);
/// No run has this id.
const SHADOW_RUN: &str = "shadow";

#[derive(Debug, Clone)]
pub struct ShadowRequest {
    /// `None`: the stored actions, compared with what the log recorded.
    pub actions: Option<Vec<CandidateAction>>,
    /// 1 to [`MAX_COUNT`].
    pub count: u16,
    /// How many of the newest messages are left out, 0 to [`MAX_SKIP`]: a client that shows progress runs in batches.
    pub skip: u16,
    /// A folder of the mailbox, or below the watched folder; `None`: the messages of the log.
    pub folder: Option<String>,
}

/// What is the same for all messages of a shadow run.
struct ShadowRun {
    stored: Vec<Action>,
    /// `None` if the stored actions are compared with the log.
    candidate: Option<Vec<Action>>,
    reader: MessageReader,
    deadline: Timestamp,
}

impl Admin {
    /// Runs one at a time for each watcher. Ends when the caller stops waiting.
    pub async fn shadow_run(
        &self,
        watcher_id: WatcherId,
        request: ShadowRequest,
    ) -> Result<ShadowReport, WatcherError> {
        let ShadowRequest { actions, count, skip, folder } = request;
        if !(1..=MAX_COUNT).contains(&count) {
            return Err(WatcherError::invalid_field("count", format!("must be between 1 and {MAX_COUNT}")));
        }
        if skip > MAX_SKIP {
            return Err(WatcherError::invalid_field("skip", format!("must be between 0 and {MAX_SKIP}")));
        }
        let mut conn = self.store.reader().await?;
        let watcher = watcher::get(&mut conn, watcher_id).await?.ok_or(WatcherError::Missing("watcher"))?;
        let stored = action::list(&mut conn, watcher_id).await?;
        drop(conn);
        let _permit = self.shadow_permits.acquire(watcher_id)?;
        let candidate = match actions {
            Some(actions) => Some(self.candidate_actions(watcher_id, &stored, actions).await?),
            None => None,
        };
        let with_attachments = stored.iter().chain(candidate.iter().flatten()).any(reads_attachments);
        let reader = self.message_reader(watcher, with_attachments).await?;
        let found = self.shadow_messages(&reader, folder.as_deref(), MessageRange { skip, count }).await?;
        let run = ShadowRun { stored, candidate, reader, deadline: later(self.clock.now(), TIME_LIMIT) };
        let tried = stream::iter(found)
            .map(|source| self.try_message(&run, source))
            .buffered(MAX_CONCURRENT_MESSAGES)
            .collect::<Vec<_>>();
        let tried: Result<Vec<TriedMessage>, StoreError> = tried.await.into_iter().collect();
        Ok(ShadowReport::new(tried?))
    }

    async fn try_message(&self, run: &ShadowRun, source: MessageSource) -> Result<TriedMessage, StoreError> {
        if self.clock.now() >= run.deadline {
            return Ok(TriedMessage::OutOfTime);
        }
        match self.fetch_for_shadow_run(&run.reader, &source).await {
            Ok(Some(message)) => self.compare_message(run, source, message).await,
            Ok(None) => Ok(TriedMessage::Excluded),
            Err(WatcherError::Store(error)) => Err(error),
            Err(error) => Ok(TriedMessage::Compared(ShadowResult::unreadable(source, error.to_string()))),
        }
    }

    async fn compare_message(
        &self,
        run: &ShadowRun,
        source: MessageSource,
        message: FetchedMessage,
    ) -> Result<TriedMessage, StoreError> {
        let of_message = Run {
            run_id: RunId::new(SHADOW_RUN),
            log_id: source.log.as_ref().map_or(NO_LOG_ROW, |log| log.id),
            watcher_id: run.reader.watcher.id,
            message_key: source.message_key.clone(),
            force: false,
            is_test: true,
        };
        let FetchedMessage { subject, received_at, context } = message;
        let stored = self.runner.dry_run(&of_message, &run.stored, context.clone(), &[]).await;
        let comparison = match (&run.candidate, &source.log) {
            (Some(candidate), _) => {
                let tried = self.runner.dry_run(&of_message, candidate, context, &stored.steps).await;
                compare(&stored, &tried)
            }
            (None, Some(log)) => compare_with_log(&self.recorded_run(log).await?, &stored),
            (None, None) => Comparison::without_baseline(&stored),
        };
        let source = MessageSource { subject, received_at, ..source };
        Ok(TriedMessage::Compared(ShadowResult::new(source, comparison)))
    }

    async fn recorded_run(&self, log: &LogEntry) -> Result<RecordedRun, StoreError> {
        let steps = workflow::list_steps(&mut self.store.reader().await?, &log.run_id).await?;
        let has_failed = log.status == LogStatus::Failed || log.phase_two_status == PhaseTwoStatus::Failed;
        let has_ended = has_failed || log.status == LogStatus::Success;
        let error = has_failed.then(|| log.error_message.clone().unwrap_or_default());
        Ok(RecordedRun { has_ended, error, steps })
    }
}

/// A message is fetched with its attachments only if they are used, because that takes a second call.
fn reads_attachments(action: &Action) -> bool {
    action.config.to_string().contains("Attachments")
}
