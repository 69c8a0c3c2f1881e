//! The workflow context that a status event starts with. Pure.

use super::read::EventWithFacility;
use crate::context_seed::Provenance;
use serde_json::json;
use stormwire_store::tables::log::MessageEnvelope;
use stormwire_store::tables::status_event::StatusEvent;
use stormwire_workflow::{Context, ValueType};

/// The keys of [`initial_context`].
pub(crate) const INITIAL_KEYS: [&str; 5] = ["Event", "Facility", "MessageKey", "MailboxWatcherJobId", "DetectedAt"];

/// What every event provides.
pub(crate) const PATHS: [(&str, ValueType); 18] = [
    ("$.Event.Text", ValueType::Text),
    ("$.Event.FacilityName", ValueType::Text),
    ("$.Event.To", ValueType::Text),
    ("$.Event.From", ValueType::Text),
    ("$.Event.At", ValueType::Datetime),
    ("$.Event.Cause", ValueType::Text),
    ("$.Event.Ring", ValueType::Text),
    ("$.Event.Detail", ValueType::Text),
    ("$.Event.StrikeId", ValueType::Number),
    ("$.Event.FacilityId", ValueType::Number),
    ("$.Event.Id", ValueType::Number),
    ("$.Facility.Id", ValueType::Number),
    ("$.Facility.Name", ValueType::Text),
    ("$.Facility.Latitude", ValueType::Number),
    ("$.Facility.Longitude", ValueType::Number),
    ("$.DetectedAt", ValueType::Datetime),
    ("$.MessageKey", ValueType::Text),
    ("$.MailboxWatcherJobId", ValueType::Number),
];

/// If the facility was deleted since, only the event knows its name.
pub(crate) fn initial_context(found: &EventWithFacility, from: Provenance<'_>) -> Context {
    let (event, facility) = (&found.event, found.facility.as_ref());
    let position = facility.and_then(|facility| facility.lat_long);
    let (latitude, longitude) = position.map(|position| (position.lat(), position.lon())).unzip();
    from.context(json!({
        "Event": {
            "Id": event.id,
            "FacilityId": event.facility_id,
            "FacilityName": event.facility_name,
            "At": event.at.0.to_string(),
            "From": event.from,
            "To": event.to,
            "Ring": event.ring,
            "Cause": event.cause,
            "StrikeId": event.strike_id,
            "Detail": event.detail,
            "Text": text(event),
        },
        "Facility": {
            "Id": event.facility_id,
            "Name": facility.map_or(&event.facility_name, |facility| &facility.name),
            "Latitude": latitude,
            "Longitude": longitude,
        },
    }))
}

/// What the log shows of an event.
pub(crate) fn envelope(event: &StatusEvent) -> MessageEnvelope {
    MessageEnvelope { subject: Some(text(event)), received_at: Some(event.at.0), ..MessageEnvelope::default() }
}

/// One line for people.
fn text(event: &StatusEvent) -> String {
    let ring = event.ring.as_ref().map(|ring| format!(", {ring}")).unwrap_or_default();
    format!("{}{ring}: {} (was {})", event.facility_name, event.to, event.from)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use stormwire_geo::LonLat;
    use stormwire_store::tables::facility::Facility;
    use stormwire_store::{FacilityId, StrikeId, WatcherId};
    use stormwire_testkit::samples::status_event;

    pub(crate) fn event() -> StatusEvent {
        StatusEvent { strike_id: Some(StrikeId::new(5)), ..status_event() }
    }

    fn context(facility: Option<Facility>) -> Context {
        let detected_at = "2026-05-01T12:00:01Z".parse().unwrap();
        let from = Provenance { message_key: "event:12", watcher_id: WatcherId::new(7), detected_at };
        initial_context(&EventWithFacility { event: event(), facility }, from)
    }

    #[test]
    fn the_event_and_its_facility_are_in_the_context() {
        let facility = Facility {
            id: FacilityId::new(3),
            name: "City pool".into(),
            point: None,
            lat_long: Some(LonLat::new(-86.5, 34.75).unwrap()),
            policy_id: None,
        };
        let expected = json!({
            "Event": {
                "Id": 12, "FacilityId": 3, "FacilityName": "Pool", "At": "2026-05-01T12:00:00Z", "From": "Clear",
                "To": "Active", "Ring": null, "Cause": "Strike", "StrikeId": 5, "Detail": null,
                "Text": "Pool: Active (was Clear)",
            },
            "Facility": {"Id": 3, "Name": "City pool", "Latitude": 34.75, "Longitude": -86.5},
            "MessageKey": "event:12", "MailboxWatcherJobId": 7, "DetectedAt": "2026-05-01T12:00:01Z",
        });
        assert_eq!(context(Some(facility)).root(), &expected);
        let deleted = json!({"Id": 3, "Name": "Pool", "Latitude": null, "Longitude": null});
        assert_eq!(context(None).root()["Facility"], deleted);
    }

    #[test]
    fn pickers_offer_the_keys_of_the_context() {
        let context = context(None);
        let keys: Vec<&String> = context.root().as_object().unwrap().keys().collect();
        assert_eq!(keys, INITIAL_KEYS);
        for (path, _) in PATHS {
            assert!(context.get(path).is_ok(), "{path}");
        }
    }

    #[test]
    fn the_log_shows_the_change_and_its_time() {
        let event = StatusEvent { ring: Some("Watch".into()), ..event() };
        let shown = envelope(&event);
        assert_eq!(shown.subject.as_deref(), Some("Pool, Watch: Active (was Clear)"));
        assert_eq!(shown.received_at, Some(event.at.0));
    }
}
