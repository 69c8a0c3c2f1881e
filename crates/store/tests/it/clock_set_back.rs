//! After the clock was set back, nothing waits for a time that was planned before.

use futures_util::FutureExt;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Duration;
use stormwire_clock::{Clock, later};
use stormwire_store::queue::{self, Job, QueueItem, TakeRequest};
use stormwire_store::{ProcessId, Schema};
use stormwire_testkit::{TestDb, on_both_databases};

const OURS: ProcessId = ProcessId::new(1);
const OTHER: ProcessId = ProcessId::new(2);

#[derive(Serialize, Deserialize)]
struct KeyedJob {
    key: String,
}

impl Job for KeyedJob {
    const KIND: &'static str = "Keyed";

    fn unique_key(&self) -> Option<String> {
        Some(self.key.clone())
    }
}

async fn enqueue(db: &TestDb, key: &str, due_at: Timestamp) {
    let (job, now) = (KeyedJob { key: key.into() }, db.clock.now());
    let unit =
        db.store.write(Schema::It, move |conn| async move { queue::enqueue(conn, &job, due_at, now).await }.boxed());
    unit.await.unwrap();
}

async fn take(db: &TestDb, process: ProcessId) -> Vec<QueueItem> {
    let now = db.clock.now();
    let taken = db.store.write(Schema::It, move |conn| {
        async move {
            let (lease_until, room) = (later(now, Duration::from_mins(1)), HashMap::new());
            let take = TakeRequest { process, kinds: &[KeyedJob::KIND], most: 10, now, lease_until, room: &room };
            queue::take(conn, &take).await
        }
        .boxed()
    });
    taken.await.unwrap()
}

on_both_databases! {
    async fn leased_items_are_due_when_they_are_freed(db: &TestDb) {
        let before = db.clock.now();
        enqueue(db, "ours", before).await;
        assert_eq!(take(db, OURS).await.len(), 1);
        enqueue(db, "ours", later(before, Duration::from_hours(1))).await;
        enqueue(db, "other", before).await;
        assert_eq!(take(db, OTHER).await.len(), 1);
        enqueue(db, "ready", later(before, Duration::from_hours(1))).await;

        db.clock.set_back(Duration::from_hours(5));
        let now = db.clock.now();
        let lease_until = later(now, Duration::from_mins(1));
        let changed = db.store.write(Schema::It, move |conn| queue::make_due(conn, OURS, now, lease_until).boxed());
        assert_eq!(changed.await.unwrap(), 3);
        let count = async |condition: String| db.count(&format!("select count(*) from it.Queue where {condition}")).await;
        assert_eq!(count(format!("DueAt = '{now:.6}'")).await, 3);
        assert_eq!(count(format!("RecalledAt = '{now:.6}'")).await, 1, "it was enqueued for later while it was leased");
        assert_eq!(count(format!("UniqueKey = 'ours' and LeaseUntil = '{lease_until:.6}'")).await, 1);
        let others = later(before, Duration::from_mins(1));
        assert_eq!(count(format!("UniqueKey = 'other' and LeaseUntil = '{others:.6}'")).await, 1, "by its own clock");

        let unchanged = db.store.write(Schema::It, move |conn| queue::make_due(conn, OURS, now, lease_until).boxed());
        assert_eq!(unchanged.await.unwrap(), 0, "what is due stays as it is");
    }
}
