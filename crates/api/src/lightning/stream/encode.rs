//! Writes events as bytes, once for all streams. Pure.

use axum::body::Bytes;
use serde::Serialize;
use stormwire_http::stream_hub::{FrameEvent, StreamFrame};
use stormwire_store::StatusEventId;
use stormwire_store::tables::status_event::StatusEvent;
use stormwire_views::status_event::StatusEventView;

/// Browsers ignore it, proxies see traffic.
pub(super) const COMMENT: &[u8] = b": alive\n\n";

/// The events must be in the order of their ids.
pub(super) fn frame(head: &[u8], events: Vec<StatusEvent>) -> StreamFrame {
    let (mut bytes, mut parts) = (head.to_vec(), Vec::with_capacity(events.len()));
    for event in events {
        let (id, facility, start) = (event.id, event.facility_id, bytes.len());
        bytes.extend_from_slice(format!("id: {id}\n").as_bytes());
        write_event(&mut bytes, "status", &StatusEventView::from(event));
        parts.push(FrameEvent { id, facility, start, end: bytes.len() });
    }
    StreamFrame::new(bytes, parts)
}

pub(super) fn snapshot(status: &impl Serialize) -> Bytes {
    let mut bytes = Vec::new();
    write_event(&mut bytes, "snapshot", status);
    bytes.into()
}

/// The first snapshot of a stream also says where a client resumes that has seen no event yet.
pub(super) fn first_snapshot(snapshot: &Bytes, position: StatusEventId) -> Bytes {
    [format!("id: {position}\n").as_bytes(), snapshot].concat().into()
}

fn write_event(out: &mut Vec<u8>, name: &str, data: &impl Serialize) {
    out.extend_from_slice(format!("event: {name}\ndata: ").as_bytes());
    // Writing to memory cannot fail, and JSON contains no line breaks.
    let _ = serde_json::to_writer(&mut *out, data);
    out.extend_from_slice(b"\n\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_testkit::samples::status_event;

    #[test]
    fn an_event_has_an_id_a_name_and_one_line_of_data() {
        let event = StatusEvent { facility_name: "Pool\nat the lake".into(), ..status_event() };
        let bytes = frame(b"", vec![event]).select(StatusEventId::new(0), None).unwrap();
        let text = std::str::from_utf8(&bytes).unwrap();
        assert!(text.starts_with("id: 12\nevent: status\ndata: {\"id\":12,\"facilityId\":3,"), "{text}");
        assert!(text.ends_with("\"cause\":\"Strike\"}\n\n") && text.lines().count() == 4, "{text}");
    }
}
