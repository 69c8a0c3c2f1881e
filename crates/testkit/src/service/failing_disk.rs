//! The disk of a service on SQLite becomes full or read-only while messages arrive, and is writable again later.

use super::http_exchange::{get, post_json};
use super::hung_database::webhook_body;
use super::service_cluster::{ClusterTest, ServiceCluster};
use crate::test_db::TestDb;
use crate::unsynced_writes::UnsyncedWrites;
use crate::wait::wait_until;
use std::path::Path;
use stormwire_store::Database;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiskError {
    Full,
    ReadOnly,
}

impl DiskError {
    pub const ALL: [Self; 2] = [Self::Full, Self::ReadOnly];

    /// The error number of Linux.
    fn number(self) -> i32 {
        match self {
            Self::Full => 28,
            Self::ReadOnly => 30,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct FailingDiskTest {
    pub error: DiskError,
    pub messages: usize,
    pub watchers: usize,
}

impl FailingDiskTest {
    /// `program` is the path of `stormwire`.
    pub async fn run(self, program: &Path) {
        let Self { error, messages, watchers } = self;
        let db = TestDb::sqlite().await;
        let Database::Sqlite(folder) = &db.database else { panic!("not on SQLite") };
        let test = ClusterTest { services: 1, messages, kills: 0, watchers };
        let mut cluster = ServiceCluster::prepare(test, program, &db).await;
        let writes = UnsyncedWrites::new(db.folder(), folder);
        cluster.settings = writes.settings();
        cluster.start_many(1).await;
        let third = cluster.deliver(0, messages / 3).await;
        cluster.wait_for_started(third).await;

        writes.fail_writes(Some(error.number()));
        let address = cluster.services[0].address;
        let webhook = webhook_body(&cluster);
        // One that was being stored may have been acknowledged.
        wait_until(async || {
            post_json(address, "/webhooks/graph/lifecycle", &webhook).await.starts_with("HTTP/1.1 503")
        })
        .await;
        let acknowledged = cluster.fixture.emulator.acknowledged_messages();
        let delivered = cluster.deliver(third, 2 * third).await;
        let response = post_json(address, "/webhooks/graph/lifecycle", &webhook).await;
        assert!(response.starts_with("HTTP/1.1 503"), "{error:?}: {response}");
        assert!(get(address, "/healthz").await.starts_with("HTTP/1.1 200"), "{error:?}");
        // Reads go on, also if the machine was too busy for one.
        wait_until(async || get(address, "/lightning-strikes/status").await.starts_with("HTTP/1.1 200")).await;
        assert_eq!(
            cluster.fixture.emulator.acknowledged_messages(),
            acknowledged,
            "{error:?}: acknowledged, not stored"
        );

        writes.fail_writes(None);
        cluster.deliver(delivered, messages).await;
        cluster.check().await;
        db.end().await;
    }
}
