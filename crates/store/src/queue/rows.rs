//! The rows of the queue. What happens to them is decided in [`crate::queue`].

use super::item::Item;
use super::job::Job;
use super::plan::AfterFailure;
use crate::database::conn::{Sql, run, sql};
use crate::text_enum::text_enum;
use crate::{At, Conn, ProcessId, QueueItemId, StoreError};
use jiff::Timestamp;
use serde_json::{Value, json};
use std::collections::HashMap;

const ENQUEUE: Sql = sql!("queue/enqueue");
const ENQUEUE_MANY: Sql = sql!("queue/enqueue_many" per database);
const FIND: Sql = sql!("queue/find");
const OF_KIND: Sql = sql!("queue/of_kind");
const REMOVE: Sql = sql!("queue/remove");
const TAKE: Sql = sql!("queue/take" per database);
const FINISH: Sql = sql!("queue/finish");
const AGAIN: Sql = sql!("queue/again");
const FAIL: Sql = sql!("queue/fail");
const RELEASE: Sql = sql!("queue/release");
const EXTEND: Sql = sql!("queue/extend" per database);
const ADOPT: Sql = sql!("queue/adopt");
const FREE: Sql = sql!("queue/free" per database);
const SUMMARY: Sql = sql!("queue/summary");
const LIST: Sql = sql!("queue/list");
const REVIVE: Sql = sql!("queue/revive");

/// The first half of our advisory lock keys ("SWPR" in ASCII); the second half is the process id.
pub(super) const LOCK_CLASS: i64 = 0x5357_5052;

/// Longest error text that is kept.
const ERROR_LENGTH: usize = 4_000;

/// How many items of one lane a process has in hand at most.
pub const LANE: usize = 4;

#[derive(sqlx::FromRow)]
struct TakenRow {
    id: QueueItemId,
    kind: String,
    payload: String,
    priority: i64,
    due_at: At,
    attempts: i32,
    lease: i64,
    first_failure_at: Option<At>,
    lane: Option<String>,
}

text_enum! {
    pub enum QueueState in "it.Queue.State" {
        /// Due, or waiting until it is.
        Ready = "Ready",
        /// A process works on it.
        Leased = "Leased",
        /// Dead-lettered: it stays visible until somebody revives it.
        Dead = "Dead",
    }
}

fn payload(job: &impl Job) -> Result<Value, StoreError> {
    serde_json::to_value(job).map_err(|error| StoreError::Unreadable(error.to_string()))
}

/// Adds work, in the transaction that causes it.
pub async fn enqueue<J: Job>(
    conn: &mut Conn,
    job: &J,
    due_at: Timestamp,
    now: Timestamp,
) -> Result<QueueItemId, StoreError> {
    conn.has_enqueued = true;
    let (payload, key, lane) = (payload(job)?.to_string(), job.unique_key(), job.lane());
    let (id,) = run!(
        conn, ENQUEUE, [J::KIND, key, payload, job.priority(), At(due_at), At(now), lane]
        => fetch_one as (QueueItemId,)
    )?;
    Ok(id)
}

/// Adds many at once, all due now. An item that is ready already stays as it is; one that a worker has runs once more.
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
    run!(conn, ENQUEUE_MANY, [J::KIND, At(now), json!(items).to_string()]).map(|_| ())
}

#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ItemStatus {
    pub state: QueueState,
    /// Who has it in hand.
    pub process_id: Option<ProcessId>,
    /// Takes in a row without success.
    pub attempts: i32,
    pub due_at: At,
    /// The end of the last good round.
    pub last_success_at: Option<At>,
    /// The end of the last bad round.
    pub last_failure_at: Option<At>,
    /// Why it was bad.
    pub last_error: Option<String>,
}

/// Where the item of a kind and key stands, if there is one.
pub async fn find(conn: &mut Conn, kind: &str, key: &str) -> Result<Option<ItemStatus>, StoreError> {
    run!(conn, FIND, [kind, key] => fetch_optional as ItemStatus)
}

/// An item of a kind, and what it is about.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct KeyedStatus {
    pub unique_key: String,
    #[sqlx(flatten)]
    pub status: ItemStatus,
}

/// All items of a kind that have a key.
pub async fn of_kind(conn: &mut Conn, kind: &str) -> Result<Vec<KeyedStatus>, StoreError> {
    run!(conn, OF_KIND, [kind] => fetch_all as KeyedStatus)
}

/// Takes an item out, wherever it stands: a late end of it changes nothing.
pub async fn remove(conn: &mut Conn, kind: &str, key: &str) -> Result<(), StoreError> {
    run!(conn, REMOVE, [kind, key]).map(|_| ())
}

/// What a worker takes.
#[derive(Debug)]
pub struct Take<'a> {
    pub process: ProcessId,
    /// The kinds it can handle.
    pub kinds: &'a [&'static str],
    /// How many at most.
    pub most: u32,
    pub now: Timestamp,
    /// Until when it is theirs.
    pub lease_until: Timestamp,
    /// The lanes of which something is in hand, with the room that each has left.
    pub room: &'a HashMap<String, usize>,
}

