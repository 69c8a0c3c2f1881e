//! Hints between the processes of a test.

use crate::test_db::TestDb;
use stormwire_store::Store;
use stormwire_store::hints::HintExchange;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

/// Exchanges the hints of a process on PostgreSQL, with the clock of the test. Returns when hints are received, and stops when
/// dropped.
pub async fn exchange_hints(db: &TestDb, store: &Store) -> AbortOnDropHandle<()> {
    let (clock, rng) = db.clock_and_rng();
    let exchange = HintExchange::new(store.clone(), clock, rng);
    // The last of the hints that it gives itself.
    let mut started = store.status_events_recorded();
    let task = tokio::spawn(async move { exchange.run(CancellationToken::new()).await });
    started.changed().await.expect("the store exists");
    AbortOnDropHandle::new(task)
}
