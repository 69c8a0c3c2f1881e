//! The duty as the queue runs it: woken by new events, and no receiver waits for another.

use crate::receiver::{Receiver, Reply};
use crate::sink_fixture::SinkFixture;
use futures_util::FutureExt;
use std::sync::Arc;
use std::time::Duration;
use stormwire_announce::EventAnnouncer;
use stormwire_clock::{Clock, VirtualClock};
use stormwire_geo::LonLat;
use stormwire_lightning::StatusRecorder;
use stormwire_store::Schema;
use stormwire_store::queue::{Dispatcher, LoopWorker, loop_worker};
use stormwire_store::tables::facility::{self, FacilityFields};
use stormwire_store::tables::status_event::FacilityStatus::Active;
use stormwire_testkit::service::wait_until;
use stormwire_testkit::{TestDb, on_both_databases};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// A queue that runs nothing else.
struct RunningQueue {
    stop: CancellationToken,
    running: JoinHandle<Result<(), String>>,
}

impl RunningQueue {
    async fn start(fixture: &SinkFixture<'_>, clock: Arc<dyn Clock>) -> Self {
        let (stop, now) = (CancellationToken::new(), clock.now());
        let announcer = fixture.sinks.announcer(fixture.lightning.clone(), stop.clone());
        let store = fixture.db.store.clone();
        store.write(Schema::It, move |conn| EventAnnouncer::schedule(conn, now).boxed()).await.unwrap();
        let workers = vec![loop_worker(Arc::new(announcer))];
        let dispatcher = Dispatcher::new(store, clock, fixture.db.rng.clone(), workers);
        let stopped = stop.clone();
        Self { stop, running: tokio::spawn(async move { dispatcher.run(stopped).await }) }
    }

    async fn end(self) {
        self.stop.cancel();
        self.running.await.unwrap().unwrap();
    }
}

on_both_databases! {
    async fn a_receiver_that_does_not_answer_delays_no_other(db: &TestDb) {
        let clock = Arc::new(VirtualClock::running());
        let fixture = SinkFixture::with_clock(db, clock.clone());
        let (dead, good) = (Receiver::start(|_| Reply::Never).await, Receiver::accepting().await);
        fixture.webhook("A dead one", &dead.url).await;
        fixture.webhook("A good one", &good.url).await;
        let queue = RunningQueue::start(&fixture, clock.clone()).await;
        for count in 1..=20 {
            fixture.record(&[count], Active).await;
            wait_until(async || good.event_ids().contains(&count)).await;
        }
        let mut ids = good.event_ids();
        // A response that comes after the time limit, on a busy machine, is followed by a retry.
        ids.dedup();
        assert_eq!(ids, (1..=20).collect::<Vec<i64>>());
        queue.stop.cancel();
        // What is in progress ends by its timeout, which the test does not wait for.
        wait_until(async || {
            clock.advance(Duration::from_secs(15));
            queue.running.is_finished()
        })
        .await;
    }

    async fn new_events_wake_the_duty_at_once(db: &TestDb) {
        let (fixture, receiver) = (SinkFixture::new(db), Receiver::accepting().await);
        fixture.webhook("Siren", &receiver.url).await;
        fixture.lightning.record_heartbeat().await.unwrap();
        // The clock does not move: nothing polls.
        let queue = RunningQueue::start(&fixture, db.clock.clone()).await;
        let recorder = StatusRecorder::new(fixture.lightning.clone(), CancellationToken::new());
        for count in 1..=3 {
            insert_facility(db, count).await;
            assert_eq!(recorder.record_once().await.unwrap(), 1);
            wait_until(async || receiver.received().len() == usize::from(count)).await;
        }
        queue.end().await;
    }
}

async fn insert_facility(db: &TestDb, number: u8) {
    let lat_long = Some(LonLat::new(-86.5861, 20.0 + f64::from(number)).unwrap());
    let fields = FacilityFields { name: format!("Facility {number}"), point: None, lat_long, policy_id: None };
    let unit =
        db.store.write(Schema::Organization, move |conn| async move { facility::insert(conn, &fields).await }.boxed());
    unit.await.unwrap();
}
