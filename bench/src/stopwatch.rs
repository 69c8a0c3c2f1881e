//! Monotonic time for measurements. Other code of the project uses `Clock`.

use std::future::Future;
use std::time::{Duration, Instant};
use stormwire_bench::results::Measured;

/// How long each value is measured.
pub(crate) const ROUND: Duration = Duration::from_secs(2);
/// How often each value is measured. The table shows the median and the spread.
pub(crate) const ROUNDS: usize = 3;

#[derive(Clone, Copy)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    #[expect(clippy::disallowed_methods, reason = "a measurement reads the machine's monotonic clock")]
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    pub(crate) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }

    /// Whether the round is not over yet.
    pub(crate) fn is_running(self) -> bool {
        self.elapsed() < ROUND
    }
}

/// The rate of several rounds. `round` returns what it counted.
pub(crate) async fn rate<F, R>(mut round: F) -> anyhow::Result<Measured>
where
    F: FnMut(usize) -> R,
    R: Future<Output = anyhow::Result<u64>>,
{
    let mut rates = Vec::new();
    for number in 0..ROUNDS {
        let watch = Stopwatch::start();
        let count = round(number).await?;
        #[expect(clippy::cast_precision_loss, reason = "counts of a few seconds are far below 2^52")]
        rates.push(count as f64 / watch.elapsed().as_secs_f64());
    }
    Ok(Measured::rounds(&rates))
}
