//! Watchers. A row contains the fields that users set and the state that background jobs maintain; they are written
//! separately.

use super::log::LogStatus;
use super::text::truncate_for_column;
pub use super::watcher_error::{FailedTest, PollErrorKind, TestStep};
pub use super::watcher_field_rules::{FIELDS, FieldRule, FieldSpec, MAX_LIST_LENGTH};
pub use super::watcher_fields::{FieldViolation, Mode, Resume, SenderAuthentication, WatcherFields};
pub use super::watcher_kind::{AllowList, WatcherKind};
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::text_enum::text_enum;
use crate::{Conn, DbTimestamp, StatusEventId, StoreError, WatcherId};
use jiff::Timestamp;

const KEEP: Sql = sql!("watcher/keep" per database);
const INSERT: Sql = sql!("watcher/insert");
const LIST: Sql = sql!("watcher/list");
const UPDATE: Sql = sql!("watcher/update");
const DELETE: Sql = sql!("watcher/delete");

const RESET_SYNC: Sql = sql!("watcher/reset_sync");
const PUT_FOLDER_ID: Sql = sql!("watcher/put_folder_id");
const PUT_DELTA_LINK: Sql = sql!("watcher/put_delta_link");
const PUT_EVENT_CURSOR: Sql = sql!("watcher/put_event_cursor");
const POLL_SUCCEEDED: Sql = sql!("watcher/poll_succeeded");
const POLL_FAILED: Sql = sql!("watcher/poll_failed");
const PUT_TEST: Sql = sql!("watcher/put_test");
const PUT_LISTED: Sql = sql!("watcher/put_listed");
const PUT_NOTIFIED: Sql = sql!("watcher/put_notified");
const PUT_LAST_MESSAGE: Sql = sql!("watcher/put_last_message");
const PUT_HEALTH: Sql = sql!("watcher/put_health");
const PUT_AWAITS_SECRETS: Sql = sql!("watcher/put_awaits_secrets");

/// In characters.
const ERROR_LENGTH: usize = 4_000;
/// In characters.
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
    /// The table's default for a new watcher.
    fn default() -> Self {
        Self::Disabled
    }
}

#[derive(Debug, Clone)]
pub struct Watcher {
    pub id: WatcherId,
    pub fields: WatcherFields,
    pub state: WatcherState,
}

/// Maintained by background jobs.
#[derive(Debug, Clone, Default)]
pub struct WatcherState {
    pub subscription_id: Option<String>,
    /// As granted by the provider.
    pub subscription_expires_at: Option<Timestamp>,
    /// Sealed. Set without a subscription id while a subscription is being created.
    pub sealed_client_state: Option<String>,
    /// Where the next delta query of the folder continues.
    pub delta_link: Option<String>,
    /// The last status event that a poll has read. `None` before the watcher was enabled.
    pub event_cursor: Option<StatusEventId>,
    pub last_notification_at: Option<Timestamp>,
    /// When the subscription was last created or renewed.
    pub last_renewed_at: Option<Timestamp>,
    /// Cleared by the next success.
    pub last_subscription_error: Option<String>,
    pub last_message_received: Option<Timestamp>,
    pub last_message_status: Option<LogStatus>,
    /// The last successful poll.
    pub last_checked_at: Option<Timestamp>,
    /// The last failed poll.
    pub last_check_failed_at: Option<Timestamp>,
    /// Cleared by the next successful poll.
    pub last_check_error: Option<String>,
    /// Set if waiting does not help. Cleared by the next successful poll.
    pub last_check_error_kind: Option<PollErrorKind>,
    /// The last test of the mailbox, if it failed and nothing has succeeded since that proves it wrong.
    pub failed_test: Option<FailedTest>,
    /// The last full folder scan.
    pub last_listed_at: Option<Timestamp>,
    /// The end of the last attempt to create or renew a subscription.
    pub subscription_attempted_at: Option<Timestamp>,
    /// How far this server's clock is ahead of the provider's.
    pub clock_difference_ms: Option<i64>,
    pub health: Health,
    pub health_reason: Option<String>,
    pub health_changed_at: Option<Timestamp>,
    pub created_at: Timestamp,
    /// It came from a file in which it is enabled, and is disabled until a person enters its secrets and enables it.
    pub awaits_secrets: bool,
}

