//! A separate store for each test, on either database, and the macro that runs a test on both.

use crate::cluster::Cluster;
use crate::direct_connection::DirectConnection;
use crate::fixtures::{self, TEMPLATE};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use stormwire_clock::{Clock, Rng, SeededRng, SystemClock, VirtualClock, within};
use stormwire_store::{Database, Store};
use tempfile::TempDir;
use tokio::sync::Mutex;

/// Then the server is gone.
const MAX_COUNT_TIME: Duration = Duration::from_mins(1);

/// A store with its clock and its rng.
pub struct TestDb {
    pub store: Store,
    /// Advanced by the test.
    pub clock: Arc<VirtualClock>,
    /// Seeded.
    pub rng: Arc<SeededRng>,
    /// For direct connections.
    pub database: Database,
    folder: TempDir,
    name: Option<String>,
    /// Of the last [`TestDb::count`] on PostgreSQL. To connect takes longer than to count, and tests count until they find what
    /// they wait for.
    counting: Mutex<Option<DirectConnection>>,
}

impl TestDb {
    /// SQLite in a temporary folder.
    pub async fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("create a temporary folder");
        let data = folder.path().join("data");
        fs::create_dir(&data).expect("create the folder");
        for file in &fixtures::migrated_files().await.0 {
            fs::write(data.join(&file.name), &file.bytes).expect("write the file");
        }
        Self::open_store(Database::Sqlite(data), folder, None).await
    }

    /// A new database in the PostgreSQL cluster that tests share.
    pub async fn postgres() -> Self {
        let (cluster, name) = (fixtures::cluster().await, unique_name());
        // A template can be copied by only one session at a time. Without a copy of every page in the write-ahead log: nothing
        // here survives a crash of the server anyway.
        let create = format!("create database {name} template {TEMPLATE} strategy file_copy");
        let statements = ["select pg_advisory_lock(1)", &create];
        execute_on_server(cluster, &statements).await.expect("create the database");
        let database = Database::Postgres(cluster.url(&name).parse().expect("a valid URL"));
        Self::open_store(database, tempfile::tempdir().expect("create a temporary folder"), Some(name)).await
    }

    /// A database that the caller created and removes.
    pub async fn existing(database: Database) -> Self {
        Self::open_store(database, tempfile::tempdir().expect("create a temporary folder"), None).await
    }

    async fn open_store(database: Database, folder: TempDir, name: Option<String>) -> Self {
        let store = Store::open(&database, None, Arc::new(SystemClock)).await.expect("open the store");
        let (clock, rng) = (Arc::new(VirtualClock::frozen()), Arc::new(SeededRng::new(7)));
        Self { store, clock, rng, database, folder, name, counting: Mutex::default() }
    }

    /// The value for `database.url` in the configuration.
    pub fn url(&self) -> String {
        match &self.database {
            Database::Sqlite(folder) => format!("sqlite:{}", folder.display()),
            Database::Postgres(url) => url.to_string(),
        }
    }

    /// A temporary folder for other files of the test.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn clock_and_rng(&self) -> (Arc<dyn Clock>, Arc<dyn Rng>) {
        (self.clock.clone(), self.rng.clone())
    }

    /// The next [`TestDb::count`] connects again. Call it when the server has vanished, which closes no connection.
    pub(crate) async fn disconnect(&self) {
        *self.counting.lock().await = None;
    }

    /// Queries a number over a direct connection.
    pub async fn count(&self, sql: &str) -> i64 {
        let mut counting = self.counting.lock().await;
        if let Some(mut conn) = counting.take()
            && let Some(Ok(number)) = within(&SystemClock, MAX_COUNT_TIME, conn.try_number(sql)).await
        {
            *counting = Some(conn);
            return number;
        }
        // For the first time, or because the test has ended the connection or its server.
        let mut conn = DirectConnection::connect(&self.database).await;
        let number = conn.number(sql).await;
        if matches!(conn, DirectConnection::Postgres(_)) {
            *counting = Some(conn);
        }
        number
    }

    /// Runs a statement over a direct connection.
    pub async fn execute(&self, sql: &str) {
        DirectConnection::connect(&self.database).await.execute(sql).await.expect("run the statement");
    }

    /// Closes the store and deletes its data.
    pub async fn end(self) {
        self.store.close().await;
        self.folder.close().expect("remove the folder");
        if let Some(name) = self.name {
            let dropped =
                execute_on_server(fixtures::cluster().await, &[&format!("drop database {name} with (force)")]).await;
            dropped.expect("drop the database");
        }
    }
}

static NEXT_NAME: AtomicU64 = AtomicU64::new(0);

/// In the cluster, which several processes may share.
fn unique_name() -> String {
    format!("t{}_{}", std::process::id(), NEXT_NAME.fetch_add(1, Ordering::Relaxed))
}

/// Over a connection, which is much faster than to start `psql`.
async fn execute_on_server(cluster: &Cluster, statements: &[&str]) -> Result<(), sqlx::Error> {
    let database = Database::Postgres(cluster.url("postgres").parse().expect("a valid URL"));
    let mut conn = DirectConnection::connect(&database).await;
    for statement in statements {
        conn.execute(statement).await?;
    }
    Ok(())
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
