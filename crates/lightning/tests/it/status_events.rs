//! The recorder of status events, with real databases.

use futures_util::FutureExt;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, SystemRng};
use stormwire_geo::LonLat;
use stormwire_lightning::{FeedRules, Lightning, StatusRecorder};
use stormwire_store::queue::{Dispatcher, LoopWorker, loop_worker};
use stormwire_store::tables::facility::{self, FacilityFields};
use stormwire_store::tables::facility_status::RecordError;
use stormwire_store::tables::status_event::{self, EventCause, FacilityStatus, StatusEvent};
use stormwire_store::{Schema, StatusEventId};
use stormwire_testkit::service::{feed_rules, wait_until};
use stormwire_testkit::{TestDb, on_both_databases};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

/// A process whose feed is healthy for an hour after a heartbeat.
fn recorder(db: &TestDb) -> (Lightning, StatusRecorder) {
    recorder_with_silence(db, Duration::from_hours(1))
}

/// A process whose feed is healthy for this time after a heartbeat or a strike.
fn recorder_with_silence(db: &TestDb, silence: Duration) -> (Lightning, StatusRecorder) {
    let rules = FeedRules { external_silence: Some(silence), ..feed_rules(Duration::from_mins(5)) };
    let lightning = Lightning::new(db.store.clone(), db.clock.clone(), rules);
    (lightning.clone(), StatusRecorder::new(lightning, CancellationToken::new()))
}

async fn insert_facility(db: &TestDb) {
    let lat_long = Some(LonLat::new(-86.5861, 34.7304).unwrap());
    let fields = FacilityFields { name: "Pool".into(), point: None, lat_long, policy_id: None };
    db.store
        .write(Schema::Organization, move |conn| async move { facility::insert(conn, &fields).await }.boxed())
        .await
        .unwrap();
}

async fn strike(db: &TestDb) {
    db.execute(&format!(
        "insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude) \
         values ('ALERT', '{:.6}', 'Ground', 34.7304, -86.5861)",
        db.clock.now()
    ))
    .await;
}

async fn events(db: &TestDb) -> Vec<StatusEvent> {
    let mut conn = db.store.reader().await.unwrap();
    status_event::list(&mut conn, StatusEventId::new(0), None, 1_000).await.unwrap()
}

/// Records until it is dropped, with the frozen clock of the database.
async fn start_recording(db: &TestDb, recorder: StatusRecorder) -> AbortOnDropHandle<Result<(), String>> {
    let now = db.clock.now();
    db.store.write(Schema::It, move |conn| StatusRecorder::schedule(conn, now).boxed()).await.unwrap();
    let worker = loop_worker(Arc::new(recorder));
    let dispatcher = Dispatcher::new(db.store.clone(), db.clock.clone(), Arc::new(SystemRng), vec![worker]);
    AbortOnDropHandle::new(tokio::spawn(async move { dispatcher.run(CancellationToken::new()).await }))
}

async fn wait_for_events(db: &TestDb, count: usize) {
    wait_until(async || events(db).await.len() >= count).await;
}