#[derive(sqlx_macros::FromRow)]
struct Row {
    id: WatcherId,
    #[sqlx(flatten)]
    fields: WatcherFields,
    graph_subscription_id: Option<String>,
    subscription_expires_at: Option<DbTimestamp>,
    sealed_client_state: Option<String>,
    delta_link: Option<String>,
    event_cursor: Option<StatusEventId>,
    last_notification_at: Option<DbTimestamp>,
    last_renewed_at: Option<DbTimestamp>,
    last_subscription_error: Option<String>,
    last_message_received: Option<DbTimestamp>,
    last_message_status: Option<LogStatus>,
    last_checked_at: Option<DbTimestamp>,
    last_check_failed_at: Option<DbTimestamp>,
    last_check_error: Option<String>,
    last_listed_at: Option<DbTimestamp>,
    subscription_attempted_at: Option<DbTimestamp>,
    clock_difference_ms: Option<i64>,
    health: Health,
    health_reason: Option<String>,
    health_changed_at: Option<DbTimestamp>,
    created_at: DbTimestamp,
    last_check_error_kind: Option<PollErrorKind>,
    test_failed_step: Option<TestStep>,
    test_error: Option<String>,
    awaits_secrets: bool,
}

impl From<Row> for Watcher {
    fn from(row: Row) -> Self {
        let at = |at: Option<DbTimestamp>| at.map(|at| at.0);
        let state = WatcherState {
            subscription_id: row.graph_subscription_id,
            subscription_expires_at: at(row.subscription_expires_at),
            sealed_client_state: row.sealed_client_state,
            delta_link: row.delta_link,
            event_cursor: row.event_cursor,
            last_notification_at: at(row.last_notification_at),
            last_renewed_at: at(row.last_renewed_at),
            last_subscription_error: row.last_subscription_error,
            last_message_received: at(row.last_message_received),
            last_message_status: row.last_message_status,
            last_checked_at: at(row.last_checked_at),
            last_check_failed_at: at(row.last_check_failed_at),
            last_check_error: row.last_check_error,
            last_check_error_kind: row.last_check_error_kind,
            failed_test: row
                .test_failed_step
                .map(|step| FailedTest { step, error: row.test_error.unwrap_or_default() }),
            last_listed_at: at(row.last_listed_at),
            subscription_attempted_at: at(row.subscription_attempted_at),
            clock_difference_ms: row.clock_difference_ms,
            health: row.health,
            health_reason: row.health_reason,
            health_changed_at: at(row.health_changed_at),
            created_at: row.created_at.0,
            awaits_secrets: row.awaits_secrets,
        };
        Self { id: row.id, fields: row.fields, state }
    }
}

pub async fn insert(conn: &mut Conn, fields: &WatcherFields, now: Timestamp) -> Result<WatcherId, StoreError> {
    let (name, address) = (fields.name.clone(), fields.mailbox_address.clone());
    let (id,) = run!(conn, INSERT, [name, address, DbTimestamp(now)] => fetch_one as (WatcherId,))?;
    // The update statement lists the columns, for new rows too.
    update(conn, id, fields, now).await?;
    Ok(id)
}

/// By name.
pub async fn list(conn: &mut Conn) -> Result<Vec<Watcher>, StoreError> {
    let rows = run!(conn, LIST, [None::<WatcherId>] => fetch_all as Row)?;
    Ok(rows.into_iter().map(Watcher::from).collect())
}

pub async fn get(conn: &mut Conn, id: WatcherId) -> Result<Option<Watcher>, StoreError> {
    Ok(run!(conn, LIST, [Some(id)] => fetch_optional as Row)?.map(Watcher::from))
}

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
            f.leave_unmatched,
            f.sender_authentication,
            f.expect_every_minutes,
            f.resume,
            DbTimestamp(now),
            f.kind,
            f.facility_ids.text(),
            f.statuses.text(),
            f.rings,
            f.folder,
            f.pattern,
            f.rescan_seconds,
            f.stable_seconds,
            f.max_file_mb,
            f.test_mode
        ]
    )
    .map(|_| ())
}

