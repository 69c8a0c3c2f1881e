//! Times of requests, with those that failed.

use std::time::Duration;

#[derive(Default)]
pub(super) struct Timings(Vec<Outcome>);

/// Ordered: a failed request is slower than any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    Completed(Duration),
    Failed,
}

impl Timings {
    pub(super) fn add(&mut self, time: Duration, is_ok: bool) {
        self.0.push(if is_ok { Outcome::Completed(time) } else { Outcome::Failed });
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// The time that this share of the requests did not exceed. [`Outcome::Failed`] if there was no request.
    pub(super) fn percentile(&self, percent: usize) -> Outcome {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let index = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
        sorted.get(index).copied().unwrap_or(Outcome::Failed)
    }
}

impl FromIterator<Duration> for Timings {
    fn from_iter<T: IntoIterator<Item = Duration>>(times: T) -> Self {
        Self(times.into_iter().map(Outcome::Completed).collect())
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Completed(time) => write!(f, "{:.1} ms", time.as_secs_f64() * 1_000.0),
            Self::Failed => f.write_str("failed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_requests_are_the_slowest() {
        let mut timings: Timings = (1..=99).map(Duration::from_millis).collect();
        timings.add(Duration::from_millis(1), false);
        assert_eq!(timings.percentile(50), Outcome::Completed(Duration::from_millis(50)));
        assert_eq!(timings.percentile(99), Outcome::Completed(Duration::from_millis(99)));
        assert_eq!(timings.percentile(100), Outcome::Failed);
        assert_eq!(Timings::default().percentile(50), Outcome::Failed, "nothing was measured");
    }
}
