//! The PostgreSQL primary fails while services work, its standby is promoted, and nothing acknowledged is lost.

use super::service_cluster::{ClusterTest, ServiceCluster};
use crate::cluster::{Cluster, Durability};
use crate::queue_crash::NumberedJob;
use crate::test_db::TestDb;
use crate::wait::{time_until, wait_for, wait_until};
use futures_util::FutureExt;
use jiff::Timestamp;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};
use stormwire_store::tables::log::LogStatus;
use stormwire_store::tables::log_counts;
use stormwire_store::{Database, Schema, Store, StoreError, queue};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Between two commits of [`CommitWriter`].
const COMMIT_PAUSE: Duration = Duration::from_millis(5);
/// Different from the numbers of [`CommitWriter`].
const NEW_AFTER_FAILURE: i64 = -1;

/// How the primary fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrimaryFailure {
    /// Its process is killed, so its machine closes all connections.
    Killed,
    /// Its machine loses power: nothing closes its connections.
    Vanished,
}

#[derive(Debug, Clone, Copy)]
pub struct FailoverTest {
    pub failure: PrimaryFailure,
    pub services: usize,
    pub messages: usize,
    pub watchers: usize,
    /// Commits of this process that are acknowledged before the primary fails, and again afterwards.
    pub commits: i64,
}

#[derive(Debug, Clone, Copy)]
pub struct FailoverReport {
    pub acknowledged_commits: i64,
    /// Messages whose notification a service answered with 202 before the failure. Each was processed once.
    pub acknowledged_before: usize,
    /// From the failure until a new transaction of this process was acknowledged by the other server.
    pub client_wait: Duration,
    /// From the failure until the services had processed another message after that.
    pub service_wait: Duration,
}

impl FailoverTest {
    /// `program` is the path of `stormwire`.
    pub async fn run(self, program: &Path) -> FailoverReport {
        let (primary, standby) = start_servers().await;
        let url = primary.url_with_standby(&standby, "postgres");
        let db = TestDb::existing(Database::parse_postgres(&url).expect("a valid URL")).await;
        wait_until(async || db.count("select count(*) from pg_stat_replication where sync_state = 'sync'").await == 1)
            .await;
        let Self { failure, services, messages, watchers, commits } = self;
        let test = ClusterTest { services, messages, kills: 0, watchers };
        let mut cluster = ServiceCluster::start(test, program, &db).await;
        let writer = CommitWriter::start(db.store.clone());
        let half = cluster.deliver(0, messages / 2).await;
        cluster.wait_for_started(half / 2).await;
        writer.wait_for(commits).await;
        let emulator = &cluster.fixture.emulator;
        wait_until(async || !emulator.acknowledged_messages().is_empty()).await;
        // Some of them are not processed yet, and each of them is checked at the end.
        let acknowledged_before = emulator.acknowledged_messages().len();
        let failed_at = SystemClock.now();
        match failure {
            PrimaryFailure::Killed => primary.kill().expect("kill the primary"),
            PrimaryFailure::Vanished => primary.hang().expect("stop the primary"),
        }
        db.disconnect().await;
        standby.promote().expect("promote the standby");
        let acknowledged = writer.count();
        let client_wait = time_until(failed_at, async || enqueue(&db.store, NEW_AFTER_FAILURE).await.is_ok()).await;
        // On the other server.
        let processed = wait_for(async || count_processed(&db.store).await.ok()).await;
        cluster.deliver(half, messages).await;
        let has_continued = async || count_processed(&db.store).await.is_ok_and(|count| count > processed);
        let service_wait = time_until(failed_at, has_continued).await;
        writer.wait_for(acknowledged + commits).await;
        let acknowledged_commits = writer.stop().await;
        cluster.check().await;
        let stored = "select count(distinct Payload) from it.Queue where Kind = 'Numbered'";
        assert!(db.count(stored).await > acknowledged_commits, "what was acknowledged is there");
        if failure == PrimaryFailure::Vanished {
            // So that it can be removed.
            primary.end_hang().expect("continue the primary");
        }
        db.end().await;
        FailoverReport { acknowledged_commits, acknowledged_before, client_wait, service_wait }
    }
}

async fn start_servers() -> (Cluster, Cluster) {
    let start = || {
        let primary = Cluster::start(Durability::None)?;
        let standby = primary.start_standby()?;
        anyhow::Ok((primary, standby))
    };
    tokio::task::spawn_blocking(start).await.expect("start without panic").expect("start PostgreSQL")
}

/// Enqueues one numbered job after another. Each is retried until it is acknowledged.
struct CommitWriter {
    acknowledged: Arc<AtomicI64>,
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl CommitWriter {
    fn start(store: Store) -> Self {
        let (acknowledged, stop) = (Arc::new(AtomicI64::new(0)), CancellationToken::new());
        let (count, stopped) = (acknowledged.clone(), stop.clone());
        let task = tokio::spawn(async move {
            while !stopped.is_cancelled() {
                match enqueue(&store, count.load(Ordering::Relaxed)).await {
                    Ok(()) => {
                        count.fetch_add(1, Ordering::Relaxed);
                    }
                    Err(error) => assert!(error.is_transient(), "{error:?}"),
                }
                // Leaves the processor to the services.
                SystemClock.sleep(COMMIT_PAUSE).await;
            }
        });
        Self { acknowledged, stop, task }
    }

    fn count(&self) -> i64 {
        self.acknowledged.load(Ordering::Relaxed)
    }

    async fn wait_for(&self, count: i64) {
        wait_until(async || {
            assert!(!self.task.is_finished(), "the writer has failed");
            self.count() >= count
        })
        .await;
    }

    async fn stop(self) -> i64 {
        self.stop.cancel();
        self.task.await.expect("no panic");
        self.acknowledged.load(Ordering::Relaxed)
    }
}

async fn count_processed(store: &Store) -> Result<i64, StoreError> {
    let counts = log_counts::count_by_status(&mut store.reader().await?, Timestamp::UNIX_EPOCH).await?;
    Ok(counts.iter().filter(|count| count.status == LogStatus::Success).map(|count| count.items).sum())
}

/// No worker runs this kind, so the item stays.
async fn enqueue(store: &Store, number: i64) -> Result<(), StoreError> {
    let now = SystemClock.now();
    let unit = store.write(Schema::It, move |conn| {
        async move { queue::enqueue(conn, &NumberedJob { number }, now, now).await.map(|_| ()) }.boxed()
    });
    unit.await
}
