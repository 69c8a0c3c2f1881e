//! Waiting for the database: what has happened is written down, however long that takes.

use super::plan::Backoff;
use futures_util::future::BoxFuture;
use std::fmt::Display;
use std::time::Duration;
use stormwire_clock::Clock;

const WAITS: Backoff = Backoff { first: Duration::from_millis(100), ceiling: Duration::from_secs(5) };

/// Attempts it until it goes well, or fails in a way that does not pass. Only for what comes to the same when it is
/// written twice: a commit may have gone through although nobody heard of it.
pub async fn until_stored<'a, T, E: Display>(
    clock: &dyn Clock,
    passes: impl Fn(&E) -> bool + Send,
    mut attempt: impl FnMut() -> BoxFuture<'a, Result<T, E>> + Send,
) -> Result<T, E> {
    let mut attempts = 0;
    loop {
        match attempt().await {
            Err(error) if passes(&error) => {
                attempts += 1;
                tracing::warn!(%error, "what has happened cannot be written yet");
                clock.sleep(WAITS.wait(attempts, 0.0)).await;
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
    async fn it_is_tried_until_it_is_written_or_cannot_be() {
        let clock = VirtualClock::frozen();
        let mut left = vec![Ok(7), Err("away"), Err("away")];
        let mut writing = until_stored(
            &clock,
            |error| *error == "away",
            || {
                let next = left.pop().unwrap_or(Err("never asked again"));
                async move { next }.boxed()
            },
        )
        .boxed();
        for _ in 0..2 {
            assert!((&mut writing).now_or_never().is_none());
            clock.advance(Duration::from_secs(5));
        }
        assert_eq!(writing.await, Ok(7));
        let refused = until_stored(&clock, |error| *error == "away", || async { Err::<(), _>("refused") }.boxed());
        assert_eq!(refused.await, Err("refused"));
    }
}
