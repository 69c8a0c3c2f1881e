//! The dispatcher with a virtual clock: retries, limits, panics, stopping.

use futures_util::FutureExt;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stormwire_clock::{Clock, later};
use stormwire_store::process::ProcessPresence;
use stormwire_store::queue::{
    self, Backoff, Dispatcher, Job, JobFailure, JobOutcome, QueueItem, QueueState, RetryLimit, RetryPolicy,
    TakeRequest, Worker,
};
use stormwire_store::{ProcessId, Schema};
use stormwire_testkit::{TestDb, on_both_databases};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

type RunResult = Result<JobOutcome, JobFailure>;

/// The clock of a test is advanced faster than time passes: much more than it is advanced while a busy machine does some steps.
const FAR_BACK: Duration = Duration::from_hours(10_000);

/// Does what the test scripted, and reports each run.
struct ScriptedWorker {
    steps: Mutex<VecDeque<Step>>,
    ran: mpsc::UnboundedSender<u32>,
    retry_limit: RetryLimit,
}

enum Step {
    End(RunResult),
    Panic,
    Hang,
}

#[derive(Serialize, Deserialize)]
struct ScriptedJob {}

impl Job for ScriptedJob {
    const KIND: &'static str = "Scripted";
}

impl Worker<ScriptedJob> for ScriptedWorker {
    fn policy(&self) -> RetryPolicy {
        let backoff = Backoff { first: Duration::from_secs(10), ceiling: Duration::from_mins(5) };
        RetryPolicy { timeout: Duration::from_millis(50), backoff, retry_limit: self.retry_limit }
    }

    async fn run(&self, _: ScriptedJob, item: &QueueItem) -> RunResult {
        let step = self.steps.lock().unwrap().pop_front();
        self.ran.send(item.attempts).unwrap();
        match step.expect("no more runs than the test scripted") {
            Step::End(result) => result,
            Step::Panic => panic!("on purpose"),
            Step::Hang => std::future::pending().await,
        }
    }
}

struct DispatcherRun {
    ran: mpsc::UnboundedReceiver<u32>,
    stop: CancellationToken,
    task: Running,
}

impl DispatcherRun {
    async fn start(db: &TestDb, retry_limit: RetryLimit, steps: impl IntoIterator<Item = Step>) -> Self {
        let (ran, has_run) = mpsc::unbounded_channel();
        let worker = ScriptedWorker { steps: Mutex::new(steps.into_iter().collect()), ran, retry_limit };
        let (clock, rng) = db.clock_and_rng();
        let workers = vec![queue::worker::<ScriptedJob>(Arc::new(worker))];
        let dispatcher = Dispatcher::new(db.store.clone(), clock, rng, workers);
        let now = db.clock.now();
        db.store.write(Schema::It, move |conn| queue::enqueue(conn, &ScriptedJob {}, now, now).boxed()).await.unwrap();
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        let task = tokio::spawn(async move { dispatcher.run(stopped).await });
        Self { ran: has_run, stop, task }
    }

    /// Advances the clock in small steps until the job has run once more; returns its attempt.
    async fn next(&mut self, db: &TestDb) -> u32 {
        loop {
            if let Ok(attempts) = self.ran.try_recv() {
                return attempts;
            }
            db.clock.advance(Duration::from_millis(200));
            // As slow as the dispatcher: otherwise its leases would end before it can do anything.
            queue::summary(&mut db.store.reader().await.unwrap()).await.unwrap();
        }
    }

