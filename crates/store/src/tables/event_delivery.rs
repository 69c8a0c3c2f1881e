//! Deliveries: one row for each event that a sink gets. Every change of a row is guarded by its status, so that an attempt
//! that ends late changes nothing.

use super::event_sink::ERROR_LENGTH;
use super::status_event::{FacilityStatus, StatusEvent};
use super::text::truncate_for_column;
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::text_enum::text_enum;
use crate::{Conn, DbTimestamp, EventSinkId, FacilityId, StatusEventId, StoreError};
use jiff::Timestamp;
use serde_json::{Value, json};

const INSERT_MANY: Sql = sql!("event_delivery/insert_many" per database);
const LIST_FIRST: Sql = sql!("event_delivery/list_first");
const LIST: Sql = sql!("event_delivery/list");
const MARK_DELIVERED: Sql = sql!("event_delivery/mark_delivered");
const MARK_ATTEMPTED: Sql = sql!("event_delivery/mark_attempted");
const SKIP_WAITING: Sql = sql!("event_delivery/skip_waiting");
const RETRY: Sql = sql!("event_delivery/retry");
const RETRY_WAITING: Sql = sql!("event_delivery/retry_waiting");
const MAKE_DUE: Sql = sql!("event_delivery/make_due");
const COUNT_LATER_DELIVERED: Sql = sql!("event_delivery/count_later_delivered");
const SUMMARIZE: Sql = sql!("event_delivery/summarize");

text_enum! {
    pub enum DeliveryStatus in "it.EventDelivery.Status" {
        /// For its first attempt, or for another.
        Waiting = "Waiting",
        Delivered = "Delivered",
        /// Not tried any more by itself.
        Failed = "Failed",
        /// The sink was disabled before it was delivered.
        Skipped = "Skipped",
    }
}

/// The first event of a facility that a sink has not got yet.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct WaitingDelivery {
    pub sink_id: EventSinkId,
    pub attempts: i32,
    pub next_attempt_at: DbTimestamp,
    /// An attempt that fails after this time is the last one.
    pub retry_until: DbTimestamp,
    #[sqlx(flatten)]
    pub event: StatusEvent,
}

/// A row of the log of deliveries.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct LoggedDelivery {
    pub event_id: StatusEventId,
    pub facility_id: FacilityId,
    pub facility_name: String,
    pub at: DbTimestamp,
    #[sqlx(rename = "from_status")]
    pub from: FacilityStatus,
    #[sqlx(rename = "to_status")]
    pub to: FacilityStatus,
    pub status: DeliveryStatus,
    pub attempts: i32,
    pub next_attempt_at: DbTimestamp,
    pub delivered_at: Option<DbTimestamp>,
    pub last_error: Option<String>,
}

/// What waits for a sink.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct WaitingSummary {
    pub sink_id: EventSinkId,
    pub waiting: i64,
    pub oldest_noticed_at: DbTimestamp,
}

/// When new deliveries are tried.
#[derive(Debug, Clone, Copy)]
pub struct RetryWindow {
    pub from: Timestamp,
    pub until: Timestamp,
}

/// Those that exist are left alone.
pub async fn insert_many(
    conn: &mut Conn,
    sink: EventSinkId,
    events: &[&StatusEvent],
    window: RetryWindow,
) -> Result<(), StoreError> {
    let row = |event: &&StatusEvent| json!({ "eventId": event.id, "facilityId": event.facility_id });
    let rows: Vec<Value> = events.iter().map(row).collect();
    run!(conn, INSERT_MANY, [sink, json!(rows).to_string(), DbTimestamp(window.from), DbTimestamp(window.until)])
        .map(|_| ())
}

/// For each sink and facility its first waiting delivery, if it is due: a later one of the same facility must not overtake it.
pub async fn list_first_due(conn: &mut Conn, now: Timestamp) -> Result<Vec<WaitingDelivery>, StoreError> {
    run!(conn, LIST_FIRST, [DbTimestamp(now)] => fetch_all as WaitingDelivery)
}

/// Newest first, with ids below `before`.
pub async fn list(
    conn: &mut Conn,
    sink: EventSinkId,
    before: StatusEventId,
    status: Option<DeliveryStatus>,
    most: u32,
) -> Result<Vec<LoggedDelivery>, StoreError> {
    run!(conn, LIST, [sink, before, status, i64::from(most)] => fetch_all as LoggedDelivery)
}

pub async fn get(
    conn: &mut Conn,
    sink: EventSinkId,
    event: StatusEventId,
) -> Result<Option<LoggedDelivery>, StoreError> {
    let before = StatusEventId::new(event.get().saturating_add(1));
    let found = list(conn, sink, before, None, 1).await?;
    Ok(found.into_iter().find(|one| one.event_id == event))
}

/// Returns false if it is no longer waiting.
pub async fn mark_delivered(
    conn: &mut Conn,
    sink: EventSinkId,
    event: StatusEventId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    Ok(run!(conn, MARK_DELIVERED, [sink, event, DbTimestamp(now)])? > 0)
}

/// What follows from a failed attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedDelivery {
    /// `None`: it was the last attempt.
    pub next_attempt_at: Option<Timestamp>,
    pub error: String,
}

/// Returns false if it is no longer waiting.
pub async fn mark_attempted(
    conn: &mut Conn,
    sink: EventSinkId,
    event: StatusEventId,
    failed: &FailedDelivery,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let status = if failed.next_attempt_at.is_some() { DeliveryStatus::Waiting } else { DeliveryStatus::Failed };
    let next = DbTimestamp(failed.next_attempt_at.unwrap_or(now));
    let error = truncate_for_column(&failed.error, ERROR_LENGTH);
    Ok(run!(conn, MARK_ATTEMPTED, [sink, event, status, next, error])? > 0)
}

/// Of a sink that is disabled.
pub async fn skip_waiting(conn: &mut Conn, sink: EventSinkId, reason: &str) -> Result<u64, StoreError> {
    run!(conn, SKIP_WAITING, [sink, truncate_for_column(reason, ERROR_LENGTH)])
}

/// Makes a delivery due now. One that had ended is tried once. Returns false if it was delivered, or does not exist.
pub async fn retry(
    conn: &mut Conn,
    sink: EventSinkId,
    event: StatusEventId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    Ok(run!(conn, RETRY, [sink, event, DbTimestamp(now)])? > 0)
}

/// Makes all deliveries that wait for another attempt due now.
pub async fn retry_waiting(conn: &mut Conn, sink: EventSinkId, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, RETRY_WAITING, [sink, DbTimestamp(now)]).map(|_| ())
}

/// Of all sinks, after the clock was set back: a delivery that waits for a time far ahead would block its facility until then.
pub async fn make_due(conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
    run!(conn, MAKE_DUE, [DbTimestamp(now)]).map(|_| ())
}

/// Whether the sink has got a later event of the same facility.
pub async fn has_later_delivered(conn: &mut Conn, sink: EventSinkId, event: StatusEventId) -> Result<bool, StoreError> {
    let (later,) = run!(conn, COUNT_LATER_DELIVERED, [sink, event] => fetch_one as (i64,))?;
    Ok(later > 0)
}

pub async fn summarize(conn: &mut Conn) -> Result<Vec<WaitingSummary>, StoreError> {
    run!(conn, SUMMARIZE, [] => fetch_all as WaitingSummary)
}
