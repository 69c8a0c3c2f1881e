//! The message log: one row per message. Every write carries its run id and changes nothing if the row has another run by
//! now.

use super::claim::TriggerEvent;
use super::text::truncate_for_column;
use super::watcher_kind::WatcherKind;
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::text_enum::text_enum;
use crate::{Conn, DbTimestamp, LogId, RunId, StoreError, WatcherId};
use jiff::Timestamp;

const GET: Sql = sql!("log/get");
const WITH_STRIKES: Sql = sql!("log/with_strikes");
const FIND: Sql = sql!("log/find");
// One statement per index: SQLite cannot use an index for "this value, or all".
const LIST: Sql = sql!("log/list");
const LIST_OF_WATCHER: Sql = sql!("log/list_of_watcher");
const LIST_OF_STATUS: Sql = sql!("log/list_of_status");
const LIST_OF_BOTH: Sql = sql!("log/list_of_both" per database);
const LIST_PHASE_TWO_FAILED: Sql = sql!("log/list_phase_two_failed");
const PUT_ENVELOPE: Sql = sql!("log/put_envelope");
const CHANGE_STATUS: Sql = sql!("log/change_status");
const PUT_TEST: Sql = sql!("log/put_test");
const SET_NOTE: Sql = sql!("log/set_note");
const PUT_PHASE_TWO: Sql = sql!("log/put_phase_two");
const RESET: Sql = sql!("log/reset");
const HAS_STRIKES: Sql = sql!("log/has_strikes");
const DISMISS: Sql = sql!("log/dismiss");
const RESUME: Sql = sql!("log/resume");
const DETECTED: Sql = sql!("log/detected");
const NEWEST: Sql = sql!("log/newest");
const OPEN_RUNS: Sql = sql!("log/open_runs" per database);
const KNOWN_KEYS: Sql = sql!("log/known_keys" per database);
const FINISHED: Sql = sql!("log/finished" per database);
const LIST_OF_KIND: Sql = sql!("log/list_of_kind");

text_enum! {
    pub enum LogStatus in "it.MailboxWatcherLog.Status" {
        /// Claimed, not started.
        Detected = "Detected",
        /// Phase 1 is running.
        Processing = "Processing",
        /// Phase 1 is done; the message is not filed yet.
        DbComplete = "DbComplete",
        Success = "Success",
        Failed = "Failed",
        /// Rejected by the watcher's filters.
        Skipped = "Skipped",
    }
}

text_enum! {
    pub enum PhaseTwoStatus in "it.MailboxWatcherLog.PhaseTwoStatus" {
        /// There is no Phase 2, or the message is not filed yet.
        None = "None",
        Queued = "Queued",
        Running = "Running",
        Success = "Success",
        Failed = "Failed",
    }
}

/// One message of one watcher.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct LogEntry {
    pub id: LogId,
    #[sqlx(rename = "job_id")]
    pub watcher_id: WatcherId,
    /// The provider's immutable id.
    pub message_key: String,
    pub internet_message_id: Option<String>,
    pub subject: Option<String>,
    pub from_address: Option<String>,
    pub received_at: Option<DbTimestamp>,
    pub detected_at: DbTimestamp,
    pub processed_at: Option<DbTimestamp>,
    pub status: LogStatus,
    pub phase_two_status: PhaseTwoStatus,
    /// The error, or a note.
    pub error_message: Option<String>,
    pub trigger_event: TriggerEvent,
    /// When the provider first sent a notification about it.
    pub notified_at: Option<DbTimestamp>,
    /// The current run.
    pub run_id: RunId,
    /// Whether effects are repeated.
    pub force: bool,
    /// Set if an operator has dismissed the failure.
    pub dismissed_at: Option<DbTimestamp>,
    /// The user name of that operator.
    pub dismissed_by: Option<String>,
    /// Automatic resumes since the message was detected or retried.
    pub resume_count: i32,
    /// Whether the last run was in test mode.
    pub is_test: bool,
    /// Of a file that was read.
    pub size_bytes: Option<i64>,
}

/// A log row, and the run that writes to it.
#[derive(Debug, Clone)]
pub struct LogRunKey {
    pub id: LogId,
    pub run_id: RunId,
}

impl LogEntry {
    pub fn run_key(&self) -> LogRunKey {
        LogRunKey { id: self.id, run_id: self.run_id.clone() }
    }
}

pub async fn get(conn: &mut Conn, id: LogId) -> Result<Option<LogEntry>, StoreError> {
    run!(conn, GET, [id] => fetch_optional as LogEntry)
}

/// The messages of a watcher whose newest strike is between two times, inclusive, with the time of that strike.
pub async fn with_strikes(
    conn: &mut Conn,
    watcher: WatcherId,
    from: Timestamp,
    to: Timestamp,
) -> Result<Vec<(LogId, Timestamp)>, StoreError> {
    let rows =
        run!(conn, WITH_STRIKES, [watcher, DbTimestamp(from), DbTimestamp(to)] => fetch_all as (LogId, DbTimestamp))?;
    Ok(rows.into_iter().map(|(id, at)| (id, at.0)).collect())
}

