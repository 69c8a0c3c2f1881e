//! The rows of the queue.

use super::item::QueueItem;
use super::job::Job;
use super::plan::AfterFailure;
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::text_enum::text_enum;
use crate::{Conn, DbTimestamp, ProcessId, QueueItemId, StoreError};
use jiff::Timestamp;
use serde_json::{Value, json};
use std::collections::HashMap;

const ENQUEUE: Sql = sql!("queue/enqueue" per database);
const ENQUEUE_MANY: Sql = sql!("queue/enqueue_many" per database);
const PUT_PAYLOAD: Sql = sql!("queue/put_payload");
const FIND: Sql = sql!("queue/find");
const LIST_OF_KIND: Sql = sql!("queue/list_of_kind");
const REMOVE: Sql = sql!("queue/remove");
const TAKE: Sql = sql!("queue/take" per database);
const FINISH: Sql = sql!("queue/finish");
const REQUEUE: Sql = sql!("queue/requeue");
const FAIL: Sql = sql!("queue/fail");
const RELEASE: Sql = sql!("queue/release");
const MAKE_DUE: Sql = sql!("queue/make_due");
const LAST_WRITTEN: Sql = sql!("queue/last_written");
const EXTEND: Sql = sql!("queue/extend" per database);
const REASSIGN: Sql = sql!("queue/reassign");
const FREE_EXPIRED: Sql = sql!("queue/free_expired" per database);
const SUMMARY: Sql = sql!("queue/summary");
const LIST: Sql = sql!("queue/list");
const REVIVE: Sql = sql!("queue/revive");

/// The first half of our advisory lock keys ("SWPR" in ASCII); the second half is the process id.
pub(super) const LOCK_CLASS: i64 = 0x5357_5052;

/// In characters.
const ERROR_LENGTH: usize = 4_000;

/// How many items of one lane a process runs at most.
pub const LANE_LIMIT: usize = 4;

#[derive(sqlx_macros::FromRow)]
struct TakenRow {
    id: QueueItemId,
    kind: String,
    payload: String,
    priority: i64,
    due_at: DbTimestamp,
    attempts: i32,
    lease: i64,
    first_failure_at: Option<DbTimestamp>,
    lane: Option<String>,
}

text_enum! {
    pub enum QueueState in "it.Queue.State" {
        /// Due, or waiting until it is.
        Ready = "Ready",
        /// Running.
        Leased = "Leased",
        /// Dead-lettered: stays visible until a user revives it.
        Dead = "Dead",
    }
}

fn payload(job: &impl Job) -> Result<Value, StoreError> {
    serde_json::to_value(job).map_err(|error| StoreError::Unreadable(error.to_string()))
}

/// Call it in the transaction that causes the job. If the item is in the queue, it gets what this payload gives and keeps the
/// rest of its own.
pub async fn enqueue<J: Job>(
    conn: &mut Conn,
    job: &J,
    due_at: Timestamp,
    now: Timestamp,
) -> Result<QueueItemId, StoreError> {
    conn.has_enqueued = true;
    let (payload, key, lane) = (payload(job)?.to_string(), job.unique_key(), job.lane());
    let (id,) = run!(
        conn, ENQUEUE, [J::KIND, key, payload, job.priority(), DbTimestamp(due_at), DbTimestamp(now), lane]
        => fetch_one as (QueueItemId,)
    )?;
    Ok(id)
}

/// Adds many at once, all due now. A ready item is left unchanged; a leased one runs once more.
pub async fn enqueue_many<J: Job>(conn: &mut Conn, jobs: &[J], now: Timestamp) -> Result<(), StoreError> {
    if jobs.is_empty() {
        return Ok(());
    }
    let one = |job: &J| {
        let (key, lane, priority) = (job.unique_key(), job.lane(), job.priority());
        Ok(json!({"key": key, "payload": payload(job)?, "priority": priority, "lane": lane}))
    };
    let items = jobs.iter().map(one).collect::<Result<Vec<Value>, StoreError>>()?;
    conn.has_enqueued = true;
    run!(conn, ENQUEUE_MANY, [J::KIND, DbTimestamp(now), json!(items).to_string()]).map(|_| ())
}

