//! The event that a person sends to try a sink. Nothing has happened, and it says so.

use crate::delivery::Announcement;
use jiff::Timestamp;
use stormwire_clock::Rng;
use stormwire_store::tables::status_event::{EventCause, FacilityStatus, StatusEvent};
use stormwire_store::{DbTimestamp, FacilityId, StatusEventId};

const DETAIL: &str = "This is a test by an administrator of stormwire. No status has changed.";

/// Of no facility, with a key of its own.
pub(crate) fn test_announcement(now: Timestamp, rng: &dyn Rng) -> Announcement {
    let event = StatusEvent {
        id: StatusEventId::new(0),
        facility_id: FacilityId::new(0),
        facility_name: "Test".into(),
        at: DbTimestamp(now),
        noticed_at: DbTimestamp(now),
        from: FacilityStatus::Unknown,
        to: FacilityStatus::Clear,
        ring: None,
        cause: EventCause::Person,
        strike_id: None,
        detail: Some(DETAIL.into()),
    };
    Announcement { key: format!("evt_test_{}", rng.uuid()), event, is_test: true }
}