pub async fn find(conn: &mut Conn, watcher: WatcherId, message_key: &str) -> Result<Option<LogEntry>, StoreError> {
    run!(conn, FIND, [watcher, message_key] => fetch_optional as LogEntry)
}

/// A row's position in the log, by which it is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LogPosition {
    /// When the message was detected.
    pub at: Timestamp,
    pub id: LogId,
}

/// After every row.
pub(super) fn latest_position() -> LogPosition {
    LogPosition { at: latest_timestamp(), id: LogId::new(i64::MAX) }
}

#[derive(Debug, Clone, Default)]
pub struct LogSearch {
    pub watcher_id: Option<WatcherId>,
    /// Only messages of watchers of this kind that exist.
    pub kind: Option<WatcherKind>,
    pub status: Option<LogStatus>,
    /// Only messages whose Phase 2 failed.
    pub phase_two_failed: bool,
    pub from: Option<Timestamp>,
    pub to: Option<Timestamp>,
    /// Substring of the subject, the sender or the message key.
    pub text: Option<String>,
    /// Only rows older than this one.
    pub before: Option<LogPosition>,
    pub most: u32,
}

pub async fn list(conn: &mut Conn, search: LogSearch) -> Result<Vec<LogEntry>, StoreError> {
    let LogSearch { watcher_id, kind, status, phase_two_failed, from, to, text, before, most } = search;
    let (from, to) = (DbTimestamp(from.unwrap_or(earliest_timestamp())), DbTimestamp(to.unwrap_or(latest_timestamp())));
    let text = text.map(|text| like_pattern(&text)).unwrap_or_default();
    let LogPosition { at, id } = before.unwrap_or_else(latest_position);
    // An index finds the first row of a later page by its time.
    let (to, at) = (DbTimestamp(to.0.min(at)), DbTimestamp(at));
    let most = i64::from(most);
    if let Some(kind) = kind {
        let phase_two = phase_two_failed.then_some(PhaseTwoStatus::Failed);
        return run!(conn, LIST_OF_KIND, [from, to, text, at, id, most, kind, watcher_id, status, phase_two] => fetch_all as LogEntry);
    }
    if phase_two_failed {
        return run!(conn, LIST_PHASE_TWO_FAILED, [from, to, text, at, id, most, watcher_id, status] => fetch_all as LogEntry);
    }
    match (watcher_id, status) {
        (None, None) => run!(conn, LIST, [from, to, text, at, id, most] => fetch_all as LogEntry),
        (Some(watcher), None) => {
            run!(conn, LIST_OF_WATCHER, [from, to, text, at, id, most, watcher] => fetch_all as LogEntry)
        }
        (None, Some(status)) => {
            run!(conn, LIST_OF_STATUS, [from, to, text, at, id, most, status] => fetch_all as LogEntry)
        }
        (Some(watcher), Some(status)) => {
            run!(conn, LIST_OF_BOTH, [from, to, text, at, id, most, watcher, status] => fetch_all as LogEntry)
        }
    }
}

