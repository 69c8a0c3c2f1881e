//! The rows of the queue: what is leased, by which process, in which order, and what a later lease invalidates.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Duration;
use stormwire_clock::{Clock, later};
use stormwire_store::process::ProcessPresence;
use stormwire_store::queue::{self, AfterFailure, Job, QueueItem, QueueState, TakeRequest};
use stormwire_store::{Conn, ProcessId, QueueItemId, Schema, Store, StoreError};
use stormwire_testkit::service::wait_for;
use stormwire_testkit::{TestDb, on_both_databases};

/// A job whose key, priority and lane a test chooses.
#[derive(Default, Serialize, Deserialize)]
struct Test {
    key: Option<String>,
    #[serde(skip)]
    priority: i64,
    #[serde(skip)]
    lane: Option<String>,
    #[serde(skip)]
    due_at: Timestamp,
}

impl Job for Test {
    const KIND: &'static str = "Test";

    fn unique_key(&self) -> Option<String> {
        self.key.clone()
    }

    fn lane(&self) -> Option<String> {
        self.lane.clone()
    }

    fn priority(&self) -> i64 {
        self.priority
    }
}

/// A job of a kind that no test takes.
#[derive(Serialize, Deserialize)]
struct Other {}

impl Job for Other {
    const KIND: &'static str = "Other";
}

fn job(key: Option<&str>, priority: i64, due_at: Timestamp) -> Test {
    Test { key: key.map(Into::into), priority, lane: None, due_at }
}

async fn enqueue(db: &TestDb, job: Test) -> QueueItemId {
    let now = db.clock.now();
    let added = db
        .store
        .write(Schema::It, move |conn| async move { queue::enqueue(conn, &job, job.due_at, now).await }.boxed());
    added.await.unwrap()
}

async fn take_as(store: &Store, process: ProcessId, now: Timestamp, most: u32) -> Vec<QueueItem> {
    let lease_until = later(now, Duration::from_mins(1));
    let taken = store.write(Schema::It, move |conn| {
        async move {
            queue::take(conn, &TakeRequest { process, kinds: &["Test"], most, now, lease_until, room: &HashMap::new() })
                .await
        }
        .boxed()
    });
    taken.await.unwrap()
}

async fn take(db: &TestDb, most: u32) -> Vec<QueueItem> {
    take_as(&db.store, ProcessId::new(1), db.clock.now(), most).await
}

async fn finish(db: &TestDb, item: &QueueItem) {
    let (item, now) = (item.clone(), db.clock.now());
    db.store.write(Schema::It, move |conn| async move { queue::finish(conn, &item, now).await }.boxed()).await.unwrap();
}

async fn fail(db: &TestDb, item: &QueueItem, next: AfterFailure) {
    let (item, now) = (item.clone(), db.clock.now());
    write(db, move |conn| async move { queue::fail(conn, &item, next, "broken\0", now).await }.boxed()).await;
}

async fn write<W>(db: &TestDb, unit: W)
where
    W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<(), StoreError>> + Send + 'static,
{
    db.store.write(Schema::It, unit).await.unwrap();
}

async fn states(db: &TestDb) -> Vec<(QueueState, i64)> {
    let mut conn = db.store.reader().await.unwrap();
    queue::summary(&mut conn).await.unwrap().into_iter().map(|row| (row.state, row.items)).collect()
}