#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct ItemStatus {
    pub state: QueueState,
    /// The process that runs it.
    pub process_id: Option<ProcessId>,
    /// Leases in a row without success.
    pub attempts: i32,
    pub due_at: DbTimestamp,
    pub last_success_at: Option<DbTimestamp>,
    pub last_failure_at: Option<DbTimestamp>,
    pub last_error: Option<String>,
}

pub async fn find(conn: &mut Conn, kind: &str, key: &str) -> Result<Option<ItemStatus>, StoreError> {
    run!(conn, FIND, [kind, key] => fetch_optional as ItemStatus)
}

#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct KeyedStatus {
    pub unique_key: String,
    #[sqlx(flatten)]
    pub status: ItemStatus,
}

/// All items of a kind that have a key.
pub async fn list_of_kind(conn: &mut Conn, kind: &str) -> Result<Vec<KeyedStatus>, StoreError> {
    run!(conn, LIST_OF_KIND, [kind] => fetch_all as KeyedStatus)
}

/// Deletes an item in any state; a late finish of it changes nothing.
pub async fn remove(conn: &mut Conn, kind: &str, key: &str) -> Result<(), StoreError> {
    run!(conn, REMOVE, [kind, key]).map(|_| ())
}

#[derive(Debug)]
pub struct TakeRequest<'a> {
    pub process: ProcessId,
    pub kinds: &'a [&'static str],
    pub most: u32,
    pub now: Timestamp,
    pub lease_until: Timestamp,
    /// The remaining room of each lane with running items.
    pub room: &'a HashMap<String, usize>,
}

/// Leases due items: highest priority first, then longest due.
pub async fn take(conn: &mut Conn, take: &TakeRequest<'_>) -> Result<Vec<QueueItem>, StoreError> {
    let kinds = json!(take.kinds).to_string();
    let (room, lane) = (json!(take.room).to_string(), i64::try_from(LANE_LIMIT).unwrap_or(i64::MAX));
    let mut rows = run!(
        conn, TAKE, [DbTimestamp(take.lease_until), take.process, DbTimestamp(take.now), kinds, i64::from(take.most), room, lane]
        => fetch_all as TakenRow
    )?;
    // Neither database guarantees the order of the rows that an update returns.
    rows.sort_by_key(|row| (std::cmp::Reverse(row.priority), row.due_at, row.id));
    let mut items = Vec::with_capacity(rows.len());
    for row in rows {
        let (item, payload_error) = item(row);
        match payload_error {
            None => items.push(item),
            // One invalid row must not block the others.
            Some(error) => fail(conn, &item, AfterFailure::DeadLetter, &error, take.now).await?,
        }
    }
    Ok(items)
}

/// With the error of its payload, if that is not JSON.
fn item(row: TakenRow) -> (QueueItem, Option<String>) {
    let (payload, payload_error) = match serde_json::from_str(&row.payload) {
        Ok(payload) => (payload, None),
        Err(error) => (Value::Null, Some(format!("invalid payload: {error}"))),
    };
    let item = QueueItem {
        id: row.id,
        kind: row.kind,
        payload,
        attempts: u32::try_from(row.attempts).unwrap_or(0),
        lease: row.lease,
        first_failure_at: row.first_failure_at.map(|at| at.0),
        lane: row.lane,
    };
    (item, payload_error)
}

/// Ends an item that is done: deletes it unless it was enqueued again meanwhile. Changes nothing if a later lease has
/// replaced this one.
pub async fn finish(conn: &mut Conn, item: &QueueItem, now: Timestamp) -> Result<(), StoreError> {
    if run!(conn, FINISH, [item.id, item.lease])? == 0 {
        // It is due when it was enqueued again.
        run!(conn, REQUEUE, [item.id, item.lease, None::<DbTimestamp>, DbTimestamp(now)])?;
        conn.has_enqueued = true;
    }
    Ok(())
}

/// Ends a run of an item that becomes due again: a periodic loop.
pub async fn requeue(conn: &mut Conn, item: &QueueItem, at: Timestamp, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, REQUEUE, [item.id, item.lease, Some(DbTimestamp(at)), DbTimestamp(now)])?;
    Ok(())
}

