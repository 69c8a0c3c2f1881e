//! Whether mail reaches the watched folder of a watcher: its test message (the canary), and vendor mail in the Junk folder.

use super::text::truncate_for_column;
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, DbTimestamp, StoreError, WatcherId};
use jiff::Timestamp;

const GET: Sql = sql!("delivery/get");
const PREPARE_CANARY: Sql = sql!("delivery/prepare_canary");
const PUT_CANARY_SENT: Sql = sql!("delivery/put_canary_sent");
const PUT_CANARY_SEEN: Sql = sql!("delivery/put_canary_seen");
const CLEAR_CANARY: Sql = sql!("delivery/clear_canary");
const PUT_JUNK: Sql = sql!("delivery/put_junk");

/// In characters.
const ERROR_LENGTH: usize = 1_000;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeliveryState {
    /// The last test message.
    pub canary: Option<Canary>,
    /// `None` if there is none.
    pub junk: Option<JunkMail>,
}

/// A test message. At most one per watcher is on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canary {
    /// Part of its secret mark.
    pub nonce: String,
    pub sent_at: Timestamp,
    /// Whether the provider has accepted it. False also if the process died before it knew.
    pub is_accepted: bool,
    /// Why it could not be sent.
    pub error: Option<String>,
    /// When it was found in the watched folder.
    pub seen_at: Option<Timestamp>,
    /// When the first one was sent since the last one that was seen.
    pub unseen_since: Option<Timestamp>,
}

/// Recent messages of the vendor in the Junk folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JunkMail {
    pub count: u32,
    pub newest_at: Option<Timestamp>,
}

#[derive(sqlx_macros::FromRow)]
struct Row {
    nonce: Option<String>,
    sent_at: Option<DbTimestamp>,
    is_accepted: bool,
    error: Option<String>,
    seen_at: Option<DbTimestamp>,
    unseen_since: Option<DbTimestamp>,
    junk_count: i32,
    junk_newest_at: Option<DbTimestamp>,
}

impl From<Row> for DeliveryState {
    fn from(row: Row) -> Self {
        let at = |at: Option<DbTimestamp>| at.map(|at| at.0);
        let canary = row.nonce.zip(at(row.sent_at)).map(|(nonce, sent_at)| Canary {
            nonce,
            sent_at,
            is_accepted: row.is_accepted,
            error: row.error,
            seen_at: at(row.seen_at),
            unseen_since: at(row.unseen_since),
        });
        let count = u32::try_from(row.junk_count).unwrap_or(0);
        let junk = (count > 0).then(|| JunkMail { count, newest_at: at(row.junk_newest_at) });
        Self { canary, junk }
    }
}

pub async fn get(conn: &mut Conn, watcher: WatcherId) -> Result<DeliveryState, StoreError> {
    Ok(run!(conn, GET, [watcher] => fetch_optional as Row)?.map(DeliveryState::from).unwrap_or_default())
}

/// A test message is about to be sent. It replaces the last one.
pub async fn prepare_canary(
    conn: &mut Conn,
    watcher: WatcherId,
    nonce: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, PREPARE_CANARY, [watcher, nonce, DbTimestamp(now)]).map(|_| ())
}

/// Records whether the provider accepted the test message; `error` says why not. Changes nothing if it was seen already, or
/// if there is another one by now.
pub async fn put_canary_sent(
    conn: &mut Conn,
    watcher: WatcherId,
    nonce: &str,
    error: Option<&str>,
) -> Result<(), StoreError> {
    let text = error.map(|error| truncate_for_column(error, ERROR_LENGTH));
    run!(conn, PUT_CANARY_SENT, [watcher, nonce, error.is_none(), text]).map(|_| ())
}

/// Returns false, and changes nothing, if this is not the last test message, or if it was seen already.
pub async fn put_canary_seen(
    conn: &mut Conn,
    watcher: WatcherId,
    nonce: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    Ok(run!(conn, PUT_CANARY_SEEN, [watcher, nonce, DbTimestamp(now)])? > 0)
}

/// No test messages are sent any more.
pub async fn clear_canary(conn: &mut Conn, watcher: WatcherId) -> Result<(), StoreError> {
    run!(conn, CLEAR_CANARY, [watcher]).map(|_| ())
}

pub async fn put_junk(conn: &mut Conn, watcher: WatcherId, found: JunkMail) -> Result<(), StoreError> {
    let count = i32::try_from(found.count).unwrap_or(i32::MAX);
    run!(conn, PUT_JUNK, [watcher, count, found.newest_at.map(DbTimestamp)]).map(|_| ())
}
