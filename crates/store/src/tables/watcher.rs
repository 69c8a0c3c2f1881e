//! The rows of watchers. What people write and what the loops know stand in one row and are written apart.

use super::log::LogStatus;
use super::text::cut;
pub use super::watcher_fields::{FIELDS, FieldRule, FieldSpec, FieldViolation, Mode, WatcherFields};
use crate::database::conn::{Sql, run, sql};
use crate::text_enum::text_enum;
use crate::{At, Conn, StoreError, WatcherId};
use jiff::Timestamp;

const INSERT: Sql = sql!("watcher/insert");
const LIST: Sql = sql!("watcher/list");
const UPDATE: Sql = sql!("watcher/update");
const DELETE: Sql = sql!("watcher/delete");

const FORGET_PLACE: Sql = sql!("watcher/forget_place");
const RESOLVE: Sql = sql!("watcher/resolve");
const ADVANCE: Sql = sql!("watcher/advance");
const CHECKED: Sql = sql!("watcher/checked");
const CHECK_FAILED: Sql = sql!("watcher/check_failed");
const LISTED: Sql = sql!("watcher/listed");
const NOTIFIED: Sql = sql!("watcher/notified");
const MESSAGE: Sql = sql!("watcher/message");
const HEALTH: Sql = sql!("watcher/health");

/// Longest text of an error that is kept.
const ERROR_LENGTH: usize = 4_000;
/// Longest reason of a health that is kept.
const REASON_LENGTH: usize = 1_000;

text_enum! {
    pub enum Health in "it.MailboxWatcherJob.Health" {
        Live = "Live",
        Degraded = "Degraded",
        Polling = "Polling",
        Disabled = "Disabled",
    }
}

impl Default for Health {
    /// As the table has it for a new watcher.
    fn default() -> Self {
        Self::Disabled
    }
}

#[derive(Debug, Clone)]
pub struct Watcher {
    pub id: WatcherId,
    /// What people say about it.
    pub fields: WatcherFields,
    /// What the loops know about it.
    pub state: WatcherState,
}

/// What the loops know about a watcher.
#[derive(Debug, Clone, Default)]
pub struct WatcherState {
    /// The subscription that is held.
    pub subscription_id: Option<String>,
    /// As the provider granted it.
    pub subscription_expires_at: Option<Timestamp>,
    /// Sealed; set without an id while a subscription is being made.
    pub sealed_client_state: Option<String>,
    /// Where the folder's changes go on.
    pub delta_link: Option<String>,
    pub last_notification_at: Option<Timestamp>,
    /// When the subscription was last made or renewed.
    pub last_renewed_at: Option<Timestamp>,
    /// Why that failed, since the last success.
    pub last_subscription_error: Option<String>,
    pub last_message_received: Option<Timestamp>,
    /// What became of the last one.
    pub last_message_status: Option<LogStatus>,
    /// The last good look at the folder.
    pub last_checked_at: Option<Timestamp>,
    /// The last bad one.
    pub last_check_failed_at: Option<Timestamp>,
    /// Why, since the last good one.
    pub last_check_error: Option<String>,
    /// The last full listing.
    pub last_listed_at: Option<Timestamp>,
    /// The end of the last attempt to make or renew a subscription.
    pub subscription_sought_at: Option<Timestamp>,
    /// How far our clock was ahead of the provider's.
    pub clock_difference_ms: Option<i64>,
    pub health: Health,
    pub health_reason: Option<String>,
    pub health_changed_at: Option<Timestamp>,
    /// When the watcher was made.
    pub created_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: WatcherId,
    #[sqlx(flatten)]
    fields: WatcherFields,
    graph_subscription_id: Option<String>,
    subscription_expires_at: Option<At>,
    sealed_client_state: Option<String>,
    delta_link: Option<String>,
    last_notification_at: Option<At>,
    last_renewed_at: Option<At>,
    last_subscription_error: Option<String>,
    last_message_received: Option<At>,
    last_message_status: Option<LogStatus>,
    last_checked_at: Option<At>,
    last_check_failed_at: Option<At>,
    last_check_error: Option<String>,
    last_listed_at: Option<At>,
    subscription_sought_at: Option<At>,
    clock_difference_ms: Option<i64>,
    health: Health,
    health_reason: Option<String>,
    health_changed_at: Option<At>,
    created_at: At,
}

