//! Reads rows, and changes rows once. The idempotency key makes retries safe.

use super::Sql;
use super::error::SqlError;
use futures_util::future::BoxFuture;
use serde_json::Value;
use std::time::Duration;
use stormwire_store::user_tables::workflow_access::{WriteOnce, WriteOnceOutcome};
use stormwire_store::{Conn, Dialect, Schema};

/// Retries after a unique violation that another program caused.
const MAX_CONFLICT_RETRIES: u32 = 3;
/// The first delay if the database is unavailable or locked; it doubles each time.
const FIRST_DELAY: Duration = Duration::from_millis(250);
const MAX_DELAY: Duration = Duration::from_secs(8);

pub(super) struct OnceRequest {
    /// The idempotency key: the same for the same change.
    pub(super) key: String,
    /// Repeat the change even if it was done before.
    pub(super) force: bool,
    pub(super) schema: Schema,
    /// The table to lock, by its id in the catalog.
    pub(super) lock: Option<i64>,
}

impl Sql {
    /// Reads with the rights of workflows.
    pub(super) async fn read<T, W>(&self, work: W) -> Result<T, SqlError>
    where
        T: Send + 'static,
        W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, SqlError>> + Clone + Send + Sync + 'static,
    {
        self.wait_out_outages(|| self.store.read_as_workflow(work.clone())).await
    }

    /// Calls `work`, unless the same request was done before.
    pub(super) async fn run_effect_once<W>(&self, request: OnceRequest, work: W) -> Result<WriteOnceOutcome, SqlError>
    where
        W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<Value, SqlError>> + Clone + Send + Sync + 'static,
    {
        let OnceRequest { key, force, schema, lock } = request;
        let write = || {
            let once = WriteOnce { schema, key: key.clone(), force, at: self.clock.now(), lock_table: lock };
            self.store.write_once(once, work.clone())
        };
        let mut conflicts = 0;
        loop {
            match self.wait_out_outages(write).await {
                Err(SqlError::Store(error)) if self.is_conflict(&error) && conflicts < MAX_CONFLICT_RETRIES => {
                    conflicts += 1;
                }
                other => return other,
            }
        }
    }

    /// An outage of some seconds, such as a failover, delays a step and does not fail it.
    async fn wait_out_outages<T, F>(&self, attempt: impl Fn() -> F + Send) -> Result<T, SqlError>
    where
        F: Future<Output = Result<T, SqlError>> + Send,
    {
        let mut delay = FIRST_DELAY;
        loop {
            match attempt().await {
                Err(SqlError::Store(error)) if error.is_transient() && delay <= MAX_DELAY => {
                    self.clock.sleep(delay).await;
                    delay *= 2;
                }
                other => return other,
            }
        }
    }

    /// On SQLite no other program can write between our read and our write.
    fn is_conflict(&self, error: &stormwire_store::StoreError) -> bool {
        self.store.dialect() == Dialect::Postgres && error.is_unique_violation()
    }
}

/// The output, and the result for the log.
pub(super) fn output_and_result(done: WriteOnceOutcome, summary: impl Fn(&Value) -> String) -> (Value, String) {
    match done {
        WriteOnceOutcome::Now(output) => {
            let result = summary(&output);
            (output, result)
        }
        WriteOnceOutcome::Before(output) => {
            let result = format!("{} (not repeated: the same request was done before)", summary(&output));
            (output, result)
        }
    }
}
