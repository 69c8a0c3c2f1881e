//! The subscription of a watcher (in the watcher's row), and retired subscriptions.

use super::text::truncate_for_column;
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, DbTimestamp, StoreError, WatcherId};
use jiff::Timestamp;
use std::collections::BTreeSet;

const BEGIN_CREATING: Sql = sql!("subscription/begin_creating");
const PUT_CREATED: Sql = sql!("subscription/put_created");
const CONFIRM: Sql = sql!("subscription/confirm");
const PUT_ATTEMPTED: Sql = sql!("subscription/put_attempted");
const PUT_FAILED: Sql = sql!("subscription/put_failed");
const CLEAR: Sql = sql!("subscription/clear");
const CLEAR_HELD: Sql = sql!("subscription/clear_held");
const RETIRE: Sql = sql!("subscription/retire");
const FIND_RETIRED: Sql = sql!("subscription/find_retired" per database);
const PURGE_RETIRED: Sql = sql!("subscription/purge_retired");

/// A subscription is about to be created. Its client state is stored separately.
pub async fn begin_creating(conn: &mut Conn, watcher: WatcherId) -> Result<(), StoreError> {
    run!(conn, BEGIN_CREATING, [watcher]).map(|_| ())
}

pub async fn put_created(
    conn: &mut Conn,
    watcher: WatcherId,
    id: &str,
    expires_at: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, PUT_CREATED, [watcher, id, DbTimestamp(expires_at), DbTimestamp(now)]).map(|_| ())
}

/// Changes nothing if the watcher has another subscription by now.
pub async fn put_renewed(
    conn: &mut Conn,
    watcher: WatcherId,
    id: &str,
    expires_at: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, CONFIRM, [watcher, id, DbTimestamp(expires_at), Some(DbTimestamp(now)), DbTimestamp(now)]).map(|_| ())
}

/// The provider confirmed that it exists. Changes nothing if the watcher has another subscription by now.
pub async fn put_confirmed(
    conn: &mut Conn,
    watcher: WatcherId,
    id: &str,
    expires_at: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, CONFIRM, [watcher, id, DbTimestamp(expires_at), None::<DbTimestamp>, DbTimestamp(now)]).map(|_| ())
}

/// Creating or renewing it failed.
pub async fn put_failed(conn: &mut Conn, watcher: WatcherId, error: &str, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, PUT_FAILED, [watcher, truncate_for_column(error, 4_000), DbTimestamp(now)]).map(|_| ())
}

/// Asking the provider about it failed. That says nothing about creating or renewing it.
pub async fn put_attempted(conn: &mut Conn, watcher: WatcherId, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, PUT_ATTEMPTED, [watcher, DbTimestamp(now)]).map(|_| ())
}

/// The watcher has no subscription, and none is being created.
pub async fn clear(conn: &mut Conn, watcher: WatcherId) -> Result<(), StoreError> {
    run!(conn, CLEAR, [watcher]).map(|_| ())
}

/// The subscription does not exist any more. Returns false, and changes nothing, if the watcher has another one by now.
pub async fn clear_held(conn: &mut Conn, watcher: WatcherId, id: &str) -> Result<bool, StoreError> {
    Ok(run!(conn, CLEAR_HELD, [watcher, id])? > 0)
}

/// Late notifications of a retired subscription are ignored without a warning.
pub async fn mark_retired(conn: &mut Conn, id: &str, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, RETIRE, [id, DbTimestamp(now)]).map(|_| ())
}

/// Whether one of them was retired after that time.
pub async fn is_any_retired(conn: &mut Conn, ids: &BTreeSet<String>, since: Timestamp) -> Result<bool, StoreError> {
    let ids = serde_json::json!(ids).to_string();
    Ok(run!(conn, FIND_RETIRED, [ids, DbTimestamp(since)] => fetch_optional as (String,))?.is_some())
}

/// Deletes those that were retired before that time.
pub async fn purge_retired(conn: &mut Conn, before: Timestamp) -> Result<(), StoreError> {
    run!(conn, PURGE_RETIRED, [DbTimestamp(before)]).map(|_| ())
}
