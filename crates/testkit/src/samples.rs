//! Rows that many tests need.

use stormwire_store::tables::status_event::{EventCause, FacilityStatus, StatusEvent};
use stormwire_store::{DbTimestamp, FacilityId, StatusEventId};

/// At noon, when the frozen clock starts, a strike close to facility 3 made its status Active.
pub fn status_event() -> StatusEvent {
    let noon = DbTimestamp("2026-05-01T12:00:00Z".parse().expect("a valid timestamp"));
    StatusEvent {
        id: StatusEventId::new(12),
        facility_id: FacilityId::new(3),
        facility_name: "Pool".into(),
        at: noon,
        noticed_at: noon,
        from: FacilityStatus::Clear,
        to: FacilityStatus::Active,
        ring: None,
        cause: EventCause::Strike,
        strike_id: None,
        detail: None,
    }
}
