//! A change of rows that happens once, tried again where another try may succeed: its key makes that safe.

use super::Sql;
use super::error::SqlError;
use futures_util::future::BoxFuture;
use serde_json::Value;
use std::time::Duration;
use stormwire_store::user_tables::workflow_access::{WriteOnce, WriteOnceOutcome};
use stormwire_store::{Conn, Dialect, Schema};

/// How often a unique key with which another program was quicker is tried again.
const OVERLAPS: u32 = 3;
/// The first wait for a database that is away or locked; each is twice the one before.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LAST_WAIT: Duration = Duration::from_secs(8);

/// A change that is not to be repeated.
pub(super) struct OnceRequest {
    /// The same for the same change.
    pub(super) key: String,
    /// Repeat it all the same.
    pub(super) force: bool,
    pub(super) schema: Schema,
    /// The table that is held meanwhile, by its number in the catalogue.
    pub(super) lock_table: Option<i64>,
}

impl Sql {
    /// Does it, unless it was done with the same request and is not to be repeated.
    pub(super) async fn once<W>(&self, request: OnceRequest, work: W) -> Result<WriteOnceOutcome, SqlError>
    where
        W: for<'c> FnOnce(&'c mut Conn) -> BoxFuture<'c, Result<Value, SqlError>> + Clone + Send + 'static,
    {
        let OnceRequest { key, force, schema, lock_table } = request;
        let (mut overlaps, mut wait) = (0, FIRST_WAIT);
        loop {
            let once = WriteOnce { schema, key: key.clone(), force, at: self.clock.now(), lock_table };
            match self.store.write_once(once, work.clone()).await {
                Err(SqlError::Store(error)) if self.is_overlap(&error) && overlaps < OVERLAPS => overlaps += 1,
                Err(SqlError::Store(error)) if error.is_transient() && wait <= LAST_WAIT => {
                    self.clock.sleep(wait).await;
                    wait *= 2;
                }
                other => return other,
            }
        }
    }

    /// Between a look at the rows and their writing no other program can come on SQLite.
    fn is_overlap(&self, error: &stormwire_store::StoreError) -> bool {
        self.store.dialect() == Dialect::Postgres && error.is_unique_violation()
    }
}

/// What was done, with words for the log.
pub(super) fn told(done: WriteOnceOutcome, words: impl Fn(&Value) -> String) -> (Value, String) {
    match done {
        WriteOnceOutcome::Now(output) => {
            let words = words(&output);
            (output, words)
        }
        WriteOnceOutcome::Before(output) => {
            let words = format!("{} (done before with the same request, not repeated)", words(&output));
            (output, words)
        }
    }
}