on_both_databases! {
    async fn higher_priority_first_then_longest_due(db: &TestDb) {
        let now = db.clock.now();
        let ago = |seconds| stormwire_clock::earlier(now, Duration::from_secs(seconds));
        for (key, priority, due) in [("late", 0, ago(1)), ("early", 0, ago(9)), ("urgent", 5, now), ("future", 9, later(now, Duration::from_micros(1)))] {
            enqueue(db, job(Some(key), priority, due)).await;
        }
        let keys: Vec<_> = take(db, 10).await.iter().map(|item| item.payload["key"].clone()).collect();
        assert_eq!(keys, ["urgent", "early", "late"]);
    }

    async fn leased_item_is_not_taken_again(db: &TestDb) {
        enqueue(db, job(None, 0, db.clock.now())).await;
        enqueue(db, job(None, 0, db.clock.now())).await;
        assert_eq!(take(db, 1).await.len(), 1);
        assert_eq!(take(db, 10).await.len(), 1);
        assert!(take(db, 10).await.is_empty());
    }

    async fn eight_takers_take_each_item_once(db: &TestDb) {
        for _ in 0..200 {
            enqueue(db, job(None, 0, db.clock.now())).await;
        }
        let takers: Vec<_> = (0..8).map(|n| {
            let (store, now) = (db.store.clone(), db.clock.now());
            tokio::spawn(async move {
                let mut mine = Vec::new();
                loop {
                    let items = take_as(&store, ProcessId::new(n), now, 3).await;
                    if items.is_empty() { return mine }
                    mine.extend(items.into_iter().map(|item| item.id));
                }
            })
        }).collect();
        let mut all = Vec::new();
        for taker in takers {
            all.extend(taker.await.unwrap());
        }
        all.sort_unstable();
        let taken = all.len();
        all.dedup();
        assert_eq!((taken, all.len()), (200, 200));
    }

    async fn unknown_kinds_are_left_to_other_processes(db: &TestDb) {
        let now = db.clock.now();
        db.store.write(Schema::It, move |conn| queue::enqueue(conn, &Other {}, now, now).boxed()).await.unwrap();
        assert!(take(db, 10).await.is_empty());
    }

    async fn finished_item_leaves_the_table(db: &TestDb) {
        enqueue(db, job(None, 0, db.clock.now())).await;
        let items = take(db, 1).await;
        finish(db, &items[0]).await;
        assert!(states(db).await.is_empty());
    }

    async fn enqueueing_again_moves_the_item_forward(db: &TestDb) {
        let now = db.clock.now();
        let first = enqueue(db, job(Some("loop"), 0, later(now, Duration::from_hours(1)))).await;
        assert!(take(db, 1).await.is_empty());
        assert_eq!(enqueue(db, job(Some("loop"), 3, now)).await, first);
        enqueue(db, job(Some("loop"), 0, later(now, Duration::from_hours(2)))).await;
        let items = take(db, 10).await;
        assert_eq!(items.len(), 1, "enqueueing for later does not delay it");
    }

    async fn item_enqueued_while_leased_runs_once_more(db: &TestDb) {
        enqueue(db, job(Some("loop"), 0, db.clock.now())).await;
        let items = take(db, 1).await;
        enqueue(db, job(Some("loop"), 0, db.clock.now())).await;
        assert!(take(db, 1).await.is_empty(), "it is still leased");
        finish(db, &items[0]).await;
        let once_more = take(db, 1).await;
        assert_eq!(once_more.len(), 1);
        finish(db, &once_more[0]).await;
        assert!(states(db).await.is_empty());
    }

    async fn loop_is_due_when_it_said_or_when_enqueued(db: &TestDb) {
        let now = db.clock.now();
        let hour = later(now, Duration::from_hours(1));
        enqueue(db, job(Some("loop"), 0, now)).await;
        let item = take(db, 1).await.remove(0);
        let ended = item.clone();
        write(db, move |conn| async move { queue::requeue(conn, &ended, hour, now).await }.boxed()).await;
        assert!(take(db, 1).await.is_empty());
        db.clock.advance(Duration::from_hours(1));
        let item = take(db, 1).await.remove(0);
        assert_eq!(item.attempts, 1, "a success resets the count");
        enqueue(db, job(Some("loop"), 0, db.clock.now())).await;
        let (ended, now) = (item, db.clock.now());
        let hour = later(now, Duration::from_hours(1));
        write(db, move |conn| async move { queue::requeue(conn, &ended, hour, now).await }.boxed()).await;
        assert_eq!(take(db, 1).await.len(), 1, "enqueued while leased: sooner than it said");
    }

    async fn failed_item_waits_counts_and_keeps_its_error(db: &TestDb) {
        let now = db.clock.now();
        enqueue(db, job(None, 0, now)).await;
        let item = take(db, 1).await.remove(0);
        assert_eq!((item.attempts, item.first_failure_at), (1, None));
        fail(db, &item, AfterFailure::RetryAt(later(now, Duration::from_secs(10)))).await;
        assert!(take(db, 1).await.is_empty());
        db.clock.advance(Duration::from_secs(10));
        let item = take(db, 1).await.remove(0);
        assert_eq!((item.attempts, item.first_failure_at), (2, Some(now)));
        fail(db, &item, AfterFailure::DeadLetter).await;
        db.clock.advance(Duration::from_hours(1_000));
        assert!(take(db, 1).await.is_empty());
        let mut conn = db.store.reader().await.unwrap();
        let dead = queue::list(&mut conn, Some(QueueState::Dead), 10).await.unwrap();
        assert_eq!((dead.len(), dead[0].last_error.as_deref(), dead[0].attempts), (1, Some("broken"), 2));
    }

    async fn dead_item_can_be_revived(db: &TestDb) {
        let id = enqueue(db, job(None, 0, db.clock.now())).await;
        let item = take(db, 1).await.remove(0);
        fail(db, &item, AfterFailure::DeadLetter).await;
        let now = db.clock.now();
        let revive = move |id| db.store.write(Schema::It, move |conn| queue::retry_dead_lettered(conn, id, now).boxed());
        assert!(!revive(QueueItemId::new(id.get() + 1)).await.unwrap());
        assert!(revive(id).await.unwrap());
        assert!(!revive(id).await.unwrap(), "it is not dead any more");
        assert_eq!(take(db, 1).await[0].attempts, 1);
    }

    async fn replaced_lease_changes_nothing(db: &TestDb) {
        let presence = ProcessPresence::register(&db.store, db.clock.now()).await.unwrap();
        enqueue(db, job(None, 0, db.clock.now())).await;
        let old = take_as(&db.store, presence.id(), db.clock.now(), 1).await.remove(0);
        db.clock.advance(Duration::from_mins(2));
        let (process, now) = (presence.id(), db.clock.now());
        let freed = db.store.write(Schema::It, move |conn| queue::free_expired(conn, process, now).boxed()).await.unwrap();
        assert_eq!(freed, 1, "the lease has expired");
        let new = take_as(&db.store, presence.id(), db.clock.now(), 1).await.remove(0);
        assert_eq!((new.id, new.attempts), (old.id, 2));
        finish(db, &old).await;
        fail(db, &old, AfterFailure::DeadLetter).await;
        assert_eq!(states(db).await, [(QueueState::Leased, 1)], "the later lease is unchanged");
        finish(db, &new).await;
        assert!(states(db).await.is_empty());
    }

    async fn expired_lease_is_valid_until_taken_again(db: &TestDb) {
        let presence = ProcessPresence::register(&db.store, db.clock.now()).await.unwrap();
        enqueue(db, job(None, 0, db.clock.now())).await;
        let item = take_as(&db.store, presence.id(), db.clock.now(), 1).await.remove(0);
        db.clock.advance(Duration::from_mins(2));
        let (process, now) = (presence.id(), db.clock.now());
        db.store.write(Schema::It, move |conn| queue::free_expired(conn, process, now).boxed()).await.unwrap();
        finish(db, &item).await;
        assert!(states(db).await.is_empty(), "the work is done, so it is not done again");
    }

    async fn leases_of_an_ended_process_are_freed_at_once(db: &TestDb) {
        let gone = ProcessPresence::register(&db.store, db.clock.now()).await.unwrap();
        enqueue(db, job(None, 0, db.clock.now())).await;
        assert_eq!(take_as(&db.store, gone.id(), db.clock.now(), 1).await.len(), 1);
        drop(gone);
        let present = ProcessPresence::register(&db.store, db.clock.now()).await.unwrap();
        // PostgreSQL notices the end of a session shortly after the socket has closed.
        let freed = wait_for(async || {
            let (process, now) = (present.id(), db.clock.now());
            let freed = db.store.write(Schema::It, move |conn| queue::free_expired(conn, process, now).boxed()).await.unwrap();
            (freed > 0).then_some(freed)
        }).await;
        assert_eq!(freed, 1);
        assert_eq!(take_as(&db.store, present.id(), db.clock.now(), 1).await.len(), 1);
    }

    async fn late_finish_does_not_end_a_new_request(db: &TestDb) {
        let presence = ProcessPresence::register(&db.store, db.clock.now()).await.unwrap();
        enqueue(db, job(Some("loop"), 0, db.clock.now())).await;
        let late = take_as(&db.store, presence.id(), db.clock.now(), 1).await.remove(0);
        db.clock.advance(Duration::from_mins(2));
        let (process, now) = (presence.id(), db.clock.now());
        db.store.write(Schema::It, move |conn| queue::free_expired(conn, process, now).boxed()).await.unwrap();
        enqueue(db, job(Some("loop"), 0, db.clock.now())).await;
        finish(db, &late).await;
        assert_eq!(take(db, 1).await.len(), 1, "what was enqueued after the lease expired still runs");
    }

    async fn enqueueing_for_later_does_not_delay_a_released_item(db: &TestDb) {
        let now = db.clock.now();
        enqueue(db, job(Some("loop"), 0, now)).await;
        let item = take(db, 1).await.remove(0);
        enqueue(db, job(Some("loop"), 0, later(now, Duration::from_hours(1)))).await;
        let returned = item.clone();
        write(db, move |conn| async move { queue::release(conn, &returned).await }.boxed()).await;
        let item = take(db, 1).await.remove(0);
        finish(db, &item).await;
        assert!(take(db, 1).await.is_empty());
        db.clock.advance(Duration::from_hours(1));
        assert_eq!(take(db, 1).await.len(), 1, "and it still runs at the later time");
    }

    async fn item_enqueued_during_its_last_attempt_starts_over(db: &TestDb) {
        enqueue(db, job(Some("loop"), 0, db.clock.now())).await;
        let item = take(db, 1).await.remove(0);
        enqueue(db, job(Some("loop"), 0, db.clock.now())).await;
        fail(db, &item, AfterFailure::DeadLetter).await;
        let item = take(db, 1).await.remove(0);
        assert_eq!((item.attempts, item.first_failure_at), (1, None));
    }

    async fn enqueueing_many_runs_a_leased_item_once_more(db: &TestDb) {
        enqueue(db, job(Some("message"), 0, db.clock.now())).await;
        let item = take(db, 1).await.remove(0);
        let now = db.clock.now();
        let jobs = [job(Some("message"), 0, now), job(Some("other"), 0, now)];
        write(db, move |conn| async move { queue::enqueue_many(conn, &jobs, now).await }.boxed()).await;
        finish(db, &item).await;
        assert_eq!(take(db, 10).await.len(), 2, "the worker may have decided before the reason to enqueue came up");
    }

    async fn invalid_payload_is_dead_lettered_and_blocks_no_other(db: &TestDb) {
        let id = enqueue(db, job(None, 9, db.clock.now())).await;
        enqueue(db, job(None, 0, db.clock.now())).await;
        let huge = format!("update it.Queue set Payload = '{{\"n\":1e999}}' where Id = {id}");
        stormwire_testkit::DirectConnection::connect(&db.database).await.execute(&huge).await.unwrap();
        assert_eq!(take(db, 10).await.len(), 1);
        let mut conn = db.store.reader().await.unwrap();
        let dead = queue::list(&mut conn, Some(QueueState::Dead), 10).await.unwrap();
        assert!(dead[0].last_error.as_deref().unwrap().starts_with("invalid payload: "), "{dead:?}");
    }

    async fn lease_unknown_to_its_process_expires(db: &TestDb) {
        let presence = ProcessPresence::register(&db.store, db.clock.now()).await.unwrap();
        enqueue(db, job(None, 0, db.clock.now())).await;
        enqueue(db, job(None, 0, db.clock.now())).await;
        let items = take_as(&db.store, presence.id(), db.clock.now(), 2).await;
        let (process, known, until) = (presence.id(), items[0].id, later(db.clock.now(), Duration::from_mins(5)));
        write(db, move |conn| async move { queue::extend(conn, process, &[known], until).await }.boxed()).await;
        db.clock.advance(Duration::from_mins(2));
        let now = db.clock.now();
        let freed = db.store.write(Schema::It, move |conn| queue::free_expired(conn, process, now).boxed()).await.unwrap();
        assert_eq!(freed, 1, "the one that is not running");
    }

    async fn full_lane_does_not_block_other_lanes(db: &TestDb) {
        for number in 0..10 {
            enqueue(db, Test { lane: Some("busy".into()), ..job(None, number, db.clock.now()) }).await;
        }
        enqueue(db, Test { lane: Some("calm".into()), ..job(None, -1, db.clock.now()) }).await;
        enqueue(db, job(None, -2, db.clock.now())).await;
        let now = db.clock.now();
        let lanes = |room: HashMap<String, usize>, most| {
            let taken = db.store.write(Schema::It, move |conn| async move {
                let lease_until = later(now, Duration::from_mins(1));
                queue::take(conn, &TakeRequest { process: ProcessId::new(1), kinds: &["Test"], most, now, lease_until, room: &room }).await
            }.boxed());
            async { taken.await.unwrap().into_iter().map(|item| item.lane.unwrap_or_default()).collect::<Vec<_>>() }
        };
        assert!(lanes([("busy".into(), 0), ("calm".into(), 0)].into(), 0).await.is_empty());
        assert_eq!(lanes([("busy".into(), 0)].into(), 1).await, ["calm"], "a full lane is passed over");
        assert_eq!(lanes(HashMap::new(), 8).await, ["busy", "busy", "busy", "busy", ""], "no more than four at once");
        assert_eq!(lanes([("busy".into(), 1)].into(), 8).await, ["busy"]);
        assert_eq!(lanes([("busy".into(), 3)].into(), 2).await, ["busy"; 2]);
    }

    async fn released_item_counts_no_attempt(db: &TestDb) {
        enqueue(db, job(None, 0, db.clock.now())).await;
        let item = take(db, 1).await.remove(0);
        let returned = item.clone();
        write(db, move |conn| async move { queue::release(conn, &returned).await }.boxed()).await;
        assert_eq!(take(db, 1).await[0].attempts, 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn running_process_keeps_its_leases_on_postgres() {
    let db = TestDb::postgres().await;
    let holder = ProcessPresence::register(&db.store, db.clock.now()).await.unwrap();
    enqueue(&db, job(None, 0, db.clock.now())).await;
    take_as(&db.store, holder.id(), db.clock.now(), 1).await;
    let other = ProcessPresence::register(&db.store, db.clock.now()).await.unwrap();
    let (process, now) = (other.id(), db.clock.now());
    let freed = db.store.write(Schema::It, move |conn| queue::free_expired(conn, process, now).boxed()).await.unwrap();
    assert_eq!(freed, 0);
    drop((holder, other));
    db.end().await;
}
