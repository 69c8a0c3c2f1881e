//! The trial of the queue: processes are killed in the middle of their work, and the rows are counted afterwards.

use crate::process::Process;
use crate::test_db::TestDb;
use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use stormwire_clock::{Clock, SeededRng};
use stormwire_store::queue::{self, Job};
use stormwire_store::{Schema, StoreError, WatcherId};

/// A job whose effect is one log row under its number.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct TrialJob {
    pub number: i64,
}

impl Job for TrialJob {
    const KIND: &'static str = "Trial";
}

/// Log rows under this watcher are effects.
pub const EFFECT: WatcherId = WatcherId::new(1);
/// Log rows under this watcher are effects that ran twice although effect and end were one transaction.
pub const DOUBLED: WatcherId = WatcherId::new(2);
/// Log rows under this watcher are effects that were found recorded and not repeated.
pub const RECOGNIZED: WatcherId = WatcherId::new(3);

/// A process that works on the queue until it is empty or killed.
pub struct Worker {
    process: Process,
    output: ChildStdout,
}

impl Worker {
    /// Starts the program `queue-worker` on the db's database.
    pub fn start(program: &Path, db: &TestDb) -> Self {
        let mut command = Command::new(program);
        command.arg(db.url()).stdout(Stdio::piped());
        let mut process = Process::start(command);
        let output = process.stdout();
        Self { process, output }
    }

    /// Waits for that many effects; fewer when the worker ended by itself.
    pub fn effects(&mut self, most: u64) -> u64 {
        let mut bytes = Vec::new();
        (&mut self.output).take(most).read_to_end(&mut bytes).expect("the pipe can be read");
        bytes.len() as u64
    }

    /// SIGKILL: no destructor, no handler, no last word.
    pub fn kill(self) {
        self.process.kill();
    }

    /// Waits until the queue is empty and the worker has ended by itself.
    pub fn end(mut self) {
        self.effects(u64::MAX);
        assert!(self.process.end().success(), "the worker ends well when the queue is empty");
    }
}

/// How much, and how often it is killed.
#[derive(Debug, Clone, Copy)]
pub struct Trial {
    /// Items in the queue.
    pub jobs: i64,
    /// Kills before the last worker may finish.
    pub kills: u64,
}

impl Trial {
    /// Puts the jobs into the queue.
    pub async fn fill(self, db: &TestDb) {
        let now = db.clock.now();
        for first in (0..self.jobs).step_by(1_000) {
            let numbers = first..self.jobs.min(first + 1_000);
            let unit = db.store.write(Schema::It, move |conn| {
                async move {
                    for number in numbers {
                        queue::enqueue(conn, &TrialJob { number }, now, now).await?;
                    }
                    Ok::<_, StoreError>(())
                }
                .boxed()
            });
            unit.await.expect("the jobs are enqueued");
        }
    }

    /// Kills one worker after the other, each after a random number of effects, then lets one finish.
    pub async fn run(self, program: &Path, db: &TestDb) {
        let rng = SeededRng::new(20_260_501);
        let most = u64::try_from(self.jobs).expect("a count") / (self.kills + 1);
        for _ in 0..self.kills {
            let mut worker = Worker::start(program, db);
            let wanted = 1 + rng.next() % most;
            assert_eq!(worker.effects(wanted), wanted, "the worker was killed in the middle of its work");
            worker.kill();
        }
        assert!(db.count("select count(*) from it.Queue").await > 0, "the kills came before the end");
        Worker::start(program, db).end();
    }

    /// Every job ran, none is left, none whose effect was recorded ran again. Returns how many were found recorded.
    pub async fn check(self, db: &TestDb) -> i64 {
        assert_eq!(db.count("select count(*) from it.Queue").await, 0, "no job is left");
        assert_eq!(rows_under(db, EFFECT).await, self.jobs, "no job is lost, and none has two effects");
        assert_eq!(rows_under(db, DOUBLED).await, 0, "no recorded effect ran again");
        rows_under(db, RECOGNIZED).await
    }
}

async fn rows_under(db: &TestDb, watcher: WatcherId) -> i64 {
    db.count(&format!("select count(*) from it.MailboxWatcherLog where MailboxWatcherJobId = {watcher}")).await
}
