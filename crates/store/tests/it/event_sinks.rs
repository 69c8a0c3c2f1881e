//! Event sinks and their deliveries: what is due, what an attempt changes, and what retention keeps.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::{earlier, later};
use stormwire_store::tables::event_delivery::{self, DeliveryStatus, FailedDelivery, RetryWindow};
use stormwire_store::tables::event_sink::{self, SinkFields, SinkKind};
use stormwire_store::tables::facility_status::{self, StatusChanges};
use stormwire_store::tables::retention;
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::tables::status_event::{self, EventCause, FacilityStatus, NewStatusEvent};
use stormwire_store::transfer::copy;
use stormwire_store::{Conn, Database, EventSinkId, FacilityId, Schema, StatusEventId, StoreError};
use stormwire_testkit::{TestDb, on_both_databases};

fn noon() -> Timestamp {
    "2026-05-01T12:00:00.25Z".parse().unwrap()
}

fn minutes_later(minutes: u64) -> Timestamp {
    later(noon(), Duration::from_mins(minutes))
}

fn fields(name: &str) -> SinkFields {
    SinkFields {
        name: name.into(),
        kind: SinkKind::Webhook,
        url: "https://a.example/hook".into(),
        facility_ids: Some(vec![FacilityId::new(7), FacilityId::new(9)]),
        statuses: Some(vec![FacilityStatus::Active]),
        is_enabled: true,
    }
}

async fn write<T: Send + 'static>(
    db: &TestDb,
    unit: impl for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, StoreError>> + Send + 'static,
) -> T {
    db.store.write(Schema::It, unit).await.unwrap()
}

async fn insert_sink(db: &TestDb, name: &str) -> EventSinkId {
    let fields = fields(name);
    write(db, move |conn| async move { event_sink::insert(conn, &fields, noon()).await }.boxed()).await
}

/// An event for each facility, with ids from 1.
async fn insert_events(db: &TestDb, facilities: &[i64], noticed_at: Timestamp) {
    let event = |facility: &i64| NewStatusEvent {
        facility_id: FacilityId::new(*facility),
        facility_name: format!("Facility {facility}"),
        at: noticed_at,
        from: FacilityStatus::Clear,
        to: FacilityStatus::Active,
        ring: None,
        cause: EventCause::Strike,
        strike_id: None,
        detail: None,
    };
    let changes = StatusChanges { events: facilities.iter().map(event).collect(), ..StatusChanges::default() };
    let unit = db.store.write(Schema::It, move |conn| {
        async move { facility_status::record(conn, &changes, noticed_at).await }.boxed()
    });
    unit.await.unwrap();
}

/// Deliveries of all events, tried for ten minutes.
async fn insert_deliveries(db: &TestDb, sink: EventSinkId) {
    let window = RetryWindow { from: noon(), until: minutes_later(10) };
    write(db, move |conn| {
        async move {
            let events = status_event::list(conn, StatusEventId::new(0), None, 1_000).await?;
            event_delivery::insert_many(conn, sink, &events.iter().collect::<Vec<_>>(), window).await
        }
        .boxed()
    })
    .await;
}

/// Sinks and events that are due.
async fn due(db: &TestDb, now: Timestamp) -> Vec<(i64, i64)> {
    let found = event_delivery::list_first_due(&mut db.store.reader().await.unwrap(), now).await.unwrap();
    found.iter().map(|one| (one.sink_id.get(), one.event.id.get())).collect()
}

async fn statuses(db: &TestDb, sink: EventSinkId) -> Vec<(i64, DeliveryStatus, i32)> {
    let mut conn = db.store.reader().await.unwrap();
    let found = event_delivery::list(&mut conn, sink, StatusEventId::new(i64::MAX), None, 100).await.unwrap();
    found.iter().map(|one| (one.event_id.get(), one.status, one.attempts)).collect()
}

