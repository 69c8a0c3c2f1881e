//! Database access for workflows: only `data` and `organization`, never `it`.
//!
//! On SQLite the connections have no other file attached. On PostgreSQL they run under a role without other rights (see
//! `database/role.rs`). A write stores its idempotency key in the same transaction, so it happens once, even after a crash.

use crate::database::conn::{BackendConnection, Sql, sql};
use crate::database::statement::run;
use crate::database::store::Backend;
use crate::{Conn, DbTimestamp, LockTarget, Schema, Store, StoreError, lock_for_update};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const SET_ROLE: Sql = sql!("workflow_access/set_role" per database);
const RESET_ROLE: Sql = sql!("workflow_access/reset_role" per database);
const IS_ISOLATED: Sql = sql!("workflow_access/is_isolated" per database);
const READ_ONLY: Sql = sql!("workflow_access/read_only" per database);
const FIND_DATA: Sql = sql!("sql_effect/find_data");
const FIND_ORGANIZATION: Sql = sql!("sql_effect/find_organization");
const RECORD_DATA: Sql = sql!("sql_effect/record_data");
const RECORD_ORGANIZATION: Sql = sql!("sql_effect/record_organization");

/// PostgreSQL's limit for one statement of a workflow.
const STATEMENT_TIMEOUT: &str = "100s";
/// SQLite instructions between two checks whether the query was abandoned.
const INSTRUCTIONS_PER_CHECK: i32 = 100_000;

/// What is missing if workflows run with all rights of the service. `None` if they are isolated.
pub async fn isolation_warning(store: &Store) -> Result<Option<String>, StoreError> {
    let mut conn = store.reader().await?;
    let (roles,) = run!(conn, IS_ISOLATED, [] => fetch_one as (i64,))?;
    let warning = "the role stormwire_workflow does not exist or is not granted to this database user, so workflows run \
                   with all rights of the service; as a superuser run CREATE ROLE stormwire_workflow NOLOGIN and GRANT it \
                   to this user";
    Ok((roles == 0).then(|| warning.to_owned()))
}

/// A write that happens once per key.
pub struct WriteOnce {
    pub schema: Schema,
    /// The idempotency key: 64 hexadecimal digits.
    pub key: String,
    /// Write even if the key is already stored.
    pub force: bool,
    pub at: Timestamp,
    pub lock: WriteLock,
}

/// Which other writes wait until this one has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteLock {
    /// Those to the same table, by its id in the catalog. Those with the same key are among them.
    Table(i64),
    /// Those with the same key: nobody knows what a procedure writes to.
    Key,
}

impl WriteOnce {
    fn lock_target(&self) -> LockTarget {
        match self.lock {
            WriteLock::Table(id) => LockTarget::Table(id),
            // Two keys with the same number wait for each other, which is harmless.
            WriteLock::Key => {
                LockTarget::Effect(i64::from_str_radix(self.key.get(..15).unwrap_or_default(), 16).unwrap_or(0))
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum WriteOnceOutcome {
    Now(Value),
    /// It happened before, with this output.
    Before(Value),
}

impl Store {
    /// Writes with the rights of a workflow, once. The output that `work` returns is stored.
    pub async fn write_once<E, W>(&self, once: WriteOnce, work: W) -> Result<WriteOnceOutcome, E>
    where
        E: From<StoreError> + Send + 'static,
        W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<Value, E>> + Send + 'static,
    {
        let unit = self.write(once.schema, move |conn| {
            async move {
                // Before the key is read: another process may run the same change right now, also one whose caller is gone.
                lock_for_update(conn, once.lock_target()).await?;
                if let Some(output) = find_recorded_output(conn, &once).await?.filter(|_| !once.force) {
                    return Ok(WriteOnceOutcome::Before(output));
                }
                run!(conn, SET_ROLE, [STATEMENT_TIMEOUT])?;
                let output = work(conn).await?;
                run!(conn, RESET_ROLE, [])?;
                record(conn, &once, &output).await?;
                Ok(WriteOnceOutcome::Now(output))
            }
            .boxed()
        });
        unit.await
    }

    /// Reads with the rights of a workflow.
    pub async fn read_as_workflow<T, E, W>(&self, work: W) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
    {
        match &self.backend {
            Backend::Sqlite(folder) => {
                let mut conn = folder.workflow_reader().await?;
                let _guard = AbortOnDrop::install(&mut conn).await?;
                work(&mut conn).await
            }
            Backend::Postgres(_) => {
                let unit = self.write(Schema::Data, move |conn| {
                    async move {
                        run!(conn, READ_ONLY, [])?;
                        run!(conn, SET_ROLE, [STATEMENT_TIMEOUT])?;
                        work(conn).await
                    }
                    .boxed()
                });
                unit.await
            }
        }
    }
}

async fn find_recorded_output(conn: &mut Conn, once: &WriteOnce) -> Result<Option<Value>, StoreError> {
    let find = if once.schema == Schema::Data { FIND_DATA } else { FIND_ORGANIZATION };
    let row = run!(conn, find, [once.key.clone()] => fetch_optional as (String,))?;
    let read = |(text,): (String,)| {
        serde_json::from_str(&text).map_err(|error| StoreError::Unreadable(format!("output of an effect: {error}")))
    };
    row.map(read).transpose()
}

async fn record(conn: &mut Conn, once: &WriteOnce, output: &Value) -> Result<(), StoreError> {
    let record = if once.schema == Schema::Data { RECORD_DATA } else { RECORD_ORGANIZATION };
    run!(conn, record, [once.key.clone(), DbTimestamp(once.at), output.to_string()]).map(|_| ())
}

/// Aborts the running SQLite query when the caller stops waiting for it.
struct AbortOnDrop(Arc<AtomicBool>);

impl AbortOnDrop {
    async fn install(conn: &mut Conn) -> Result<Self, StoreError> {
        let (is_wanted, _outside) = (Arc::new(AtomicBool::new(true)), conn.outside());
        if let BackendConnection::Sqlite(link) = &mut conn.link {
            let flag = is_wanted.clone();
            link.lock_handle()
                .await?
                .set_progress_handler(INSTRUCTIONS_PER_CHECK, move || flag.load(Ordering::Relaxed));
        }
        Ok(Self(is_wanted))
    }
}

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
