//! Decides which status events a watcher processes. Pure.

use stormwire_store::tables::status_event::StatusEvent;
use stormwire_store::tables::watcher::WatcherFields;

/// Why the filters of a watcher exclude an event; `None` if they match.
pub(crate) fn exclusion_reason(fields: &WatcherFields, event: &StatusEvent) -> Option<String> {
    if let Some(ring) = event.ring.as_ref().filter(|_| !fields.rings) {
        return Some(format!("a change of the ring {ring:?}, and the watcher ignores rings"));
    }
    if !fields.facility_ids.allows(&event.facility_id) {
        return Some(format!("the watcher ignores {}", event.facility_name));
    }
    (!fields.statuses.allows(&event.to)).then(|| format!("the watcher ignores changes to {}", event.to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::status_event::context::tests::event;
    use stormwire_store::FacilityId;
    use stormwire_store::tables::status_event::FacilityStatus::{Active, Clear};
    use stormwire_store::tables::watcher::AllowList;

    fn fields() -> WatcherFields {
        WatcherFields::of_status_events("Siren")
    }

    #[test]
    fn filters_by_facility_new_status_and_ring() {
        let facilities = |ids: &[i64]| AllowList(Some(ids.iter().copied().map(FacilityId::new).collect()));
        let ring = || StatusEvent { ring: Some("Watch".into()), ..event() };
        for (fields, event, is_included) in [
            (fields(), event(), true),
            (WatcherFields { facility_ids: facilities(&[3, 4]), ..fields() }, event(), true),
            (WatcherFields { facility_ids: facilities(&[4]), ..fields() }, event(), false),
            (WatcherFields { statuses: AllowList(Some(vec![Active, Clear])), ..fields() }, event(), true),
            (WatcherFields { statuses: AllowList(Some(vec![Clear])), ..fields() }, event(), false),
            (fields(), ring(), false),
            (WatcherFields { rings: true, ..fields() }, ring(), true),
            (WatcherFields { rings: true, facility_ids: facilities(&[4]), ..fields() }, ring(), false),
        ] {
            assert_eq!(exclusion_reason(&fields, &event).is_none(), is_included, "{fields:?} {event:?}");
        }
    }
}