on_both_databases! {
    async fn sink_reads_back_as_written_and_starts_at_the_last_event(db: &TestDb) {
        insert_events(db, &[1, 2], noon()).await;
        let id = insert_sink(db, "Siren").await;
        let mut conn = db.store.reader().await.unwrap();
        let sink = event_sink::get(&mut conn, id).await.unwrap().unwrap();
        assert_eq!((sink.fields, sink.planned_through.get()), (fields("Siren"), 2));
        assert_eq!((sink.last_delivered_event_id, sink.last_error, sink.sealed_secret), (None, None, None));
        drop(conn);
        let changed = SinkFields { facility_ids: None, statuses: None, is_enabled: false, ..fields("Horn") };
        let unit = changed.clone();
        write(db, move |conn| async move { event_sink::update(conn, id, &unit).await }.boxed()).await;
        write(db, move |conn| async move { SealedColumn::SinkSecret.store_sealed_value(conn, id.get(), "v1.k.x".into()).await }.boxed()).await;
        let sink = event_sink::get(&mut db.store.reader().await.unwrap(), id).await.unwrap().unwrap();
        assert_eq!((sink.fields, sink.sealed_secret.as_deref()), (changed, Some("v1.k.x")));
        assert_eq!(SealedColumn::SinkSecret.list(&mut db.store.reader().await.unwrap()).await.unwrap(), [(id.get(), "v1.k.x".into())]);
        let twice = fields("Horn");
        let taken = db.store.write(Schema::It, move |conn| async move { event_sink::insert(conn, &twice, noon()).await }.boxed()).await;
        assert!(matches!(taken, Err(StoreError::Conflict(_))), "{taken:?}");
    }

    async fn only_the_first_event_of_a_facility_is_due(db: &TestDb) {
        let (one, two) = (insert_sink(db, "A").await, insert_sink(db, "B").await);
        insert_events(db, &[7, 8, 7, 8], noon()).await;
        insert_deliveries(db, one).await;
        insert_deliveries(db, two).await;
        let (a, b) = (one.get(), two.get());
        assert_eq!(due(db, noon()).await, [(a, 1), (b, 1), (a, 2), (b, 2)]);
        let failed = FailedDelivery { next_attempt_at: Some(minutes_later(1)), error: "x\0y".repeat(600) };
        write(db, move |conn| async move {
            assert!(event_delivery::mark_delivered(conn, one, StatusEventId::new(1), noon()).await?);
            assert!(!event_delivery::mark_delivered(conn, one, StatusEventId::new(1), noon()).await?, "once");
            event_delivery::mark_attempted(conn, two, StatusEventId::new(1), &failed, noon()).await
        }.boxed()).await;
        assert_eq!(due(db, noon()).await, [(a, 2), (b, 2), (a, 3)], "event 3 of sink B waits for event 1");
        assert_eq!(due(db, minutes_later(1)).await, [(b, 1), (a, 2), (b, 2), (a, 3)]);
        let last = FailedDelivery { next_attempt_at: None, error: "no".into() };
        write(db, move |conn| async move { event_delivery::mark_attempted(conn, two, StatusEventId::new(1), &last, noon()).await }.boxed()).await;
        assert_eq!(due(db, minutes_later(1)).await, [(a, 2), (b, 2), (a, 3), (b, 3)], "the next goes on");
        let waiting = |event: i64| (event, DeliveryStatus::Waiting, 0);
        let failed = (1, DeliveryStatus::Failed, 2);
        assert_eq!(statuses(db, two).await, [waiting(4), waiting(3), waiting(2), failed]);
    }

    async fn planning_twice_changes_nothing(db: &TestDb) {
        let sink = insert_sink(db, "A").await;
        insert_events(db, &[7], noon()).await;
        insert_deliveries(db, sink).await;
        write(db, move |conn| async move { event_delivery::mark_delivered(conn, sink, StatusEventId::new(1), noon()).await }.boxed()).await;
        insert_deliveries(db, sink).await;
        assert_eq!(statuses(db, sink).await, [(1, DeliveryStatus::Delivered, 1)]);
    }

    async fn a_retry_makes_due_what_has_ended(db: &TestDb) {
        let sink = insert_sink(db, "A").await;
        insert_events(db, &[7, 8, 9], noon()).await;
        insert_deliveries(db, sink).await;
        let [one, two, three, none] = [1, 2, 3, 4].map(StatusEventId::new);
        write(db, move |conn| async move {
            event_delivery::mark_delivered(conn, sink, one, noon()).await?;
            event_sink::record_error(conn, sink, "no").await?;
            let failed = FailedDelivery { next_attempt_at: Some(minutes_later(5)), error: "no".into() };
            event_delivery::mark_attempted(conn, sink, three, &failed, noon()).await?;
            event_sink::record_success(conn, sink, one).await
        }.boxed()).await;
        let sink_row = event_sink::get(&mut db.store.reader().await.unwrap(), sink).await.unwrap().unwrap();
        assert_eq!((sink_row.last_error.as_deref(), sink_row.last_delivered_event_id), (Some("no"), Some(one)), "event 3 still fails");
        write(db, move |conn| async move { event_delivery::retry_waiting(conn, sink, minutes_later(1)).await }.boxed()).await;
        assert_eq!(due(db, minutes_later(1)).await, [(sink.get(), 2), (sink.get(), 3)]);
        let skipped = write(db, move |conn| async move { event_delivery::skip_waiting(conn, sink, "disabled").await }.boxed()).await;
        assert_eq!((skipped, due(db, minutes_later(9)).await), (2, vec![]));
        let retried = write(db, move |conn| async move {
            let mut retried = Vec::new();
            for event in [one, two, none] {
                retried.push(event_delivery::retry(conn, sink, event, minutes_later(2)).await?);
            }
            Ok(retried)
        }.boxed()).await;
        assert_eq!(retried, [false, true, false], "one that was delivered is not");
        let due = event_delivery::list_first_due(&mut db.store.reader().await.unwrap(), minutes_later(2)).await.unwrap();
        assert_eq!((due.len(), due[0].retry_until.0), (1, minutes_later(2)), "the next attempt is the last");
        write(db, move |conn| async move { event_sink::record_success(conn, sink, two).await }.boxed()).await;
        assert_eq!(event_sink::get(&mut db.store.reader().await.unwrap(), sink).await.unwrap().unwrap().last_error, None);
    }

    async fn a_clock_that_was_set_back_delays_no_delivery(db: &TestDb) {
        let sink = insert_sink(db, "A").await;
        insert_events(db, &[7, 8], noon()).await;
        insert_deliveries(db, sink).await;
        let [one, two] = [1, 2].map(StatusEventId::new);
        write(db, move |conn| async move {
            event_delivery::mark_delivered(conn, sink, one, noon()).await?;
            let failed = FailedDelivery { next_attempt_at: Some(minutes_later(5)), error: "no".into() };
            event_delivery::mark_attempted(conn, sink, two, &failed, noon()).await
        }.boxed()).await;
        let set_back = earlier(noon(), Duration::from_hours(5));
        assert!(due(db, set_back).await.is_empty());
        write(db, move |conn| event_delivery::make_due(conn, set_back).boxed()).await;
        assert_eq!(due(db, set_back).await, [(sink.get(), 2)]);
        assert_eq!(statuses(db, sink).await, [(2, DeliveryStatus::Waiting, 1), (1, DeliveryStatus::Delivered, 1)]);
    }

    async fn the_log_is_filtered_and_paged(db: &TestDb) {
        let sink = insert_sink(db, "A").await;
        insert_events(db, &[7, 8, 9, 7], noon()).await;
        insert_deliveries(db, sink).await;
        write(db, move |conn| async move { event_delivery::mark_delivered(conn, sink, StatusEventId::new(3), minutes_later(1)).await }.boxed()).await;
        let mut conn = db.store.reader().await.unwrap();
        let mut ids = async |before: i64, status, most| {
            let found = event_delivery::list(&mut conn, sink, StatusEventId::new(before), status, most).await.unwrap();
            found.iter().map(|one| one.event_id.get()).collect::<Vec<_>>()
        };
        assert_eq!(ids(i64::MAX, None, 2).await, [4, 3]);
        assert_eq!(ids(3, None, 2).await, [2, 1]);
        assert_eq!(ids(i64::MAX, Some(DeliveryStatus::Delivered), 9).await, [3]);
        let one = event_delivery::get(&mut conn, sink, StatusEventId::new(3)).await.unwrap().unwrap();
        assert_eq!((one.facility_name.as_str(), one.delivered_at.map(|at| at.0), one.to), ("Facility 9", Some(minutes_later(1)), FacilityStatus::Active));
        let summary = event_delivery::summarize(&mut conn).await.unwrap();
        assert_eq!((summary.len(), summary[0].waiting, summary[0].oldest_noticed_at.0), (1, 3, noon()));
        write(db, move |conn| async move { event_delivery::mark_delivered(conn, sink, StatusEventId::new(4), noon()).await }.boxed()).await;
        let later = async |event| event_delivery::has_later_delivered(&mut db.store.reader().await.unwrap(), sink, StatusEventId::new(event)).await.unwrap();
        assert_eq!((later(1).await, later(2).await), (true, false), "of the same facility");
    }

    async fn deliveries_are_purged_with_their_events(db: &TestDb) {
        let sink = insert_sink(db, "A").await;
        insert_events(db, &[7], earlier(noon(), Duration::from_hours(48))).await;
        insert_events(db, &[7], noon()).await;
        insert_deliveries(db, sink).await;
        let cutoff = earlier(noon(), Duration::from_hours(24));
        let purged = write(db, move |conn| async move { retention::purge(conn, cutoff, 100).await }.boxed()).await;
        assert_eq!((purged, statuses(db, sink).await), (2, vec![(2, DeliveryStatus::Waiting, 0)]));
        write(db, move |conn| async move { event_sink::delete(conn, sink).await }.boxed()).await;
        assert_eq!(db.count("select count(*) from it.EventDelivery").await, 0, "they go with their sink");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sinks_and_deliveries_are_copied_between_databases() {
    let (source, folder) = (TestDb::postgres().await, tempfile::tempdir().unwrap());
    let sink = insert_sink(&source, "A").await;
    insert_events(&source, &[7, 8], noon()).await;
    insert_deliveries(&source, sink).await;
    let target = Database::Sqlite(folder.path().join("copy"));
    let copied = copy(&source.database, &target).await.unwrap();
    let rows = |table: &str| copied.iter().find(|one| one.table.eq_ignore_ascii_case(table)).map(|one| one.rows);
    assert_eq!((rows("it.EventSink"), rows("it.EventDelivery")), (Some(1), Some(2)), "{copied:?}");
    source.end().await;
}
