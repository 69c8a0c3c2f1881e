//! Status events, recorded as another process would record them.

use futures_util::FutureExt;
use jiff::Timestamp;
use stormwire_store::tables::facility_status::{self, RecordError, StatusChanges};
use stormwire_store::tables::status_event::{EventCause, FacilityStatus, NewStatusEvent};
use stormwire_store::{FacilityId, Schema, Store};
use stormwire_watcher::wake_event_readers;

/// A facility becomes Active.
pub fn became_active(facility: i64, at: Timestamp) -> NewStatusEvent {
    NewStatusEvent {
        facility_id: FacilityId::new(facility),
        facility_name: format!("Facility {facility}"),
        at,
        from: FacilityStatus::Clear,
        to: FacilityStatus::Active,
        ring: None,
        cause: EventCause::Strike,
        strike_id: None,
        detail: None,
    }
}

/// In one unit, which wakes the watchers.
pub async fn record_events(store: &Store, events: Vec<NewStatusEvent>, now: Timestamp) {
    let changes = StatusChanges { events, ..StatusChanges::default() };
    let unit = store.write::<_, RecordError, _>(Schema::It, move |conn| {
        async move {
            facility_status::record(conn, &changes, now).await?;
            Ok(wake_event_readers(conn, now).await?)
        }
        .boxed()
    });
    unit.await.expect("record the events");
}
