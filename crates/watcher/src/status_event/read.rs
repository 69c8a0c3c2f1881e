//! Reads a status event for a workflow.

use stormwire_store::tables::facility::{self, Facility};
use stormwire_store::tables::status_event::{self, StatusEvent};
use stormwire_store::{Conn, StatusEventId, StoreError};

/// An event and its facility, which may have been deleted since.
pub(crate) struct EventWithFacility {
    pub(crate) event: StatusEvent,
    pub(crate) facility: Option<Facility>,
}

/// `None` if there is no such event, or no longer.
pub(crate) async fn read_event(conn: &mut Conn, id: StatusEventId) -> Result<Option<EventWithFacility>, StoreError> {
    let Some(event) = status_event::get(conn, id).await? else { return Ok(None) };
    let facility = facility::get(conn, event.facility_id).await?;
    Ok(Some(EventWithFacility { event, facility }))
}
