//! The dispatcher with a clock that is moved by hand: retries, limits, panics, stopping.

use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stormwire_clock::{Clock, later};
use stormwire_store::Schema;
use stormwire_store::process::Presence;
use stormwire_store::queue::{
    self, Backoff, Dispatcher, Failure, GiveUp, Item, Job, Outcome, Policy, QueueState, Worker,
};
use stormwire_testkit::{TestDb, on_both_databases};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

type Result1 = Result<Outcome, Failure>;

/// Work that does what a test has written down, and says each time that it ran.
struct Scripted {
    steps: Mutex<VecDeque<Step>>,
    ran: mpsc::UnboundedSender<u32>,
    give_up: GiveUp,
}

enum Step {
    End(Result1),
    Panic,
    Hang,
}

#[derive(Serialize, Deserialize)]
struct ScriptedJob {}

impl Job for ScriptedJob {
    const KIND: &'static str = "Scripted";
}

impl Worker<ScriptedJob> for Scripted {
    fn policy(&self) -> Policy {
        let backoff = Backoff { first: Duration::from_secs(10), ceiling: Duration::from_mins(5) };
        Policy { limit: Duration::from_millis(50), backoff, give_up: self.give_up }
    }

    async fn run(&self, _: ScriptedJob, item: &Item) -> Result1 {
        let step = self.steps.lock().unwrap().pop_front();
        self.ran.send(item.attempts).unwrap();
        match step.expect("no more runs than the test has written down") {
            Step::End(result) => result,
            Step::Panic => panic!("on purpose"),
            Step::Hang => std::future::pending().await,
        }
    }
}

struct Run {
    ran: mpsc::UnboundedReceiver<u32>,
    stop: CancellationToken,
    task: Running,
}

impl Run {
    async fn start(db: &TestDb, give_up: GiveUp, steps: impl IntoIterator<Item = Step>) -> Self {
        let (ran, has_run) = mpsc::unbounded_channel();
        let work = Scripted { steps: Mutex::new(steps.into_iter().collect()), ran, give_up };
        let (clock, rng) = db.clock_and_rng();
        let workers = vec![queue::worker::<ScriptedJob>(Arc::new(work))];
        let dispatcher = Dispatcher::new(db.store.clone(), clock, rng, workers);
        let now = db.clock.now();
        db.store.write(Schema::It, move |conn| queue::enqueue(conn, &ScriptedJob {}, now, now).boxed()).await.unwrap();
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        let task = tokio::spawn(async move { dispatcher.run(stopped).await });
        Self { ran: has_run, stop, task }
    }

    /// Moves the clock in small steps until the work has run once more, and gives its attempt.
    async fn next(&mut self, db: &TestDb) -> u32 {
        loop {
            if let Ok(attempts) = self.ran.try_recv() {
                return attempts;
            }
            db.clock.advance(Duration::from_millis(200));
            tokio::task::yield_now().await;
        }
    }

    /// Moves the clock until the queue looks like that.
    async fn until(&self, db: &TestDb, expected: &[(QueueState, i64)]) {
        loop {
            let mut conn = db.store.reader().await.unwrap();
            let found = queue::summary(&mut conn).await.unwrap();
            if found.iter().map(|row| (row.state, row.items)).eq(expected.iter().copied()) {
                return;
            }
            db.clock.advance(Duration::from_millis(200));
        }
    }

    async fn end(mut self) {
        self.stop.cancel();
        self.task.await.unwrap().unwrap();
        assert!(self.ran.try_recv().is_err(), "nothing ran that the test did not expect");
    }
}

fn broken() -> Step {
    Step::End(Err(Failure::retry("broken")))
}

fn done() -> Step {
    Step::End(Ok(Outcome::Done))
}

