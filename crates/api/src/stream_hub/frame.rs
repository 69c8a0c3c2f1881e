//! What is sent over streams, as bytes that all streams share. Pure.

use axum::body::Bytes;
use std::sync::Arc;
use stormwire_store::{FacilityId, StatusEventId};

#[derive(Debug, Clone)]
pub(crate) enum StreamFrame {
    Events(Arc<EventBatch>),
    /// For every stream.
    Everyone(Bytes),
}

/// Status events that were found together, in the order of their ids.
#[derive(Debug)]
pub(crate) struct EventBatch {
    bytes: Bytes,
    parts: Vec<BatchPart>,
}

/// One event in the bytes of a batch.
#[derive(Debug)]
pub(crate) struct BatchPart {
    pub(crate) id: StatusEventId,
    pub(crate) facility: FacilityId,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl EventBatch {
    /// The parts must cover the bytes, one after the other.
    pub(crate) fn new(bytes: Vec<u8>, parts: Vec<BatchPart>) -> Self {
        Self { bytes: bytes.into(), parts }
    }

    pub(crate) fn last_id(&self) -> Option<StatusEventId> {
        self.parts.last().map(|part| part.id)
    }

    /// The events after an id: of all facilities, or of one.
    pub(crate) fn select(&self, after: StatusEventId, facility: Option<FacilityId>) -> Option<Bytes> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(events: &[(i64, i64)]) -> EventBatch {
        let (mut bytes, mut parts) = (Vec::new(), Vec::new());
        for (id, facility) in events {
            let start = bytes.len();
            bytes.extend_from_slice(format!("{id} ").as_bytes());
            let (id, facility) = (StatusEventId::new(*id), FacilityId::new(*facility));
            parts.push(BatchPart { id, facility, start, end: bytes.len() });
        }
        EventBatch::new(bytes, parts)
    }

    #[test]
    fn streams_get_the_events_after_their_position() {
        let batch = batch(&[(4, 1), (5, 2), (7, 1), (8, 1)]);
        for (after, facility, expected) in [
            (0, None, Some("4 5 7 8 ")),
            (4, None, Some("5 7 8 ")),
            (6, None, Some("7 8 ")),
            (8, None, None),
            (0, Some(1), Some("4 7 8 ")),
            (4, Some(1), Some("7 8 ")),
            (7, Some(1), Some("8 ")),
            (0, Some(2), Some("5 ")),
            (0, Some(3), None),
        ] {
            let found = batch.select(StatusEventId::new(after), facility.map(FacilityId::new));
            assert_eq!(found.as_deref(), expected.map(str::as_bytes), "{after} {facility:?}");
        }
        assert_eq!(batch.last_id(), Some(StatusEventId::new(8)));
        assert_eq!(super::tests::batch(&[]).last_id(), None);
    }
}
