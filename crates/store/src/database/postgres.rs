//! PostgreSQL 15 or later with PostGIS: the three schemas in one database, shared by any number of processes.

use super::conn::{BackendConnection, Sql, run};
use super::writer::WriterSignals;
use super::{migrate, role};
use crate::{Conn, Schema, StoreError};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Executor};
use std::panic::AssertUnwindSafe;
use std::str::FromStr;
use std::time::Duration;
use url::Url;

/// How long to wait for a connection before reporting that the database is unavailable.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const MAX_CONNECTIONS: u32 = 16;
/// For the live picture alone.
const MAX_LIVE_CONNECTIONS: u32 = 3;
/// "SWMIGRAT" in ASCII.
const MIGRATION_LOCK_KEY: i64 = 0x5357_4d49_4752_4154;

#[derive(Debug)]
pub(crate) struct Postgres {
    options: PgConnectOptions,
    pool: PgPool,
    live_pool: PgPool,
}

impl Postgres {
    pub(crate) async fn open(url: &Url) -> Result<Self, StoreError> {
        let options = connect_options(url)?;
        let mut conn = connect(&options, url).await?;
        // Services that start together on a new database migrate one after another; the lock ends with the connection.
        sqlx::query("select pg_advisory_lock($1)").bind(MIGRATION_LOCK_KEY).execute(&mut conn).await?;
        check_server(&mut conn).await?;
        for schema in Schema::ALL {
            let migrator = migrate::postgres(schema);
            migrator.run(&mut conn).await.map_err(|error| migrate::migration_error(schema, &migrator, error))?;
        }
        role::prepare(&mut conn).await?;
        conn.close().await?;
        let (pool, live_pool) = (pool(&options, MAX_CONNECTIONS), pool(&options, MAX_LIVE_CONNECTIONS));
        Ok(Self { options, pool, live_pool })
    }

    pub(crate) async fn connection(&self) -> Result<Conn, StoreError> {
        Ok(Conn::postgres(self.pool.acquire().await?))
    }

    pub(crate) async fn live_connection(&self) -> Result<Conn, StoreError> {
        Ok(Conn::postgres(self.live_pool.acquire().await?))
    }

    /// A connection outside the pool: its session locks last as long as it does.
    pub(crate) async fn session(&self) -> Result<PgConnection, StoreError> {
        let connected = tokio::time::timeout(CONNECT_TIMEOUT, self.options.connect()).await;
        Ok(connected.map_err(|_| StoreError::Unavailable("connection timed out".into()))??)
    }

    /// Runs in its own task, so that a unit runs to its end, as on SQLite, even if the caller is gone.
    pub(crate) async fn write<T, E, W>(&self, work: W, signals: WriterSignals) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
    {
        let conn = self.connection().await?;
        tokio::spawn(write(conn, work, signals)).await.unwrap_or_else(|_| Err(StoreError::Panicked.into()))
    }

    pub(crate) async fn close(&self) {
        self.pool.close().await;
        self.live_pool.close().await;
    }
}

fn connect_options(url: &Url) -> Result<PgConnectOptions, StoreError> {
    let options = PgConnectOptions::from_str(url.as_str())
        .map_err(|error| StoreError::Unsuitable(format!("database.url is not a valid PostgreSQL URL: {error}")))?;
    Ok(options.application_name("stormwire").disable_statement_logging())
}

/// A connection of its own. Creates and migrates nothing.
pub(crate) async fn connect_existing(url: &Url) -> Result<Conn, StoreError> {
    let options = connect_options(url)?;
    // Reports a server that does not respond by its name.
    connect(&options, url).await?.close().await?;
    Ok(Conn::postgres(pool(&options, 1).acquire().await?))
}

