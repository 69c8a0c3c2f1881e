//! `kill -9` in the middle of ten thousand jobs.

use futures_util::FutureExt;
use std::io::Read;
use std::process::{Child, ChildStdout, Command, Stdio};
use stormwire_service::clock::Clock;
use stormwire_service::config::Database;
use stormwire_service::queue::NewItem;
use stormwire_service::store::{Schema, queue};
use stormwire_testbed::trial::{DOUBLED, EFFECT, KIND, RECOGNISED};
use stormwire_testbed::{Bed, SeededChance};

const JOBS: i64 = 10_000;

struct Worker {
    child: Child,
    said: ChildStdout,
}

impl Worker {
    fn start(bed: &Bed) -> Self {
        let url = match &bed.database {
            Database::Sqlite(folder) => format!("sqlite:{}", folder.display()),
            Database::Postgres(url) => url.to_string(),
        };
        let mut command = Command::new(env!("CARGO_BIN_EXE_queue-worker"));
        let mut child = command.arg(url).stdout(Stdio::piped()).spawn().expect("the worker starts");
        let said = child.stdout.take().expect("a pipe");
        Self { child, said }
    }

    /// Waits for that many effects; fewer when the worker ended by itself.
    fn effects(&mut self, most: u64) -> u64 {
        let mut heard = Vec::new();
        (&mut self.said).take(most).read_to_end(&mut heard).expect("the pipe can be read");
        heard.len() as u64
    }

    /// SIGKILL: no destructor, no handler, no last word.
    fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it has ended");
    }

    fn end(mut self) -> u64 {
        let rest = self.effects(u64::MAX);
        assert!(self.child.wait().expect("it ends").success(), "the worker ends well when the queue is empty");
        rest
    }
}

async fn fill(bed: &Bed) {
    let now = bed.clock.now();
    for batch in 0..10 {
        let unit = bed.store.write(Schema::It, move |conn| {
            async move {
                for number in batch * JOBS / 10..(batch + 1) * JOBS / 10 {
                    let payload = format!("{{\"number\":{number}}}").parse().expect("JSON");
                    let item = NewItem { kind: KIND, unique_key: None, payload, priority: 0, due_at: now };
                    queue::enqueue(conn, item, now).await?;
                }
                Ok(())
            }
            .boxed()
        });
        unit.await.expect("the jobs are enqueued");
    }
}

async fn rows_under(bed: &Bed, job: i64) -> i64 {
    let sql = format!("select count(*) from it.MailboxWatcherLog where MailboxWatcherJobId = {job}");
    bed.count(&sql).await
}

/// Every job ran, none is left, and none whose effect was recorded ran again.
async fn all_is_well(bed: &Bed) {
    assert_eq!(bed.count("select count(*) from it.Queue").await, 0, "no job is left");
    assert_eq!(rows_under(bed, EFFECT).await, JOBS, "no job is lost, and none has two effects");
    assert_eq!(rows_under(bed, DOUBLED).await, 0, "no recorded effect ran again");
}

async fn killed_ten_times(bed: Bed) {
    fill(&bed).await;
    let chance = SeededChance::new(20_260_501);
    for _ in 0..10 {
        let mut worker = Worker::start(&bed);
        let wanted = 1 + chance.next() % 1_200;
        let heard = worker.effects(wanted);
        assert_eq!(heard, wanted, "the worker was killed in the middle of its work");
        worker.kill();
    }
    assert!(bed.count("select count(*) from it.Queue").await > 0, "the kills came before the end");
    Worker::start(&bed).end();
    all_is_well(&bed).await;
    println!("{} effects were found recorded after a kill and not repeated", rows_under(&bed, RECOGNISED).await);
    bed.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_jobs_survive_ten_kills_on_sqlite() {
    killed_ten_times(Bed::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_jobs_survive_ten_kills_on_postgres() {
    killed_ten_times(Bed::postgres().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_share_a_queue_and_one_is_killed() {
    let bed = Bed::postgres().await;
    fill(&bed).await;
    let (mut killed, mut survivor) = (Worker::start(&bed), Worker::start(&bed));
    assert_eq!(survivor.effects(500), 500, "the survivor takes part");
    assert_eq!(killed.effects(500), 500, "and so does the one that is killed");
    killed.kill();
    survivor.end();
    all_is_well(&bed).await;
    bed.end().await;
}
