//! Reads rows, and changes rows once. The idempotency key makes retries safe.

use super::Sql;
use super::error::SqlError;
use crate::StepError;
use futures_util::TryFutureExt;
use futures_util::future::BoxFuture;
use serde_json::Value;
use std::time::Duration;
use stormwire_store::queue::Backoff;
use stormwire_store::user_tables::workflow_access::{WriteLock, WriteOnce, WriteOnceOutcome};
use stormwire_store::{Conn, Dialect, Schema, StoreError};

/// Retries after a unique violation that another program caused.
const MAX_CONFLICT_RETRIES: u32 = 3;
/// Retries if the database is available and loses the connection anyway: the statement itself may be what ends it.
const MAX_CONNECTION_RETRIES: u32 = 12;
const BACKOFF: Backoff = Backoff { first: Duration::from_millis(250), ceiling: Duration::from_secs(15) };
/// Of one transaction on SQLite. Long enough for 100,000 rows.
const ATTEMPT_TIMEOUT: Duration = Duration::from_mins(2);

pub(super) struct OnceRequest {
    /// The idempotency key: the same for the same change.
    pub(super) key: String,
    /// Repeat the change even if it was done before.
    pub(super) force: bool,
    pub(super) schema: Schema,
    pub(super) lock: WriteLock,
}

impl Sql {
    /// Reads with the rights of workflows.
    pub(super) async fn read<T, W>(&self, work: W) -> Result<T, SqlError>
    where
        T: Send + 'static,
        W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, SqlError>> + Clone + Send + Sync + 'static,
    {
        let read = || self.store.read_as_workflow(work.clone()).map_err(not_read_only);
        self.wait_out_outages(read).await
    }

    /// Reads what the service itself must know. With its own rights, so that no transaction is needed to set those of workflows.
    pub(super) async fn read_as_service<T, W>(&self, work: W) -> Result<T, SqlError>
    where
        W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<T, SqlError>> + Clone + Send + Sync,
    {
        let read = || {
            let work = work.clone();
            async { work(&mut self.store.reader().await?).await }
        };
        self.wait_out_outages(read).await
    }

    /// Calls `work`, unless the same request was done before.
    pub(super) async fn run_effect_once<W>(&self, request: OnceRequest, work: W) -> Result<WriteOnceOutcome, SqlError>
    where
        W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<Value, SqlError>> + Clone + Send + Sync + 'static,
    {
        let OnceRequest { key, force, schema, lock } = request;
        let write = || {
            let once = WriteOnce { schema, key: key.clone(), force, at: self.clock.now(), lock };
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

    /// An outage of any length delays a step and does not fail it: each costs one of the retries. Only for reads, and for
    /// writes with an idempotency key.
    async fn wait_out_outages<T, F>(&self, attempt: impl Fn() -> F + Send) -> Result<T, SqlError>
    where
        F: Future<Output = Result<T, SqlError>> + Send,
    {
        let (mut attempts, mut lost_connections) = (0, 0);
        loop {
            let error = match self.limit_time(attempt()).await {
                Err(SqlError::Store(error)) if error.is_transient() => error,
                other => return other,
            };
            attempts += 1;
            lost_connections += u32::from(matches!(error, StoreError::Unavailable(_) | StoreError::ReadOnly(_)));
            if lost_connections > MAX_CONNECTION_RETRIES || matches!(error, StoreError::Canceled(_)) {
                return Err(error.into());
            }
            tracing::warn!(%error, "a Sql action waits for the database");
            self.clock.sleep(BACKOFF.delay_after(attempts, 0.0)).await;
            while self.store.reader().await.is_err() {
                self.clock.sleep(BACKOFF.ceiling).await;
            }
        }
    }

    /// PostgreSQL cancels long statements itself, and the store closes connections to a server that does not respond.
    async fn limit_time<T>(&self, attempt: impl Future<Output = Result<T, SqlError>> + Send) -> Result<T, SqlError> {
        if self.store.dialect() == Dialect::Postgres {
            return attempt.await;
        }
        let timed_out = || format!("timed out after {} s", ATTEMPT_TIMEOUT.as_secs());
        tokio::select! {
            done = attempt => done,
            () = self.clock.sleep(ATTEMPT_TIMEOUT) => Err(SqlError::Step(StepError::OutcomeUnknown(timed_out()))),
        }
    }

    /// On SQLite no other program can write between our read and our write.
    fn is_conflict(&self, error: &StoreError) -> bool {
        self.store.dialect() == Dialect::Postgres && error.is_unique_violation()
    }
}

/// A standby is no reason to fail a read, so what failed wants to write.
fn not_read_only(error: SqlError) -> SqlError {
    match error {
        SqlError::Store(StoreError::ReadOnly(message)) => SqlError::WritesInRead(message),
        other => other,
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
