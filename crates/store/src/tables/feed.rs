//! The rows that tell how well strikes are fed.

use crate::database::conn::{Sql, run, sql};
use crate::{At, Conn, StoreError};
use jiff::Timestamp;

const UNFINISHED: Sql = sql!("feed/unfinished");
const FAILED: Sql = sql!("feed/failed");
const NEWEST_STRIKE: Sql = sql!("feed/newest_strike");
const PUT_NEWEST_STRIKE: Sql = sql!("feed/put_newest_strike");
const TOLD: Sql = sql!("feed/told");
const TELL: Sql = sql!("feed/tell");

/// A message that has not come to its end.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Unfinished {
    pub status: String,
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
    job: i64,
    since: Timestamp,
    kind: &str,
) -> Result<Vec<Unfinished>, StoreError> {
    run!(conn, UNFINISHED, [job, At(since), kind] => fetch_all as Unfinished)
}

/// When the newest message that failed since then was received.
pub async fn failed(conn: &mut Conn, job: i64, since: Timestamp) -> Result<Option<Timestamp>, StoreError> {
    let row = run!(conn, FAILED, [job, At(since)] => fetch_optional as (At,))?;
    Ok(row.map(|(at,)| at.0))
}

/// The newest message with strikes: when it was received and when the newest of them struck.
pub async fn newest_strike(conn: &mut Conn, job: i64) -> Result<Option<(Timestamp, Timestamp)>, StoreError> {
    let row = run!(conn, NEWEST_STRIKE, [job] => fetch_optional as (At, At))?;
    Ok(row.map(|(received_at, struck_at)| (received_at.0, struck_at.0)))
}

/// Notes when a strike of a message struck, unless one that struck later is known.
pub async fn put_newest_strike(conn: &mut Conn, log_id: i64, run_id: &str, at: Timestamp) -> Result<(), StoreError> {
    run!(conn, PUT_NEWEST_STRIKE, [log_id, run_id, At(at)]).map(|_| ())
}

/// What the operator was last told of the feed.
#[derive(Debug, Clone, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Told {
    /// None: no watcher feeds.
    pub healthy: Option<bool>,
    pub reason: Option<String>,
}

/// Nothing has been told: as if no watcher had ever fed.
pub async fn told(conn: &mut Conn) -> Result<Told, StoreError> {
    Ok(run!(conn, TOLD, [] => fetch_optional as Told)?.unwrap_or_default())
}

pub async fn tell(conn: &mut Conn, told: &Told, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, TELL, [told.healthy, told.reason.clone(), At(now)]).map(|_| ())
}
