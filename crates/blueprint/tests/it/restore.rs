//! Revisions of every kind of change, and the way back.

use crate::fixture::{KEEP, apply, blueprint};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use stormwire_blueprint::{RestoreError, Restorer};
use stormwire_city::revisions::{self, RestoredRevision, Revision, RevisionKind, RevisionTarget};
use stormwire_clock::{Clock, SystemClock};
use stormwire_lightning::Lightning;
use stormwire_store::{RevisionId, WatcherId};
use stormwire_testkit::service::{actor, feed_rules};
use stormwire_testkit::{TestDb, local_sinks, on_both_databases};

const FILE: &str = "version: 1
policies:
- {name: City default, isDefault: true, radiusMiles: 8, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8}
watchers:
- name: Strikes
  mailboxAddress: storm@example.gov
  actions:
  - {name: First, actionType: Data, config: {Op: {Action: Set}, Data: {A: 1}}}
  - {name: Second, actionType: Data, config: {Op: {Action: Set}, Data: {B: 1}}}
sinks:
- {name: Alerts, kind: Cap, url: 'https://a.example/cap'}
";

async fn list(db: &TestDb, kind: RevisionKind) -> Vec<Revision> {
    let target = RevisionTarget { kind, id: 1 };
    revisions::list(&db.store, target, RevisionId::new(i64::MAX), 100).await.unwrap()
}

async fn restore(db: &TestDb, revision: &Revision) -> Result<(), RestoreError> {
    let blueprint = blueprint(db);
    let lightning = Lightning::new(db.store.clone(), db.clock.clone(), feed_rules(Duration::from_mins(5)));
    let key_file = db.folder().join("secret.key");
    let restorer = Restorer {
        event_sinks: local_sinks(db.store.clone(), &key_file, lightning, Arc::new(SystemClock)).unwrap(),
        store: blueprint.store,
        clock: blueprint.clock,
        secrets: blueprint.secrets,
        watchers: blueprint.watchers,
    };
    db.clock.advance(Duration::from_secs(1));
    restorer.restore(revision, actor()).await
}

fn without_ids(mut state: Value) -> Value {
    for action in state["actions"].as_array_mut().into_iter().flatten() {
        action.as_object_mut().unwrap().remove("id");
    }
    state
}

on_both_databases! {
    async fn every_kind_is_restored_as_a_new_revision(db: &TestDb) {
        let start = db.clock.now();
        assert_eq!(revisions::record_missing(&db.store, start).await.unwrap(), 1, "the default policy");
        assert_eq!(revisions::record_missing(&db.store, start).await.unwrap(), 0, "once");
        apply(db, FILE, KEEP).await.unwrap();
        let changed = "version: 1
policies:
- {name: Wide, isDefault: true, radiusMiles: 10, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8}
watchers:
- name: Strikes
  mailboxAddress: other@example.gov
  actions:
  - {name: Second, actionType: Data, config: {Op: {Action: Set}, Data: {B: 2}}}
  - {name: Third, actionType: Data, isPhaseOne: false, config: {Op: {Action: Set}, Data: {C: 1}}}
sinks:
- {name: Alerts, kind: Cap, url: 'https://b.example/cap', statuses: [Active]}
";
        apply(db, changed, KEEP).await.unwrap();
        for kind in RevisionKind::ALL {
            let before = list(db, kind).await;
            assert_eq!(before.len(), 2, "{kind}: {before:#?}");
            let wanted = without_ids(before[1].state.clone().unwrap());
            assert_ne!(without_ids(before[0].state.clone().unwrap()), wanted);
            restore(db, &before[1]).await.unwrap_or_else(|error| panic!("{kind}: {error}"));
            let after = list(db, kind).await;
            assert_eq!(after.len(), 3);
            assert_eq!(without_ids(after[0].state.clone().unwrap()), wanted, "{kind}");
            assert_eq!(after[0].author, "command line");
            assert_eq!(after[0].restores, Some(RestoredRevision { id: before[1].id, at: before[1].at }), "{kind}");
            assert!(after[1..].iter().all(|one| one.restores.is_none()), "{kind}: {after:#?}");
            restore(db, &after[0]).await.unwrap_or_else(|error| panic!("{kind}: {error}"));
            assert_eq!(list(db, kind).await, after, "{kind}: restoring the current state is no revision");
        }
    }

    async fn what_was_deleted_is_not_restored(db: &TestDb) {
        apply(db, FILE, KEEP).await.unwrap();
        db.clock.advance(Duration::from_secs(1));
        blueprint(db).watchers.admin().delete(WatcherId::new(1), actor()).await.unwrap();
        let revisions = list(db, RevisionKind::Watcher).await;
        assert_eq!(revisions.iter().map(|one| one.state.is_none()).collect::<Vec<_>>(), [true, false]);
        assert!(matches!(restore(db, &revisions[0]).await.unwrap_err(), RestoreError::IsDeletion));
        assert!(matches!(restore(db, &revisions[1]).await.unwrap_err(), RestoreError::Deleted("watcher")));
    }
}
