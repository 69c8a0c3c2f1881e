//! The rows that tell how well strikes are fed.

use super::log::LogStatus;
use crate::database::conn::{Sql, run, sql};
use crate::{At, Conn, LogId, RunId, StoreError, WatcherId};
use jiff::Timestamp;

const UNFINISHED: Sql = sql!("feed/unfinished");
const FAILED: Sql = sql!("feed/failed");
const NEWEST_STRIKE: Sql = sql!("feed/newest_strike");
const PUT_NEWEST_STRIKE: Sql = sql!("feed/put_newest_strike");
const REPORT: Sql = sql!("feed/report");
const PUT_REPORT: Sql = sql!("feed/put_report");

/// A message that has not come to its end.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Unfinished {
    pub status: LogStatus,
    /// None until it was fetched.
    pub received_at: Option<At>,
    pub detected_at: At,
    /// When it was last put into the queue; none when it is not in it.
    pub queued_at: Option<At>,
    /// Whether a living process works on it.
    pub held: bool,
    /// Whether a person has asked for it.
    pub asked_for: bool,
}

/// The messages of a watcher that were received since then and have not come to their end, oldest first, a hundred at
/// most. `kind` is that of messages in the queue.
pub async fn unfinished(
    conn: &mut Conn,
    watcher: WatcherId,
    since: Timestamp,
    kind: &str,
) -> Result<Vec<Unfinished>, StoreError> {
    run!(conn, UNFINISHED, [watcher, At(since), kind] => fetch_all as Unfinished)
}

/// When the newest message that failed since then was received.
pub async fn failed(conn: &mut Conn, watcher: WatcherId, since: Timestamp) -> Result<Option<Timestamp>, StoreError> {
    let row = run!(conn, FAILED, [watcher, At(since)] => fetch_optional as (At,))?;
    Ok(row.map(|(at,)| at.0))
}

/// The newest message with strikes: when it was received and when the newest of them struck.
pub async fn newest_strike(conn: &mut Conn, watcher: WatcherId) -> Result<Option<(Timestamp, Timestamp)>, StoreError> {
    let row = run!(conn, NEWEST_STRIKE, [watcher] => fetch_optional as (At, At))?;
    Ok(row.map(|(received_at, struck_at)| (received_at.0, struck_at.0)))
}

/// Notes when a strike of a message struck, unless one that struck later is known.
pub async fn put_newest_strike(
    conn: &mut Conn,
    log_id: LogId,
    run_id: &RunId,
    at: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, PUT_NEWEST_STRIKE, [log_id, run_id, At(at)]).map(|_| ())
}

/// The health of the feed as last reported to the operator.
#[derive(Debug, Clone, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct FeedReport {
    /// None: no watcher feeds.
    pub healthy: Option<bool>,
    pub reason: Option<String>,
}

/// The last report. Before the first one it is as if no watcher had ever fed.
pub async fn report(conn: &mut Conn) -> Result<FeedReport, StoreError> {
    Ok(run!(conn, REPORT, [] => fetch_optional as FeedReport)?.unwrap_or_default())
}

pub async fn put_report(conn: &mut Conn, report: &FeedReport, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, PUT_REPORT, [report.healthy, report.reason.clone(), At(now)]).map(|_| ())
}
