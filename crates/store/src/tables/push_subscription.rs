//! Browsers that get a notification when the status of a facility changes.
//!
//! A row has at most one pending notification: a newer event replaces it, so that nobody gets a status that has ended.

use super::status_event::FacilityStatus;
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::text_enum::text_enum;
use crate::{Conn, DbTimestamp, FacilityId, PushSubscriptionId, StatusEventId, StoreError};
use jiff::Timestamp;

const FIRST: Sql = sql!("push_subscription/first");
const USAGE: Sql = sql!("push_subscription/usage");
const FIND: Sql = sql!("push_subscription/find");
const PUT: Sql = sql!("push_subscription/put");
const DELETE_BY_TOKEN: Sql = sql!("push_subscription/delete_by_token");
const DELETE: Sql = sql!("push_subscription/delete");
const DELETE_ALL: Sql = sql!("push_subscription/delete_all");
const DELETE_EXPIRED: Sql = sql!("push_subscription/delete_expired");
const DELETE_OF_FACILITY: Sql = sql!("push_subscription/delete_of_facility");
const ORPHANED_FACILITIES: Sql = sql!("push_subscription/orphaned_facilities");
const SET_PENDING: Sql = sql!("push_subscription/set_pending");
const SET_PENDING_IF_WARNED: Sql = sql!("push_subscription/set_pending_if_warned");
const CLEAR_PENDING: Sql = sql!("push_subscription/clear_pending");
const CLEAR_OUTDATED: Sql = sql!("push_subscription/clear_outdated");
const MAKE_DUE: Sql = sql!("push_subscription/make_due");
const LIST_DUE: Sql = sql!("push_subscription/list_due");
const PUT_SENT: Sql = sql!("push_subscription/put_sent");
const PUT_RETRY: Sql = sql!("push_subscription/put_retry");
const PUT_FAILED: Sql = sql!("push_subscription/put_failed");

text_enum! {
    /// The language of notifications.
    pub enum PushLanguage in "it.PushSubscription.Language" {
        English = "en",
        Spanish = "es",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPushSubscription {
    pub facility_id: FacilityId,
    pub endpoint: String,
    /// Of the endpoint, in lower case.
    pub host: String,
    /// Whether the host is the push service of a common browser.
    pub is_known_service: bool,
    /// The public key of the browser, in base64url.
    pub p256dh: String,
    /// The secret shared with the browser, in base64url.
    pub auth: String,
    pub language: PushLanguage,
}

/// How many subscriptions there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct PushUsage {
    pub total: i64,
    pub of_host: i64,
    /// Of all hosts that are not the push service of a common browser.
    pub of_other_services: i64,
}

pub async fn usage(conn: &mut Conn, host: &str) -> Result<PushUsage, StoreError> {
    run!(conn, USAGE, [host] => fetch_one as PushUsage)
}

/// Whether anybody is subscribed.
pub async fn is_any(conn: &mut Conn) -> Result<bool, StoreError> {
    Ok(run!(conn, FIRST, [] => fetch_optional as (PushSubscriptionId,))?.is_some())
}

/// The token of a browser's subscription to a facility.
pub async fn find_token(conn: &mut Conn, endpoint: &str, facility: FacilityId) -> Result<Option<String>, StoreError> {
    Ok(run!(conn, FIND, [endpoint, facility] => fetch_optional as (String,))?.map(|(token,)| token))
}

/// Lifetime of a subscription.
#[derive(Debug, Clone, Copy)]
pub struct PushLifetime {
    pub now: Timestamp,
    pub expires_at: Timestamp,
}

/// Creates a subscription with this token. An existing one keeps its token and gets the new keys, language and expiry.
pub async fn put(
    conn: &mut Conn,
    token: &str,
    new: &NewPushSubscription,
    lifetime: PushLifetime,
) -> Result<(), StoreError> {
    let NewPushSubscription { facility_id, endpoint, host, is_known_service, p256dh, auth, language } = new;
    let PushLifetime { now, expires_at } = lifetime;
    run!(
        conn,
        PUT,
        [
            token,
            *facility_id,
            endpoint.as_str(),
            host.as_str(),
            *is_known_service,
            p256dh.as_str(),
            auth.as_str(),
            *language,
            DbTimestamp(now),
            DbTimestamp(expires_at),
        ]
    )
    .map(|_| ())
}

/// False if there is none.
pub async fn delete_by_token(conn: &mut Conn, token: &str) -> Result<bool, StoreError> {
    Ok(run!(conn, DELETE_BY_TOKEN, [token])? > 0)
}

pub async fn delete(conn: &mut Conn, id: PushSubscriptionId) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}