/// The next update of the fields clears it.
pub async fn put_awaits_secrets(conn: &mut Conn, id: WatcherId, awaits: bool) -> Result<(), StoreError> {
    run!(conn, PUT_AWAITS_SECRETS, [id, awaits]).map(|_| ())
}

/// Returns whether the watcher exists. Then it cannot be deleted until the unit ends; all other changes are possible.
pub async fn keep(conn: &mut Conn, id: WatcherId) -> Result<bool, StoreError> {
    Ok(run!(conn, KEEP, [id] => fetch_optional as (i64,))?.is_some())
}

pub async fn delete(conn: &mut Conn, id: WatcherId) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}

/// Deletes the delta link and the poll results: the folder has changed, or the provider has dropped its delta state.
pub async fn reset_sync(conn: &mut Conn, id: WatcherId) -> Result<(), StoreError> {
    run!(conn, RESET_SYNC, [id]).map(|_| ())
}

/// Changes nothing if the path has changed meanwhile.
pub async fn put_folder_id(conn: &mut Conn, id: WatcherId, path: &str, folder: &str) -> Result<(), StoreError> {
    run!(conn, PUT_FOLDER_ID, [id, path, folder]).map(|_| ())
}

/// Returns false, and changes nothing, if another folder is watched by now.
pub async fn put_delta_link(
    conn: &mut Conn,
    id: WatcherId,
    folder: &str,
    link: Option<&str>,
) -> Result<bool, StoreError> {
    Ok(run!(conn, PUT_DELTA_LINK, [id, folder, link])? > 0)
}

/// Moves forward only: a poll that was overtaken changes nothing.
pub async fn put_event_cursor(conn: &mut Conn, id: WatcherId, last: StatusEventId) -> Result<(), StoreError> {
    run!(conn, PUT_EVENT_CURSOR, [id, last]).map(|_| ())
}

pub async fn poll_succeeded(
    conn: &mut Conn,
    id: WatcherId,
    clock_difference_ms: Option<i64>,
    now: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, POLL_SUCCEEDED, [id, DbTimestamp(now), clock_difference_ms]).map(|_| ())
}

/// `kind` is set if waiting does not help.
pub async fn poll_failed(
    conn: &mut Conn,
    id: WatcherId,
    error: &str,
    kind: Option<PollErrorKind>,
    now: Timestamp,
) -> Result<(), StoreError> {
    run!(conn, POLL_FAILED, [id, DbTimestamp(now), truncate_for_column(error, ERROR_LENGTH), kind]).map(|_| ())
}

/// The result of a test of the mailbox; none if it succeeded.
pub async fn put_test(conn: &mut Conn, id: WatcherId, failed: Option<&FailedTest>) -> Result<(), StoreError> {
    let error = failed.map(|failed| truncate_for_column(&failed.error, REASON_LENGTH));
    run!(conn, PUT_TEST, [id, failed.map(|failed| failed.step), error]).map(|_| ())
}

pub async fn put_listed(conn: &mut Conn, id: WatcherId, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, PUT_LISTED, [id, DbTimestamp(now)]).map(|_| ())
}

pub async fn put_notified(conn: &mut Conn, id: WatcherId, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, PUT_NOTIFIED, [id, DbTimestamp(now)]).map(|_| ())
}

/// `received_at` is kept only if it is newer than the stored one.
pub async fn put_last_message(
    conn: &mut Conn,
    id: WatcherId,
    received_at: Option<Timestamp>,
    status: LogStatus,
) -> Result<(), StoreError> {
    run!(conn, PUT_LAST_MESSAGE, [id, received_at.map(DbTimestamp), status]).map(|_| ())
}

pub async fn put_health(
    conn: &mut Conn,
    id: WatcherId,
    health: Health,
    reason: Option<&str>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let reason = reason.map(|reason| truncate_for_column(reason, REASON_LENGTH));
    run!(conn, PUT_HEALTH, [id, health, reason, DbTimestamp(now)]).map(|_| ())
}
