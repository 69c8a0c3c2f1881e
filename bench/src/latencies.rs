//! Times from an event to those who receive it.

use jiff::Timestamp;
use stormwire_bench::results::Measured;

/// In milliseconds.
#[derive(Default)]
pub(crate) struct Latencies(Vec<f64>);

impl Latencies {
    pub(crate) fn add(&mut self, from: Timestamp, received: &[Timestamp]) {
        self.0.extend(received.iter().map(|at| at.duration_since(from).as_secs_f64() * 1_000.0));
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The slowest is the 100th percentile.
    pub(crate) fn percentile(&self, percent: usize) -> Measured {
        Measured::percentile(&self.0, percent)
    }
}
