//! The key of a status event in the log.

use stormwire_store::StatusEventId;

const PREFIX: &str = "event:";

pub(crate) fn event_key(id: StatusEventId) -> String {
    format!("{PREFIX}{id}")
}

/// `None` if it is not the key of an event.
pub(crate) fn parse_event_key(key: &str) -> Option<StatusEventId> {
    key.strip_prefix(PREFIX)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_names_one_event() {
        let id = StatusEventId::new(12);
        assert_eq!((event_key(id).as_str(), parse_event_key("event:12")), ("event:12", Some(id)));
        for other in ["12", "event:", "event:x", "AAMkAD"] {
            assert_eq!(parse_event_key(other), None, "{other}");
        }
    }
}
