//! Where a client of status events continues: the header `Last-Event-ID`, or the identifier of a CAP alert.
#![no_main]

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use libfuzzer_sys::fuzz_target;
use stormwire_api::read_last_event_id;
use stormwire_cap::Issuer;

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

fuzz_target!(|data: &[u8]| {
    if let Ok(value) = HeaderValue::from_bytes(data) {
        let headers = HeaderMap::from_iter([(LAST_EVENT_ID, value)]);
        if let Ok(position) = read_last_event_id(&headers) {
            assert_eq!(position.is_none(), data.is_empty(), "a position that is given counts or is rejected");
            assert!(position.is_none_or(|id| id.get() >= 0));
        }
    }
    let Ok(identifier) = std::str::from_utf8(data) else { return };
    let issuer = Issuer::new("Example City", "https://storm.example.gov", "storm.example.gov");
    if let Some(id) = issuer.event_id(identifier) {
        assert!(id > 0);
        let names = [id.to_string(), format!("storm.example.gov.evt.{id}")];
        assert!(names.iter().any(|name| name == identifier), "an event has two names and no more");
    }
});