/// A `like` pattern for the text anywhere, with the wildcards in it escaped.
fn like_pattern(text: &str) -> String {
    // The statement lowercases the pattern, as the database lowercased the rows.
    let text = truncate_for_column(text, 1_000);
    format!("%{}%", text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"))
}

pub(super) fn earliest_timestamp() -> Timestamp {
    Timestamp::UNIX_EPOCH
}

/// 9999-12-30: the last day that both databases and the fixed-width text can hold.
fn latest_timestamp() -> Timestamp {
    Timestamp::from_second(253_402_128_000).unwrap_or(Timestamp::MAX)
}

#[derive(Debug, Clone, Default)]
pub struct MessageEnvelope {
    pub internet_message_id: Option<String>,
    pub subject: Option<String>,
    pub from_address: Option<String>,
    pub received_at: Option<Timestamp>,
    /// Of a file.
    pub size_bytes: Option<i64>,
}

pub async fn put_envelope(conn: &mut Conn, row: &LogRunKey, envelope: MessageEnvelope) -> Result<bool, StoreError> {
    let MessageEnvelope { internet_message_id, subject, from_address, received_at, size_bytes } = envelope;
    let text = |text: Option<String>, length| text.map(|text| truncate_for_column(&text, length));
    let touched = run!(
        conn,
        PUT_ENVELOPE,
        [
            row.id,
            row.run_id.clone(),
            text(internet_message_id, 998),
            text(subject, 998),
            text(from_address, 320),
            received_at.map(DbTimestamp),
            size_bytes
        ]
    )?;
    Ok(touched > 0)
}

#[derive(Debug, Clone)]
pub struct StatusChange {
    pub from: LogStatus,
    pub to: LogStatus,
    /// Set when the message is finished.
    pub processed_at: Option<Timestamp>,
    /// The error, or a note.
    pub error: Option<String>,
    pub phase_two: PhaseTwoStatus,
}

/// Returns false, and changes nothing, if the row has another status or run by now.
pub async fn change_status(conn: &mut Conn, row: &LogRunKey, change: StatusChange) -> Result<bool, StoreError> {
    let StatusChange { from, to, processed_at, error, phase_two } = change;
    let error = error.map(|error| truncate_for_column(&error, 4_000));
    let touched = run!(
        conn,
        CHANGE_STATUS,
        [row.id, row.run_id.clone(), from, to, processed_at.map(DbTimestamp), error, phase_two]
    )?;
    Ok(touched > 0)
}

/// Sets whether the run is in test mode.
pub async fn put_test(conn: &mut Conn, row: &LogRunKey, is_test: bool) -> Result<(), StoreError> {
    run!(conn, PUT_TEST, [row.id, row.run_id.clone(), is_test]).map(|_| ())
}

/// Sets the error or note without changing the status.
pub async fn set_note(conn: &mut Conn, row: &LogRunKey, text: &str) -> Result<(), StoreError> {
    run!(conn, SET_NOTE, [row.id, row.run_id.clone(), truncate_for_column(text, 4_000)]).map(|_| ())
}

/// Returns false, and changes nothing, if the row has another run by now, or its Phase 2 has ended.
pub async fn put_phase_two(
    conn: &mut Conn,
    row: &LogRunKey,
    status: PhaseTwoStatus,
    error: Option<&str>,
) -> Result<bool, StoreError> {
    let error = error.map(|error| truncate_for_column(error, 4_000));
    Ok(run!(conn, PUT_PHASE_TWO, [row.id, row.run_id.clone(), status, error])? > 0)
}

/// Back to `Detected`, under a new run.
pub async fn reset(conn: &mut Conn, id: LogId, run_id: &RunId, force: bool) -> Result<(), StoreError> {
    run!(conn, RESET, [id, run_id, force]).map(|_| ())
}

/// Whether the current run of the message wrote strikes.
pub async fn has_strikes(conn: &mut Conn, id: LogId) -> Result<bool, StoreError> {
    let row = run!(conn, HAS_STRIKES, [id] => fetch_optional as (bool,))?;
    Ok(row.is_some_and(|(has_strikes,)| has_strikes))
}

/// The row no longer counts against health and feed.
pub async fn dismiss(conn: &mut Conn, id: LogId, username: &str, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, DISMISS, [id, DbTimestamp(now), truncate_for_column(username, 200)]).map(|_| ())
}

/// Back to `Detected`, under a new run, without a person: the effects of the interrupted run are not repeated. Returns
/// false, and changes nothing, if the row has another status or run by now.
pub async fn resume(conn: &mut Conn, row: &LogRunKey, run_id: &RunId) -> Result<bool, StoreError> {
    Ok(run!(conn, RESUME, [row.id, row.run_id.clone(), run_id])? > 0)
}

/// The messages of a watcher that are claimed and not started.
pub async fn list_unstarted(conn: &mut Conn, watcher: WatcherId) -> Result<Vec<(LogId, Timestamp)>, StoreError> {
    let rows = run!(conn, DETECTED, [watcher] => fetch_all as (LogId, DbTimestamp))?;
    Ok(rows.into_iter().map(|(id, at)| (id, at.0)).collect())
}

#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct Detection {
    pub trigger_event: TriggerEvent,
    pub detected_at: DbTimestamp,
    /// When the provider first sent a notification about it.
    pub notified_at: Option<DbTimestamp>,
}

/// The newest messages of a watcher, newest first.
pub async fn list_newest(conn: &mut Conn, watcher: WatcherId, most: u32) -> Result<Vec<Detection>, StoreError> {
    run!(conn, NEWEST, [watcher, i64::from(most)] => fetch_all as Detection)
}

/// Which of these message keys are in the log of a watcher.
pub async fn list_known_keys(conn: &mut Conn, watcher: WatcherId, keys: &[String]) -> Result<Vec<String>, StoreError> {
    let rows = run!(conn, KNOWN_KEYS, [watcher, serde_json::json!(keys).to_string()] => fetch_all as (String,))?;
    Ok(rows.into_iter().map(|(key,)| key).collect())
}

/// A message that has ended and has nothing in the queue, so that it was filed if it is to be. Without those that were left in
/// place by test mode.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct FinishedMessage {
    pub id: LogId,
    pub message_key: String,
    pub status: LogStatus,
    pub ended_at: DbTimestamp,
}

/// Those of these messages that have finished.
pub async fn list_finished(
    conn: &mut Conn,
    watcher: WatcherId,
    keys: &[String],
) -> Result<Vec<FinishedMessage>, StoreError> {
    run!(conn, FINISHED, [watcher, serde_json::json!(keys).to_string()] => fetch_all as FinishedMessage)
}

/// Which of these runs are unfinished.
pub async fn open_runs(conn: &mut Conn, runs: &[RunId]) -> Result<Vec<RunId>, StoreError> {
    let rows = run!(conn, OPEN_RUNS, [serde_json::json!(runs).to_string()] => fetch_all as (RunId,))?;
    Ok(rows.into_iter().map(|(run,)| run).collect())
}
