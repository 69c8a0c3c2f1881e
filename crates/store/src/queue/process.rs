//! Which processes live. What a process holds is free at once when it is gone: on SQLite because the next service holds
//! the folder's lock, on PostgreSQL because the server lets go of a session's advisory lock when the session ends.

use super::rows::{self, LOCK_CLASS};
use crate::database::conn::{Sql, run, sql};
use crate::database::postgres::Postgres;
use crate::database::store::Backend;
use crate::{At, Conn, ProcessId, Schema, Store, StoreError};
use futures_util::FutureExt;
use jiff::Timestamp;
use sqlx::Connection;
use sqlx::postgres::PgConnection;
use std::time::Duration;

const ENTER: Sql = sql!("process/enter");
const FORGET: Sql = sql!("process/forget" per database);

/// How long the server may take to say that it still knows us.
const PING_TIMEOUT: Duration = Duration::from_secs(5);

/// Our own presence, visible to the others as long as this lives.
pub struct Presence {
    id: ProcessId,
    store: Store,
    session: Option<PgConnection>,
}

impl Presence {
    /// Makes this process known.
    pub async fn enter(store: &Store, now: Timestamp) -> Result<Self, StoreError> {
        let (id, session) = register(store, now).await?;
        Ok(Self { id, store: store.clone(), session })
    }

    /// Under which name we work.
    pub fn id(&self) -> ProcessId {
        self.id
    }

    /// Makes sure that the others still see us. When the session was lost, they may have freed what we held; what they
    /// have not is taken over under our new name.
    pub async fn confirm(&mut self, now: Timestamp) -> Result<ProcessId, StoreError> {
        let Some(session) = &mut self.session else { return Ok(self.id) };
        if tokio::time::timeout(PING_TIMEOUT, session.ping()).await.is_ok_and(|answer| answer.is_ok()) {
            return Ok(self.id);
        }
        let before = self.id;
        let (id, session) = register(&self.store, now).await?;
        self.store.write(Schema::It, move |conn| rows::adopt(conn, before, id).boxed()).await?;
        (self.id, self.session) = (id, session);
        Ok(id)
    }
}

async fn register(store: &Store, now: Timestamp) -> Result<(ProcessId, Option<PgConnection>), StoreError> {
    let id = store.write(Schema::It, move |conn| insert(conn, At(now)).boxed()).await?;
    let session = match &store.backend {
        Backend::Sqlite(_) => None,
        Backend::Postgres(postgres) => Some(hold(postgres, id).await?),
    };
    store.write(Schema::It, move |conn| forget(conn, id).boxed()).await?;
    Ok((id, session))
}

async fn insert(conn: &mut Conn, now: At) -> Result<ProcessId, StoreError> {
    let pid = i32::try_from(std::process::id()).unwrap_or(0);
    let (id,) = run!(conn, ENTER, [host(), pid, now] => fetch_one as (ProcessId,))?;
    Ok(id)
}

async fn forget(conn: &mut Conn, id: ProcessId) -> Result<u64, StoreError> {
    run!(conn, FORGET, [id, LOCK_CLASS])
}

async fn hold(postgres: &Postgres, id: ProcessId) -> Result<PgConnection, StoreError> {
    let mut session = postgres.session().await?;
    sqlx::query("select pg_advisory_lock($1::bigint::int, $2::bigint::int)")
        .bind(LOCK_CLASS)
        .bind(id)
        .execute(&mut session)
        .await?;
    Ok(session)
}

/// For people who look at the table.
fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    name.trim().chars().take(255).collect()
}
