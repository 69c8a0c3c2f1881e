//! What is sent over streams, as bytes that all streams share. Pure.

use axum::body::Bytes;
use std::sync::Arc;
use stormwire_store::{FacilityId, StatusEventId};

/// What is sent at once: a head for every stream, then status events in the order of their ids. One frame costs each stream
/// one write, however much is in it.
#[derive(Debug, Clone)]
pub struct StreamFrame(Arc<Content>);

#[derive(Debug)]
struct Content {
    bytes: Bytes,
    head_end: usize,
    events: Vec<FrameEvent>,
}

/// One event in the bytes of a frame.
#[derive(Debug)]
pub struct FrameEvent {
    pub id: StatusEventId,
    pub facility: FacilityId,
    pub start: usize,
    pub end: usize,
}

impl StreamFrame {
    /// The events must cover the bytes after the head, one after the other.
    pub fn new(bytes: Vec<u8>, events: Vec<FrameEvent>) -> Self {
        let head_end = events.first().map_or(bytes.len(), |first| first.start);
        Self(Arc::new(Content { bytes: bytes.into(), head_end, events }))
    }

    pub fn is_empty(&self) -> bool {
        self.0.bytes.is_empty()
    }

    pub fn last_id(&self) -> Option<StatusEventId> {
        self.0.events.last().map(|event| event.id)
    }

    /// The head, and the events after an id: of all facilities, or of one.
    pub fn select(&self, after: StatusEventId, facility: Option<FacilityId>) -> Option<Bytes> {
        let Content { bytes, head_end, events } = &*self.0;
        let is_wanted =
            |event: &&FrameEvent| event.id > after && facility.is_none_or(|facility| event.facility == facility);
        if events.iter().all(|event| is_wanted(&event)) {
            return Some(bytes.clone()).filter(|bytes| !bytes.is_empty());
        }
        let mut selected = bytes[..*head_end].to_vec();
        for event in events.iter().filter(is_wanted) {
            selected.extend_from_slice(&bytes[event.start..event.end]);
        }
        Some(Bytes::from(selected)).filter(|bytes| !bytes.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(head: &str, events: &[(i64, i64)]) -> StreamFrame {
        let (mut bytes, mut parts) = (head.as_bytes().to_vec(), Vec::new());
        for (id, facility) in events {
            let start = bytes.len();
            bytes.extend_from_slice(format!("{id} ").as_bytes());
            let (id, facility) = (StatusEventId::new(*id), FacilityId::new(*facility));
            parts.push(FrameEvent { id, facility, start, end: bytes.len() });
        }
        StreamFrame::new(bytes, parts)
    }

    #[test]
    fn streams_get_the_head_and_the_events_after_their_position() {
        for head in ["", "head "] {
            let frame = frame(head, &[(4, 1), (5, 2), (7, 1), (8, 1)]);
            for (after, facility, expected) in [
                (0, None, "4 5 7 8 "),
                (4, None, "5 7 8 "),
                (6, None, "7 8 "),
                (8, None, ""),
                (0, Some(1), "4 7 8 "),
                (4, Some(1), "7 8 "),
                (7, Some(1), "8 "),
                (0, Some(2), "5 "),
                (0, Some(3), ""),
            ] {
                let found = frame.select(StatusEventId::new(after), facility.map(FacilityId::new));
                let expected = format!("{head}{expected}");
                let expected = Some(expected.as_bytes()).filter(|bytes| !bytes.is_empty());
                assert_eq!(found.as_deref(), expected, "{after} {facility:?}");
            }
            assert_eq!(frame.last_id(), Some(StatusEventId::new(8)));
        }
    }

    #[test]
    fn a_frame_without_events_is_for_everyone() {
        let comment = frame("alive", &[]);
        assert_eq!(comment.select(StatusEventId::new(9), Some(FacilityId::new(1))).as_deref(), Some(&b"alive"[..]));
        assert_eq!((comment.last_id(), comment.is_empty(), frame("", &[]).is_empty()), (None, false, true));
    }
}
