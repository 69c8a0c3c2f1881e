//! Kills queue worker processes while they work, then counts the rows.

use crate::process::Process;
use crate::test_db::TestDb;
use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use std::io::{self, Read};
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use stormwire_clock::{Clock, SeededRng};
use stormwire_store::queue::{self, Job};
use stormwire_store::{Schema, StoreError, WatcherId};

/// A job whose effect is one log row with its number.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct NumberedJob {
    pub number: i64,
}

impl Job for NumberedJob {
    const KIND: &'static str = "Numbered";
}

/// Log rows of this watcher are effects.
pub const EFFECTS: WatcherId = WatcherId::new(1);
/// Log rows of this watcher are effects that ran twice although the effect and the end were one transaction.
pub const DUPLICATED_EFFECTS: WatcherId = WatcherId::new(2);
/// Log rows of this watcher are effects that were recognized and not repeated.
pub const RECOGNIZED_EFFECTS: WatcherId = WatcherId::new(3);

/// What a worker prints for each effect. A pipe holds few of them: until the test has read them, the worker does not go on.
pub const EFFECT_OUTPUT: [u8; 4_096] = [b'.'; 4_096];

/// A process that runs queue items until the queue is empty.
pub struct QueueWorkerProcess {
    process: Process,
    output: ChildStdout,
}

impl QueueWorkerProcess {
    /// `program` is the path of `test-worker`.
    pub fn start(program: &Path, db: &TestDb) -> Self {
        let mut command = Command::new(program);
        command.arg("queue").arg(db.url()).stdout(Stdio::piped());
        let mut process = Process::start(command);
        let output = process.stdout();
        Self { process, output }
    }

    /// Waits for that many effects. Returns fewer if the worker ended by itself.
    pub fn wait_for_effects(&mut self, count: u64) -> u64 {
        let length = EFFECT_OUTPUT.len() as u64;
        let mut output = (&mut self.output).take(count.saturating_mul(length));
        io::copy(&mut output, &mut io::sink()).expect("read the pipe") / length
    }

    /// Sends SIGKILL: no destructor or signal handler runs.
    pub fn kill(self) {
        self.process.kill();
    }

    /// Waits until the queue is empty and the worker has ended by itself.
    pub fn wait(mut self) {
        self.wait_for_effects(u64::MAX);
        assert!(self.process.wait().success(), "the worker succeeds");
    }
}

#[derive(Debug, Clone, Copy)]
pub struct QueueCrashTest {
    /// Items in the queue.
    pub jobs: i64,
    /// Kills before the last worker finishes.
    pub kills: u64,
}

impl QueueCrashTest {
    pub async fn enqueue_jobs(self, db: &TestDb) {
        let now = db.clock.now();
        for first in (0..self.jobs).step_by(1_000) {
            let numbers = first..self.jobs.min(first + 1_000);
            let unit = db.store.write(Schema::It, move |conn| {
                async move {
                    for number in numbers {
                        queue::enqueue(conn, &NumberedJob { number }, now, now).await?;
                    }
                    Ok::<_, StoreError>(())
                }
                .boxed()
            });
            unit.await.expect("enqueue the jobs");
        }
    }

    /// Kills workers one after the other, each after a random number of effects, then lets one finish.
    pub async fn run(self, program: &Path, db: &TestDb) {
        let rng = SeededRng::new(20_260_501);
        let max_effects = u64::try_from(self.jobs).expect("a small count") / (self.kills + 1);
        for _ in 0..self.kills {
            let mut worker = QueueWorkerProcess::start(program, db);
            let effects = 1 + rng.next() % max_effects;
            assert_eq!(worker.wait_for_effects(effects), effects, "killed while it works");
            worker.kill();
        }
        assert!(db.count("select count(*) from it.Queue").await > 0, "killed before the queue was empty");
        QueueWorkerProcess::start(program, db).wait();
    }

    /// Checks that every job ran and no effect was repeated. Returns the number of recognized effects.
    pub async fn check(self, db: &TestDb) -> i64 {
        assert_eq!(db.count("select count(*) from it.Queue").await, 0, "no job is left");
        assert_eq!(count_rows(db, EFFECTS).await, self.jobs, "no job is lost or duplicated");
        assert_eq!(count_rows(db, DUPLICATED_EFFECTS).await, 0, "no effect was repeated");
        count_rows(db, RECOGNIZED_EFFECTS).await
    }
}

async fn count_rows(db: &TestDb, watcher: WatcherId) -> i64 {
    db.count(&format!("select count(*) from it.MailboxWatcherLog where MailboxWatcherJobId = {watcher}")).await
}
