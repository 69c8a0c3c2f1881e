//! PostgreSQL 15 or later with PostGIS: the three schemas in one database, shared by any number of processes.

use super::conn::{BackendConnection, Sql};
use super::pending_hints::HintKind;
use super::postgres_link::PostgresLink;
use super::servers::{CONNECT_TIMEOUT, Servers, is_standby};
use super::statement::run;
use super::unit::{Unit, UnitEnd, WaitingUnit};
use super::writer::WriterSignals;
use super::{migrate, role};
use crate::{Conn, Schema, StoreError};
use futures_util::FutureExt;
use sqlx::postgres::{PgConnection, PgPool, PgPoolOptions};
use sqlx::{Connection, Executor};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock, within};
use tokio_util::sync::CancellationToken;
use url::Url;

/// With several servers: how long to wait for a connection before the primary is searched.
const SEARCH_AFTER: Duration = Duration::from_secs(1);
const MAX_CONNECTIONS: u32 = 16;
/// For the live picture alone.
const MAX_LIVE_CONNECTIONS: u32 = 3;
/// "SWMIGRAT" in ASCII.
const MIGRATION_LOCK_KEY: i64 = 0x5357_4d49_4752_4154;

/// JIT compilation takes longer than any of our statements runs: it cost the queue half a second per poll. Triggers send no
/// hints about what we write, because we send them after the commit (`data/0006_hints.sql`).
const SESSION_SETTINGS: &str = "set jit = off; set stormwire.sends_hints = on";
/// Among the connections that `pg_stat_activity` lists.
const LISTENER_NAME: &str = "stormwire hints";

#[derive(Debug)]
pub(crate) struct Postgres {
    servers: Arc<Servers>,
    pools: Arc<Mutex<Pools>>,
    /// Held while the primary is searched.
    search: Arc<tokio::sync::Mutex<()>>,
}

/// The connections to one server.
#[derive(Debug, Clone)]
struct Pools {
    /// See [`Servers::primary()`].
    server: usize,
    general: PgPool,
    live: PgPool,
    /// Canceled when another server has become the primary.
    replaced: CancellationToken,
}

#[derive(Debug, Clone, Copy)]
enum PoolKind {
    General,
    Live,
}

impl Pools {
    fn new(servers: &Servers) -> Self {
        let pool = |size| pool_options(servers, size).connect_lazy_with(servers.options().clone());
        Self {
            server: servers.primary(),
            general: pool(MAX_CONNECTIONS),
            live: pool(MAX_LIVE_CONNECTIONS),
            replaced: CancellationToken::new(),
        }
    }

    async fn acquire(&self, kind: PoolKind, clock: &Arc<dyn Clock>) -> Result<PostgresLink, sqlx::Error> {
        let pool = match kind {
            PoolKind::General => &self.general,
            PoolKind::Live => &self.live,
        };
        let connection = tokio::select! {
            // On the heap: it contains a whole new connection, and the futures of all callers would contain it.
            acquired = Box::pin(pool.acquire()) => acquired?,
            // Who tests an idle connection to a vanished server would wait for its timeout.
            () = self.replaced.cancelled() => return Err(sqlx::Error::PoolClosed),
        };
        Ok(PostgresLink::new(connection, self.replaced.clone(), clock.clone()))
    }

    async fn close(self) {
        tokio::join!(self.general.close(), self.live.close());
    }
}

impl Postgres {
    pub(crate) async fn open(url: &Url, clock: Arc<dyn Clock>) -> Result<Self, StoreError> {
        let servers = Arc::new(Servers::new(url, clock)?);
        let mut conn = connect_first(&servers).await?;
        // Services that start together on a new database migrate one after another; the lock ends with the connection.
        sqlx::query("select pg_advisory_lock($1)").bind(MIGRATION_LOCK_KEY).execute(&mut conn).await?;
        check_server(&mut conn).await?;
        for schema in Schema::ALL {
            migrate::run_on_postgres(&mut conn, schema).await?;
        }
        role::prepare(&mut conn).await?;
        conn.close().await?;
        let pools = Arc::new(Mutex::new(Pools::new(&servers)));
        Ok(Self { servers, pools, search: Arc::default() })
    }

