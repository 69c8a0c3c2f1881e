//! Status events: written once with the state that they lead to, and read without a gap.

use futures_util::FutureExt;
use futures_util::future::join_all;
use jiff::Timestamp;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{SystemClock, earlier};
use stormwire_store::tables::facility_status::{self, RecordError, RecordedState, StatusChanges};
use stormwire_store::tables::retention;
use stormwire_store::tables::status_event::{self, EventCause, FacilityStatus, NewStatusEvent, StatusEvent};
use stormwire_store::tables::watcher::{self, WatcherFields};
use stormwire_store::transfer::copy;
use stormwire_store::{Database, FacilityId, Schema, StatusEventId, Store, StoreError, StrikeId};
use stormwire_testkit::{TestDb, on_both_databases};

fn noon() -> Timestamp {
    "2026-05-01T12:00:00.25Z".parse().unwrap()
}

fn state(facility: i64, ring: Option<&str>, status: FacilityStatus, revision: i64) -> RecordedState {
    RecordedState {
        facility_id: FacilityId::new(facility),
        ring: ring.map(str::to_owned),
        facility_name: format!("Pool \"{facility}\""),
        status,
        changed_at: noon(),
        window_ends_at: (status == FacilityStatus::Active).then(noon),
        anchor: Some("34.7304,-86.5861".into()),
        rule: "default".into(),
        revision,
    }
}

fn event(state: &RecordedState, from: FacilityStatus) -> NewStatusEvent {
    NewStatusEvent {
        facility_id: state.facility_id,
        facility_name: state.facility_name.clone(),
        at: state.changed_at,
        from,
        to: state.status,
        ring: state.ring.clone(),
        cause: EventCause::Strike,
        strike_id: Some(StrikeId::new(7)),
        detail: Some("it's \0 near".into()),
    }
}

/// A facility or ring that becomes Active, with the revision that is expected.
fn activated(facility: i64, ring: Option<&str>, revision: i64) -> StatusChanges {
    let state = state(facility, ring, FacilityStatus::Active, revision);
    StatusChanges { events: vec![event(&state, FacilityStatus::Clear)], states: vec![state], removed: vec![] }
}

async fn record(store: &Store, changes: StatusChanges) -> Result<StatusEventId, RecordError> {
    record_at(store, changes, noon()).await
}

async fn record_at(store: &Store, changes: StatusChanges, now: Timestamp) -> Result<StatusEventId, RecordError> {
    let unit =
        store.write(Schema::It, move |conn| async move { facility_status::record(conn, &changes, now).await }.boxed());
    unit.await
}

async fn events(db: &TestDb, after: i64) -> Vec<StatusEvent> {
    let mut conn = db.store.reader().await.unwrap();
    status_event::list(&mut conn, StatusEventId::new(after), None, 1_000).await.unwrap()
}

async fn states(db: &TestDb) -> Vec<RecordedState> {
    facility_status::list(&mut db.store.reader().await.unwrap()).await.unwrap()
}

