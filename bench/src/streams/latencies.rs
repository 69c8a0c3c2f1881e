//! What is measured of open streams.

use jiff::Timestamp;

pub(super) struct MeasuredStreams {
    pub(super) latencies: Latencies,
    /// What the open streams have added to the resident memory.
    pub(super) kib: u64,
}

/// Milliseconds from a commit or a publication until each stream has received the event.
#[derive(Default)]
pub(super) struct Latencies(Vec<f64>);

impl Latencies {
    pub(super) fn add(&mut self, from: Timestamp, received: &[Timestamp]) {
        self.0.extend(received.iter().map(|at| at.duration_since(from).as_secs_f64() * 1_000.0));
    }

    pub(super) fn percentile(&self, percent: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len().saturating_sub(1) * percent / 100).copied().unwrap_or(f64::NAN)
    }
}