/// Takes due work: larger priority first, then the longest due.
pub async fn take(conn: &mut Conn, take: &Take<'_>) -> Result<Vec<Item>, StoreError> {
    let kinds = json!(take.kinds).to_string();
    let (room, lane) = (json!(take.room).to_string(), i64::try_from(LANE).unwrap_or(i64::MAX));
    let mut rows = run!(
        conn, TAKE, [At(take.lease_until), take.process, At(take.now), kinds, i64::from(take.most), room, lane]
        => fetch_all as TakenRow
    )?;
    // Neither database promises an order of the rows that an update returns.
    rows.sort_by_key(|row| (std::cmp::Reverse(row.priority), row.due_at, row.id));
    let mut items = Vec::with_capacity(rows.len());
    for row in rows {
        let (item, unreadable) = item(row);
        match unreadable {
            None => items.push(item),
            // One bad row must not keep the others from being taken.
            Some(error) => fail(conn, &item, AfterFailure::Dead, &error, take.now).await?,
        }
    }
    Ok(items)
}

/// The item, and what is wrong with its payload.
fn item(row: TakenRow) -> (Item, Option<String>) {
    let (payload, unreadable) = match serde_json::from_str(&row.payload) {
        Ok(payload) => (payload, None),
        Err(error) => (Value::Null, Some(format!("the payload cannot be read: {error}"))),
    };
    let item = Item {
        id: row.id,
        kind: row.kind,
        payload,
        attempts: u32::try_from(row.attempts).unwrap_or(0),
        lease: row.lease,
        first_failure_at: row.first_failure_at.map(|at| at.0),
        lane: row.lane,
    };
    (item, unreadable)
}

/// Ends an item that is done; it leaves the table unless it was asked for again meanwhile. Nothing happens when a
/// later take has made this one void.
pub async fn finish(conn: &mut Conn, item: &Item, now: Timestamp) -> Result<(), StoreError> {
    if run!(conn, FINISH, [item.id, item.lease])? == 0 {
        // Due is when it was asked for again.
        run!(conn, AGAIN, [item.id, item.lease, None::<At>, At(now)])?;
        conn.has_enqueued = true;
    }
    Ok(())
}

/// Ends a round of an item that comes back: a periodic loop.
pub async fn again(conn: &mut Conn, item: &Item, at: Timestamp, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, AGAIN, [item.id, item.lease, Some(At(at)), At(now)])?;
    Ok(())
}

pub async fn fail(
    conn: &mut Conn,
    item: &Item,
    next: AfterFailure,
    error: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (state, due_at) = match next {
        AfterFailure::Again(at) => (QueueState::Ready, at),
        AfterFailure::Dead => (QueueState::Dead, now),
    };
    let error: String = error.chars().filter(|c| *c != '\0').take(ERROR_LENGTH).collect();
    run!(conn, FAIL, [item.id, item.lease, state, At(due_at), At(now), error])?;
    Ok(())
}

/// Gives an item back untouched: the process is about to stop. The take does not count as an attempt.
pub async fn release(conn: &mut Conn, item: &Item) -> Result<(), StoreError> {
    run!(conn, RELEASE, [item.id, item.lease])?;
    Ok(())
}

/// Keeps what the process has in hand, by row. What it holds without knowing (a take whose answer was lost) runs out.
pub async fn extend(
    conn: &mut Conn,
    process: ProcessId,
    in_hand: &[QueueItemId],
    until: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, EXTEND, [At(until), process, json!(in_hand).to_string()])?;
    Ok(())
}

/// Hands everything of one process to another: the same one under a new name.
pub async fn adopt(conn: &mut Conn, from: ProcessId, to: ProcessId) -> Result<(), StoreError> {
    run!(conn, ADOPT, [to, from])?;
    Ok(())
}

/// Frees what dead processes and expired leases hold, and says how much that was.
pub async fn free(conn: &mut Conn, process: ProcessId, now: Timestamp) -> Result<u64, StoreError> {
    run!(conn, FREE, [At(now), process, LOCK_CLASS])
}

/// How much of a kind is in a state.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Summary {
    pub kind: String,
    pub state: QueueState,
    pub items: i64,
    /// The first one's time.
    pub earliest_due_at: At,
}

/// The queue in a few lines.
pub async fn summary(conn: &mut Conn) -> Result<Vec<Summary>, StoreError> {
    run!(conn, SUMMARY, [] => fetch_all as Summary)
}

/// A row of the queue as people see it.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct ListedItem {
    pub id: QueueItemId,
    pub kind: String,
    /// What it is about.
    pub unique_key: Option<String>,
    pub state: QueueState,
    pub due_at: At,
    /// Takes in a row without success.
    pub attempts: i32,
    /// The end of the last good round.
    pub last_success_at: Option<At>,
    /// The end of the last bad round.
    pub last_failure_at: Option<At>,
    /// Why it was bad.
    pub last_error: Option<String>,
}

/// The rows of one state, or of all: the dead first, then what is in hand, then what waits.
pub async fn list(conn: &mut Conn, state: Option<QueueState>, most: u32) -> Result<Vec<ListedItem>, StoreError> {
    run!(conn, LIST, [state, i64::from(most)] => fetch_all as ListedItem)
}

/// Brings a dead item back; false when there is no dead item of that id.
pub async fn revive(conn: &mut Conn, id: QueueItemId, now: Timestamp) -> Result<bool, StoreError> {
    conn.has_enqueued = true;
    Ok(run!(conn, REVIVE, [id, At(now)])? > 0)
}
