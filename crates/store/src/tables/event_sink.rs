//! Event sinks: systems that are notified of status events. What each of them gets is in `event_delivery`.

use super::status_event::FacilityStatus;
use super::text::truncate_for_column;
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::text_enum::text_enum;
use crate::{Conn, DbTimestamp, EventSinkId, FacilityId, StatusEventId, StoreError};
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde_json::json;

const LIST: Sql = sql!("event_sink/list");
const COUNT: Sql = sql!("event_sink/count");
const INSERT: Sql = sql!("event_sink/insert");
const UPDATE: Sql = sql!("event_sink/update");
const DELETE: Sql = sql!("event_sink/delete");
const REMOVE_SECRET: Sql = sql!("event_sink/remove_secret");
const START_NOW: Sql = sql!("event_sink/start_now");
const SET_PLANNED_THROUGH: Sql = sql!("event_sink/set_planned_through");
const PUT_AWAITS_SECRETS: Sql = sql!("event_sink/put_awaits_secrets");
const DISABLE: Sql = sql!("event_sink/disable");
const RECORD_SUCCESS: Sql = sql!("event_sink/record_success");
const RECORD_ERROR: Sql = sql!("event_sink/record_error");

/// Length of the columns with errors, in characters.
pub(super) const ERROR_LENGTH: usize = 1_000;

text_enum! {
    pub enum SinkKind in "it.EventSink.Kind" {
        /// JSON by POST, signed as Standard Webhooks describes.
        Webhook = "Webhook",
        /// CAP 1.2 alerts by POST.
        Cap = "Cap",
        /// Retained topics of a broker.
        Mqtt = "Mqtt",
    }
}

/// Without the secret, which is in `sealed`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SinkFields {
    pub name: String,
    pub kind: SinkKind,
    pub url: String,
    /// `None`: all facilities.
    pub facility_ids: Option<Vec<FacilityId>>,
    /// `None`: all statuses, also those of rings.
    pub statuses: Option<Vec<FacilityStatus>>,
    pub is_enabled: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventSink {
    pub id: EventSinkId,
    pub fields: SinkFields,
    pub sealed_secret: Option<String>,
    /// Events up to this one were compared with the filters.
    pub planned_through: StatusEventId,
    pub last_delivered_event_id: Option<StatusEventId>,
    /// Of the last attempt that failed; `None` once nothing that failed waits any more.
    pub last_error: Option<String>,
    /// It came from a file in which it is enabled, and is disabled until a person enters its secret and enables it.
    pub awaits_secrets: bool,
}

#[derive(sqlx_macros::FromRow)]
struct Row {
    id: EventSinkId,
    name: String,
    kind: SinkKind,
    url: String,
    facility_ids: Option<String>,
    statuses: Option<String>,
    is_enabled: bool,
    sealed_secret: Option<String>,
    planned_through: StatusEventId,
    last_delivered_event_id: Option<StatusEventId>,
    last_error: Option<String>,
    awaits_secrets: bool,
}

impl Row {
    fn sink(self) -> Result<EventSink, StoreError> {
        let fields = SinkFields {
            facility_ids: read_list(self.id, "FacilityIds", self.facility_ids.as_deref())?,
            statuses: read_list(self.id, "Statuses", self.statuses.as_deref())?,
            name: self.name,
            kind: self.kind,
            url: self.url,
            is_enabled: self.is_enabled,
        };
        Ok(EventSink {
            id: self.id,
            fields,
            sealed_secret: self.sealed_secret,
            planned_through: self.planned_through,
            last_delivered_event_id: self.last_delivered_event_id,
            last_error: self.last_error,
            awaits_secrets: self.awaits_secrets,
        })
    }
}

fn read_list<T: DeserializeOwned>(
    id: EventSinkId,
    column: &str,
    text: Option<&str>,
) -> Result<Option<Vec<T>>, StoreError> {
    let unreadable = |error| StoreError::Unreadable(format!("it.EventSink {id}, {column}: {error}"));
    text.map(serde_json::from_str).transpose().map_err(unreadable)
}