    /// Advances the clock until the queue has these items.
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

/// A job that is leased, from when it is due, by a process that does not exist.
async fn lease_for_an_ended_process(db: &TestDb, now: Timestamp) {
    let taken = db.store.write(Schema::It, move |conn| {
        async move {
            queue::enqueue(conn, &ScriptedJob {}, now, now).await?;
            let (process, lease_until, room) =
                (ProcessId::new(999), later(now, Duration::from_mins(1)), HashMap::new());
            let take = TakeRequest { process, kinds: &[ScriptedJob::KIND], most: 1, now, lease_until, room: &room };
            queue::take(conn, &take).await
        }
        .boxed()
    });
    assert_eq!(taken.await.unwrap().len(), 1);
}

fn broken() -> Step {
    Step::End(Err(JobFailure::retry("broken")))
}

fn done() -> Step {
    Step::End(Ok(JobOutcome::Done))
}

on_both_databases! {
    async fn failed_job_is_retried_until_it_succeeds(db: &TestDb) {
        let mut run = DispatcherRun::start(db, RetryLimit::Unlimited, [broken(), Step::Panic, Step::Hang, done()]).await;
        for attempt in 1..=4 {
            assert_eq!(run.next(db).await, attempt);
        }
        run.until(db, &[]).await;
        run.end().await;
    }

    async fn clock_that_is_set_back_delays_no_job(db: &TestDb) {
        let planned = later(db.clock.now(), Duration::from_hours(100));
        let again = Step::End(Ok(JobOutcome::RunAgainAt(planned)));
        let mut run = DispatcherRun::start(db, RetryLimit::Unlimited, [again, done()]).await;
        run.next(db).await;
        run.until(db, &[(QueueState::Ready, 1)]).await;
        db.clock.set_back(FAR_BACK);
        run.next(db).await;
        assert!(db.clock.now() < planned, "the job did not wait for the time that it had planned");
        run.until(db, &[]).await;
        run.end().await;
    }

    async fn clock_that_was_set_back_before_the_start_delays_no_job(db: &TestDb) {
        let planned = later(db.clock.now(), Duration::from_hours(100));
        let again = Step::End(Ok(JobOutcome::RunAgainAt(planned)));
        let mut run = DispatcherRun::start(db, RetryLimit::Unlimited, [again]).await;
        run.next(db).await;
        run.until(db, &[(QueueState::Ready, 1)]).await;
        run.end().await;
        let before = db.clock.now();
        lease_for_an_ended_process(db, before).await;
        db.clock.set_back(FAR_BACK);
        let mut run = DispatcherRun::start(db, RetryLimit::Unlimited, [done(), done(), done()]).await;
        for _ in 0..3 {
            run.next(db).await;
        }
        assert!(db.clock.now() < before, "neither the planned job nor the one that was running waited for its time");
        run.until(db, &[]).await;
        run.end().await;
    }

    async fn leases_are_freed_while_a_set_back_clock_cannot_be_handled(db: &TestDb) {
        let planned = later(db.clock.now(), Duration::from_hours(100));
        let again = Step::End(Ok(JobOutcome::RunAgainAt(planned)));
        let mut run = DispatcherRun::start(db, RetryLimit::Unlimited, [again]).await;
        run.next(db).await;
        run.until(db, &[(QueueState::Ready, 1)]).await;
        db.execute("alter table it.EventDelivery rename to Unreachable").await;
        let before = db.clock.now();
        db.clock.set_back(FAR_BACK);
        lease_for_an_ended_process(db, before).await;
        run.until(db, &[(QueueState::Ready, 2)]).await;
        assert!(db.clock.now() < before, "housekeeping did not wait for the time of its next round");
        run.end().await;
    }

    async fn job_is_dead_lettered_after_its_last_attempt(db: &TestDb) {
        let mut run = DispatcherRun::start(db, RetryLimit::Attempts(2), [broken(), broken()]).await;
        run.next(db).await;
        run.next(db).await;
        run.until(db, &[(QueueState::Dead, 1)]).await;
        run.end().await;
        let mut conn = db.store.reader().await.unwrap();
        let dead = queue::list(&mut conn, Some(QueueState::Dead), 10).await.unwrap();
        assert_eq!(dead[0].last_error.as_deref(), Some("broken"));
    }

    async fn fatal_failure_is_not_retried(db: &TestDb) {
        let fatal = Step::End(Err(JobFailure::Fatal("no such folder".into())));
        let mut run = DispatcherRun::start(db, RetryLimit::Unlimited, [fatal]).await;
        run.next(db).await;
        run.until(db, &[(QueueState::Dead, 1)]).await;
        run.end().await;
    }

    async fn loop_runs_again_at_its_time(db: &TestDb) {
        let start = db.clock.now();
        let hour = later(start, Duration::from_hours(1));
        let mut run = DispatcherRun::start(db, RetryLimit::Unlimited, [Step::End(Ok(JobOutcome::RunAgainAt(hour))), done()]).await;
        run.next(db).await;
        run.next(db).await;
        assert!(db.clock.now() >= hour);
        run.until(db, &[]).await;
        run.end().await;
    }

    async fn stopping_releases_what_does_not_end_in_time(db: &TestDb) {
        let task = stop_during_a_job(db).await;
        wait_for_end(db, task).await;
        let mut conn = db.store.reader().await.unwrap();
        let rows = queue::list(&mut conn, None, 10).await.unwrap();
        assert_eq!((rows.len(), rows[0].state, rows[0].attempts), (1, QueueState::Ready, 0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_service_keeps_its_leases_until_the_end() {
    let db = TestDb::postgres().await;
    let task = stop_during_a_job(&db).await;
    // Another service frees expired leases while this one waits for its job.
    let other = ProcessPresence::register(&db.store, db.clock.now()).await.unwrap();
    for _ in 0..50 {
        let (process, now) = (other.id(), db.clock.now());
        let freed =
            db.store.write(Schema::It, move |conn| queue::free_expired(conn, process, now).boxed()).await.unwrap();
        assert_eq!(freed, 0, "the job is still leased");
    }
    wait_for_end(&db, task).await;
    drop(other);
    db.end().await;
}

type Running = JoinHandle<Result<(), String>>;

/// A dispatcher that is stopping while it runs a job that does not end by itself.
async fn stop_during_a_job(db: &TestDb) -> Running {
    let (ran, mut has_run) = mpsc::unbounded_channel();
    let (clock, rng) = db.clock_and_rng();
    let workers = vec![queue::worker::<EndlessJob>(Arc::new(EndlessWorker(ran)))];
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

/// Advances the clock until the dispatcher no longer waits.
async fn wait_for_end(db: &TestDb, task: Running) {
    while !task.is_finished() {
        db.clock.advance(Duration::from_secs(1));
        tokio::task::yield_now().await;
    }
    task.await.unwrap().unwrap();
}

/// Never ends by itself.
struct EndlessWorker(mpsc::UnboundedSender<()>);

#[derive(Serialize, Deserialize)]
struct EndlessJob {}

impl Job for EndlessJob {
    const KIND: &'static str = "Endless";
}

impl Worker<EndlessJob> for EndlessWorker {
    fn policy(&self) -> RetryPolicy {
        let backoff = Backoff { first: Duration::from_secs(1), ceiling: Duration::from_secs(1) };
        // The test advances the clock faster than the dispatcher can stop.
        RetryPolicy { timeout: Duration::MAX, backoff, retry_limit: RetryLimit::Unlimited }
    }

    async fn run(&self, _: EndlessJob, _: &QueueItem) -> RunResult {
        self.0.send(()).unwrap();
        std::future::pending().await
    }
}
