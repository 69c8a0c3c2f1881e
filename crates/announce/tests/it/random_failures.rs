//! Receivers fail and processes die at random: every event arrives, in order per facility, and none is skipped.

use crate::receiver::{Receiver, Reply};
use crate::sink_fixture::SinkFixture;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use stormwire_clock::SeededRng;
use stormwire_store::StatusEventId;
use stormwire_store::tables::event_delivery::DeliveryStatus;
use stormwire_store::tables::status_event;
use stormwire_store::tables::status_event::FacilityStatus::{Active, Clear};
use stormwire_testkit::{TestDb, on_both_databases};
use tokio::sync::Notify;

const ROUNDS: i64 = 40;
const FACILITIES: u64 = 5;

/// A receiver that fails at random, and sometimes kills the sender while it waits for the answer.
async fn unreliable(seed: u64, is_reliable: Arc<AtomicBool>, kill: Arc<Notify>) -> Receiver {
    let rng = SeededRng::new(seed);
    Receiver::start(move |_| match rng.next() % 10 {
        _ if is_reliable.load(Ordering::Relaxed) => Reply::Status(200),
        0..=4 => Reply::Status(200),
        5 => {
            kill.notify_one();
            Reply::Never
        }
        6 => {
            kill.notify_one();
            Reply::Status(200)
        }
        7 => Reply::RetryAfter(503, 30),
        _ => Reply::Status(500),
    })
    .await
}

fn random_below(rng: &SeededRng, limit: u64) -> i64 {
    i64::try_from(rng.next() % limit).unwrap()
}

on_both_databases! {
    async fn every_event_arrives_in_order_despite_failures_and_kills(db: &TestDb) {
        let (fixture, rng, kill) = (SinkFixture::new(db), SeededRng::new(11), Arc::new(Notify::new()));
        let is_reliable = Arc::new(AtomicBool::new(false));
        let mut receivers = Vec::new();
        for seed in [1, 2, 3] {
            let receiver = unreliable(seed, is_reliable.clone(), kill.clone()).await;
            fixture.webhook(&format!("Receiver {seed}"), &receiver.url).await;
            receivers.push(receiver);
        }
        for round in 0..ROUNDS {
            let count = random_below(&rng, 4);
            let facilities: Vec<i64> = (0..count).map(|_| 1 + random_below(&rng, FACILITIES)).collect();
            fixture.record(&facilities, if round % 2 == 0 { Active } else { Clear }).await;
            let announcer = fixture.announcer();
            tokio::select! {
                result = announcer.deliver_due() => {
                    result.unwrap();
                }
                () = kill.notified() => {}
            }
            fixture.advance(rng.next() % 120);
        }
        is_reliable.store(true, Ordering::Relaxed);
        fixture.advance(3_600);
        fixture.deliver_due().await;

        let expected = expected_order(db).await;
        assert!(expected.values().map(Vec::len).sum::<usize>() > 40, "{expected:?}");
        for receiver in &receivers {
            let mut arrived: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
            for received in receiver.received() {
                let ids = arrived.entry(received.facility_id()).or_default();
                // An event may come twice, never for the first time after a later one.
                if !ids.contains(&received.event_id()) {
                    ids.push(received.event_id());
                }
            }
            assert_eq!(arrived, expected);
        }
        for sink in fixture.sinks.list().await.unwrap() {
            assert!(fixture.log(sink.id).await.iter().all(|one| one.status == DeliveryStatus::Delivered));
        }
    }

    async fn a_sink_does_not_pass_events_whose_deliveries_cannot_be_stored(db: &TestDb) {
        let (fixture, receiver) = (SinkFixture::new(db), Receiver::accepting().await);
        let sink = fixture.webhook("Siren", &receiver.url).await;
        fixture.record(&[1, 2], Active).await;
        db.execute("alter table it.EventDelivery rename to HiddenDelivery").await;
        fixture.announcer().deliver_due().await.unwrap_err();
        assert_eq!(fixture.sink(sink).await.planned_through, StatusEventId::new(0));
        db.execute("alter table it.HiddenDelivery rename to EventDelivery").await;
        assert_eq!(fixture.deliver_due().await, 2);
        assert_eq!(fixture.sink(sink).await.planned_through, StatusEventId::new(2));
    }
}

async fn expected_order(db: &TestDb) -> BTreeMap<i64, Vec<i64>> {
    let mut conn = db.store.reader().await.unwrap();
    let all = status_event::list(&mut conn, StatusEventId::new(0), None, 1_000);
    let mut expected: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for event in all.await.unwrap() {
        expected.entry(event.facility_id.get()).or_default().push(event.id.get());
    }
    expected
}
