//! Retries a write until the database accepts it.

use super::plan::Backoff;
use futures_util::future::BoxFuture;
use std::fmt::Display;
use std::time::Duration;
use stormwire_clock::Clock;

const BACKOFF: Backoff = Backoff { first: Duration::from_millis(100), ceiling: Duration::from_secs(5) };

/// Retries until the write succeeds or fails with an error that is not transient. Only for idempotent writes: a commit
/// may have succeeded although its acknowledgment was lost.
pub async fn retry_until_stored<'a, T, E: Display>(
    clock: &dyn Clock,
    is_transient: impl Fn(&E) -> bool + Send,
    mut attempt: impl FnMut() -> BoxFuture<'a, Result<T, E>> + Send,
) -> Result<T, E> {
    let mut attempts = 0;
    loop {
        match attempt().await {
            Err(error) if is_transient(&error) => {
                attempts += 1;
                tracing::warn!(%error, "database write failed; will retry");
                clock.sleep(BACKOFF.delay_after(attempts, 0.0)).await;
            }
            other => return other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use stormwire_clock::VirtualClock;

    #[tokio::test]
    async fn retries_until_success_or_permanent_error() {
        let clock = VirtualClock::frozen();
        let mut left = vec![Ok(7), Err("unavailable"), Err("unavailable")];
        let mut writing = retry_until_stored(
            &clock,
            |error| *error == "unavailable",
            || {
                let next = left.pop().unwrap_or(Err("never called again"));
                async move { next }.boxed()
            },
        )
        .boxed();
        for _ in 0..2 {
            assert!((&mut writing).now_or_never().is_none());
            clock.advance(Duration::from_secs(5));
        }
        assert_eq!(writing.await, Ok(7));
        let rejected =
            retry_until_stored(&clock, |error| *error == "unavailable", || async { Err::<(), _>("rejected") }.boxed());
        assert_eq!(rejected.await, Err("rejected"));
    }
}
