//! Revisions: the latest of each target, pages, and what retention keeps.

use futures_util::FutureExt;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_clock::later;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::event_sink::{self, SinkFields, SinkKind};
use stormwire_store::tables::retention;
use stormwire_store::tables::revision::{self, RestoredRevision, Revision, RevisionKind, RevisionTarget};
use stormwire_store::tables::watcher::{self, WatcherFields};
use stormwire_store::{RevisionId, Schema, StoreError};
use stormwire_testkit::{TestDb, on_both_databases};

fn noon() -> Timestamp {
    "2026-05-01T12:00:00.25Z".parse().unwrap()
}

async fn insert(db: &TestDb, target: RevisionTarget, state: Option<Value>, hour: u64) {
    let at = later(noon(), Duration::from_hours(hour));
    let unit = db.store.write::<_, StoreError, _>(target.kind.schema(), move |conn| {
        async move { revision::insert(conn, target, &Actor::command_line(), state.as_ref(), at).await }.boxed()
    });
    unit.await.unwrap();
}

async fn list(db: &TestDb, target: RevisionTarget, before: i64, most: u32) -> Vec<Revision> {
    let mut conn = db.store.reader().await.unwrap();
    revision::list(&mut conn, target, RevisionId::new(before), most).await.unwrap()
}

async fn list_missing(db: &TestDb) -> Vec<RevisionTarget> {
    revision::list_missing(&mut db.store.reader().await.unwrap()).await.unwrap()
}

fn sink_fields() -> SinkFields {
    SinkFields {
        name: "Alerts".into(),
        kind: SinkKind::Cap,
        url: "https://a.example/cap".into(),
        facility_ids: None,
        statuses: None,
        is_enabled: false,
    }
}

/// Those of the first ten hours. Returns how many rows of `it` and of `organization` were deleted.
async fn purge_all(db: &TestDb) -> [u64; 2] {
    let cutoff = later(noon(), Duration::from_hours(10));
    let it = db.store.write::<_, StoreError, _>(Schema::It, move |conn| retention::purge(conn, cutoff, 100).boxed());
    let organization = db.store.write::<_, StoreError, _>(Schema::Organization, move |conn| {
        retention::purge_organization(conn, cutoff, 100).boxed()
    });
    [it.await.unwrap(), organization.await.unwrap()]
}

fn states(revisions: &[Revision]) -> Vec<Option<Value>> {
    revisions.iter().map(|one| one.state.clone()).collect()
}

on_both_databases! {
    async fn each_kind_counts_for_itself(db: &TestDb) {
        for kind in RevisionKind::ALL {
            let target = RevisionTarget { kind, id: 7 };
            for hour in 0..3 {
                insert(db, target, Some(json!({"hour": hour})), hour).await;
            }
            insert(db, RevisionTarget { kind, id: 8 }, Some(json!({})), 9).await;
            let newest = list(db, target, i64::MAX, 2).await;
            assert_eq!(states(&newest), [Some(json!({"hour": 2})), Some(json!({"hour": 1}))]);
            assert_eq!((newest[0].author.as_str(), newest[0].at), ("command line", later(noon(), Duration::from_hours(2))));
            let rest = list(db, target, newest[1].id.get(), 10).await;
            assert_eq!(states(&rest), [Some(json!({"hour": 0}))]);
            let mut conn = db.store.reader().await.unwrap();
            assert_eq!(revision::get(&mut conn, kind, newest[0].id).await.unwrap(), Some(newest[0].clone()));
            assert_eq!(revision::latest(&mut conn, target).await.unwrap(), Some(newest[0].clone()));
        }
    }

    async fn targets_without_a_revision_are_listed(db: &TestDb) {
        let watcher = db.store.write::<_, StoreError, _>(Schema::It, |conn| {
            async move { watcher::insert(conn, &WatcherFields::of_status_events("Siren"), noon()).await }.boxed()
        });
        let sink = db.store.write::<_, StoreError, _>(Schema::It, |conn| {
            async move { event_sink::insert(conn, &sink_fields(), noon()).await }.boxed()
        });
        let (watcher, sink) = (watcher.await.unwrap(), sink.await.unwrap());
        let mut missing = vec![
            RevisionTarget { kind: RevisionKind::EventSink, id: sink.get() },
            RevisionTarget { kind: RevisionKind::Policy, id: 1 },
            RevisionTarget { kind: RevisionKind::Watcher, id: watcher.get() },
        ];
        assert_eq!(list_missing(db).await, missing);
        // The same id of another kind does not count.
        for _ in 0..3 {
            insert(db, missing.remove(0), Some(json!({})), 0).await;
            assert_eq!(list_missing(db).await, missing);
        }
    }

    async fn a_restored_revision_is_known_after_it_was_purged(db: &TestDb) {
        for kind in RevisionKind::ALL {
            let target = RevisionTarget { kind, id: 7 };
            for hour in [0, 1] {
                insert(db, target, Some(json!({})), hour).await;
            }
            let found = list(db, target, i64::MAX, 10).await;
            assert!(found.iter().all(|one| one.restores.is_none()), "{found:?}");
            let (newest, restored) = (found[0].id, RestoredRevision { id: found[1].id, at: found[1].at });
            let unit = db.store.write::<_, StoreError, _>(kind.schema(), move |conn| {
                async move { revision::set_restores(conn, kind, newest, restored).await }.boxed()
            });
            unit.await.unwrap();
            purge_all(db).await;
            let expected = Revision { restores: Some(restored), ..found[0].clone() };
            assert_eq!(list(db, target, i64::MAX, 10).await, [expected]);
        }
    }

    async fn retention_keeps_the_last_revision_of_what_exists(db: &TestDb) {
        let [kept, deleted] = [7, 8].map(|id| RevisionTarget { kind: RevisionKind::Watcher, id });
        let policy = RevisionTarget { kind: RevisionKind::Policy, id: 1 };
        for hour in 0..3 {
            for target in [kept, deleted, policy] {
                insert(db, target, Some(json!({"hour": hour})), hour).await;
            }
        }
        insert(db, deleted, None, 3).await;
        assert_eq!(purge_all(db).await, [2 + 4, 2]);
        for target in [kept, policy] {
            assert_eq!(states(&list(db, target, i64::MAX, 10).await), [Some(json!({"hour": 2}))]);
        }
        assert!(list(db, deleted, i64::MAX, 10).await.is_empty());
    }
}
