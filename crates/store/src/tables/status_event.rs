//! Changes of the status of facilities, in the order in which they were committed.

use super::text::truncate_for_column;
use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::text_enum::text_enum;
use crate::{Conn, DbTimestamp, FacilityId, StatusEventId, StoreError, StrikeId};
use jiff::Timestamp;
use serde_json::{Value, json};
use stormwire_geo::ThreatStatus;

const INSERT_MANY: Sql = sql!("status_event/insert_many" per database);
const LIST: Sql = sql!("status_event/list");
const LIST_OF_FACILITY: Sql = sql!("status_event/list_of_facility");
const LAST_ID: Sql = sql!("status_event/last_id");
const GET: Sql = sql!("status_event/get");
const LIST_NEWEST: Sql = sql!("status_event/list_newest");
const LIST_SERIES: Sql = sql!("status_event/list_series");
const LIST_CURRENT: Sql = sql!("status_event/list_current" per database);
const LAST_BEFORE: Sql = sql!("status_event/last_before");

/// Length of the column, in characters.
const DETAIL_LENGTH: usize = 1_000;

text_enum! {
    /// The status of a facility, or of one of its rings.
    pub enum FacilityStatus in "it.FacilityStatus.Status" {
        Active = "Active",
        Clearing = "Clearing",
        Clear = "Clear",
        /// Without a location, or what would be Clear if the feed were healthy: never treated as clear.
        Unknown = "Unknown",
    }
}

impl From<ThreatStatus> for FacilityStatus {
    fn from(status: ThreatStatus) -> Self {
        match status {
            ThreatStatus::Active => Self::Active,
            ThreatStatus::Clearing => Self::Clearing,
            ThreatStatus::Clear => Self::Clear,
        }
    }
}

text_enum! {
    /// Why a status changed.
    pub enum EventCause in "it.StatusEvent.Cause" {
        Strike = "Strike",
        /// The end of a window.
        Timer = "Timer",
        /// The feed became unhealthy, or recovered.
        Feed = "Feed",
        /// The policy of the facility was changed.
        Policy = "Policy",
        /// The facility was added, moved or deleted, or strikes were removed.
        Person = "Person",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewStatusEvent {
    pub facility_id: FacilityId,
    pub facility_name: String,
    /// When the change was true.
    pub at: Timestamp,
    pub from: FacilityStatus,
    pub to: FacilityStatus,
    /// `None`: the status of the facility itself.
    pub ring: Option<String>,
    pub cause: EventCause,
    pub strike_id: Option<StrikeId>,
    pub detail: Option<String>,
}

/// Its JSON is `StatusEventView` of the crate `views`.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct StatusEvent {
    pub id: StatusEventId,
    pub facility_id: FacilityId,
    /// At the time of the event.
    pub facility_name: String,
    pub at: DbTimestamp,
    pub noticed_at: DbTimestamp,
    #[sqlx(rename = "from_status")]
    pub from: FacilityStatus,
    #[sqlx(rename = "to_status")]
    pub to: FacilityStatus,
    pub ring: Option<String>,
    pub cause: EventCause,
    pub strike_id: Option<StrikeId>,
    pub detail: Option<String>,
}

/// Only [`super::facility_status::record`] calls it, which holds the lock that keeps ids in the order of commits.
pub(super) async fn insert_many(
    conn: &mut Conn,
    events: &[NewStatusEvent],
    noticed_at: Timestamp,
) -> Result<(), StoreError> {
    let events: Vec<Value> = events.iter().map(event_json).collect();
    run!(conn, INSERT_MANY, [json!(events).to_string(), DbTimestamp(noticed_at)]).map(|_| ())
}

fn event_json(event: &NewStatusEvent) -> Value {
    json!({
        "facilityId": event.facility_id,
        "facilityName": event.facility_name,
        "at": DbTimestamp(event.at).text(),
        "from": event.from,
        "to": event.to,
        "ring": event.ring,
        "cause": event.cause,
        "strikeId": event.strike_id,
        "detail": event.detail.as_deref().map(|detail| truncate_for_column(detail, DETAIL_LENGTH)),
    })
}

/// Those with a higher id than `after`, oldest first: of all facilities, or of one.
pub async fn list(
    conn: &mut Conn,
    after: StatusEventId,
    facility: Option<FacilityId>,
    most: u32,
) -> Result<Vec<StatusEvent>, StoreError> {
    let most = i64::from(most);
    match facility {
        None => run!(conn, LIST, [after, most] => fetch_all as StatusEvent),
        Some(facility) => run!(conn, LIST_OF_FACILITY, [after, most, facility] => fetch_all as StatusEvent),
    }
}

/// The last event that was recorded before a time; 0 if there is none. Reads one entry of the index by time.
pub async fn last_before(conn: &mut Conn, at: Timestamp) -> Result<StatusEventId, StoreError> {
    let row = run!(conn, LAST_BEFORE, [DbTimestamp(at)] => fetch_optional as (StatusEventId,))?;
    Ok(row.map_or(StatusEventId::new(0), |(id,)| id))
}

/// 0 if there are none.
pub async fn last_id(conn: &mut Conn) -> Result<StatusEventId, StoreError> {
    let (id,) = run!(conn, LAST_ID, [] => fetch_one as (StatusEventId,))?;
    Ok(id)
}

pub async fn get(conn: &mut Conn, id: StatusEventId) -> Result<Option<StatusEvent>, StoreError> {
    run!(conn, GET, [id] => fetch_optional as StatusEvent)
}

/// Newest first.
pub async fn list_newest(conn: &mut Conn, most: u32) -> Result<Vec<StatusEvent>, StoreError> {
    run!(conn, LIST_NEWEST, [i64::from(most)] => fetch_all as StatusEvent)
}

/// This event and those of the same facility and ring before it, newest first.
pub async fn list_series(conn: &mut Conn, event: &StatusEvent, most: u32) -> Result<Vec<StatusEvent>, StoreError> {
    let ring = event.ring.clone().unwrap_or_default();
    run!(conn, LIST_SERIES, [event.facility_id, ring, event.id, i64::from(most)] => fetch_all as StatusEvent)
}

/// The newest event of every facility, of facilities that were deleted too, without rings.
/// Reads one entry of an index for each.
pub async fn list_current(conn: &mut Conn) -> Result<Vec<StatusEvent>, StoreError> {
    run!(conn, LIST_CURRENT, [] => fetch_all as StatusEvent)
}