impl From<Row> for Watcher {
    fn from(row: Row) -> Self {
        let at = |at: Option<At>| at.map(|at| at.0);
        let state = WatcherState {
            subscription_id: row.graph_subscription_id,
            subscription_expires_at: at(row.subscription_expires_at),
            sealed_client_state: row.sealed_client_state,
            delta_link: row.delta_link,
            last_notification_at: at(row.last_notification_at),
            last_renewed_at: at(row.last_renewed_at),
            last_subscription_error: row.last_subscription_error,
            last_message_received: at(row.last_message_received),
            last_message_status: row.last_message_status,
            last_checked_at: at(row.last_checked_at),
            last_check_failed_at: at(row.last_check_failed_at),
            last_check_error: row.last_check_error,
            last_listed_at: at(row.last_listed_at),
            subscription_sought_at: at(row.subscription_sought_at),
            clock_difference_ms: row.clock_difference_ms,
            health: row.health,
            health_reason: row.health_reason,
            health_changed_at: at(row.health_changed_at),
            created_at: row.created_at.0,
        };
        Self { id: row.id, fields: row.fields, state }
    }
}

pub async fn insert(conn: &mut Conn, fields: &WatcherFields, now: Timestamp) -> Result<WatcherId, StoreError> {
    let (name, address) = (fields.name.clone(), fields.mailbox_address.clone());
    let (id,) = run!(conn, INSERT, [name, address, At(now)] => fetch_one as (WatcherId,))?;
    // One statement lists the columns, for new rows too.
    update(conn, id, fields, now).await?;
    Ok(id)
}

/// All of them, by name.
pub async fn list(conn: &mut Conn) -> Result<Vec<Watcher>, StoreError> {
    let rows = run!(conn, LIST, [None::<WatcherId>] => fetch_all as Row)?;
    Ok(rows.into_iter().map(Watcher::from).collect())
}

pub async fn get(conn: &mut Conn, id: WatcherId) -> Result<Option<Watcher>, StoreError> {
    Ok(run!(conn, LIST, [Some(id)] => fetch_optional as Row)?.map(Watcher::from))
}

/// Changes what people say about one.
pub async fn update(conn: &mut Conn, id: WatcherId, fields: &WatcherFields, now: Timestamp) -> Result<(), StoreError> {
    let f = fields.clone();
    run!(
        conn,
        UPDATE,
        [
            id,
            f.name,
            f.description,
            f.is_enabled,
            f.mailbox_address,
            f.folder_path,
            f.folder_id,
            f.from_filter,
            f.subject_filter,
            f.credential_id,
            f.mode,
            f.move_on_process,
            f.include_attachments,
            f.max_attachment_mb,
            f.reconciliation_interval_seconds,
            f.process_existing,
            At(now)
        ]
    )
    .map(|_| ())
}

pub async fn delete(conn: &mut Conn, id: WatcherId) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}

/// Forgets where the folder's changes go on: it is another folder now, or the provider has forgotten.
pub async fn forget_place(conn: &mut Conn, id: WatcherId) -> Result<(), StoreError> {
    run!(conn, FORGET_PLACE, [id]).map(|_| ())
}

/// Keeps what a path was resolved to, unless the path was changed meanwhile.
pub async fn resolve(conn: &mut Conn, id: WatcherId, path: &str, folder: &str) -> Result<(), StoreError> {
    run!(conn, RESOLVE, [id, path, folder]).map(|_| ())
}

/// Keeps where the changes of a folder go on, unless another folder is watched by now. False: it is.
pub async fn advance(conn: &mut Conn, id: WatcherId, folder: &str, link: Option<&str>) -> Result<bool, StoreError> {
    Ok(run!(conn, ADVANCE, [id, folder, link])? > 0)
}

pub async fn checked(
    conn: &mut Conn,
    id: WatcherId,
    clock_difference_ms: Option<i64>,
    now: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, CHECKED, [id, At(now), clock_difference_ms]).map(|_| ())
}

pub async fn check_failed(conn: &mut Conn, id: WatcherId, error: &str, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, CHECK_FAILED, [id, At(now), cut(error, ERROR_LENGTH)]).map(|_| ())
}

pub async fn listed(conn: &mut Conn, id: WatcherId, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, LISTED, [id, At(now)]).map(|_| ())
}

pub async fn notified(conn: &mut Conn, id: WatcherId, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, NOTIFIED, [id, At(now)]).map(|_| ())
}

/// Keeps the newest message and what became of the last one.
pub async fn message(
    conn: &mut Conn,
    id: WatcherId,
    received_at: Option<Timestamp>,
    status: LogStatus,
) -> Result<(), StoreError> {
    run!(conn, MESSAGE, [id, received_at.map(At), status]).map(|_| ())
}

pub async fn put_health(
    conn: &mut Conn,
    id: WatcherId,
    health: Health,
    reason: Option<&str>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let reason = reason.map(|reason| cut(reason, REASON_LENGTH));
    run!(conn, HEALTH, [id, health, reason, At(now)]).map(|_| ())
}