pub async fn fail(
    conn: &mut Conn,
    item: &QueueItem,
    next: AfterFailure,
    error: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (state, due_at) = match next {
        AfterFailure::RetryAt(at) => (QueueState::Ready, at),
        AfterFailure::DeadLetter => (QueueState::Dead, now),
    };
    let error: String = error.chars().filter(|c| *c != '\0').take(ERROR_LENGTH).collect();
    run!(conn, FAIL, [item.id, item.lease, state, DbTimestamp(due_at), DbTimestamp(now), error])?;
    Ok(())
}

/// Replaces the payload of a running item. Changes nothing if a later lease has replaced this one.
pub async fn put_payload<J: Job>(conn: &mut Conn, item: &QueueItem, job: &J) -> Result<(), StoreError> {
    run!(conn, PUT_PAYLOAD, [item.id, item.lease, payload(job)?.to_string()])?;
    Ok(())
}

/// Releases an item because the process is stopping. The lease does not count as an attempt.
pub async fn release(conn: &mut Conn, item: &QueueItem) -> Result<(), StoreError> {
    run!(conn, RELEASE, [item.id, item.lease])?;
    Ok(())
}

/// The latest time at which an item was enqueued or has ended, by the clocks of then.
pub async fn last_written(conn: &mut Conn) -> Result<Option<Timestamp>, StoreError> {
    let (at,) = run!(conn, LAST_WRITTEN, [] => fetch_one as (Option<DbTimestamp>,))?;
    Ok(at.map(|at| at.0))
}

/// Nothing waits longer than until now, also what is freed or ends later. Loops that run too early plan their next run again.
/// No lease of the process lasts longer than `lease_until`.
pub async fn make_due(
    conn: &mut Conn,
    process: ProcessId,
    now: Timestamp,
    lease_until: Timestamp,
) -> Result<u64, StoreError> {
    run!(conn, MAKE_DUE, [DbTimestamp(now), process, DbTimestamp(lease_until)])
}

/// Extends the leases of the running items. A lease that the process does not know of, because the response of its take
/// was lost, expires.
pub async fn extend(
    conn: &mut Conn,
    process: ProcessId,
    running: &[QueueItemId],
    until: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, EXTEND, [DbTimestamp(until), process, json!(running).to_string()])?;
    Ok(())
}

/// Reassigns all leases of a process to its new id.
pub async fn reassign(conn: &mut Conn, from: ProcessId, to: ProcessId) -> Result<(), StoreError> {
    run!(conn, REASSIGN, [to, from])?;
    Ok(())
}

/// Frees expired leases and those of ended processes. Returns how many.
pub async fn free_expired(conn: &mut Conn, process: ProcessId, now: Timestamp) -> Result<u64, StoreError> {
    run!(conn, FREE_EXPIRED, [DbTimestamp(now), process, LOCK_CLASS])
}

#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct QueueSummary {
    pub kind: String,
    pub state: QueueState,
    pub items: i64,
    pub earliest_due_at: DbTimestamp,
}

/// Item counts by kind and state.
pub async fn summary(conn: &mut Conn) -> Result<Vec<QueueSummary>, StoreError> {
    run!(conn, SUMMARY, [] => fetch_all as QueueSummary)
}

#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct ListedItem {
    pub id: QueueItemId,
    pub kind: String,
    pub unique_key: Option<String>,
    pub state: QueueState,
    pub due_at: DbTimestamp,
    /// Leases in a row without success.
    pub attempts: i32,
    pub last_success_at: Option<DbTimestamp>,
    pub last_failure_at: Option<DbTimestamp>,
    pub last_error: Option<String>,
}

/// The items of one state, or of all: dead first, then leased, then ready.
pub async fn list(conn: &mut Conn, state: Option<QueueState>, most: u32) -> Result<Vec<ListedItem>, StoreError> {
    run!(conn, LIST, [state, i64::from(most)] => fetch_all as ListedItem)
}

/// Returns false if there is no dead item with that id.
pub async fn retry_dead_lettered(conn: &mut Conn, id: QueueItemId, now: Timestamp) -> Result<bool, StoreError> {
    conn.has_enqueued = true;
    Ok(run!(conn, REVIVE, [id, DbTimestamp(now)])? > 0)
}
