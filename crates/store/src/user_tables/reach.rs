//! How far a workflow reaches: rows of `data` and `organization`, never `it`.
//!
//! On SQLite the connections see no other file. On PostgreSQL they run under a role without other rights (see
//! `database/role.rs`). What changes rows is known by its key, written in the same transaction: it happens once, whatever dies
//! in between.

use crate::database::conn::{Link, Sql, run, sql};
use crate::database::store::Backend;
use crate::{At, Conn, Held, Schema, Store, StoreError, hold};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const ENTER: Sql = sql!("reach/enter" per database);
const LEAVE: Sql = sql!("reach/leave" per database);
const READ_ONLY: Sql = sql!("reach/read_only" per database);
const FIND_DATA: Sql = sql!("sql_effect/find_data");
const FIND_ORGANIZATION: Sql = sql!("sql_effect/find_organization");
const RECORD_DATA: Sql = sql!("sql_effect/record_data");
const RECORD_ORGANIZATION: Sql = sql!("sql_effect/record_organization");

/// The longest that PostgreSQL works on one statement of a workflow.
const STATEMENT: &str = "100s";
/// SQLite's instructions between two looks whether anyone still waits for the answer.
const INSTRUCTIONS: i32 = 100_000;

/// A change of rows that is to happen once.
pub struct Once {
    pub schema: Schema,
    /// What it is known by: 64 hexadecimal digits.
    pub key: String,
    /// Whether it is to happen although it is known.
    pub force: bool,
    pub at: Timestamp,
    /// The table for which others wait until this is done.
    pub hold: Option<i64>,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Done {
    Now(Value),
    /// It had happened before, with this output.
    Before(Value),
}

impl Store {
    /// Changes rows as a workflow, once. The work gives the output that is remembered.
    pub async fn once<E, W>(&self, once: Once, work: W) -> Result<Done, E>
    where
        E: From<StoreError> + Send + 'static,
        W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<Value, E>> + Send + 'static,
    {
        let unit = self.write(once.schema, move |conn| {
            async move {
                if let Some(table) = once.hold {
                    hold(conn, Held::Table(table)).await?;
                }
                if let Some(output) = known(conn, &once).await?.filter(|_| !once.force) {
                    return Ok(Done::Before(output));
                }
                run!(conn, ENTER, [STATEMENT])?;
                let output = work(conn).await?;
                run!(conn, LEAVE, [])?;
                record(conn, &once, &output).await?;
                Ok(Done::Now(output))
            }
            .boxed()
        });
        unit.await
    }

    /// Reads as a workflow.
    pub async fn look<T, E, W>(&self, work: W) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
    {
        match &self.backend {
            Backend::Sqlite(folder) => {
                let mut conn = folder.workflow_reader().await?;
                let _listener = Listener::listen(&mut conn).await?;
                work(&mut conn).await
            }
            Backend::Postgres(_) => {
                let unit = self.write(Schema::Data, move |conn| {
                    async move {
                        run!(conn, READ_ONLY, [])?;
                        run!(conn, ENTER, [STATEMENT])?;
                        work(conn).await
                    }
                    .boxed()
                });
                unit.await
            }
        }
    }
}

async fn known(conn: &mut Conn, once: &Once) -> Result<Option<Value>, StoreError> {
    let find = if once.schema == Schema::Data { FIND_DATA } else { FIND_ORGANIZATION };
    let row = run!(conn, find, [once.key.clone()] => fetch_optional as (String,))?;
    let read = |(text,): (String,)| {
        serde_json::from_str(&text).map_err(|error| StoreError::Unreadable(format!("the output of an effect: {error}")))
    };
    row.map(read).transpose()
}

async fn record(conn: &mut Conn, once: &Once, output: &Value) -> Result<(), StoreError> {
    let record = if once.schema == Schema::Data { RECORD_DATA } else { RECORD_ORGANIZATION };
    run!(conn, record, [once.key.clone(), At(once.at), output.to_string()]).map(|_| ())
}

/// Somebody who waits for an answer of SQLite. When he goes away, so does the question, however long it would have taken.
struct Listener(Arc<AtomicBool>);

impl Listener {
    async fn listen(conn: &mut Conn) -> Result<Self, StoreError> {
        let waits = Arc::new(AtomicBool::new(true));
        if let Link::Sqlite(link) = &mut conn.link {
            let still = waits.clone();
            link.lock_handle().await?.set_progress_handler(INSTRUCTIONS, move || still.load(Ordering::Relaxed));
        }
        Ok(Self(waits))
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}
