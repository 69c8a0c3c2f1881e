//! What is measured of open streams.

use crate::latencies::Latencies;
use jiff::Timestamp;

#[derive(Default)]
pub(super) struct MeasuredStreams {
    /// From a commit or a publication until each stream has received the event.
    pub(super) latencies: Latencies,
    /// From the first stream that has the event: how long sending it to all takes.
    pub(super) sending: Latencies,
    /// What the open streams have added to the resident memory.
    pub(super) kib: u64,
}

impl MeasuredStreams {
    pub(super) fn add(&mut self, from: Timestamp, received: &[Timestamp]) {
        self.latencies.add(from, received);
        self.sending.add(received.iter().min().copied().unwrap_or(from), received);
    }
}