on_both_databases! {
    async fn work_is_tried_again_until_it_succeeds(db: &TestDb) {
        let mut run = Run::start(db, GiveUp::Never, [broken(), Step::Panic, Step::Hang, done()]).await;
        for attempt in 1..=4 {
            assert_eq!(run.next(db).await, attempt);
        }
        run.until(db, &[]).await;
        run.end().await;
    }

    async fn work_that_cannot_succeed_is_given_up_visibly(db: &TestDb) {
        let mut run = Run::start(db, GiveUp::Attempts(2), [broken(), broken()]).await;
        run.next(db).await;
        run.next(db).await;
        run.until(db, &[(QueueState::Dead, 1)]).await;
        run.end().await;
        let mut conn = db.store.reader().await.unwrap();
        let dead = queue::list(&mut conn, Some(QueueState::Dead), 10).await.unwrap();
        assert_eq!(dead[0].last_error.as_deref(), Some("broken"));
    }

    async fn a_fatal_failure_is_not_tried_again(db: &TestDb) {
        let fatal = Step::End(Err(Failure::Fatal("no such folder".into())));
        let mut run = Run::start(db, GiveUp::Never, [fatal]).await;
        run.next(db).await;
        run.until(db, &[(QueueState::Dead, 1)]).await;
        run.end().await;
    }

    async fn a_loop_comes_back_at_its_time(db: &TestDb) {
        let start = db.clock.now();
        let hour = later(start, Duration::from_hours(1));
        let mut run = Run::start(db, GiveUp::Never, [Step::End(Ok(Outcome::Again(hour))), done()]).await;
        run.next(db).await;
        run.next(db).await;
        assert!(db.clock.now() >= hour);
        run.until(db, &[]).await;
        run.end().await;
    }

    async fn stopping_gives_back_what_does_not_end_in_time(db: &TestDb) {
        let task = stopped_in_the_middle(db).await;
        outlast(db, task).await;
        let mut conn = db.store.reader().await.unwrap();
        let rows = queue::list(&mut conn, None, 10).await.unwrap();
        assert_eq!((rows.len(), rows[0].state, rows[0].attempts), (1, QueueState::Ready, 0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopping_service_keeps_its_work_until_it_is_over() {
    let db = TestDb::postgres().await;
    let task = stopped_in_the_middle(&db).await;
    // Another service looks for what the dead have left while this one waits for its work.
    let other = Presence::enter(&db.store, db.clock.now()).await.unwrap();
    for _ in 0..50 {
        let (process, now) = (other.id(), db.clock.now());
        let freed = db.store.write(Schema::It, move |conn| queue::free(conn, process, now).boxed()).await.unwrap();
        assert_eq!(freed, 0, "the work is still in hand");
    }
    outlast(&db, task).await;
    drop(other);
    db.end().await;
}

type Running = JoinHandle<Result<(), String>>;

/// A dispatcher that was told to stop while it works on something that does not end by itself.
async fn stopped_in_the_middle(db: &TestDb) -> Running {
    let (ran, mut has_run) = mpsc::unbounded_channel();
    let (clock, rng) = db.clock_and_rng();
    let workers = vec![queue::worker::<EndlessJob>(Arc::new(Endless(ran)))];
    let dispatcher = Dispatcher::new(db.store.clone(), clock, rng, workers);
    let now = db.clock.now();
    db.store.write(Schema::It, move |conn| queue::enqueue(conn, &EndlessJob {}, now, now).boxed()).await.unwrap();
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    let task = tokio::spawn(async move { dispatcher.run(stopped).await });
    has_run.recv().await.unwrap();
    stop.cancel();
    task
}

/// Moves the clock until the dispatcher has given up waiting.
async fn outlast(db: &TestDb, task: Running) {
    while !task.is_finished() {
        db.clock.advance(Duration::from_secs(1));
        tokio::task::yield_now().await;
    }
    task.await.unwrap().unwrap();
}

/// Work that never ends by itself.
struct Endless(mpsc::UnboundedSender<()>);

#[derive(Serialize, Deserialize)]
struct EndlessJob {}

impl Job for EndlessJob {
    const KIND: &'static str = "Endless";
}

impl Worker<EndlessJob> for Endless {
    fn policy(&self) -> Policy {
        let backoff = Backoff { first: Duration::from_secs(1), ceiling: Duration::from_secs(1) };
        Policy { limit: Duration::from_hours(1), backoff, give_up: GiveUp::Never }
    }

    async fn run(&self, _: EndlessJob, _: &Item) -> Result1 {
        self.0.send(()).unwrap();
        std::future::pending().await
    }
}
