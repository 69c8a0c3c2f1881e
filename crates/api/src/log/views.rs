//! The message log as JSON.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::log::{LogEntry, LogStatus, PhaseTwoStatus};
use stormwire_store::tables::workflow::{Run, RunStatus, Step, StepStatus};
use stormwire_store::{LogId, RunId, WatcherId};
use stormwire_watcher::file_name_of_key;
use utoipa::ToSchema;

/// A message and its result.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LogView {
    #[schema(value_type = i64)]
    id: LogId,
    #[schema(value_type = i64)]
    mailbox_watcher_job_id: WatcherId,
    /// The provider's immutable id of the message; of a file, its digest and its name.
    message_key: String,
    /// Of a file; null for messages and status events.
    file_name: Option<String>,
    internet_message_id: Option<String>,
    /// Null until the message is fetched.
    subject: Option<String>,
    from_address: Option<String>,
    #[schema(value_type = Option<String>, format = DateTime)]
    received_at: Option<Timestamp>,
    #[schema(value_type = String, format = DateTime)]
    detected_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    processed_at: Option<Timestamp>,
    /// `Detected`, `Processing`, `DbComplete`, `Success`, `Failed` or `Skipped`.
    #[schema(value_type = String)]
    status: LogStatus,
    error_message: Option<String>,
    /// `Notification`, `Reconciliation` or `Manual`.
    #[schema(value_type = String)]
    trigger_event: TriggerEvent,
    #[schema(value_type = String)]
    workflow_run_id: RunId,
    /// `None`, `Queued`, `Running`, `Success` or `Failed`.
    #[schema(value_type = String)]
    phase_two_status: PhaseTwoStatus,
    /// When an operator dismissed the message; null if it counts against health and feed.
    #[schema(value_type = Option<String>, format = DateTime)]
    dismissed_at: Option<Timestamp>,
    /// The user name of that operator.
    dismissed_by: Option<String>,
    /// Whether the message was last processed in test mode: nothing was sent or written, and it was left in place.
    is_test: bool,
    /// The size of a file when it was read; null for messages and status events.
    #[schema(minimum = 0)]
    size_bytes: Option<i64>,
}

impl From<LogEntry> for LogView {
    fn from(log: LogEntry) -> Self {
        Self {
            id: log.id,
            mailbox_watcher_job_id: log.watcher_id,
            file_name: file_name_of_key(&log.message_key),
            message_key: log.message_key,
            internet_message_id: log.internet_message_id,
            subject: log.subject,
            from_address: log.from_address,
            received_at: log.received_at.map(|at| at.0),
            detected_at: log.detected_at.0,
            processed_at: log.processed_at.map(|at| at.0),
            status: log.status,
            error_message: log.error_message,
            trigger_event: log.trigger_event,
            workflow_run_id: log.run_id,
            phase_two_status: log.phase_two_status,
            dismissed_at: log.dismissed_at.map(|at| at.0),
            dismissed_by: log.dismissed_by,
            is_test: log.is_test,
            size_bytes: log.size_bytes,
        }
    }
}

/// One action of a run.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StepView {
    order: i32,
    name: String,
    action_type: String,
    /// 1 or 2.
    phase: i32,
    /// `Running`, `Success`, `Failed` or `Skipped`.
    #[schema(value_type = String)]
    status: StepStatus,
    #[schema(value_type = Option<String>, format = DateTime)]
    started_at: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime)]
    finished_at: Option<Timestamp>,
    /// A summary of the input.
    input: Option<String>,
    /// A summary of the result: a text, or an object with counts.
    result: Option<StepResultView>,
    error: Option<String>,
}

/// A text, or an object with counts such as `{"count": 3, "unread": 1, "target": "$.Extract"}`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = StepResult)]
pub(crate) enum StepResultView {
    Text(String),
    #[schema(value_type = Object)]
    Counts(Map<String, Value>),
}

impl From<String> for StepResultView {
    fn from(result: String) -> Self {
        match serde_json::from_str(&result) {
            Ok(counts) => Self::Counts(counts),
            Err(_) => Self::Text(result),
        }
    }
}

impl From<Step> for StepView {
    fn from(step: Step) -> Self {
        Self {
            order: step.position,
            name: step.name,
            action_type: step.action_type,
            phase: step.phase,
            status: step.status,
            started_at: step.started_at.map(|at| at.0),
            finished_at: step.finished_at.map(|at| at.0),
            input: step.input,
            result: step.result.map(StepResultView::from),
            error: step.error,
        }
    }
}

/// A run of the workflow for a message: the first one or a retry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunView {
    #[schema(value_type = String)]
    id: RunId,
    /// `Running`, `Success`, `Failed` or `Skipped`.
    #[schema(value_type = String)]
    status: RunStatus,
    #[schema(value_type = String, format = DateTime)]
    started_at: Timestamp,
    #[schema(value_type = Option<String>, format = DateTime)]
    finished_at: Option<Timestamp>,
}

impl From<Run> for RunView {
    fn from(run: Run) -> Self {
        let (started_at, finished_at) = (run.started_at.0, run.finished_at.map(|at| at.0));
        Self { id: run.id, status: run.status, started_at, finished_at }
    }
}

/// A message with the steps of its newest run.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LogDetail {
    #[serde(flatten)]
    log: LogView,
    /// When the first push notification arrived; null if polling found the message.
    #[schema(value_type = Option<String>, format = DateTime)]
    notified_at: Option<Timestamp>,
    steps: Vec<StepView>,
    /// All runs, oldest first.
    runs: Vec<RunView>,
}

impl LogDetail {
    pub(super) fn new(log: LogEntry, steps: Vec<Step>, runs: Vec<Run>) -> Self {
        let notified_at = log.notified_at.map(|at| at.0);
        let steps = steps.into_iter().map(StepView::from).collect();
        Self { log: log.into(), notified_at, steps, runs: runs.into_iter().map(RunView::from).collect() }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LogPage {
    items: Vec<LogView>,
    /// Pass it as `cursor` to get the next page; null on the last page.
    next_cursor: Option<String>,
    /// Set if a search for text has ended before the log did: messages that were detected before this time are on the next
    /// page, if they match.
    #[schema(value_type = Option<String>, format = DateTime)]
    searched_to: Option<Timestamp>,
}

impl LogPage {
    pub(super) fn new(rows: Vec<LogEntry>, next_cursor: Option<String>, searched_to: Option<Timestamp>) -> Self {
        Self { items: rows.into_iter().map(LogView::from).collect(), next_cursor, searched_to }
    }
}
