//! Other processes on PostgreSQL: what they commit is shown at once. The clock does not move, so polling finds nothing.

use std::time::Duration;
use stormwire_lightning::Lightning;
use stormwire_testkit::service::{feed_rules, wait_until};
use stormwire_testkit::{TestDb, exchange_hints};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strikes_of_another_program_are_shown_without_polling() {
    let db = TestDb::postgres().await;
    let lightning = Lightning::new(db.store.clone(), db.clock.clone(), feed_rules(Duration::from_mins(5)));
    let _exchange = exchange_hints(&db, &db.store).await;
    assert_eq!(lightning.live_picture().await.unwrap().strikes().len(), 0);
    db.execute(
        "insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude) \
         values ('ALERT', '2026-05-01T11:59:00.000000Z', 'Ground', 34.7, -86.6)",
    )
    .await;
    wait_until(async || lightning.live_picture().await.unwrap().strikes().len() == 1).await;
    db.end().await;
}
