//! Numbers from the message log: counts by status, and the rows of the daily balance.

use super::log::{Detection, LogStatus};
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, DbTimestamp, LogId, StoreError, WatcherId};
use jiff::Timestamp;

const COUNT_BY_STATUS: Sql = sql!("log/count_by_status");
const LIST_SINCE: Sql = sql!("log/list_since");
const RECENT_OUTCOMES: Sql = sql!("log/recent_outcomes");
const FILING_ERRORS: Sql = sql!("log/filing_errors");
const UNREAD_ERRORS: Sql = sql!("log/unread_errors");
const UNFILED_ERRORS: Sql = sql!("log/unfiled_errors");
const NEWEST_OF_ALL: Sql = sql!("log/newest_of_all" per database);

#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct StatusCount {
    #[sqlx(rename = "job_id")]
    pub watcher_id: WatcherId,
    pub status: LogStatus,
    pub items: i64,
}

/// Every watcher with every status, of messages detected since a time.
pub async fn count_by_status(conn: &mut Conn, since: Timestamp) -> Result<Vec<StatusCount>, StoreError> {
    run!(conn, COUNT_BY_STATUS, [DbTimestamp(since)] => fetch_all as StatusCount)
}

#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct BalanceEntry {
    pub id: LogId,
    /// The provider's immutable id.
    pub message_key: String,
    pub subject: Option<String>,
    /// The detection time until the message is fetched.
    pub received_at: DbTimestamp,
    pub detected_at: DbTimestamp,
    pub status: LogStatus,
    /// By an operator, who has dealt with it.
    pub is_dismissed: bool,
    /// Processed in test mode, so that the message was left in place.
    pub is_test: bool,
}

/// The messages of a watcher detected since a time, newest first.
pub async fn list_since(
    conn: &mut Conn,
    watcher: WatcherId,
    since: Timestamp,
    most: u32,
) -> Result<Vec<BalanceEntry>, StoreError> {
    run!(conn, LIST_SINCE, [watcher, DbTimestamp(since), i64::from(most)] => fetch_all as BalanceEntry)
}

#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct WatcherDetection {
    #[sqlx(rename = "job_id")]
    pub watcher_id: WatcherId,
    #[sqlx(flatten)]
    pub detection: Detection,
}

/// The newest messages of every watcher, newest first.
pub async fn newest_of_all(conn: &mut Conn, most: u32) -> Result<Vec<WatcherDetection>, StoreError> {
    run!(conn, NEWEST_OF_ALL, [i64::from(most)] => fetch_all as WatcherDetection)
}

/// How the last messages of a watcher ended, without test runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct RecentOutcomes {
    #[sqlx(rename = "job_id")]
    pub watcher_id: WatcherId,
    pub failed: i64,
    /// Succeeded or failed.
    pub finished: i64,
}

/// Of one watcher, or of all, among its newest `most` finished messages that were detected since a time. Watchers without
/// such messages are left out.
pub async fn recent_outcomes(
    conn: &mut Conn,
    watcher: Option<WatcherId>,
    since: Timestamp,
    most: u32,
) -> Result<Vec<RecentOutcomes>, StoreError> {
    run!(conn, RECENT_OUTCOMES, [DbTimestamp(since), watcher, i64::from(most)] => fetch_all as RecentOutcomes)
}

/// Why messages of a watcher are not read, not filed, or otherwise not finished.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct FilingError {
    #[sqlx(rename = "job_id")]
    pub watcher_id: WatcherId,
    /// Of one of them.
    pub error: String,
}

/// Of processed messages, as noted in their rows. Of one watcher, or of all. Watchers without such messages are left out.
pub async fn filing_errors(conn: &mut Conn, watcher: Option<WatcherId>) -> Result<Vec<FilingError>, StoreError> {
    run!(conn, FILING_ERRORS, [watcher] => fetch_all as FilingError)
}

/// Of messages that wait to be read, have failed since a time and whose last error begins with a text, which has no wildcards. Of one
/// watcher, or of all. Watchers without such messages are left out.
pub async fn unread_errors(
    conn: &mut Conn,
    watcher: Option<WatcherId>,
    failing_since: Timestamp,
    error_start: &str,
) -> Result<Vec<FilingError>, StoreError> {
    let pattern = format!("{error_start}%");
    run!(conn, UNREAD_ERRORS, [watcher, DbTimestamp(failing_since), pattern] => fetch_all as FilingError)
}

/// Of messages that failed or were skipped by a time and still wait in the queue: to be filed, or for the removal of their working
/// folder, which the text says. Of one watcher, or of all. Watchers without such messages are left out.
pub async fn unfiled_errors(
    conn: &mut Conn,
    watcher: Option<WatcherId>,
    ended_by: Timestamp,
) -> Result<Vec<FilingError>, StoreError> {
    run!(conn, UNFILED_ERRORS, [watcher, DbTimestamp(ended_by)] => fetch_all as FilingError)
}
