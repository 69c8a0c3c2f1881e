//! The log in numbers: how much of what, and the rows that a day's balance is made of.

use super::log::{Detection, LogStatus};
use crate::database::conn::{Sql, run, sql};
use crate::{At, Conn, LogId, StoreError, WatcherId};
use jiff::Timestamp;

const TALLY: Sql = sql!("log/tally");
const LEDGER: Sql = sql!("log/ledger");
const NEWEST_OF_ALL: Sql = sql!("log/newest_of_all" per database);

/// How many messages of a watcher have a status.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Tally {
    #[sqlx(rename = "job_id")]
    pub watcher_id: WatcherId,
    pub status: LogStatus,
    pub items: i64,
}

/// Every watcher with every status, detected since then.
pub async fn tally(conn: &mut Conn, since: Timestamp) -> Result<Vec<Tally>, StoreError> {
    run!(conn, TALLY, [At(since)] => fetch_all as Tally)
}

/// A message as the balance sees it.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Entry {
    pub id: LogId,
    /// The provider's immutable id.
    pub message_key: String,
    pub subject: Option<String>,
    /// When the mailbox got it; when it was detected, until that is known.
    pub received_at: At,
    /// When it was claimed.
    pub detected_at: At,
    pub status: LogStatus,
}

/// The rows of a watcher since a time, newest first.
pub async fn ledger(
    conn: &mut Conn,
    watcher: WatcherId,
    since: Timestamp,
    most: u32,
) -> Result<Vec<Entry>, StoreError> {
    run!(conn, LEDGER, [watcher, At(since), i64::from(most)] => fetch_all as Entry)
}

/// How a message of a watcher was found.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct WatcherDetection {
    #[sqlx(rename = "job_id")]
    pub watcher_id: WatcherId,
    #[sqlx(flatten)]
    pub detection: Detection,
}

/// The newest messages of every watcher, newest first.
pub async fn newest_of_all(conn: &mut Conn, most: u32) -> Result<Vec<WatcherDetection>, StoreError> {
    run!(conn, NEWEST_OF_ALL, [i64::from(most)] => fetch_all as WatcherDetection)
}