on_both_databases! {
    async fn commits_of_this_process_need_no_polling(db: &TestDb) {
        let (lightning, recorder) = recorder(db);
        lightning.record_heartbeat().await.unwrap();
        let mut recorded = lightning.events_recorded();
        insert_facility(db).await;
        let _recording = start_recording(db, recorder).await;
        wait_for_events(db, 1).await;
        // The clock does not move: only the commit can wake the recorder.
        insert_facility(db).await;
        wait_for_events(db, 2).await;
        recorded.changed().await.unwrap();
        // Another process.
        strike(db).await;
        db.clock.advance(Duration::from_millis(300));
        wait_for_events(db, 4).await;
    }

    async fn two_processes_record_each_change_once(db: &TestDb) {
        let ((lightning, one), (_, other)) = (recorder(db), recorder(db));
        lightning.record_heartbeat().await.unwrap();
        insert_facility(db).await;
        for round in 1..=10_usize {
            let results = [tokio::join!(one.record_once(), other.record_once())];
            for result in results.into_iter().flat_map(|(one, other)| [one, other]) {
                assert!(matches!(result, Ok(_) | Err(RecordError::Outdated)), "{result:?}");
            }
            assert_eq!(events(db).await.len(), round);
            // Alternately a strike, and the end of its window.
            if round % 2 == 1 {
                strike(db).await;
            } else {
                db.clock.advance(Duration::from_mins(31));
                lightning.record_heartbeat().await.unwrap();
            }
        }
        let chain = events(db).await;
        assert!(chain.windows(2).all(|pair| pair[0].to == pair[1].from && pair[0].at <= pair[1].at), "{chain:?}");
    }

    async fn a_feed_that_is_unhealthy_at_the_start_gets_a_moment(db: &TestDb) {
        let (lightning, before) = recorder(db);
        lightning.record_heartbeat().await.unwrap();
        insert_facility(db).await;
        assert_eq!(before.record_once().await.unwrap(), 1);
        db.clock.advance(Duration::from_hours(2));
        let (lightning, restarted) = recorder(db);
        assert_eq!(restarted.record_once().await.unwrap(), 0, "its first polls are not done");
        db.clock.advance(Duration::from_secs(11));
        assert_eq!(restarted.record_once().await.unwrap(), 1);
        lightning.record_heartbeat().await.unwrap();
        assert_eq!(restarted.record_once().await.unwrap(), 1);
        let found: Vec<_> = events(db).await.iter().map(|event| (event.to, event.cause)).collect();
        let expected = [
            (FacilityStatus::Clear, EventCause::Person),
            (FacilityStatus::Unknown, EventCause::Feed),
            (FacilityStatus::Clear, EventCause::Feed),
        ];
        assert_eq!(found, expected);
    }

    async fn a_strike_counts_while_the_feed_is_unhealthy(db: &TestDb) {
        // Shorter than the danger window: the feed breaks while the strike still counts.
        let silence = Duration::from_mins(20);
        let (lightning, before) = recorder_with_silence(db, silence);
        lightning.record_heartbeat().await.unwrap();
        insert_facility(db).await;
        before.record_once().await.unwrap();
        db.clock.advance(Duration::from_hours(2));
        strike(db).await;
        db.clock.advance(Duration::from_mins(25));
        let (lightning, restarted) = recorder_with_silence(db, silence);
        assert_eq!(restarted.record_once().await.unwrap(), 1, "also before the first polls are done");
        db.clock.advance(Duration::from_mins(4));
        assert_eq!(restarted.record_once().await.unwrap(), 0, "known strikes remain true");
        db.clock.advance(Duration::from_mins(2));
        assert_eq!(restarted.record_once().await.unwrap(), 1);
        lightning.record_heartbeat().await.unwrap();
        assert_eq!(restarted.record_once().await.unwrap(), 1);
        let found: Vec<_> = events(db).await.iter().map(|event| (event.to, event.cause)).collect();
        let expected = [
            (FacilityStatus::Clear, EventCause::Person),
            (FacilityStatus::Active, EventCause::Strike),
            (FacilityStatus::Unknown, EventCause::Timer),
            (FacilityStatus::Clear, EventCause::Feed),
        ];
        assert_eq!(found, expected);
    }

    async fn what_happened_while_nothing_ran_is_one_change(db: &TestDb) {
        let (lightning, before) = recorder(db);
        lightning.record_heartbeat().await.unwrap();
        insert_facility(db).await;
        before.record_once().await.unwrap();
        strike(db).await;
        before.record_once().await.unwrap();
        db.clock.advance(Duration::from_mins(10));
        strike(db).await;
        let last_strike = db.clock.now();
        db.clock.advance(Duration::from_mins(45));
        lightning.record_heartbeat().await.unwrap();
        let (_, restarted) = recorder(db);
        assert_eq!(restarted.record_once().await.unwrap(), 1);
        let end = events(db).await.pop().unwrap();
        assert_eq!((end.from, end.to, end.cause), (FacilityStatus::Active, FacilityStatus::Clear, EventCause::Timer));
        assert_eq!(end.at.0.duration_since(last_strike).as_micros(), 30 * 60 * 1_000_000 + 1, "not the first strike's end");
    }
}