/// By name: all of them, or the one with an id.
pub async fn list(conn: &mut Conn, id: Option<EventSinkId>) -> Result<Vec<EventSink>, StoreError> {
    run!(conn, LIST, [id] => fetch_all as Row)?.into_iter().map(Row::sink).collect()
}

pub async fn get(conn: &mut Conn, id: EventSinkId) -> Result<Option<EventSink>, StoreError> {
    Ok(list(conn, Some(id)).await?.pop())
}

pub async fn count(conn: &mut Conn) -> Result<i64, StoreError> {
    let (sinks,) = run!(conn, COUNT, [] => fetch_one as (i64,))?;
    Ok(sinks)
}

/// It gets the events from now on. The secret must be put afterwards.
pub async fn insert(conn: &mut Conn, fields: &SinkFields, now: Timestamp) -> Result<EventSinkId, StoreError> {
    let SinkFields { name, kind, url, is_enabled, .. } = fields.clone();
    let (facilities, statuses) = lists_json(fields);
    let (id,) = run!(conn, INSERT, [name, kind, url, facilities, statuses, is_enabled, DbTimestamp(now)] => fetch_one as (EventSinkId,))?;
    Ok(id)
}

pub async fn update(conn: &mut Conn, id: EventSinkId, fields: &SinkFields) -> Result<(), StoreError> {
    let SinkFields { name, kind, url, is_enabled, .. } = fields.clone();
    let (facilities, statuses) = lists_json(fields);
    run!(conn, UPDATE, [id, name, kind, url, facilities, statuses, is_enabled]).map(|_| ())
}

/// The next update of the fields clears it.
pub async fn put_awaits_secrets(conn: &mut Conn, id: EventSinkId, awaits: bool) -> Result<(), StoreError> {
    run!(conn, PUT_AWAITS_SECRETS, [id, awaits]).map(|_| ())
}

fn lists_json(fields: &SinkFields) -> (Option<String>, Option<String>) {
    let facilities = fields.facility_ids.as_ref().map(|ids| json!(ids).to_string());
    (facilities, fields.statuses.as_ref().map(|statuses| json!(statuses).to_string()))
}

/// Its deliveries go with it.
pub async fn delete(conn: &mut Conn, id: EventSinkId) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}

pub async fn remove_secret(conn: &mut Conn, id: EventSinkId) -> Result<(), StoreError> {
    run!(conn, REMOVE_SECRET, [id]).map(|_| ())
}

/// Leaves out the events until now: of a sink that is enabled again.
pub async fn start_now(conn: &mut Conn, id: EventSinkId) -> Result<(), StoreError> {
    run!(conn, START_NOW, [id]).map(|_| ())
}

/// The caller holds the lock of the sink and inserts the deliveries in the same unit.
pub async fn set_planned_through(conn: &mut Conn, id: EventSinkId, event: StatusEventId) -> Result<(), StoreError> {
    run!(conn, SET_PLANNED_THROUGH, [id, event]).map(|_| ())
}

pub async fn disable(conn: &mut Conn, id: EventSinkId, reason: &str) -> Result<(), StoreError> {
    run!(conn, DISABLE, [id, truncate_for_column(reason, ERROR_LENGTH)]).map(|_| ())
}

/// The last error stays while another delivery that has failed is waiting.
pub async fn record_success(conn: &mut Conn, id: EventSinkId, event: StatusEventId) -> Result<(), StoreError> {
    run!(conn, RECORD_SUCCESS, [id, event]).map(|_| ())
}

pub async fn record_error(conn: &mut Conn, id: EventSinkId, error: &str) -> Result<(), StoreError> {
    run!(conn, RECORD_ERROR, [id, truncate_for_column(error, ERROR_LENGTH)]).map(|_| ())
}
