//! A store of its own for each test, on either database, and the macro that runs a test on both.

use crate::cluster::{Cluster, Durability};
use crate::foreign::Foreign;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use stormwire_clock::{Clock, Rng, SeededRng, VirtualClock};
use stormwire_store::{Database, Store};
use tempfile::TempDir;
use tokio::sync::{Mutex, OnceCell};

const TEMPLATE: &str = "stormwire_template";

/// A store with its clock and its rng.
pub struct TestDb {
    /// The store under test.
    pub store: Store,
    /// Moved by hand.
    pub clock: Arc<VirtualClock>,
    /// Repeats.
    pub rng: Arc<SeededRng>,
    /// Where the rows are, for a second opinion.
    pub database: Database,
    folder: TempDir,
    name: Option<String>,
}

impl TestDb {
    /// On SQLite, in a folder of its own.
    pub async fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let database = Database::Sqlite(folder.path().join("data"));
        Self::on(database, folder, None).await
    }

    /// On PostgreSQL, in a database of its own.
    pub async fn postgres() -> Self {
        let (cluster, name) = (cluster().await, fresh_name());
        {
            // A template can be copied by one at a time.
            let _turn = COPYING.lock().await;
            let made = cluster.execute("postgres", &format!("create database {name} template {TEMPLATE}"));
            made.expect("a database of its own");
        }
        let database = Database::Postgres(cluster.url(&name).parse().expect("a URL"));
        Self::on(database, tempfile::tempdir().expect("a temporary folder"), Some(name)).await
    }

    async fn on(database: Database, folder: TempDir, name: Option<String>) -> Self {
        let store = Store::open(&database, None).await.expect("a store");
        let (clock, rng) = (Arc::new(VirtualClock::frozen()), Arc::new(SeededRng::new(7)));
        Self { store, clock, rng, database, folder, name }
    }

    /// Where the database is, as a configuration says it.
    pub fn url(&self) -> String {
        match &self.database {
            Database::Sqlite(folder) => format!("sqlite:{}", folder.display()),
            Database::Postgres(url) => url.to_string(),
        }
    }

    /// A folder of its own, for files beside the database.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The clock and the rng as the service takes them.
    pub fn clock_and_rng(&self) -> (Arc<dyn Clock>, Arc<dyn Rng>) {
        (self.clock.clone(), self.rng.clone())
    }

    /// Counts by a connection of its own, as another program of the city would.
    pub async fn count(&self, sql: &str) -> i64 {
        let mut conn = Foreign::connect(&self.database).await;
        conn.number(sql).await
    }

    /// Changes rows by a connection of its own, as another program of the city would.
    pub async fn execute(&self, sql: &str) {
        Foreign::connect(&self.database).await.execute(sql).await.expect("the change is allowed");
    }

    /// Closes the store and removes its rows.
    pub async fn end(self) {
        self.store.close().await;
        self.folder.close().expect("the folder can be removed");
        if let Some(name) = self.name {
            let dropped = cluster().await.execute("postgres", &format!("drop database {name} with (force)"));
            dropped.expect("the database can be dropped");
        }
    }
}

static CLUSTER: OnceCell<Cluster> = OnceCell::const_new();
static COPYING: Mutex<()> = Mutex::const_new(());
static NAMES: AtomicU64 = AtomicU64::new(0);

/// The cluster of this process, with a database that has all the tables and is copied for each test.
async fn cluster() -> &'static Cluster {
    CLUSTER
        .get_or_init(|| async {
            let cluster = start(Durability::None).await;
            cluster.execute("postgres", &format!("create database {TEMPLATE}")).expect("a template");
            let url = cluster.url(TEMPLATE).parse().expect("a URL");
            let store = Store::open(&Database::Postgres(url), None).await.expect("all migrations run");
            store.close().await;
            cluster
        })
        .await
}

/// Starts a cluster without blocking the runtime.
pub async fn start(durability: Durability) -> Cluster {
    let started = tokio::task::spawn_blocking(move || Cluster::start(durability)).await;
    started.expect("starting does not panic").expect("PostgreSQL starts")
}

fn fresh_name() -> String {
    format!("t{}", NAMES.fetch_add(1, Ordering::Relaxed))
}

/// Runs each `async fn name(db: &TestDb)` as a test on SQLite and as a test on PostgreSQL.
#[macro_export]
macro_rules! on_both_databases {
    ($(async fn $name:ident($db:ident: &TestDb) $body:block)*) => {
        $(async fn $name($db: &$crate::TestDb) $body)*

        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let db = $crate::TestDb::sqlite().await;
                super::$name(&db).await;
                db.end().await;
            })*
        }

        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let db = $crate::TestDb::postgres().await;
                super::$name(&db).await;
                db.end().await;
            })*
        }
    };
}