pub async fn delete_all(conn: &mut Conn) -> Result<u64, StoreError> {
    run!(conn, DELETE_ALL, [])
}

/// Those that no visit has renewed, and those whose push service has rejected messages since before that time.
pub async fn delete_expired(conn: &mut Conn, now: Timestamp, failing_before: Timestamp) -> Result<u64, StoreError> {
    run!(conn, DELETE_EXPIRED, [DbTimestamp(now), DbTimestamp(failing_before)])
}

/// Facilities that were deleted and still have subscriptions.
pub async fn orphaned_facilities(conn: &mut Conn) -> Result<Vec<FacilityId>, StoreError> {
    let rows = run!(conn, ORPHANED_FACILITIES, [] => fetch_all as (FacilityId,))?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

pub async fn delete_of_facility(conn: &mut Conn, facility: FacilityId) -> Result<u64, StoreError> {
    run!(conn, DELETE_OF_FACILITY, [facility])
}

/// What an event means for the subscriptions of its facility.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PendingChange {
    /// Notify everybody.
    Notify,
    /// Notify those whose last notification was about Active or Unknown.
    NotifyIfWarned,
    /// What is pending has ended, and there is nothing to notify about.
    Drop,
}

/// A change of the pending notifications of one facility.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PendingUpdate {
    pub facility_id: FacilityId,
    pub event_id: StatusEventId,
    pub status: FacilityStatus,
    pub change: PendingChange,
}

pub async fn update_pending(conn: &mut Conn, update: PendingUpdate, now: Timestamp) -> Result<(), StoreError> {
    let PendingUpdate { facility_id, event_id, status, change } = update;
    let statement = match change {
        PendingChange::Notify => SET_PENDING,
        PendingChange::NotifyIfWarned => SET_PENDING_IF_WARNED,
        PendingChange::Drop => return run!(conn, CLEAR_PENDING, [facility_id]).map(|_| ()),
    };
    run!(conn, statement, [facility_id, event_id, status, DbTimestamp(now)]).map(|_| ())
}

/// Drops pending notifications about events before that time.
pub async fn clear_outdated(conn: &mut Conn, events_before: Timestamp) -> Result<u64, StoreError> {
    run!(conn, CLEAR_OUTDATED, [DbTimestamp(events_before)])
}

/// A notification to send.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct DueNotification {
    /// Of the subscription.
    pub id: PushSubscriptionId,
    pub endpoint: String,
    pub p256dh: String,
    pub auth: String,
    pub language: PushLanguage,
    /// Failed ones.
    pub attempts: i64,
    pub event_id: StatusEventId,
    pub facility_id: FacilityId,
    pub facility_name: String,
    /// When the change was true.
    pub at: DbTimestamp,
    pub status: FacilityStatus,
}

/// Those that wait longest first.
pub async fn list_due(
    conn: &mut Conn,
    now: Timestamp,
    is_known_service: bool,
    most: u32,
) -> Result<Vec<DueNotification>, StoreError> {
    run!(conn, LIST_DUE, [DbTimestamp(now), is_known_service, i64::from(most)] => fetch_all as DueNotification)
}

/// What was sent, by subscription and event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SentNotification {
    pub id: PushSubscriptionId,
    pub event_id: StatusEventId,
    pub now: Timestamp,
}

/// The push service has accepted it. A newer notification stays pending.
pub async fn put_sent(conn: &mut Conn, sent: SentNotification) -> Result<(), StoreError> {
    run!(conn, PUT_SENT, [sent.id, sent.event_id, DbTimestamp(sent.now)]).map(|_| ())
}

/// It failed and is tried again, unless a newer notification has replaced it.
pub async fn put_retry(conn: &mut Conn, failed: SentNotification, next_attempt: Timestamp) -> Result<(), StoreError> {
    run!(conn, PUT_RETRY, [failed.id, failed.event_id, DbTimestamp(failed.now), DbTimestamp(next_attempt)]).map(|_| ())
}

/// It failed and is not tried again.
pub async fn put_failed(conn: &mut Conn, failed: SentNotification) -> Result<(), StoreError> {
    run!(conn, PUT_FAILED, [failed.id, failed.event_id, DbTimestamp(failed.now)]).map(|_| ())
}

/// After the clock was set back: no notification waits longer than until now.
pub async fn make_due(conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, MAKE_DUE, [DbTimestamp(now)]).map(|_| ())
}