    pub(crate) async fn connection(&self) -> Result<Conn, StoreError> {
        Ok(Conn::postgres(self.acquire(PoolKind::General).await?, self.clock().clone()))
    }

    pub(crate) async fn live_connection(&self) -> Result<Conn, StoreError> {
        Ok(Conn::postgres(self.acquire(PoolKind::Live).await?, self.clock().clone()))
    }

    pub(crate) fn clock(&self) -> &Arc<dyn Clock> {
        self.servers.clock()
    }

    /// A connection outside the pool: its session locks last as long as it does.
    pub(crate) async fn session(&self) -> Result<PgConnection, StoreError> {
        self.servers.connect().await.map_err(StoreError::Unavailable)
    }

    /// One connection that receives hints. `pg_stat_activity` lists it by its own name.
    pub(crate) fn listener_pool(&self) -> PgPool {
        let options = self.servers.options().clone().application_name(LISTENER_NAME);
        pool_options(&self.servers, 1).max_lifetime(None).idle_timeout(None).connect_lazy_with(options)
    }

    /// Whether another process than the one with this listener receives hints.
    pub(crate) async fn has_other_listeners(&self, listener_pid: i32) -> Result<bool, StoreError> {
        let query = "select exists (select from pg_stat_activity \
                     where datname = current_database() and application_name = $1 and pid <> $2)";
        let mut link = self.acquire(PoolKind::General).await?;
        let (link, response) = link.split();
        let find = sqlx::query_scalar(query).bind(LISTENER_NAME).bind(listener_pid).fetch_one(link);
        Ok(response.wait_for(find).await?)
    }

    /// Sends each payload to all listeners. Waits for no disk: a lost hint is only a delay.
    pub(crate) async fn notify(&self, payloads: &[String]) -> Result<(), StoreError> {
        let query = "select set_config('synchronous_commit', 'off', true), pg_notify($1, payload) \
                     from unnest($2::text[]) as payload";
        let mut link = self.acquire(PoolKind::General).await?;
        let (link, response) = link.split();
        response.wait_for(sqlx::query(query).bind(HintKind::CHANNEL).bind(payloads).execute(link)).await?;
        Ok(())
    }

    async fn acquire(&self, kind: PoolKind) -> Result<PostgresLink, StoreError> {
        let clock = self.clock();
        let _outside = clock.outside();
        if !self.servers.are_several() {
            return Ok(self.pools().acquire(kind, clock).await?);
        }
        if let Some(Ok(link)) = within(clock.as_ref(), SEARCH_AFTER, self.pools().acquire(kind, clock)).await {
            return Ok(link);
        }
        // If another task searches already, its result is used.
        if let Ok(searching) = self.search.clone().try_lock_owned() {
            let (servers, pools) = (self.servers.clone(), self.pools.clone());
            // In a task of its own: callers that wait less long than the search takes would otherwise end it every time.
            let search = tokio::spawn(async move {
                let (_searching, _outside) = (searching, servers.clock().outside());
                servers.connect().await.map_err(StoreError::Unavailable)?.close().await?;
                replace_pools(&servers, &pools);
                Ok::<_, StoreError>(())
            });
            search.await.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))?;
        }
        match self.pools().acquire(kind, clock).await {
            // Replaced meanwhile.
            Err(sqlx::Error::PoolClosed) => Ok(self.pools().acquire(kind, clock).await?),
            acquired => Ok(acquired?),
        }
    }

    fn pools(&self) -> Pools {
        lock(&self.pools).clone()
    }

    /// Runs in its own task, so that a unit runs to its end, as on SQLite, even if the caller is gone.
    pub(super) async fn write(&self, unit: Box<dyn Unit>, signals: WriterSignals) -> Result<UnitEnd, StoreError> {
        let conn = self.connection().await?;
        let (unit, end) = WaitingUnit::new(unit);
        tokio::spawn(write(conn, unit, signals));
        end.await.unwrap_or(Err(StoreError::Panicked))
    }

    pub(crate) async fn close(&self) {
        let _outside = self.clock().outside();
        self.pools().close().await;
    }
}

