//! Which processes are running. The leases of an ended process can be freed at once: on SQLite because the next service
//! holds the folder lock, on PostgreSQL because the server releases a session's advisory lock when the session ends.

use super::rows::{self, LOCK_CLASS};
use crate::database::conn::{Sql, sql};
use crate::database::postgres::Postgres;
use crate::database::statement::run;
use crate::database::store::Backend;
use crate::{Conn, DbTimestamp, ProcessId, Schema, Store, StoreError};
use futures_util::FutureExt;
use jiff::Timestamp;
use sqlx::Connection;
use sqlx::postgres::PgConnection;
use std::time::Duration;
use stormwire_clock::within;

const REGISTER: Sql = sql!("process/register");
const PURGE: Sql = sql!("process/purge" per database);

const PING_TIMEOUT: Duration = Duration::from_secs(5);

/// Registers this process; other processes see it until this is dropped.
pub struct ProcessPresence {
    id: ProcessId,
    store: Store,
    session: Option<PgConnection>,
}

impl ProcessPresence {
    pub async fn register(store: &Store, now: Timestamp) -> Result<Self, StoreError> {
        let (id, session) = insert_and_lock(store, now).await?;
        Ok(Self { id, store: store.clone(), session })
    }

    pub fn id(&self) -> ProcessId {
        self.id
    }

    /// Makes sure that other processes still see this one. If the session was lost, they may have freed some of our leases;
    /// the others are reassigned to our new id.
    pub async fn confirm(&mut self, now: Timestamp) -> Result<ProcessId, StoreError> {
        let Some(session) = &mut self.session else { return Ok(self.id) };
        let pong = within(self.store.clock.as_ref(), PING_TIMEOUT, session.ping()).await;
        if pong.is_some_and(|pong| pong.is_ok()) {
            return Ok(self.id);
        }
        let old_id = self.id;
        let (id, session) = insert_and_lock(&self.store, now).await?;
        self.store.write(Schema::It, move |conn| rows::reassign(conn, old_id, id).boxed()).await?;
        (self.id, self.session) = (id, session);
        Ok(id)
    }
}

async fn insert_and_lock(store: &Store, now: Timestamp) -> Result<(ProcessId, Option<PgConnection>), StoreError> {
    let id = store.write(Schema::It, move |conn| insert(conn, DbTimestamp(now)).boxed()).await?;
    let session = match &store.backend {
        Backend::Sqlite(_) => None,
        Backend::Postgres(postgres) => Some(lock_session(postgres, id).await?),
    };
    store.write(Schema::It, move |conn| purge_ended(conn, id).boxed()).await?;
    Ok((id, session))
}

async fn insert(conn: &mut Conn, now: DbTimestamp) -> Result<ProcessId, StoreError> {
    let pid = i32::try_from(std::process::id()).unwrap_or(0);
    let (id,) = run!(conn, REGISTER, [host_name(), pid, now] => fetch_one as (ProcessId,))?;
    Ok(id)
}

async fn purge_ended(conn: &mut Conn, id: ProcessId) -> Result<u64, StoreError> {
    run!(conn, PURGE, [id, LOCK_CLASS])
}

async fn lock_session(postgres: &Postgres, id: ProcessId) -> Result<PgConnection, StoreError> {
    let mut session = postgres.session().await?;
    let lock = sqlx::query("select pg_advisory_lock($1::bigint::int, $2::bigint::int)").bind(LOCK_CLASS).bind(id);
    match within(postgres.clock().as_ref(), PING_TIMEOUT, lock.execute(&mut session)).await {
        Some(locked) => locked?,
        None => return Err(StoreError::Unavailable("the session did not respond".into())),
    };
    Ok(session)
}

/// Informational.
fn host_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    name.trim().chars().take(255).collect()
}
