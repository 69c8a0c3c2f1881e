//! Times from an event to those who receive it.

use jiff::Timestamp;

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
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len().saturating_sub(1) * percent / 100).copied().unwrap_or(f64::NAN)
    }
}

/// What a section of the report says about a limit.
pub(crate) fn verdict(is_met: bool) -> &'static str {
    if is_met { "met" } else { "not met" }
}
