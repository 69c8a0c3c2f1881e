//! Changes of status as JSON: in lists, in streams, for webhooks and for brokers.

use jiff::Timestamp;
use serde::Serialize;
use stormwire_store::tables::status_event::{EventCause, FacilityStatus, StatusEvent};
use stormwire_store::{FacilityId, StatusEventId, StrikeId};
use utoipa::ToSchema;

/// A change of the status of a facility, or of one of its rings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StatusEvent)]
pub struct StatusEventView {
    /// Increases with every event.
    #[schema(value_type = i64)]
    id: StatusEventId,
    #[schema(value_type = i64)]
    facility_id: FacilityId,
    /// The name at the time of the event.
    facility_name: String,
    /// When the change was true: when a strike was noticed, or when a window ended.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// When the event was recorded.
    #[schema(value_type = String, format = DateTime)]
    noticed_at: Timestamp,
    /// `Active`, `Clearing`, `Clear` or `Unknown`.
    #[schema(value_type = String, example = "Clear")]
    from: FacilityStatus,
    /// `Active`, `Clearing`, `Clear` or `Unknown`.
    #[schema(value_type = String, example = "Active")]
    to: FacilityStatus,
    /// The name of the ring; omitted if the status of the facility itself changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    ring: Option<String>,
    /// `Strike`, `Timer`, `Feed`, `Policy` or `Person`.
    #[schema(value_type = String, example = "Strike")]
    cause: EventCause,
    /// The strike that caused it; omitted if another cause did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i64>)]
    strike_id: Option<StrikeId>,
    /// More about the cause, such as why the feed is unhealthy.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

impl From<StatusEvent> for StatusEventView {
    fn from(event: StatusEvent) -> Self {
        Self {
            id: event.id,
            facility_id: event.facility_id,
            facility_name: event.facility_name,
            at: event.at.0,
            noticed_at: event.noticed_at.0,
            from: event.from,
            to: event.to,
            ring: event.ring,
            cause: event.cause,
            strike_id: event.strike_id,
            detail: event.detail,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_testkit::samples::status_event;

    /// Receivers rely on the names, and signatures on the bytes.
    #[test]
    fn the_json_of_an_event_is_the_same_for_every_receiver() {
        let json = |event: StatusEvent| serde_json::to_string(&StatusEventView::from(event)).unwrap();
        let start = "{\"id\":12,\"facilityId\":3,\"facilityName\":\"Pool\",\"at\":\"2026-05-01T12:00:00Z\",\
            \"noticedAt\":\"2026-05-01T12:00:00Z\",\"from\":\"Clear\",\"to\":\"Active\",";
        assert_eq!(json(status_event()), format!("{start}\"cause\":\"Strike\"}}"));
        let event = StatusEvent {
            ring: Some("Watch".into()),
            strike_id: Some(StrikeId::new(9)),
            detail: Some("near".into()),
            ..status_event()
        };
        let end = "\"ring\":\"Watch\",\"cause\":\"Strike\",\"strikeId\":9,\"detail\":\"near\"}";
        assert_eq!(json(event), format!("{start}{end}"));
    }
}
