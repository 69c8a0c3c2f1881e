//! The subscription of a watcher, in its row, and those that were given up.

use super::text::cut;
use crate::database::conn::{Sql, run, sql};
use crate::{At, Conn, StoreError, WatcherId};
use jiff::Timestamp;

const SEEK: Sql = sql!("subscription/seek");
const MADE: Sql = sql!("subscription/made");
const CONFIRM: Sql = sql!("subscription/confirm");
const FAILED: Sql = sql!("subscription/failed");
const CLEAR: Sql = sql!("subscription/clear");
const RETIRE: Sql = sql!("subscription/retire");
const RETIRED: Sql = sql!("subscription/retired");
const FORGET: Sql = sql!("subscription/forget");

/// One is about to be made; its client state is put beside this.
pub async fn seek(conn: &mut Conn, watcher: WatcherId) -> Result<(), StoreError> {
    run!(conn, SEEK, [watcher]).map(|_| ())
}

pub async fn made(
    conn: &mut Conn,
    watcher: WatcherId,
    id: &str,
    expires_at: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, MADE, [watcher, id, At(expires_at), At(now)]).map(|_| ())
}

/// It was prolonged, unless another is held by now.
pub async fn renewed(
    conn: &mut Conn,
    watcher: WatcherId,
    id: &str,
    expires_at: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, CONFIRM, [watcher, id, At(expires_at), Some(At(now)), At(now)]).map(|_| ())
}

/// It stands at the provider, unless another is held by now.
pub async fn seen(
    conn: &mut Conn,
    watcher: WatcherId,
    id: &str,
    expires_at: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, CONFIRM, [watcher, id, At(expires_at), None::<At>, At(now)]).map(|_| ())
}

/// Making or renewing it went wrong.
pub async fn failed(conn: &mut Conn, watcher: WatcherId, error: &str, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, FAILED, [watcher, cut(error, 4_000), At(now)]).map(|_| ())
}

/// None is held and none is being made.
pub async fn clear(conn: &mut Conn, watcher: WatcherId) -> Result<(), StoreError> {
    run!(conn, CLEAR, [watcher]).map(|_| ())
}

/// Late notifications of this one are ours and are ignored.
pub async fn retire(conn: &mut Conn, id: &str, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, RETIRE, [id, At(now)]).map(|_| ())
}

/// Whether it was given up after that time.
pub async fn is_retired(conn: &mut Conn, id: &str, since: Timestamp) -> Result<bool, StoreError> {
    Ok(run!(conn, RETIRED, [id, At(since)] => fetch_optional as (String,))?.is_some())
}

/// Forgets those that were given up before that time.
pub async fn forget(conn: &mut Conn, before: Timestamp) -> Result<(), StoreError> {
    run!(conn, FORGET, [At(before)]).map(|_| ())
}
