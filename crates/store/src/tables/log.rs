//! The rows of the log: what became of each message. Every write carries the run that it belongs to and does nothing
//! when the row has another by now.

use super::claim::TriggerEvent;
use super::text::cut;
use crate::database::conn::{Sql, run, sql};
use crate::text_enum::text_enum;
use crate::{At, Conn, LogId, RunId, StoreError, WatcherId};
use jiff::Timestamp;

const GET: Sql = sql!("log/get");
const WITH_STRIKES: Sql = sql!("log/with_strikes");
const FIND: Sql = sql!("log/find");
// One statement per index: SQLite does not see through "this one, or all".
const LIST: Sql = sql!("log/list");
const LIST_OF_WATCHER: Sql = sql!("log/list_of_watcher");
const LIST_OF_STATUS: Sql = sql!("log/list_of_status");
const LIST_OF_BOTH: Sql = sql!("log/list_of_both");
const LIST_SECOND_FAILED: Sql = sql!("log/list_second_failed");
const ENVELOPE: Sql = sql!("log/envelope");
const STEP: Sql = sql!("log/step");
const NOTE: Sql = sql!("log/note");
const PHASE_TWO: Sql = sql!("log/phase_two");
const AGAIN: Sql = sql!("log/again");
const DETECTED: Sql = sql!("log/detected");
const NEWEST: Sql = sql!("log/newest");
const UNCLAIM: Sql = sql!("log/unclaim");
const OPEN_RUNS: Sql = sql!("log/open_runs" per database);
const KNOWN: Sql = sql!("log/known" per database);

text_enum! {
    pub enum LogStatus in "it.MailboxWatcherLog.Status" {
        /// Claimed; nothing was done with it.
        Detected = "Detected",
        /// Phase 1 runs.
        Processing = "Processing",
        /// Phase 1 is done; the message is not filed yet.
        DbComplete = "DbComplete",
        Success = "Success",
        Failed = "Failed",
        /// Not for this watcher.
        Skipped = "Skipped",
    }
}

text_enum! {
    pub enum PhaseTwoStatus in "it.MailboxWatcherLog.PhaseTwoStatus" {
        /// There is no Phase 2, or it is not its turn yet.
        None = "None",
        Queued = "Queued",
        Running = "Running",
        Success = "Success",
        Failed = "Failed",
    }
}

/// A row of the log.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Log {
    pub id: LogId,
    #[sqlx(rename = "job_id")]
    pub watcher_id: WatcherId,
    /// The provider's immutable id.
    pub message_key: String,
    pub internet_message_id: Option<String>,
    pub subject: Option<String>,
    pub from_address: Option<String>,
    pub received_at: Option<At>,
    /// When it was claimed.
    pub detected_at: At,
    /// When it came to its end.
    pub processed_at: Option<At>,
    pub status: LogStatus,
    pub phase_two_status: PhaseTwoStatus,
    /// What went wrong, or what is to be noted.
    pub error_message: Option<String>,
    pub trigger_event: TriggerEvent,
    /// When the provider first spoke of it.
    pub notified_at: Option<At>,
    /// The run that works on it.
    pub run_id: RunId,
    /// Whether effects are to be repeated.
    pub force: bool,
}

/// The row and the run that writes to it.
#[derive(Debug, Clone)]
pub struct Written {
    pub id: LogId,
    pub run_id: RunId,
}

impl Log {
    /// Who writes to this row now.
    pub fn written(&self) -> Written {
        Written { id: self.id, run_id: self.run_id.clone() }
    }
}

pub async fn get(conn: &mut Conn, id: LogId) -> Result<Option<Log>, StoreError> {
    run!(conn, GET, [id] => fetch_optional as Log)
}

/// The messages of a watcher whose newest strike struck in a stretch of time, both ends included, and when that was.
pub async fn with_strikes(
    conn: &mut Conn,
    watcher: WatcherId,
    from: Timestamp,
    to: Timestamp,
) -> Result<Vec<(LogId, Timestamp)>, StoreError> {
    let rows = run!(conn, WITH_STRIKES, [watcher, At(from), At(to)] => fetch_all as (LogId, At))?;
    Ok(rows.into_iter().map(|(id, at)| (id, at.0)).collect())
}

/// The row of a watcher's message.
pub async fn find(conn: &mut Conn, watcher: WatcherId, message_key: &str) -> Result<Option<Log>, StoreError> {
    run!(conn, FIND, [watcher, message_key] => fetch_optional as Log)
}

/// What is looked for.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// One watcher, or all.
    pub watcher_id: Option<WatcherId>,
    /// One status, or all.
    pub status: Option<LogStatus>,
    /// Only those whose second phase failed.
    pub second_failed: bool,
    pub from: Option<Timestamp>,
    pub to: Option<Timestamp>,
    /// Somewhere in subject, sender or message key.
    pub text: Option<String>,
    /// Older than this row.
    pub before: Option<(Timestamp, LogId)>,
    pub most: u32,
}

pub async fn list(conn: &mut Conn, search: Search) -> Result<Vec<Log>, StoreError> {
    let Search { watcher_id, status, second_failed, from, to, text, before, most } = search;
    let (from, to) = (At(from.unwrap_or(earliest())), At(to.unwrap_or(latest())));
    let text = text.map(|text| pattern(&text)).unwrap_or_default();
    let (at, id) = before.map_or((At(latest()), LogId::new(i64::MAX)), |(at, id)| (At(at), id));
    let most = i64::from(most);
    if second_failed {
        return run!(conn, LIST_SECOND_FAILED, [from, to, text, at, id, most, watcher_id, status] => fetch_all as Log);
    }
    match (watcher_id, status) {
        (None, None) => run!(conn, LIST, [from, to, text, at, id, most] => fetch_all as Log),
        (Some(watcher), None) => {
            run!(conn, LIST_OF_WATCHER, [from, to, text, at, id, most, watcher] => fetch_all as Log)
        }
        (None, Some(status)) => run!(conn, LIST_OF_STATUS, [from, to, text, at, id, most, status] => fetch_all as Log),
        (Some(watcher), Some(status)) => {
            run!(conn, LIST_OF_BOTH, [from, to, text, at, id, most, watcher, status] => fetch_all as Log)
        }
    }
}