on_both_databases! {
    async fn event_and_state_read_back_as_written(db: &TestDb) {
        record(&db.store, activated(1, None, 0)).await.unwrap();
        let last_id = record(&db.store, activated(1, Some("Warning"), 0)).await.unwrap();
        let found = events(db, 0).await;
        assert_eq!(found.last().map(|event| event.id), Some(last_id));
        assert_eq!(found.iter().map(|event| event.ring.as_deref()).collect::<Vec<_>>(), [None, Some("Warning")]);
        let one = &found[0];
        assert_eq!((one.at.0, one.noticed_at.0, one.from, one.to), (noon(), noon(), FacilityStatus::Clear, FacilityStatus::Active));
        assert_eq!((one.cause, one.strike_id, one.detail.as_deref()), (EventCause::Strike, Some(StrikeId::new(7)), Some("it's  near")));
        assert_eq!(one.facility_name, "Pool \"1\"");
        let written = [state(1, None, FacilityStatus::Active, 1), state(1, Some("Warning"), FacilityStatus::Active, 1)];
        assert_eq!(states(db).await, written);
    }

    async fn an_event_is_read_by_its_id(db: &TestDb) {
        for facility in 1..=2 {
            record(&db.store, activated(facility, None, 0)).await.unwrap();
        }
        let all = events(db, 0).await;
        db.execute(&format!("delete from it.StatusEvent where Id = {}", all[0].id)).await;
        let mut conn = db.store.reader().await.unwrap();
        assert_eq!(status_event::get(&mut conn, all[0].id).await.unwrap(), None, "not the next one");
        assert_eq!(status_event::get(&mut conn, all[1].id).await.unwrap().as_ref(), Some(&all[1]));
    }

    async fn the_cursor_of_a_watcher_never_moves_back(db: &TestDb) {
        let cursor = async |to: i64| {
            let unit = db.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                async move {
                    let all = watcher::list(conn).await?;
                    let id = match all.first() {
                        Some(known) => known.id,
                        None => watcher::insert(conn, &WatcherFields::of_status_events("Siren"), noon()).await?,
                    };
                    watcher::put_event_cursor(conn, id, StatusEventId::new(to)).await?;
                    Ok(watcher::get(conn, id).await?.and_then(|watcher| watcher.state.event_cursor))
                }
                .boxed()
            });
            unit.await.unwrap().map(StatusEventId::get)
        };
        assert_eq!(cursor(0).await, None, "no event yet");
        assert_eq!((cursor(7).await, cursor(5).await, cursor(9).await), (Some(7), Some(7), Some(9)));
    }

    async fn a_change_is_recorded_once(db: &TestDb) {
        record(&db.store, activated(1, None, 0)).await.unwrap();
        for revision in [0, 2] {
            let again = record(&db.store, activated(1, None, revision)).await;
            assert!(matches!(again, Err(RecordError::Outdated)), "{revision}: {again:?}");
        }
        let gone = StatusChanges { removed: vec![state(1, None, FacilityStatus::Active, 2)], ..StatusChanges::default() };
        assert!(matches!(record(&db.store, gone).await, Err(RecordError::Outdated)));
        assert_eq!((events(db, 0).await.len(), states(db).await.len()), (1, 1));
        record(&db.store, activated(1, None, 1)).await.unwrap();
        assert_eq!(states(db).await[0].revision, 2);
    }

    async fn one_outdated_state_rejects_the_whole_unit(db: &TestDb) {
        record(&db.store, activated(1, None, 0)).await.unwrap();
        let mut both = activated(2, None, 0);
        let outdated = activated(1, None, 0);
        both.states.extend(outdated.states);
        both.events.extend(outdated.events);
        assert!(matches!(record(&db.store, both).await, Err(RecordError::Outdated)));
        assert_eq!((events(db, 0).await.len(), states(db).await.len()), (1, 1), "nothing of facility 2 is written");
    }

    async fn of_many_writers_of_one_change_one_succeeds(db: &TestDb) {
        let results = join_all((0..8).map(|_| record(&db.store, activated(1, None, 0)))).await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
        assert_eq!(events(db, 0).await.len(), 1);
    }

    async fn a_reader_that_remembers_the_last_id_misses_none(db: &TestDb) {
        const UNITS: i64 = 200;
        // No more than get a connection: each unit waits for those before it, and only some seconds for a connection.
        const WRITERS: i64 = 8;
        let store = db.store.clone();
        let writing = tokio::spawn(async move {
            let store = &store;
            let writers = (0..WRITERS).map(|writer| async move {
                for facility in (1..=UNITS).filter(|facility| facility % WRITERS == writer) {
                    record(store, activated(facility, None, 0)).await?;
                }
                Ok::<_, RecordError>(())
            });
            join_all(writers).await
        });
        let all: Vec<i64> = (1..=UNITS).collect();
        let (mut last, mut read) = (0, Vec::new());
        while read.len() < all.len() {
            let found = events(db, last).await;
            last = found.last().map_or(last, |event| event.id.get());
            read.extend(found.iter().map(|event| event.facility_id.get()));
            assert!(!(writing.is_finished() && events(db, last).await.is_empty() && read.len() < all.len()), "{} read", read.len());
        }
        assert!(writing.await.unwrap().iter().all(Result::is_ok));
        read.sort_unstable();
        assert_eq!(read, all);
    }

    async fn the_position_before_a_time_excludes_events_of_that_time(db: &TestDb) {
        let minute = |minute: i64| noon() + jiff::SignedDuration::from_mins(minute);
        for facility in [1, 2, 3] {
            record_at(&db.store, activated(facility, None, 0), minute(facility)).await.unwrap();
        }
        let all: Vec<i64> = events(db, 0).await.iter().map(|event| event.id.get()).collect();
        let mut conn = db.store.reader().await.unwrap();
        for (at, position) in [(0, 0), (1, 0), (2, all[0]), (3, all[1]), (9, all[2])] {
            assert_eq!(status_event::last_before(&mut conn, minute(at)).await.unwrap().get(), position, "{at}");
        }
    }

    async fn events_are_listed_by_facility_and_position(db: &TestDb) {
        for facility in [1, 2, 3] {
            record(&db.store, activated(facility, None, 0)).await.unwrap();
        }
        record(&db.store, activated(2, Some("Warning"), 0)).await.unwrap();
        let all: Vec<i64> = events(db, 0).await.iter().map(|event| event.id.get()).collect();
        let mut conn = db.store.reader().await.unwrap();
        let mut ids = async |after: i64, facility: Option<i64>, most| {
            let facility = facility.map(FacilityId::new);
            let found = status_event::list(&mut conn, StatusEventId::new(after), facility, most).await.unwrap();
            found.iter().map(|event| event.id.get()).collect::<Vec<_>>()
        };
        assert_eq!(ids(0, Some(2), 10).await, [all[1], all[3]]);
        assert_eq!(ids(all[1], Some(2), 10).await, [all[3]]);
        assert_eq!(ids(all[0], None, 2).await, [all[1], all[2]]);
        assert_eq!(ids(all[3], None, 2).await, [0; 0]);
        assert_eq!(status_event::last_id(&mut conn).await.unwrap().get(), all[3]);
    }

    async fn removed_states_and_renamed_facilities(db: &TestDb) {
        assert_eq!(status_event::last_id(&mut db.store.reader().await.unwrap()).await.unwrap().get(), 0);
        record(&db.store, activated(1, None, 0)).await.unwrap();
        let renamed = RecordedState { facility_name: "Lake".into(), ..state(1, None, FacilityStatus::Active, 1) };
        record(&db.store, StatusChanges { states: vec![renamed], ..StatusChanges::default() }).await.unwrap();
        assert_eq!((states(db).await[0].facility_name.as_str(), events(db, 0).await.len()), ("Lake", 1));
        let removed = StatusChanges { removed: states(db).await, ..StatusChanges::default() };
        record(&db.store, removed).await.unwrap();
        assert_eq!((states(db).await.len(), events(db, 0).await.len()), (0, 1));
    }

    async fn old_events_are_purged_and_their_ids_not_reused(db: &TestDb) {
        let day = Duration::from_hours(24);
        record_at(&db.store, activated(1, None, 0), earlier(noon(), 500 * day)).await.unwrap();
        record_at(&db.store, activated(2, None, 0), earlier(noon(), 500 * day)).await.unwrap();
        let last = events(db, 0).await[1].id;
        let cutoff = earlier(noon(), 400 * day);
        let purged = db.store.write(Schema::It, move |conn| retention::purge(conn, cutoff, 100).boxed()).await;
        assert_eq!((purged.unwrap(), events(db, 0).await.len(), states(db).await.len()), (2, 0, 2), "states stay");
        record(&db.store, activated(1, None, 1)).await.unwrap();
        assert!(events(db, last.get()).await.len() == 1, "a reader that remembers {last} sees the next event");
    }

    async fn the_newest_event_of_each_facility_is_its_status(db: &TestDb) {
        for (facility, ring) in [(1, None), (2, None), (1, Some("Warning"))] {
            record(&db.store, activated(facility, ring, 0)).await.unwrap();
        }
        record(&db.store, activated(1, None, 1)).await.unwrap();
        let mut conn = db.store.reader().await.unwrap();
        let ids = |events: &[StatusEvent]| events.iter().map(|event| event.id.get()).collect::<Vec<_>>();
        assert_eq!(ids(&status_event::list_current(&mut conn).await.unwrap()), [4, 2]);
        assert_eq!(ids(&status_event::list_newest(&mut conn, 3).await.unwrap()), [4, 3, 2]);
        let last = status_event::get(&mut conn, StatusEventId::new(4)).await.unwrap().unwrap();
        assert_eq!(ids(&status_event::list_series(&mut conn, &last, 10).await.unwrap()), [4, 1]);
        assert_eq!(ids(&status_event::list_series(&mut conn, &last, 1).await.unwrap()), [4]);
        let ring = status_event::get(&mut conn, StatusEventId::new(3)).await.unwrap().unwrap();
        assert_eq!(ids(&status_event::list_series(&mut conn, &ring, 10).await.unwrap()), [3]);
        assert_eq!(status_event::get(&mut conn, StatusEventId::new(5)).await.unwrap(), None);
    }

    async fn current_events_include_deleted_facilities_and_no_rings(db: &TestDb) {
        let current = async || {
            let found = status_event::list_current(&mut db.store.reader().await.unwrap()).await.unwrap();
            found.iter().map(|event| (event.facility_id.get(), event.id.get())).collect::<Vec<_>>()
        };
        assert!(current().await.is_empty());
        for (facility, ring) in [(9, Some("Warning")), (5, None), (3, None), (3, Some("Warning"))] {
            record(&db.store, activated(facility, ring, 0)).await.unwrap();
        }
        record(&db.store, activated(5, None, 1)).await.unwrap();
        let deleted = StatusChanges { removed: states(db).await, ..StatusChanges::default() };
        record(&db.store, deleted).await.unwrap();
        assert_eq!(current().await, [(3, 3), (5, 5)]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_continues_the_numbers_and_states() {
    let (source, target) = (TestDb::sqlite().await, TestDb::postgres().await);
    for facility in [1, 2] {
        record(&source.store, activated(facility, None, 0)).await.unwrap();
    }
    copy(&source.database, &target.database).await.unwrap();
    assert_eq!((events(&target, 0).await, states(&target).await), (events(&source, 0).await, states(&source).await));
    record(&target.store, activated(1, None, 1)).await.unwrap();
    let last = events(&target, 2).await;
    assert_eq!(last.iter().map(|event| event.id.get()).collect::<Vec<_>>(), [3]);
    let folder = tempfile::tempdir().unwrap();
    let back = Database::Sqlite(folder.path().join("back"));
    copy(&target.database, &back).await.unwrap();
    let store = Store::open(&back, None, Arc::new(SystemClock)).await.unwrap();
    record(&store, activated(1, None, 2)).await.unwrap();
    store.close().await;
    source.end().await;
    target.end().await;
}
