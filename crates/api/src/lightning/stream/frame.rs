//! What is sent over streams, as bytes that all streams share. Pure.

use super::super::events::StatusEventView;
use axum::body::Bytes;
use serde::Serialize;
use std::sync::Arc;
use stormwire_store::tables::status_event::StatusEvent;
use stormwire_store::{FacilityId, StatusEventId};

/// A comment: browsers ignore it, proxies see traffic.
pub(super) const COMMENT: Bytes = Bytes::from_static(b": alive\n\n");

#[derive(Debug, Clone)]
pub(super) enum StreamFrame {
    Events(Arc<EventBatch>),
    /// For every stream.
    Everyone(Bytes),
}

/// Status events that were found together.
#[derive(Debug)]
pub(super) struct EventBatch {
    bytes: Bytes,
    parts: Vec<BatchPart>,
}

#[derive(Debug)]
struct BatchPart {
    id: StatusEventId,
    facility: FacilityId,
    start: usize,
    end: usize,
}

impl EventBatch {
    /// In the order of their ids.
    pub(super) fn new(events: Vec<StatusEvent>) -> Self {
        let (mut bytes, mut parts) = (Vec::new(), Vec::with_capacity(events.len()));
        for event in events {
            let (id, facility, start) = (event.id, event.facility_id, bytes.len());
            bytes.extend_from_slice(format!("id: {id}\n").as_bytes());
            write_event(&mut bytes, "status", &StatusEventView::from(event));
            parts.push(BatchPart { id, facility, start, end: bytes.len() });
        }
        Self { bytes: bytes.into(), parts }
    }

    pub(super) fn last_id(&self) -> Option<StatusEventId> {
        self.parts.last().map(|part| part.id)
    }

    /// The events after an id: of all facilities, or of one.
    pub(super) fn select(&self, after: StatusEventId, facility: Option<FacilityId>) -> Option<Bytes> {
        let newer = &self.parts[self.parts.partition_point(|part| part.id <= after)..];
        let Some(facility) = facility else {
            return newer.first().map(|first| self.bytes.slice(first.start..));
        };
        let mut wanted = newer.iter().filter(|part| part.facility == facility);
        let first = wanted.next().map(|part| self.bytes.slice(part.start..part.end))?;
        let rest: Vec<&[u8]> = wanted.map(|part| &self.bytes[part.start..part.end]).collect();
        Some(if rest.is_empty() { first } else { [&[first.as_ref()], &rest[..]].concat().concat().into() })
    }
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
    use jiff::Timestamp;
    use stormwire_store::DbTimestamp;
    use stormwire_store::tables::status_event::{EventCause, FacilityStatus};

    fn event(id: i64, facility: i64) -> StatusEvent {
        StatusEvent {
            id: StatusEventId::new(id),
            facility_id: FacilityId::new(facility),
            facility_name: "Pool\nat the lake".into(),
            at: DbTimestamp(Timestamp::UNIX_EPOCH),
            noticed_at: DbTimestamp(Timestamp::UNIX_EPOCH),
            from: FacilityStatus::Clear,
            to: FacilityStatus::Active,
            ring: None,
            cause: EventCause::Strike,
            strike_id: None,
            detail: None,
        }
    }

    fn ids(batch: &EventBatch, after: i64, facility: Option<i64>) -> Vec<i64> {
        let bytes = batch.select(StatusEventId::new(after), facility.map(FacilityId::new)).unwrap_or_default();
        let text = std::str::from_utf8(&bytes).unwrap();
        text.lines().filter_map(|line| line.strip_prefix("id: ")?.parse().ok()).collect()
    }

    #[test]
    fn an_event_has_an_id_a_name_and_one_line_of_data() {
        let batch = EventBatch::new(vec![event(4, 1)]);
        let text = String::from_utf8(batch.bytes.to_vec()).unwrap();
        assert!(text.starts_with("id: 4\nevent: status\ndata: {\"id\":4,\"facilityId\":1,"), "{text}");
        assert!(text.ends_with("\"cause\":\"Strike\"}\n\n") && text.lines().count() == 4, "{text}");
    }

    #[test]
    fn streams_get_the_events_after_their_position() {
        let batch = EventBatch::new([(4, 1), (5, 2), (7, 1), (8, 1)].map(|(id, facility)| event(id, facility)).into());
        for (after, facility, expected) in [
            (0, None, vec![4, 5, 7, 8]),
            (4, None, vec![5, 7, 8]),
            (6, None, vec![7, 8]),
            (8, None, vec![]),
            (0, Some(1), vec![4, 7, 8]),
            (4, Some(1), vec![7, 8]),
            (7, Some(1), vec![8]),
            (0, Some(2), vec![5]),
            (0, Some(3), vec![]),
        ] {
            assert_eq!(ids(&batch, after, facility), expected, "{after} {facility:?}");
        }
        assert_eq!(batch.last_id(), Some(StatusEventId::new(8)));
    }
}
