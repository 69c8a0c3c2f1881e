//! PostgreSQL 15 or later with PostGIS: the three schemas in one database, shared by any number of processes.

use super::conn::{Link, Sql, run};
use super::{migrate, role};
use crate::{Conn, Schema, StoreError};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Executor};
use std::panic::AssertUnwindSafe;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use url::Url;

/// How long a connection is waited for before the caller is told that the database does not answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const CONNECTIONS: u32 = 16;
const TURN: i64 = 0x5357_4d49_4752_4154;

#[derive(Debug)]
pub(crate) struct Postgres {
    options: PgConnectOptions,
    pool: PgPool,
}

impl Postgres {
    pub(crate) async fn open(url: &Url) -> Result<Self, StoreError> {
        let options = PgConnectOptions::from_str(url.as_str())
            .map_err(|error| StoreError::Unsuitable(format!("database.url cannot be used: {error}")))?
            .application_name("stormwire")
            .disable_statement_logging();
        let mut conn = connect(&options, url).await?;
        // Services that start together on a new database take turns; the lock ends with the connection.
        sqlx::query("select pg_advisory_lock($1)").bind(TURN).execute(&mut conn).await?;
        suit(&mut conn).await?;
        for schema in Schema::ALL {
            let migrator = migrate::postgres(schema);
            migrator.run(&mut conn).await.map_err(|error| migrate::refusal(schema, &migrator, error))?;
        }
        role::prepare(&mut conn).await?;
        conn.close().await?;
        let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(CONNECT_TIMEOUT).after_connect(
            // Compiling a statement takes longer than any of ours runs: the queue waited half a second at each look.
            |conn: &mut PgConnection, _| async move { conn.execute("set jit = off").await.map(|_| ()) }.boxed(),
        );
        Ok(Self { pool: pool.connect_lazy_with(options.clone()), options })
    }

    pub(crate) async fn connection(&self) -> Result<Conn, StoreError> {
        Ok(Conn::postgres(self.pool.acquire().await?))
    }

    /// A connection of its own, outside the pool: what it locks stays locked while it lives.
    pub(crate) async fn session(&self) -> Result<PgConnection, StoreError> {
        let connected = tokio::time::timeout(CONNECT_TIMEOUT, self.options.connect()).await;
        Ok(connected.map_err(|_| StoreError::Unavailable("no answer in time".into()))??)
    }

    /// In a task of its own, so that a unit runs to its end as on SQLite, even when the caller has gone away.
    pub(crate) async fn write<T, E, W>(&self, work: W, enqueued: Arc<Notify>) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
    {
        let conn = self.connection().await?;
        tokio::spawn(write(conn, work, enqueued)).await.unwrap_or_else(|_| Err(StoreError::Panicked.into()))
    }

    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }
}

const BEGIN: Sql = Sql::both("begin");
const ROLLBACK: Sql = Sql::both("rollback");

async fn write<T, E, W>(mut conn: Conn, work: W, enqueued: Arc<Notify>) -> Result<T, E>
where
    E: From<StoreError>,
    W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send,
{
    run!(conn, BEGIN, [])?;
    let result = AssertUnwindSafe(async { work(&mut conn).await })
        .catch_unwind()
        .await
        .unwrap_or_else(|_| Err(StoreError::Panicked.into()));
    let ended = match &result {
        Ok(_) => commit(&mut conn).await,
        Err(_) => run!(conn, ROLLBACK, []),
    };
    if let Err(error) = ended {
        // The state of this connection is unknown: it must not go back to the pool.
        if let Link::Postgres(link) = conn.link {
            let _ = link.detach().close_hard().await;
        }
        return result.and(Err(error.into()));
    }
    if result.is_ok() && conn.has_enqueued {
        enqueued.notify_one();
    }
    result
}

/// PostgreSQL answers a commit of an aborted transaction with a quiet rollback. The question before it does not stay
/// quiet, so a unit that has swallowed an error is not taken for one that was committed. One round trip for both.
async fn commit(conn: &mut Conn) -> Result<u64, StoreError> {
    match &mut conn.link {
        Link::Postgres(link) => {
            let done = sqlx::raw_sql("select 1; commit").execute(&mut **link).await;
            Ok(done.map(|done| done.rows_affected())?)
        }
        Link::Sqlite(_) => Ok(0),
    }
}

async fn connect(options: &PgConnectOptions, url: &Url) -> Result<PgConnection, StoreError> {
    let place = format!("{}{}", url.host_str().unwrap_or("localhost"), url.path());
    let unsuitable = |problem: String| {
        StoreError::Unsuitable(format!(
            "database.url: PostgreSQL at {place} cannot be used: {problem}; start it or mend the URL"
        ))
    };
    match tokio::time::timeout(CONNECT_TIMEOUT, options.connect()).await {
        Ok(Ok(conn)) => Ok(conn),
        Ok(Err(error)) => Err(unsuitable(error.to_string())),
        Err(_) => Err(unsuitable(format!("no answer within {} s", CONNECT_TIMEOUT.as_secs()))),
    }
}

/// PostgreSQL 15 (`merge`) and PostGIS, made on the way when the role may do that.
async fn suit(conn: &mut PgConnection) -> Result<(), StoreError> {
    let version: i32 =
        sqlx::query_scalar("select current_setting('server_version_num')::int").fetch_one(&mut *conn).await?;
    if version < 150_000 {
        let found = version / 10_000;
        return Err(StoreError::Unsuitable(format!("PostgreSQL 15 or later is needed, this is {found}")));
    }
    let present = "select count(*) from pg_extension where extname = 'postgis'";
    let present: i64 = sqlx::query_scalar(present).fetch_one(&mut *conn).await?;
    if present == 0 {
        let made = sqlx::query("create extension if not exists postgis").execute(&mut *conn).await;
        made.map_err(|error| {
            StoreError::Unsuitable(format!(
                "PostGIS is missing and cannot be made ({error}); install it and, as a superuser, run \
                 CREATE EXTENSION postgis in this database"
            ))
        })?;
    }
    Ok(())
}
