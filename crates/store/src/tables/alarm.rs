//! How long alarms took, and when the feed was healthy.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, DbTimestamp, StoreError};
use jiff::{SignedDuration, Timestamp};
use stormwire_geo::Miles;

const STORED_MESSAGES: Sql = sql!("alarm/stored_messages");
const LAST_PERIOD: Sql = sql!("alarm/last_period");
const EXTEND_PERIOD: Sql = sql!("alarm/extend_period");
const INSERT_PERIOD: Sql = sql!("alarm/insert_period");
const HEALTHY_PERIODS: Sql = sql!("alarm/healthy_periods");
const PERIODS_BETWEEN: Sql = sql!("alarm/periods_between");

/// A message whose strikes were stored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StoredMessage {
    /// By the mail provider.
    pub received_at: Timestamp,
    pub claimed_at: Timestamp,
    pub stored_at: Timestamp,
    pub newest_strike_at: Timestamp,
    /// From the closest strike to a facility.
    pub closest: Option<Miles>,
}

#[derive(sqlx_macros::FromRow)]
struct StoredMessageRow {
    received_at: DbTimestamp,
    claimed_at: DbTimestamp,
    stored_at: DbTimestamp,
    newest_strike_at: DbTimestamp,
    closest_miles: Option<f64>,
}

/// Messages whose strikes were stored after a time, the newest first.
pub async fn list_stored(conn: &mut Conn, after: Timestamp, limit: u32) -> Result<Vec<StoredMessage>, StoreError> {
    let rows = run!(conn, STORED_MESSAGES, [DbTimestamp(after), i64::from(limit)] => fetch_all as StoredMessageRow)?;
    let read = |row: StoredMessageRow| StoredMessage {
        received_at: row.received_at.0,
        claimed_at: row.claimed_at.0,
        stored_at: row.stored_at.0,
        newest_strike_at: row.newest_strike_at.0,
        closest: row.closest_miles.map(Miles),
    };
    Ok(rows.into_iter().map(read).collect())
}

/// A time in which the feed was checked and its health did not change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeedPeriod {
    pub healthy: bool,
    pub from: Timestamp,
    pub until: Timestamp,
}

#[derive(sqlx_macros::FromRow)]
struct FeedPeriodRow {
    id: i64,
    healthy: bool,
    from_at: DbTimestamp,
    until_at: DbTimestamp,
}

/// The feed has this health now. The last period goes on if it has the same health and ended at most `gap` ago; a period of
/// another health ends now.
pub async fn record_health(
    conn: &mut Conn,
    healthy: bool,
    now: Timestamp,
    gap: SignedDuration,
) -> Result<(), StoreError> {
    let last = run!(conn, LAST_PERIOD, [] => fetch_optional as FeedPeriodRow)?;
    let recent = last.filter(|last| now.duration_since(last.until_at.0) <= gap);
    if let Some(last) = &recent {
        run!(conn, EXTEND_PERIOD, [last.id, DbTimestamp(now.max(last.until_at.0))])?;
    }
    if recent.is_none_or(|last| last.healthy != healthy) {
        run!(conn, INSERT_PERIOD, [healthy, DbTimestamp(now), DbTimestamp(now)])?;
    }
    Ok(())
}

/// The periods in which the feed was healthy and that ended at a time or later, in order.
pub async fn list_healthy(conn: &mut Conn, since: Timestamp) -> Result<Vec<FeedPeriod>, StoreError> {
    let rows = run!(conn, HEALTHY_PERIODS, [DbTimestamp(since)] => fetch_all as FeedPeriodRow)?;
    Ok(rows.into_iter().map(FeedPeriod::from).collect())
}

/// The periods that overlap a time span, in order, healthy or not. At most the newest `limit`.
pub async fn list_between(
    conn: &mut Conn,
    since: Timestamp,
    until: Timestamp,
    limit: u32,
) -> Result<Vec<FeedPeriod>, StoreError> {
    let (since, until) = (DbTimestamp(since), DbTimestamp(until));
    let rows = run!(conn, PERIODS_BETWEEN, [since, until, i64::from(limit)] => fetch_all as FeedPeriodRow)?;
    Ok(rows.into_iter().rev().map(FeedPeriod::from).collect())
}

impl From<FeedPeriodRow> for FeedPeriod {
    fn from(row: FeedPeriodRow) -> Self {
        Self { healthy: row.healthy, from: row.from_at.0, until: row.until_at.0 }
    }
}