/// If another server is the primary now, the connections to the one before are of no use. If its machine has vanished, idle ones
/// would be tried one after the other, and statements on the others would wait for their timeout.
fn replace_pools(servers: &Servers, pools: &Mutex<Pools>) {
    let mut pools = lock(pools);
    if pools.server != servers.primary() {
        let before = std::mem::replace(&mut *pools, Pools::new(servers));
        before.replaced.cancel();
        tokio::spawn(before.close());
    }
}

fn lock(pools: &Mutex<Pools>) -> MutexGuard<'_, Pools> {
    pools.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A connection of its own. Creates and migrates nothing. Only commands connect so, which never run on virtual time.
pub(crate) async fn connect_existing(url: &Url) -> Result<Conn, StoreError> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let servers = Servers::new(url, clock.clone())?;
    // Finds the primary, and reports a server that does not respond by its name.
    connect_first(&servers).await?.close().await?;
    let pool = pool_options(&servers, 1).connect_lazy_with(servers.options().clone());
    let connection = Box::pin(pool.acquire()).await?;
    Ok(Conn::postgres(PostgresLink::new(connection, CancellationToken::new(), clock.clone()), clock))
}

fn pool_options(servers: &Servers, size: u32) -> PgPoolOptions {
    let are_several = servers.are_several();
    PgPoolOptions::new().max_connections(size).acquire_timeout(CONNECT_TIMEOUT).after_connect(
        move |conn: &mut PgConnection, _| {
            async move {
                // A primary that failed may come back as a standby.
                if are_several && is_standby(conn).await? {
                    return Err(sqlx::Error::Protocol("the server is a standby".into()));
                }
                conn.execute(SESSION_SETTINGS).await.map(|_| ())
            }
            .boxed()
        },
    )
}

const BEGIN: Sql = Sql::same_for_both("begin");
const ROLLBACK: Sql = Sql::same_for_both("rollback");

async fn write(mut conn: Conn, unit: WaitingUnit, signals: WriterSignals) {
    if let Err(error) = run!(conn, BEGIN, []) {
        return unit.reject(error);
    }
    let unit = unit.run(&mut conn).await;
    let ended = if unit.keep { commit(&mut conn).await } else { run!(conn, ROLLBACK, []) };
    let met_full_disk = std::mem::take(&mut conn.met_full_disk) || matches!(ended, Err(StoreError::DiskFull(_)));
    if met_full_disk {
        signals.disk_space.record_failure();
    } else if unit.keep {
        signals.disk_space.record_success();
    }
    if unit.keep && ended.is_ok() && conn.has_enqueued {
        signals.enqueued.notify_one();
        signals.pending_hints.add(HintKind::Work);
    }
    // Before the reply: the caller may need it at once.
    match (&ended, conn.link) {
        (Err(_), BackendConnection::Postgres(link)) => link.discard(),
        (_, link) => drop(link),
    }
    unit.reply(ended.map(|_| ()));
}

/// PostgreSQL silently turns the commit of an aborted transaction into a rollback. The `select` before it fails in an
/// aborted transaction, so a unit that swallowed an error is not reported as committed. Both take one round trip.
async fn commit(conn: &mut Conn) -> Result<u64, StoreError> {
    match &mut conn.link {
        BackendConnection::Postgres(link) => {
            let (link, response) = link.split();
            let done = response.wait_for(sqlx::raw_sql("select 1; commit").execute(link)).await?;
            Ok(done.rows_affected())
        }
        BackendConnection::Sqlite(_) => Ok(0),
    }
}

/// At the start: someone reads the error.
async fn connect_first(servers: &Servers) -> Result<PgConnection, StoreError> {
    let unsuitable = |problem: String| {
        StoreError::Unsuitable(format!("database.url: {problem}; start the server or correct the URL"))
    };
    servers.connect().await.map_err(unsuitable)
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
