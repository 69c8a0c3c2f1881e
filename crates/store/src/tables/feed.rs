//! What the health of the strike feed is derived from, and the health last reported.

use super::log::LogStatus;
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, DbTimestamp, LogId, RunId, StoreError, WatcherId};
use jiff::Timestamp;
use stormwire_geo::{LonLat, Miles};

const UNFINISHED: Sql = sql!("feed/unfinished");
const FAILED: Sql = sql!("feed/failed");
const NEWEST_BATCH: Sql = sql!("feed/newest_batch");
const PUT_NEWEST_STRIKE: Sql = sql!("feed/put_newest_strike");
const PUT_CLOSEST_STRIKE: Sql = sql!("feed/put_closest_strike");
const REPORT: Sql = sql!("feed/report");
const PUT_REPORT: Sql = sql!("feed/put_report");
const NEWEST_ACCEPTED: Sql = sql!("feed/newest_accepted");
const HEARTBEAT: Sql = sql!("feed/heartbeat");
const PUT_HEARTBEAT: Sql = sql!("feed/put_heartbeat");

#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
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

/// When the newest failed message since a time was received. Not those of test mode, which stored nothing on purpose.
pub async fn newest_failed(
    conn: &mut Conn,
    watcher: WatcherId,
    since: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let row = run!(conn, FAILED, [watcher, DbTimestamp(since)] => fetch_optional as (DbTimestamp,))?;
    Ok(row.map(|(at,)| at.0))
}

/// The strikes that one message wrote.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StrikeBatch {
    /// When the message was received.
    pub received_at: Timestamp,
    pub newest_strike_at: Timestamp,
    /// The strike that was closest to a facility when it was written. `None` for messages of older versions.
    pub closest_strike: Option<LonLat>,
}

#[derive(sqlx_macros::FromRow)]
struct BatchRow {
    received_at: DbTimestamp,
    newest_strike_at: DbTimestamp,
    closest_latitude: Option<f64>,
    closest_longitude: Option<f64>,
}

/// The strikes of the newest message that wrote any, in any status: what a message wrote before it failed is shown too.
/// Messages that an operator has dismissed do not count.
pub async fn newest_batch(conn: &mut Conn, watcher: WatcherId) -> Result<Option<StrikeBatch>, StoreError> {
    let row = run!(conn, NEWEST_BATCH, [watcher] => fetch_optional as BatchRow)?;
    Ok(row.map(|row| StrikeBatch {
        received_at: row.received_at.0,
        newest_strike_at: row.newest_strike_at.0,
        closest_strike: row
            .closest_longitude
            .zip(row.closest_latitude)
            .and_then(|(longitude, latitude)| LonLat::new(longitude, latitude).ok()),
    }))
}

/// A strike of a message, and how far it is from the closest facility.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClosestStrike {
    pub position: LonLat,
    /// `None` if there is nothing to measure from.
    pub distance: Option<Miles>,
}

/// Records the strike unless a closer one of the message is recorded.
pub async fn put_closest_strike(
    conn: &mut Conn,
    log_id: LogId,
    run_id: &RunId,
    strike: ClosestStrike,
) -> Result<(), StoreError> {
    let ClosestStrike { position, distance } = strike;
    let miles = distance.map(|miles| miles.0);
    run!(conn, PUT_CLOSEST_STRIKE, [log_id, run_id, position.lat(), position.lon(), miles]).map(|_| ())
}

/// Records the time of a strike of the message unless a later one is recorded, and when the first strikes of the message
/// were stored.
pub async fn put_newest_strike(
    conn: &mut Conn,
    log_id: LogId,
    run_id: &RunId,
    at: Timestamp,
    stored_at: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, PUT_NEWEST_STRIKE, [log_id, run_id, DbTimestamp(at), DbTimestamp(stored_at)]).map(|_| ())
}

/// The health of the feed as last reported to the operator.
#[derive(Debug, Clone, Default, PartialEq, Eq, sqlx_macros::FromRow)]
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

/// When the newest message that passed the filters was received.
pub async fn newest_accepted(conn: &mut Conn, watcher: WatcherId) -> Result<Option<Timestamp>, StoreError> {
    let row = run!(conn, NEWEST_ACCEPTED, [watcher] => fetch_optional as (DbTimestamp,))?;
    Ok(row.map(|(at,)| at.0))
}

/// The last heartbeat of a program that loads strikes itself.
pub async fn heartbeat(conn: &mut Conn) -> Result<Option<Timestamp>, StoreError> {
    let row = run!(conn, HEARTBEAT, [] => fetch_optional as (DbTimestamp,))?;
    Ok(row.map(|(at,)| at.0))
}

pub async fn put_heartbeat(conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, PUT_HEARTBEAT, [DbTimestamp(now)]).map(|_| ())
}
