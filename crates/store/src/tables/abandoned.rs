//! Messages that nobody continues: those of watchers that were deleted, and interrupted ones that were dismissed.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, DbTimestamp, LogId, StoreError, WatcherId};
use jiff::Timestamp;

const LOCK: Sql = sql!("abandoned/lock" per database);
const END_RUNS: Sql = sql!("abandoned/end_runs");
const END_MESSAGES: Sql = sql!("abandoned/end_messages");
const END_PHASE_TWO: Sql = sql!("abandoned/end_phase_two");

/// Locks the open messages of a watcher that is about to be deleted. All other units lock messages before watchers, too, so that two
/// never wait for each other.
pub async fn lock(conn: &mut Conn, watcher: WatcherId) -> Result<(), StoreError> {
    run!(conn, LOCK, [watcher] => fetch_all as (LogId,)).map(|_| ())
}

/// Ends their runs, which removes the stored contexts. Messages of deleted watchers become `Failed` for this reason, or their
/// Phase 2 does. Returns how many.
pub async fn end(conn: &mut Conn, reason: &str, now: Timestamp) -> Result<u64, StoreError> {
    run!(conn, END_RUNS, [DbTimestamp(now)])?;
    let messages = run!(conn, END_MESSAGES, [DbTimestamp(now), reason])?;
    let phase_two = run!(conn, END_PHASE_TWO, [reason])?;
    Ok(messages + phase_two)
}
