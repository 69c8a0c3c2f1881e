//! A service on SQLite loses power while messages arrive: it is killed, and what it had written and not synced is undone. What
//! it has acknowledged must be there, the files must be intact, and at the end each message has been processed once.

use super::crash_source::mailbox;
use super::service_cluster::{ClusterTest, ServiceCluster};
use crate::direct_connection::DirectConnection;
use crate::test_db::TestDb;
use crate::unsynced_writes::{PowerLoss, UnsyncedWrites};
use crate::wait::wait_until;
use std::path::Path;
use stormwire_clock::SeededRng;
use stormwire_store::Database;

#[derive(Debug, Clone, Copy)]
pub struct PowerLossTest {
    pub rounds: usize,
    /// In each round. Half of them arrive while no service runs.
    pub messages: usize,
    pub watchers: usize,
    /// Decides when the power fails, and which writes the disk has kept.
    pub seed: u64,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct PowerLossReport {
    /// Of all rounds.
    pub writes: PowerLoss,
    /// Messages whose notification was answered with 202 before the last loss.
    pub acknowledged: usize,
}

const FILES: [&str; 3] = ["it", "data", "organization"];

impl PowerLossTest {
    /// `program` is the path of `stormwire`.
    pub async fn run(self, program: &Path) -> PowerLossReport {
        let Self { rounds, messages, watchers, seed } = self;
        let (db, rng) = (TestDb::sqlite().await, SeededRng::new(seed));
        let Database::Sqlite(folder) = &db.database else { panic!("not on SQLite") };
        let test = ClusterTest { services: 1, messages: rounds * messages, kills: rounds, watchers };
        let mut cluster = ServiceCluster::prepare(test, program, &db).await;
        // Its connections would keep memory that the files do not have after a loss.
        db.store.close().await;
        let writes = UnsyncedWrites::new(db.folder(), folder);
        cluster.settings = writes.settings();
        let mut report = PowerLossReport::default();
        for round in 0..rounds {
            let before = cluster.deliver(round * messages, round * messages + messages / 2).await;
            cluster.start_one();
            cluster.wait_for_subscriptions().await;
            cluster.deliver(before, (round + 1) * messages).await;
            let filed = round * messages + usize::try_from(rng.next() >> 1).unwrap_or(0) % messages;
            wait_until(async || count_filed(&cluster) >= filed).await;
            cluster.services.remove(0).process.kill();
            let loss = writes.lose_power(&rng);
            report.writes.lost += loss.lost;
            report.writes.kept += loss.kept;
            report.acknowledged = check_files(&cluster, &db).await;
        }
        cluster.start_one();
        let all = rounds * messages;
        wait_until(async || count_filed(&cluster) >= all).await;
        check_end(&db, i64::try_from(all).expect("a small count")).await;
        assert!(cluster.services[0].process.is_running());
        drop(cluster);
        db.end().await;
        report
    }
}

/// Messages that the provider has in the folder for processed ones.
fn count_filed(cluster: &ServiceCluster<'_>) -> usize {
    let is_filed = |message: &&serde_json::Value| message["folder"] == "Inbox/Processed";
    let mailboxes = (0..cluster.test.watchers).map(mailbox);
    mailboxes.map(|mailbox| cluster.fixture.emulator.messages(&mailbox).iter().filter(is_filed).count()).sum()
}

/// The files are intact, and what was acknowledged is in them. Returns how much that is.
async fn check_files(cluster: &ServiceCluster<'_>, db: &TestDb) -> usize {
    let mut conn = DirectConnection::connect(&db.database).await;
    for file in FILES {
        let check = format!("pragma {file}.integrity_check");
        assert_eq!(conn.text([&check, ""]).await, "ok", "{file}.db");
    }
    let acknowledged = cluster.fixture.emulator.acknowledged_messages();
    let keys: Vec<String> = acknowledged.iter().map(|key| format!("'{key}'")).collect();
    let rows = format!("select count(*) from it.MailboxWatcherLog where MessageKey in ({})", keys.join(", "));
    assert_eq!(conn.number(&rows).await, i64::try_from(keys.len()).expect("a small count"), "acknowledged, and lost");
    keys.len()
}

/// Each message has one row and one strike.
async fn check_end(db: &TestDb, messages: i64) {
    let succeeded = "select count(*) from it.MailboxWatcherLog where Status = 'Success'";
    wait_until(async || db.count(succeeded).await == messages).await;
    for sql in [
        "select count(*) from it.MailboxWatcherLog",
        "select count(distinct MessageKey) from it.MailboxWatcherLog",
        "select count(*) from data.LightningStrike",
        "select count(distinct Name) from data.LightningStrike",
    ] {
        assert_eq!(db.count(sql).await, messages, "{sql}");
    }
}
