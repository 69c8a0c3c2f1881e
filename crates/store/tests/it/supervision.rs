//! A loop that must not end is restarted, whatever ended it, until it is stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use stormwire_clock::{SeededRng, VirtualClock};
use stormwire_store::queue::supervise;
use tokio_util::sync::CancellationToken;

#[tokio::test]
async fn restarts_loop_that_ends_fails_or_panics() {
    let clock = Arc::new(VirtualClock::frozen());
    let (stop, starts) = (CancellationToken::new(), Arc::new(AtomicU32::new(0)));
    let (stopped, counted) = (stop.clone(), starts.clone());
    let rng = Arc::new(SeededRng::new(1));
    let supervised = tokio::spawn(supervise("test", clock.clone(), rng, stop.clone(), move || {
        let (number, stopped) = (counted.fetch_add(1, Ordering::SeqCst), stopped.clone());
        async move {
            match number {
                0 => Ok(()),
                1 => Err("on purpose".to_owned()),
                2 => panic!("on purpose"),
                _ => {
                    stopped.cancelled().await;
                    Ok(())
                }
            }
        }
    }));
    while starts.load(Ordering::SeqCst) < 4 {
        clock.advance(Duration::from_secs(1));
        tokio::task::yield_now().await;
    }
    stop.cancel();
    supervised.await.unwrap();
    assert_eq!(starts.load(Ordering::SeqCst), 4, "a stopped loop is not restarted");
}
