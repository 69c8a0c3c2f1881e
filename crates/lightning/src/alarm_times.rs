//! How long it takes from the moment the mail provider received an email until its strikes are shown. Pure.

use stormwire_store::tables::alarm::StoredMessage;

/// Durations in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Percentiles {
    pub count: usize,
    pub median: f64,
    pub p99: f64,
    pub longest: f64,
}

/// All from the moment the provider received the email.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct AlarmTimes {
    pub until_claimed: Option<Percentiles>,
    pub until_stored: Option<Percentiles>,
}

impl Percentiles {
    /// `None` without durations. Clocks of two machines differ, so a negative duration counts as 0.
    pub fn of(durations: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = durations.into_iter().map(|seconds| seconds.max(0.0)).collect();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        // The smallest duration that at least this percentage does not exceed.
        let at = |percentage: usize| sorted[(sorted.len() * percentage).div_ceil(100).saturating_sub(1)];
        Some(Self { count: sorted.len(), median: at(50), p99: at(99), longest: sorted[last] })
    }
}

impl AlarmTimes {
    pub fn of(messages: &[StoredMessage]) -> Self {
        let percentiles = |seconds: &dyn Fn(&StoredMessage) -> f64| Percentiles::of(messages.iter().map(seconds));
        Self {
            until_claimed: percentiles(&|one| one.claimed_at.duration_since(one.received_at).as_secs_f64()),
            until_stored: percentiles(&|one| one.stored_at.duration_since(one.received_at).as_secs_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_durations_that_occurred() {
        for (durations, expected) in [
            (vec![], None),
            (vec![2.0], Some((2.0, 2.0, 2.0))),
            (vec![3.0, -1.0], Some((0.0, 3.0, 3.0))),
            ((1..=100).map(f64::from).collect(), Some((50.0, 99.0, 100.0))),
            ((1..=1_000).rev().map(f64::from).collect(), Some((500.0, 990.0, 1_000.0))),
        ] {
            let found = Percentiles::of(durations.clone());
            assert_eq!(found.map(|found| (found.median, found.p99, found.longest)), expected, "{durations:?}");
        }
    }
}
