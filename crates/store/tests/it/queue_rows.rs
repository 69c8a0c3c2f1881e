//! The rows of the queue: what is taken, by whom, in which order, and what a later take makes void.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Duration;
use stormwire_clock::{Clock, later};
use stormwire_store::process::Presence;
use stormwire_store::queue::{self, AfterFailure, Item, Job, QueueState, Take};
use stormwire_store::{Conn, ProcessId, QueueItemId, Schema, Store, StoreError};
use stormwire_testkit::{TestDb, on_both_databases};

/// A job whose place in the queue a test says.
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

fn work(key: Option<&str>, priority: i64, due_at: Timestamp) -> Test {
    Test { key: key.map(Into::into), priority, lane: None, due_at }
}

async fn enqueue(db: &TestDb, job: Test) -> QueueItemId {
    let now = db.clock.now();
    let added = db
        .store
        .write(Schema::It, move |conn| async move { queue::enqueue(conn, &job, job.due_at, now).await }.boxed());
    added.await.unwrap()
}

async fn take_as(store: &Store, process: ProcessId, now: Timestamp, most: u32) -> Vec<Item> {
    let lease_until = later(now, Duration::from_mins(1));
    let taken = store.write(Schema::It, move |conn| {
        async move {
            queue::take(conn, &Take { process, kinds: &["Test"], most, now, lease_until, room: &HashMap::new() }).await
        }
        .boxed()
    });
    taken.await.unwrap()
}

async fn take(db: &TestDb, most: u32) -> Vec<Item> {
    take_as(&db.store, ProcessId::new(1), db.clock.now(), most).await
}

async fn finish(db: &TestDb, item: &Item) {
    let (item, now) = (item.clone(), db.clock.now());
    db.store.write(Schema::It, move |conn| async move { queue::finish(conn, &item, now).await }.boxed()).await.unwrap();
}

