//! What is published, and under which topics. Pure.
//!
//! Home Assistant finds a facility by two retained messages under `homeassistant/`: a sensor with the status, and a binary sensor
//! that is on while there is danger, and unknown while the status is.

use serde_json::{Value, json};
use stormwire_store::FacilityId;
use stormwire_store::tables::facility::Facility;
use stormwire_store::tables::status_event::{FacilityStatus, StatusEvent};
use stormwire_views::status_event::StatusEventView;

/// `online`, or `offline` by the last will.
const AVAILABILITY_TOPIC: &str = "stormwire/status";
const ONLINE: &str = "online";
const OFFLINE: &str = "offline";
/// A person tests the sink; nothing else uses it.
const TEST_TOPIC: &str = "stormwire/test";

/// A broker keeps it for clients that subscribe later. An empty payload removes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RetainedMessage {
    pub(super) topic: String,
    pub(super) payload: Vec<u8>,
}

impl RetainedMessage {
    fn new(topic: impl Into<String>, payload: impl Into<Vec<u8>>) -> Self {
        Self { topic: topic.into(), payload: payload.into() }
    }

    fn removed(topic: impl Into<String>) -> Self {
        Self::new(topic, Vec::new())
    }
}

pub(super) fn online() -> RetainedMessage {
    RetainedMessage::new(AVAILABILITY_TOPIC, ONLINE)
}

pub(super) fn offline() -> RetainedMessage {
    RetainedMessage::new(AVAILABILITY_TOPIC, OFFLINE)
}

/// Published and removed again, so that nothing of the test stays.
pub(super) fn test_messages(event: &StatusEvent) -> Vec<RetainedMessage> {
    vec![RetainedMessage::new(TEST_TOPIC, event_json(event)), RetainedMessage::removed(TEST_TOPIC)]
}

/// The status of a facility. If the facility was deleted, all that was published about it is removed.
pub(super) fn event_messages(
    event: &StatusEvent,
    facility: Option<&Facility>,
    portal_url: &str,
) -> Vec<RetainedMessage> {
    let Some(facility) = facility else { return removal(event.facility_id) };
    let mut messages = discovery(facility, portal_url);
    messages.push(RetainedMessage::new(status_topic(facility.id), event_json(event)));
    messages
}

/// How Home Assistant finds the facility.
pub(super) fn discovery(facility: &Facility, portal_url: &str) -> Vec<RetainedMessage> {
    let [sensor, danger] = discovery_topics(facility.id);
    let shared = |name: &str, key: &str| {
        let id = format!("stormwire_{}", facility.id);
        json!({
            "name": name,
            "unique_id": format!("{id}_{key}"),
            "object_id": format!("{id}_{key}"),
            "state_topic": status_topic(facility.id),
            "availability_topic": AVAILABILITY_TOPIC,
            "payload_available": ONLINE,
            "payload_not_available": OFFLINE,
            "qos": 1,
            "device": {
                "identifiers": [id],
                "name": facility.name,
                "manufacturer": "stormwire",
                "configuration_url": format!("{}/f/{}", portal_url.trim_end_matches('/'), facility.id),
            },
            "origin": { "name": "stormwire", "sw_version": env!("CARGO_PKG_VERSION") },
        })
    };
    let status_names: Vec<&str> = FacilityStatus::ALL.iter().map(|status| status.name()).collect();
    let status = merged(
        shared("Lightning status", "status"),
        json!({
            "device_class": "enum",
            "options": status_names,
            "value_template": "{{ value_json.to }}",
            "json_attributes_topic": status_topic(facility.id),
        }),
    );
    // `None` is Home Assistant's word for an unknown state.
    let template = "{% set status = value_json.to %}{{ 'OFF' if status == 'Clear' else 'ON' if status in ['Active', 'Clearing'] else 'None' }}";
    let danger_sensor = merged(
        shared("Danger", "danger"),
        json!({ "device_class": "safety", "value_template": template, "payload_on": "ON", "payload_off": "OFF" }),
    );
    vec![RetainedMessage::new(sensor, status.to_string()), RetainedMessage::new(danger, danger_sensor.to_string())]
}

fn removal(facility: FacilityId) -> Vec<RetainedMessage> {
    // The entities first, so that they do not show an empty status.
    let topics = discovery_topics(facility).into_iter().chain([status_topic(facility)]);
    topics.map(RetainedMessage::removed).collect()
}

fn status_topic(facility: FacilityId) -> String {
    format!("stormwire/{facility}/status")
}

fn discovery_topics(facility: FacilityId) -> [String; 2] {
    ["sensor", "binary_sensor"].map(|component| format!("homeassistant/{component}/stormwire_{facility}/config"))
}

fn event_json(event: &StatusEvent) -> String {
    json!(StatusEventView::from(event.clone())).to_string()
}

fn merged(mut one: Value, other: Value) -> Value {
    if let (Value::Object(one), Value::Object(other)) = (&mut one, other) {
        one.extend(other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_testkit::samples::status_event;

    fn facility(name: &str) -> Facility {
        Facility { id: FacilityId::new(3), name: name.into(), point: None, lat_long: None, policy_id: None }
    }

    fn json_of(message: &RetainedMessage) -> Value {
        serde_json::from_slice(&message.payload).unwrap()
    }

    #[test]
    fn an_event_is_the_status_of_its_facility() {
        let messages = event_messages(&status_event(), Some(&facility("Pool")), "https://storm.example.gov/");
        let topics: Vec<_> = messages.iter().map(|message| message.topic.as_str()).collect();
        let expected = [
            "homeassistant/sensor/stormwire_3/config",
            "homeassistant/binary_sensor/stormwire_3/config",
            "stormwire/3/status",
        ];
        assert_eq!(topics, expected);
        let status = json_of(&messages[2]);
        assert_eq!((&status["id"], &status["to"], &status["cause"]), (&json!(12), &json!("Active"), &json!("Strike")));
    }

    #[test]
    fn discovery_describes_both_sensors() {
        let messages = discovery(&facility("Pool \"\u{1}#+/"), "https://storm.example.gov");
        let [sensor, danger] = [json_of(&messages[0]), json_of(&messages[1])];
        assert_eq!(sensor["options"], json!(["Active", "Clearing", "Clear", "Unknown"]));
        assert_eq!(sensor["device_class"], "enum");
        assert_eq!(danger["device_class"], "safety");
        assert_eq!(danger["device"]["configuration_url"], "https://storm.example.gov/f/3");
        for sensor in [sensor, danger] {
            assert_eq!(
                (&sensor["availability_topic"], &sensor["payload_not_available"]),
                (&json!("stormwire/status"), &json!("offline"))
            );
            assert_eq!(sensor["state_topic"], "stormwire/3/status");
            assert_eq!(sensor["device"]["name"], "Pool \"\u{1}#+/");
        }
    }

    #[test]
    fn a_deleted_facility_leaves_nothing() {
        let messages = event_messages(&status_event(), None, "https://storm.example.gov");
        assert_eq!(messages.len(), 3);
        assert!(messages.iter().all(|message| message.payload.is_empty()));
        let published = event_messages(&status_event(), Some(&facility("Pool")), "https://storm.example.gov");
        for message in published {
            assert!(messages.iter().any(|removed| removed.topic == message.topic), "{}", message.topic);
        }
    }
}