fn pool(options: &PgConnectOptions, size: u32) -> PgPool {
    PgPoolOptions::new()
        .max_connections(size)
        .acquire_timeout(CONNECT_TIMEOUT)
        .after_connect(
            // JIT compilation takes longer than any of our statements runs: it cost the queue half a second per poll.
            |conn: &mut PgConnection, _| async move { conn.execute("set jit = off").await.map(|_| ()) }.boxed(),
        )
        .connect_lazy_with(options.clone())
}

const BEGIN: Sql = Sql::same_for_both("begin");
const ROLLBACK: Sql = Sql::same_for_both("rollback");

async fn write<T, E, W>(mut conn: Conn, work: W, signals: WriterSignals) -> Result<T, E>
where
    E: From<StoreError>,
    W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send,
{
    run!(conn, BEGIN, [])?;
    let result = AssertUnwindSafe(async { work(&mut conn).await })
        .catch_unwind()
        .await
        .unwrap_or_else(|_| Err(StoreError::Panicked.into()));
    let ended = if result.is_ok() { commit(&mut conn).await } else { run!(conn, ROLLBACK, []) };
    let met_full_disk = std::mem::take(&mut conn.met_full_disk) || matches!(ended, Err(StoreError::DiskFull(_)));
    if met_full_disk {
        signals.disk_space.record_failure();
    } else if result.is_ok() {
        signals.disk_space.record_success();
    }
    if let Err(error) = ended {
        // The state of this connection is unknown, so it must not go back to the pool.
        if let BackendConnection::Postgres(link) = conn.link {
            let _ = link.detach().close_hard().await;
        }
        return result.and(Err(error.into()));
    }
    if result.is_ok() && conn.has_enqueued {
        signals.enqueued.notify_one();
    }
    result
}

/// PostgreSQL silently turns the commit of an aborted transaction into a rollback. The `select` before it fails in an
/// aborted transaction, so a unit that swallowed an error is not reported as committed. Both take one round trip.
async fn commit(conn: &mut Conn) -> Result<u64, StoreError> {
    match &mut conn.link {
        BackendConnection::Postgres(link) => {
            let done = sqlx::raw_sql("select 1; commit").execute(&mut **link).await;
            Ok(done.map(|done| done.rows_affected())?)
        }
        BackendConnection::Sqlite(_) => Ok(0),
    }
}

async fn connect(options: &PgConnectOptions, url: &Url) -> Result<PgConnection, StoreError> {
    let server = format!("{}{}", url.host_str().unwrap_or("localhost"), url.path());
    let unsuitable = |problem: String| {
        StoreError::Unsuitable(format!(
            "database.url: cannot connect to PostgreSQL at {server}: {problem}; start the server or correct the URL"
        ))
    };
    match tokio::time::timeout(CONNECT_TIMEOUT, options.connect()).await {
        Ok(Ok(conn)) => Ok(conn),
        Ok(Err(error)) => Err(unsuitable(error.to_string())),
        Err(_) => Err(unsuitable(format!("timed out after {} s", CONNECT_TIMEOUT.as_secs()))),
    }
}

/// Requires PostgreSQL 15 (`merge`) and PostGIS, which is created if the role may do that.
async fn check_server(conn: &mut PgConnection) -> Result<(), StoreError> {
    let version: i32 =
        sqlx::query_scalar("select current_setting('server_version_num')::int").fetch_one(&mut *conn).await?;
    if version < 150_000 {
        let found = version / 10_000;
        return Err(StoreError::Unsuitable(format!(
            "stormwire needs PostgreSQL 15 or later; this server runs version {found}"
        )));
    }
    let present = "select count(*) from pg_extension where extname = 'postgis'";
    let present: i64 = sqlx::query_scalar(present).fetch_one(&mut *conn).await?;
    if present == 0 {
        let created = sqlx::query("create extension if not exists postgis").execute(&mut *conn).await;
        created.map_err(|error| {
            StoreError::Unsuitable(format!(
                "the PostGIS extension is missing and cannot be created ({error}); install PostGIS and, as a superuser, run \
                 CREATE EXTENSION postgis in this database"
            ))
        })?;
    }
    Ok(())
}
