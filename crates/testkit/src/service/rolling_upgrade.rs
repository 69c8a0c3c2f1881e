//! Services of one version work on a database that the next version has migrated, and are restarted one after another.

use super::service_cluster::{ClusterTest, ServiceCluster};
use crate::test_db::TestDb;
use std::path::Path;

#[derive(Debug, Clone, Copy)]
pub struct RollingUpgradeTest {
    pub services: usize,
    pub messages: usize,
    pub watchers: usize,
}

/// What the next version does when it starts first: it adds to the tables, and notes that this version can use them.
const NEXT_VERSION: [&str; 5] = [
    "alter table it.MailboxWatcherLog add column NextVersion text",
    "alter table data.LightningStrike add column NextVersion text",
    "insert into it.SchemaMigration (version, description, success, checksum, execution_time) \
     values (9999, 'next version', true, decode('00', 'hex'), 0)",
    "insert into data.SchemaMigration (version, description, success, checksum, execution_time) \
     values (9999, 'next version', true, decode('00', 'hex'), 0)",
    "do $$ declare name text; newest bigint; begin \
         foreach name in array array['it', 'data'] loop \
             execute format('select max(version) from %I.SchemaMigration where version < 9999', name) into newest; \
             execute format('comment on schema %I is %L', name, \
                            'stormwire: usable by services that know version ' || newest || ' or later'); \
         end loop; end $$",
];

impl RollingUpgradeTest {
    /// `program` is the path of `stormwire`.
    pub async fn run(self, program: &Path, db: &TestDb) {
        let Self { services, messages, watchers } = self;
        let test = ClusterTest { services, messages, kills: 0, watchers };
        let mut cluster = ServiceCluster::start(test, program, db).await;
        let rounds = services + 1;
        let mut delivered = cluster.deliver(0, messages / rounds).await;
        cluster.wait_for_started(1).await;
        for statement in NEXT_VERSION {
            db.execute(statement).await;
        }
        for _ in 0..services {
            delivered = cluster.deliver(delivered, delivered + messages / rounds).await;
            // Each of the first ones once: a new one is the last in the list.
            cluster.restart(0);
        }
        cluster.deliver(delivered, messages).await;
        cluster.check().await;
    }
}