/// A text anywhere, with nothing in it that `like` would understand.
fn pattern(text: &str) -> String {
    // What is a small letter is decided by the database, for the text and for the rows alike.
    let text = cut(text, 1_000);
    format!("%{}%", text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"))
}

fn earliest() -> Timestamp {
    Timestamp::UNIX_EPOCH
}

/// 9999-12-30: the last day that both databases and the fixed-width text can hold.
fn latest() -> Timestamp {
    Timestamp::from_second(253_402_128_000).unwrap_or(Timestamp::MAX)
}

/// What the envelope says.
#[derive(Debug, Clone, Default)]
pub struct Envelope {
    pub internet_message_id: Option<String>,
    /// As it stands there.
    pub subject: Option<String>,
    pub from_address: Option<String>,
    /// When the mailbox got it.
    pub received_at: Option<Timestamp>,
}

pub async fn put_envelope(conn: &mut Conn, row: &Written, envelope: Envelope) -> Result<bool, StoreError> {
    let Envelope { internet_message_id, subject, from_address, received_at } = envelope;
    let text = |text: Option<String>, length| text.map(|text| cut(&text, length));
    let touched = run!(
        conn,
        ENVELOPE,
        [
            row.id,
            row.run_id.clone(),
            text(internet_message_id, 998),
            text(subject, 998),
            text(from_address, 320),
            received_at.map(At)
        ]
    )?;
    Ok(touched > 0)
}

/// A step from one status to the next.
#[derive(Debug, Clone)]
pub struct StatusStep {
    pub from: LogStatus,
    pub to: LogStatus,
    /// Set when it comes to its end.
    pub processed_at: Option<Timestamp>,
    /// What went wrong, or what is to be noted.
    pub error: Option<String>,
    pub phase_two: PhaseTwoStatus,
}

/// Takes the step; false when the row stands elsewhere or belongs to another run by now.
pub async fn step(conn: &mut Conn, row: &Written, step: StatusStep) -> Result<bool, StoreError> {
    let StatusStep { from, to, processed_at, error, phase_two } = step;
    let error = error.map(|error| cut(&error, 4_000));
    let touched = run!(conn, STEP, [row.id, row.run_id.clone(), from, to, processed_at.map(At), error, phase_two])?;
    Ok(touched > 0)
}

/// Notes something without a change of status.
pub async fn note(conn: &mut Conn, row: &Written, words: &str) -> Result<(), StoreError> {
    run!(conn, NOTE, [row.id, row.run_id.clone(), cut(words, 4_000)]).map(|_| ())
}

/// Where the second phase stands; false when the row belongs to another run.
pub async fn put_phase_two(
    conn: &mut Conn,
    row: &Written,
    status: PhaseTwoStatus,
    error: Option<&str>,
) -> Result<bool, StoreError> {
    let error = error.map(|error| cut(error, 4_000));
    Ok(run!(conn, PHASE_TWO, [row.id, row.run_id.clone(), status, error])? > 0)
}

/// Back to the beginning, under a new run.
pub async fn again(conn: &mut Conn, id: LogId, run_id: &RunId, force: bool) -> Result<(), StoreError> {
    run!(conn, AGAIN, [id, run_id, force]).map(|_| ())
}

/// What a watcher has claimed and not begun.
pub async fn detected(conn: &mut Conn, watcher: WatcherId) -> Result<Vec<(LogId, Timestamp)>, StoreError> {
    let rows = run!(conn, DETECTED, [watcher] => fetch_all as (LogId, At))?;
    Ok(rows.into_iter().map(|(id, at)| (id, at.0)).collect())
}

/// How a message was found, and when the provider first spoke of it.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Detection {
    pub trigger_event: TriggerEvent,
    pub detected_at: At,
    /// When the provider first spoke of it.
    pub notified_at: Option<At>,
}

/// The newest of a watcher.
pub async fn newest(conn: &mut Conn, watcher: WatcherId, most: u32) -> Result<Vec<Detection>, StoreError> {
    run!(conn, NEWEST, [watcher, i64::from(most)] => fetch_all as Detection)
}

/// Which of these a watcher has in its log.
pub async fn known(conn: &mut Conn, watcher: WatcherId, keys: &[String]) -> Result<Vec<String>, StoreError> {
    let rows = run!(conn, KNOWN, [watcher, serde_json::json!(keys).to_string()] => fetch_all as (String,))?;
    Ok(rows.into_iter().map(|(key,)| key).collect())
}

/// Takes a claim back: the message is none of the watcher's business after all.
pub async fn unclaim(conn: &mut Conn, row: &Written) -> Result<(), StoreError> {
    run!(conn, UNCLAIM, [row.id, row.run_id.clone()]).map(|_| ())
}

/// Which of these runs have not come to their end.
pub async fn open_runs(conn: &mut Conn, runs: &[RunId]) -> Result<Vec<RunId>, StoreError> {
    let rows = run!(conn, OPEN_RUNS, [serde_json::json!(runs).to_string()] => fetch_all as (RunId,))?;
    Ok(rows.into_iter().map(|(run,)| run).collect())
}