async fn fail(db: &TestDb, item: &Item, next: AfterFailure) {
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
    async fn larger_priority_comes_first_then_what_is_due_longest(db: &TestDb) {
        let now = db.clock.now();
        let ago = |seconds| stormwire_clock::earlier(now, Duration::from_secs(seconds));
        for (key, priority, due) in [("late", 0, ago(1)), ("early", 0, ago(9)), ("urgent", 5, now), ("future", 9, later(now, Duration::from_micros(1)))] {
            enqueue(db, work(Some(key), priority, due)).await;
        }
        let keys: Vec<_> = take(db, 10).await.iter().map(|item| item.payload["key"].clone()).collect();
        assert_eq!(keys, ["urgent", "early", "late"]);
    }

    async fn what_is_taken_is_not_taken_again(db: &TestDb) {
        enqueue(db, work(None, 0, db.clock.now())).await;
        enqueue(db, work(None, 0, db.clock.now())).await;
        assert_eq!(take(db, 1).await.len(), 1);
        assert_eq!(take(db, 10).await.len(), 1);
        assert!(take(db, 10).await.is_empty());
    }

    async fn of_two_hundred_items_and_eight_takers_each_is_taken_once(db: &TestDb) {
        for _ in 0..200 {
            enqueue(db, work(None, 0, db.clock.now())).await;
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

    async fn kinds_that_nobody_here_knows_are_left_to_others(db: &TestDb) {
        let now = db.clock.now();
        db.store.write(Schema::It, move |conn| queue::enqueue(conn, &Other {}, now, now).boxed()).await.unwrap();
        assert!(take(db, 10).await.is_empty());
    }

    async fn finished_work_leaves_the_table(db: &TestDb) {
        enqueue(db, work(None, 0, db.clock.now())).await;
        let items = take(db, 1).await;
        finish(db, &items[0]).await;
        assert!(states(db).await.is_empty());
    }

    async fn one_row_per_kind_and_key_is_pulled_forward_when_asked_for_again(db: &TestDb) {
        let now = db.clock.now();
        let first = enqueue(db, work(Some("loop"), 0, later(now, Duration::from_hours(1)))).await;
        assert!(take(db, 1).await.is_empty());
        assert_eq!(enqueue(db, work(Some("loop"), 3, now)).await, first);
        enqueue(db, work(Some("loop"), 0, later(now, Duration::from_hours(2)))).await;
        let items = take(db, 10).await;
        assert_eq!(items.len(), 1, "asking for later does not push it back");
    }

    async fn what_is_asked_for_while_in_hand_runs_once_more(db: &TestDb) {
        enqueue(db, work(Some("loop"), 0, db.clock.now())).await;
        let items = take(db, 1).await;
        enqueue(db, work(Some("loop"), 0, db.clock.now())).await;
        assert!(take(db, 1).await.is_empty(), "it is still in hand");
        finish(db, &items[0]).await;
        let once_more = take(db, 1).await;
        assert_eq!(once_more.len(), 1);
        finish(db, &once_more[0]).await;
        assert!(states(db).await.is_empty());
    }

    async fn a_loop_comes_back_when_it_said_or_sooner_when_asked(db: &TestDb) {
        let now = db.clock.now();
        let hour = later(now, Duration::from_hours(1));
        enqueue(db, work(Some("loop"), 0, now)).await;
        let item = take(db, 1).await.remove(0);
        let ended = item.clone();
        write(db, move |conn| async move { queue::again(conn, &ended, hour, now).await }.boxed()).await;
        assert!(take(db, 1).await.is_empty());
        db.clock.advance(Duration::from_hours(1));
        let item = take(db, 1).await.remove(0);
        assert_eq!(item.attempts, 1, "a success starts the count anew");
        enqueue(db, work(Some("loop"), 0, db.clock.now())).await;
        let (ended, now) = (item, db.clock.now());
        let hour = later(now, Duration::from_hours(1));
        write(db, move |conn| async move { queue::again(conn, &ended, hour, now).await }.boxed()).await;
        assert_eq!(take(db, 1).await.len(), 1, "asked for while in hand: sooner than it said");
    }

    async fn failed_work_waits_and_counts_and_keeps_its_error(db: &TestDb) {
        let now = db.clock.now();
        enqueue(db, work(None, 0, now)).await;
        let item = take(db, 1).await.remove(0);
        assert_eq!((item.attempts, item.first_failure_at), (1, None));
        fail(db, &item, AfterFailure::Again(later(now, Duration::from_secs(10)))).await;
        assert!(take(db, 1).await.is_empty());
        db.clock.advance(Duration::from_secs(10));
        let item = take(db, 1).await.remove(0);
        assert_eq!((item.attempts, item.first_failure_at), (2, Some(now)));
        fail(db, &item, AfterFailure::Dead).await;
        db.clock.advance(Duration::from_hours(1_000));
        assert!(take(db, 1).await.is_empty());
        let mut conn = db.store.reader().await.unwrap();
        let dead = queue::list(&mut conn, Some(QueueState::Dead), 10).await.unwrap();
        assert_eq!((dead.len(), dead[0].last_error.as_deref(), dead[0].attempts), (1, Some("broken"), 2));
    }

    async fn a_dead_item_comes_back_when_someone_says_so(db: &TestDb) {
        let id = enqueue(db, work(None, 0, db.clock.now())).await;
        let item = take(db, 1).await.remove(0);
        fail(db, &item, AfterFailure::Dead).await;
        let now = db.clock.now();
        let revive = move |id| db.store.write(Schema::It, move |conn| queue::revive(conn, id, now).boxed());
        assert!(!revive(QueueItemId::new(id.get() + 1)).await.unwrap());
        assert!(revive(id).await.unwrap());
        assert!(!revive(id).await.unwrap(), "it is not dead any more");
        assert_eq!(take(db, 1).await[0].attempts, 1);
    }

    async fn a_void_lease_changes_nothing(db: &TestDb) {
        let presence = Presence::enter(&db.store, db.clock.now()).await.unwrap();
        enqueue(db, work(None, 0, db.clock.now())).await;
        let old = take_as(&db.store, presence.id(), db.clock.now(), 1).await.remove(0);
        db.clock.advance(Duration::from_mins(2));
        let (process, now) = (presence.id(), db.clock.now());
        let freed = db.store.write(Schema::It, move |conn| queue::free(conn, process, now).boxed()).await.unwrap();
        assert_eq!(freed, 1, "the lease has run out");
        let new = take_as(&db.store, presence.id(), db.clock.now(), 1).await.remove(0);
        assert_eq!((new.id, new.attempts), (old.id, 2));
        finish(db, &old).await;
        fail(db, &old, AfterFailure::Dead).await;
        assert_eq!(states(db).await, [(QueueState::Leased, 1)], "the later take is untouched");
        finish(db, &new).await;
        assert!(states(db).await.is_empty());
    }

    async fn a_lease_that_ran_out_still_counts_while_nobody_has_taken_it(db: &TestDb) {
        let presence = Presence::enter(&db.store, db.clock.now()).await.unwrap();
        enqueue(db, work(None, 0, db.clock.now())).await;
        let item = take_as(&db.store, presence.id(), db.clock.now(), 1).await.remove(0);
        db.clock.advance(Duration::from_mins(2));
        let (process, now) = (presence.id(), db.clock.now());
        db.store.write(Schema::It, move |conn| queue::free(conn, process, now).boxed()).await.unwrap();
        finish(db, &item).await;
        assert!(states(db).await.is_empty(), "the work is done, so it is not done again");
    }

    async fn work_of_a_process_that_is_gone_is_free_at_once(db: &TestDb) {
        let gone = Presence::enter(&db.store, db.clock.now()).await.unwrap();
        enqueue(db, work(None, 0, db.clock.now())).await;
        assert_eq!(take_as(&db.store, gone.id(), db.clock.now(), 1).await.len(), 1);
        drop(gone);
        let present = Presence::enter(&db.store, db.clock.now()).await.unwrap();
        // PostgreSQL notices the end of a session a moment after the socket has closed.
        let mut freed = 0;
        for _ in 0..1_000 {
            let (process, now) = (present.id(), db.clock.now());
            freed += db.store.write(Schema::It, move |conn| queue::free(conn, process, now).boxed()).await.unwrap();
            if freed > 0 { break }
            tokio::task::yield_now().await;
        }
        assert_eq!(freed, 1);
        assert_eq!(take_as(&db.store, present.id(), db.clock.now(), 1).await.len(), 1);
    }

    async fn work_asked_for_anew_is_not_ended_by_a_late_finish(db: &TestDb) {
        let presence = Presence::enter(&db.store, db.clock.now()).await.unwrap();
        enqueue(db, work(Some("loop"), 0, db.clock.now())).await;
        let late = take_as(&db.store, presence.id(), db.clock.now(), 1).await.remove(0);
        db.clock.advance(Duration::from_mins(2));
        let (process, now) = (presence.id(), db.clock.now());
        db.store.write(Schema::It, move |conn| queue::free(conn, process, now).boxed()).await.unwrap();
        enqueue(db, work(Some("loop"), 0, db.clock.now())).await;
        finish(db, &late).await;
        assert_eq!(take(db, 1).await.len(), 1, "what was asked for after the lease ran out still runs");
    }

    async fn asking_for_later_while_in_hand_does_not_delay_work_that_is_given_back(db: &TestDb) {
        let now = db.clock.now();
        enqueue(db, work(Some("loop"), 0, now)).await;
        let item = take(db, 1).await.remove(0);
        enqueue(db, work(Some("loop"), 0, later(now, Duration::from_hours(1)))).await;
        let returned = item.clone();
        write(db, move |conn| async move { queue::release(conn, &returned).await }.boxed()).await;
        let item = take(db, 1).await.remove(0);
        finish(db, &item).await;
        assert!(take(db, 1).await.is_empty());
        db.clock.advance(Duration::from_hours(1));
        assert_eq!(take(db, 1).await.len(), 1, "and it still comes at the later time");
    }

    async fn work_recalled_during_its_last_attempt_starts_over(db: &TestDb) {
        enqueue(db, work(Some("loop"), 0, db.clock.now())).await;
        let item = take(db, 1).await.remove(0);
        enqueue(db, work(Some("loop"), 0, db.clock.now())).await;
        fail(db, &item, AfterFailure::Dead).await;
        let item = take(db, 1).await.remove(0);
        assert_eq!((item.attempts, item.first_failure_at), (1, None));
    }

    async fn enqueueing_many_runs_a_leased_item_once_more(db: &TestDb) {
        enqueue(db, work(Some("message"), 0, db.clock.now())).await;
        let item = take(db, 1).await.remove(0);
        let now = db.clock.now();
        let jobs = [work(Some("message"), 0, now), work(Some("other"), 0, now)];
        write(db, move |conn| async move { queue::enqueue_many(conn, &jobs, now).await }.boxed()).await;
        finish(db, &item).await;
        assert_eq!(take(db, 10).await.len(), 2, "the worker may have decided before the reason to enqueue came up");
    }

    async fn a_row_that_cannot_be_read_is_given_up_and_stops_no_other(db: &TestDb) {
        let id = enqueue(db, work(None, 9, db.clock.now())).await;
        enqueue(db, work(None, 0, db.clock.now())).await;
        let huge = format!("update it.Queue set Payload = '{{\"n\":1e999}}' where Id = {id}");
        stormwire_testkit::Foreign::connect(&db.database).await.execute(&huge).await.unwrap();
        assert_eq!(take(db, 10).await.len(), 1);
        let mut conn = db.store.reader().await.unwrap();
        let dead = queue::list(&mut conn, Some(QueueState::Dead), 10).await.unwrap();
        assert!(dead[0].last_error.as_deref().unwrap().starts_with("the payload cannot be read"), "{dead:?}");
    }

    async fn what_is_held_without_knowing_runs_out(db: &TestDb) {
        let presence = Presence::enter(&db.store, db.clock.now()).await.unwrap();
        enqueue(db, work(None, 0, db.clock.now())).await;
        enqueue(db, work(None, 0, db.clock.now())).await;
        let items = take_as(&db.store, presence.id(), db.clock.now(), 2).await;
        let (process, known, until) = (presence.id(), items[0].id, later(db.clock.now(), Duration::from_mins(5)));
        write(db, move |conn| async move { queue::extend(conn, process, &[known], until).await }.boxed()).await;
        db.clock.advance(Duration::from_mins(2));
        let now = db.clock.now();
        let freed = db.store.write(Schema::It, move |conn| queue::free(conn, process, now).boxed()).await.unwrap();
        assert_eq!(freed, 1, "the one that nobody works on");
    }

    async fn items_of_a_lane_take_turns_and_never_keep_others_waiting(db: &TestDb) {
        for number in 0..10 {
            enqueue(db, Test { lane: Some("busy".into()), ..work(None, number, db.clock.now()) }).await;
        }
        enqueue(db, Test { lane: Some("calm".into()), ..work(None, -1, db.clock.now()) }).await;
        enqueue(db, work(None, -2, db.clock.now())).await;
        let now = db.clock.now();
        let lanes = |room: HashMap<String, usize>, most| {
            let taken = db.store.write(Schema::It, move |conn| async move {
                let lease_until = later(now, Duration::from_mins(1));
                queue::take(conn, &Take { process: ProcessId::new(1), kinds: &["Test"], most, now, lease_until, room: &room }).await
            }.boxed());
            async { taken.await.unwrap().into_iter().map(|item| item.lane.unwrap_or_default()).collect::<Vec<_>>() }
        };
        assert!(lanes([("busy".into(), 0), ("calm".into(), 0)].into(), 0).await.is_empty());
        assert_eq!(lanes([("busy".into(), 0)].into(), 1).await, ["calm"], "a full lane is passed over");
        assert_eq!(lanes(HashMap::new(), 8).await, ["busy", "busy", "busy", "busy", ""], "no more than four at once");
        assert_eq!(lanes([("busy".into(), 1)].into(), 8).await, ["busy"]);
        assert_eq!(lanes([("busy".into(), 3)].into(), 2).await, ["busy"; 2]);
    }

    async fn given_back_work_is_as_if_it_had_not_been_taken(db: &TestDb) {
        enqueue(db, work(None, 0, db.clock.now())).await;
        let item = take(db, 1).await.remove(0);
        let returned = item.clone();
        write(db, move |conn| async move { queue::release(conn, &returned).await }.boxed()).await;
        assert_eq!(take(db, 1).await[0].attempts, 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_living_process_keeps_its_work_on_postgres() {
    let db = TestDb::postgres().await;
    let holder = Presence::enter(&db.store, db.clock.now()).await.unwrap();
    enqueue(&db, work(None, 0, db.clock.now())).await;
    take_as(&db.store, holder.id(), db.clock.now(), 1).await;
    let other = Presence::enter(&db.store, db.clock.now()).await.unwrap();
    let (process, now) = (other.id(), db.clock.now());
    let freed = db.store.write(Schema::It, move |conn| queue::free(conn, process, now).boxed()).await.unwrap();
    assert_eq!(freed, 0);
    drop((holder, other));
    db.end().await;
}
