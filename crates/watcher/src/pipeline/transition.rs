//! Writes a change of a message's status in one unit: the row, its run, the queue, the operator mail and the watcher's
//! last-message columns.

use super::claimed_message::ClaimedMessage;
use crate::error::WatcherError;
use crate::jobs::phase_two::PhaseTwoJob;
use crate::status::status_step;
use jiff::Timestamp;
use secrecy::SecretString;
use stormwire_city::secrets::Secrets;
use stormwire_mailer::operator::{self, OperatorMail};
use stormwire_store::tables::log::{self, LogRunKey, LogStatus, MessageEnvelope, PhaseTwoStatus};
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::tables::watcher;
use stormwire_store::tables::workflow::{self, NewRun, RunStatus, WorkflowTrigger};
use stormwire_store::{Conn, WatcherId, queue};

/// The row of a message and the run that owns it.
#[derive(Debug, Clone)]
pub(super) struct MessageRow {
    watcher_id: WatcherId,
    row: LogRunKey,
    /// Set if the last run of the row was in another mode.
    new_test_mode: Option<bool>,
}

impl From<&ClaimedMessage> for MessageRow {
    fn from(message: &ClaimedMessage) -> Self {
        let ClaimedMessage { log, is_test, .. } = message;
        let new_test_mode = (log.is_test != *is_test).then_some(*is_test);
        Self { watcher_id: log.watcher_id, row: log.run_key(), new_test_mode }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Transition {
    pub(super) from: LogStatus,
    pub(super) to: LogStatus,
    /// An error, or a note for the operator.
    pub(super) error: Option<String>,
    /// Known once the message was fetched.
    pub(super) envelope: Option<MessageEnvelope>,
    pub(super) run: RunChange,
    pub(super) operator_mail: Option<OperatorMail>,
}

impl Transition {
    pub(super) fn new(from: LogStatus, to: LogStatus, run: RunChange) -> Self {
        Self { from, to, error: None, envelope: None, run, operator_mail: None }
    }
}

/// The change of the workflow run.
#[derive(Debug, Clone)]
pub(super) enum RunChange {
    /// There is no run, or it continues.
    Unchanged,
    Begin(WorkflowTrigger),
    /// Store the context for Phase 2, sealed.
    KeepContext(SecretString),
    /// Enqueue Phase 2 if a context was kept; otherwise the run has succeeded.
    QueuePhaseTwo,
    Fail,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TransitionResult {
    /// False if the row has another status or belongs to another run by now. Then nothing was written.
    pub(super) is_written: bool,
    /// Whether Phase 2 of the run was enqueued.
    pub(super) has_phase_two: bool,
}

pub(super) async fn transition(
    conn: &mut Conn,
    message: &MessageRow,
    change: Transition,
    secrets: &Secrets,
    now: Timestamp,
) -> Result<TransitionResult, WatcherError> {
    let MessageRow { watcher_id, row, new_test_mode } = message;
    let has_phase_two =
        matches!(change.run, RunChange::QueuePhaseTwo) && workflow::find_context(conn, &row.run_id).await?.is_some();
    let unchanged = TransitionResult { is_written: false, has_phase_two };
    let Some(mut step) = status_step(change.from, change.to, now) else { return Ok(unchanged) };
    step.error = change.error;
    if has_phase_two {
        step.phase_two = PhaseTwoStatus::Queued;
    }
    if !log::change_status(conn, row, step).await? {
        return Ok(unchanged);
    }
    if let Some(is_test) = new_test_mode {
        log::put_test(conn, row, *is_test).await?;
    }
    let received_at = change.envelope.as_ref().and_then(|envelope| envelope.received_at);
    if let Some(envelope) = change.envelope {
        log::put_envelope(conn, row, envelope).await?;
    }
    match change.run {
        RunChange::Unchanged => {}
        RunChange::Begin(trigger) => {
            let run = NewRun { run_id: row.run_id.clone(), trigger, watcher_id: *watcher_id, log_id: row.id };
            workflow::begin(conn, run, now).await?;
        }
        RunChange::KeepContext(context) => {
            let location = SealedColumn::Context.location(row.id.get());
            let seal = || Ok::<_, WatcherError>(secrets.seal(&location, &context)?);
            workflow::put_context(conn, &row.run_id, seal).await?;
        }
        RunChange::QueuePhaseTwo if has_phase_two => {
            queue::enqueue(conn, &PhaseTwoJob::new(row.id, *watcher_id), now, now).await?;
        }
        RunChange::QueuePhaseTwo => workflow::end_run(conn, &row.run_id, RunStatus::Success, now).await?,
        RunChange::Fail => workflow::end_run(conn, &row.run_id, RunStatus::Failed, now).await?,
    }
    watcher::put_last_message(conn, *watcher_id, received_at, change.to).await?;
    if let Some(mail) = change.operator_mail {
        operator::enqueue(conn, mail, now).await?;
    }
    Ok(TransitionResult { is_written: true, has_phase_two })
}
