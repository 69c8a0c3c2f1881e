//! Hints between the processes of a test.

use crate::test_db::TestDb;
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};
use stormwire_store::Store;
use stormwire_store::hints::HintExchange;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

/// The longest pause of an exchange after a failure, by the clock of the test.
const LONGEST_BACKOFF: Duration = Duration::from_secs(30);

/// Exchanges the hints of a process on PostgreSQL, with the clock of the test. Returns when hints are received, and stops when
/// dropped.
pub async fn exchange_hints(db: &TestDb, store: &Store) -> AbortOnDropHandle<()> {
    let (clock, rng) = db.clock_and_rng();
    let exchange = HintExchange::new(store.clone(), clock, rng);
    // The last of the hints that it gives itself.
    let mut started = store.status_events_recorded();
    let task = tokio::spawn(async move { exchange.run(CancellationToken::new()).await });
    let task = AbortOnDropHandle::new(task);
    loop {
        tokio::select! {
            changed = started.changed() => {
                changed.expect("the store exists");
                return task;
            }
            // A busy server has not responded to the first attempt.
            () = SystemClock.sleep(LONGEST_BACKOFF) => db.clock.advance(LONGEST_BACKOFF),
        }
    }
}
