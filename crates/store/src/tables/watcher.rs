//! The rows of watchers. What people write and what the loops know stand in one row and are written apart.

use super::log::LogStatus;
use super::text::cut;
use crate::database::conn::{Sql, run, sql};
use crate::text_enum::text_enum;
use crate::{At, Conn, CredentialId, StoreError, WatcherId};
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

/// What people say about a watcher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatcherFields {
    /// For people.
    pub name: String,
    /// For people.
    pub description: String,
    /// Whether it watches.
    pub is_enabled: bool,
    /// The watched mailbox.
    pub mailbox_address: String,
    /// For people; resolved once into the folder's id.
    pub folder_path: String,
    /// The provider's id of the folder; resolved from the path when empty.
    pub folder_id: Option<String>,
    /// Substring of the sender's address or name.
    pub from_filter: Option<String>,
    /// Substring of the subject.
    pub subject_filter: Option<String>,
    /// Whose application registration.
    pub credential_id: Option<CredentialId>,
    /// How it detects.
    pub mode: Mode,
    /// Moves messages, or marks them with a category.
    pub move_on_process: bool,
    /// Whether attachments are written to the working folder.
    pub include_attachments: bool,
    /// Per attachment.
    pub max_attachment_mb: i32,
    /// Instead of the configured cadence.
    pub reconciliation_interval_seconds: Option<i32>,
    /// Whether mail that lay there before counts; none: nobody has said.
    pub process_existing: Option<bool>,
}

impl WatcherFields {
    /// A watcher of an Inbox, switched off, with what holds where nothing is said.
    pub fn new(name: impl Into<String>, mailbox_address: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            description: String::new(),
            is_enabled: false,
            mailbox_address: mailbox_address.into(),
            folder_path: "Inbox".into(),
            folder_id: None,
            from_filter: None,
            subject_filter: None,
            credential_id: None,
            mode: Mode::Subscription,
            move_on_process: true,
            include_attachments: false,
            max_attachment_mb: 10,
            reconciliation_interval_seconds: None,
            process_existing: None,
        }
    }
}

text_enum! {
    /// How a watcher detects messages.
    pub enum Mode in "it.MailboxWatcherJob.Mode" {
        /// By notification; reconciliation backs it up.
        Subscription = "Subscription",
        /// By reconciliation alone.
        PollOnly = "PollOnly",
    }
}

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

/// A watcher.
#[derive(Debug, Clone)]
pub struct Watcher {
    /// The row.
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
    /// The newest notification.
    pub last_notification_at: Option<Timestamp>,
    /// When the subscription was last made or renewed.
    pub last_renewed_at: Option<Timestamp>,
    /// Why that failed, since the last success.
    pub last_subscription_error: Option<String>,
    /// The newest message.
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
    /// In words.
    pub health_reason: Option<String>,
    /// Since when.
    pub health_changed_at: Option<Timestamp>,
    /// When the watcher was made.
    pub created_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: WatcherId,
    name: String,
    description: String,
    is_enabled: bool,
    mailbox_address: String,
    folder_path: String,
    folder_id: Option<String>,
    from_filter: Option<String>,
    subject_filter: Option<String>,
    credential_id: Option<CredentialId>,
    mode: Mode,
    move_on_process: bool,
    include_attachments: bool,
    max_attachment_mb: i32,
    reconciliation_interval_seconds: Option<i32>,
    process_existing: Option<bool>,
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
        let fields = WatcherFields {
            name: row.name,
            description: row.description,
            is_enabled: row.is_enabled,
            mailbox_address: row.mailbox_address,
            folder_path: row.folder_path,
            folder_id: row.folder_id,
            from_filter: row.from_filter,
            subject_filter: row.subject_filter,
            credential_id: row.credential_id,
            mode: row.mode,
            move_on_process: row.move_on_process,
            include_attachments: row.include_attachments,
            max_attachment_mb: row.max_attachment_mb,
            reconciliation_interval_seconds: row.reconciliation_interval_seconds,
            process_existing: row.process_existing,
        };
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
        Self { id: row.id, fields, state }
    }
}

/// Makes a watcher.
pub async fn insert(conn: &mut Conn, fields: &WatcherFields, now: Timestamp) -> Result<WatcherId, StoreError> {
    let f = fields.clone();
    let (id,) = run!(conn, INSERT, [
        f.name, f.description, f.is_enabled, f.mailbox_address, f.folder_path, f.folder_id, f.from_filter,
        f.subject_filter, f.credential_id, f.mode, f.move_on_process, f.include_attachments,
        f.max_attachment_mb, f.reconciliation_interval_seconds, f.process_existing, At(now)
    ] => fetch_one as (WatcherId,))?;
    Ok(id)
}

/// All of them, by name.
pub async fn list(conn: &mut Conn) -> Result<Vec<Watcher>, StoreError> {
    let rows = run!(conn, LIST, [None::<WatcherId>] => fetch_all as Row)?;
    Ok(rows.into_iter().map(Watcher::from).collect())
}

/// One.
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
