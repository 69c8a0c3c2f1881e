//! What the health of the strike feed is derived from, and the health last reported.

use super::log::LogStatus;
use crate::database::conn::{Sql, run, sql};
use crate::{Conn, DbTimestamp, LogId, RunId, StoreError, WatcherId};
use jiff::Timestamp;

const UNFINISHED: Sql = sql!("feed/unfinished");
const FAILED: Sql = sql!("feed/failed");
const NEWEST_STRIKE: Sql = sql!("feed/newest_strike");
const PUT_NEWEST_STRIKE: Sql = sql!("feed/put_newest_strike");
const REPORT: Sql = sql!("feed/report");
const PUT_REPORT: Sql = sql!("feed/put_report");

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct UnfinishedMessage {
    pub status: LogStatus,
    /// `None` until the message is fetched.
    pub received_at: Option<DbTimestamp>,
    pub detected_at: DbTimestamp,
    /// `None` if the message is not in the queue.
    pub queued_at: Option<DbTimestamp>,
    /// Whether a running process works on it.
    pub is_leased: bool,
    /// Retried or replayed by a user.
    pub is_manual: bool,
}

/// The unfinished messages of a watcher received since a time, oldest first, at most 100. `kind` is the queue kind of
/// messages.
pub async fn list_unfinished(
    conn: &mut Conn,
    watcher: WatcherId,
    since: Timestamp,
    kind: &str,
) -> Result<Vec<UnfinishedMessage>, StoreError> {
    run!(conn, UNFINISHED, [watcher, DbTimestamp(since), kind] => fetch_all as UnfinishedMessage)
}

/// When the newest failed message since a time was received.
pub async fn newest_failed(
    conn: &mut Conn,
    watcher: WatcherId,
    since: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let row = run!(conn, FAILED, [watcher, DbTimestamp(since)] => fetch_optional as (DbTimestamp,))?;
    Ok(row.map(|(at,)| at.0))
}

/// The newest message with strikes: when it was received, and the time of its newest strike.
pub async fn newest_strike(conn: &mut Conn, watcher: WatcherId) -> Result<Option<(Timestamp, Timestamp)>, StoreError> {
    let row = run!(conn, NEWEST_STRIKE, [watcher] => fetch_optional as (DbTimestamp, DbTimestamp))?;
    Ok(row.map(|(received_at, struck_at)| (received_at.0, struck_at.0)))
}

/// Records the time of a strike of the message unless a later one is recorded.
pub async fn put_newest_strike(
    conn: &mut Conn,
    log_id: LogId,
    run_id: &RunId,
    at: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, PUT_NEWEST_STRIKE, [log_id, run_id, DbTimestamp(at)]).map(|_| ())
}

/// The health of the feed as last reported to the operator.
#[derive(Debug, Clone, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct FeedReport {
    /// `None`: no watcher feeds strikes.
    pub healthy: Option<bool>,
    pub reason: Option<String>,
}

/// Before the first report this is the default: no watcher feeds strikes.
pub async fn report(conn: &mut Conn) -> Result<FeedReport, StoreError> {
    Ok(run!(conn, REPORT, [] => fetch_optional as FeedReport)?.unwrap_or_default())
}

pub async fn put_report(conn: &mut Conn, report: &FeedReport, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, PUT_REPORT, [report.healthy, report.reason.clone(), DbTimestamp(now)]).map(|_| ())
}
