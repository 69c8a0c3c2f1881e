//! A connection to PostgreSQL that may lose its server at any moment.
//!
//! A server whose machine has vanished closes nothing: its connections look alive, and wait for a response without end. Therefore
//! each statement has a timeout, and ends at once if another server has become the primary. A connection whose last statement has
//! not ended is closed instead of going back to its pool, which would wait for it, too, and have fewer and fewer connections left.

use sqlx::Postgres;
use sqlx::pool::PoolConnection;
use sqlx::postgres::PgConnection;
use std::io;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::Clock;
use tokio_util::sync::CancellationToken;

/// Longer than any of our statements, and than those of workflows may take (`workflow_access.rs`). For a query that returns many
/// rows: until the next one.
const RESPONSE_TIMEOUT: Duration = Duration::from_mins(3);

#[derive(Debug)]
pub(crate) struct PostgresLink {
    connection: PoolConnection<Postgres>,
    response: ResponseState,
}

#[derive(Debug)]
pub(crate) struct ResponseState {
    /// A statement has not ended. Stays so after a timeout, or if the caller is gone.
    is_pending: bool,
    timeout: Duration,
    clock: Arc<dyn Clock>,
    /// Canceled when another server has become the primary.
    replaced: CancellationToken,
}

impl PostgresLink {
    pub(super) fn new(
        connection: PoolConnection<Postgres>,
        replaced: CancellationToken,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let response = ResponseState { is_pending: false, timeout: RESPONSE_TIMEOUT, clock, replaced };
        Self { connection, response }
    }

    /// For a statement on the connection: what waits for its response.
    pub(crate) fn split(&mut self) -> (&mut PgConnection, &mut ResponseState) {
        (&mut self.connection, &mut self.response)
    }

    /// Closes it. If its state is unknown, it must not go back to the pool.
    pub(super) fn discard(mut self) {
        self.response.is_pending = true;
    }
}

impl ResponseState {
    /// Fails at once if the statement before this one has not ended.
    pub(crate) async fn wait_for<T>(
        &mut self,
        statement: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, sqlx::Error> {
        if self.is_pending {
            return Err(no_response());
        }
        self.is_pending = true;
        let _outside = self.clock.outside();
        let ended = tokio::select! {
            biased;
            ended = statement => ended,
            () = self.replaced.cancelled() => return Err(no_response()),
            // Made only when it is waited for: most rows of a query are there already.
            () = async { self.clock.limit(self.timeout).await } => return Err(no_response()),
        };
        self.is_pending = false;
        ended
    }
}

fn no_response() -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "PostgreSQL does not respond"))
}

impl Deref for PostgresLink {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for PostgresLink {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}

impl Drop for PostgresLink {
    fn drop(&mut self) {
        if self.response.is_pending {
            self.connection.close_on_drop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use std::future::{pending, ready};
    use stormwire_clock::{SystemClock, VirtualClock};

    fn waiting_for(timeout: Duration) -> ResponseState {
        let clock = Arc::new(SystemClock);
        ResponseState { is_pending: false, timeout, clock, replaced: CancellationToken::new() }
    }

    #[tokio::test]
    async fn after_a_statement_without_a_response_no_other_runs() {
        let mut response = waiting_for(Duration::from_millis(1));
        let failed = response.wait_for(ready(Err::<(), _>(sqlx::Error::RowNotFound))).await;
        assert!(matches!(failed, Err(sqlx::Error::RowNotFound)));
        assert_eq!(response.wait_for(ready(Ok(7))).await.unwrap(), 7);
        assert!(matches!(response.wait_for(pending::<Result<(), _>>()).await, Err(sqlx::Error::Io(_))));
        assert!(matches!(response.wait_for(ready(Ok(7))).await, Err(sqlx::Error::Io(_))));
    }

    #[tokio::test]
    async fn a_statement_that_nobody_waits_for_any_more_has_not_ended() {
        let mut response = waiting_for(RESPONSE_TIMEOUT);
        assert!(response.wait_for(pending::<Result<(), _>>()).now_or_never().is_none());
        assert!(response.is_pending);
    }

    #[tokio::test]
    async fn virtual_time_neither_passes_nor_limits_while_a_response_is_awaited() {
        let clock = Arc::new(VirtualClock::frozen());
        let mut response = ResponseState { clock: clock.clone(), ..waiting_for(RESPONSE_TIMEOUT) };
        let mut statement = Box::pin(response.wait_for(pending::<Result<(), _>>()));
        assert!((&mut statement).now_or_never().is_none());
        assert_eq!(clock.outside_work(), 1);
        clock.advance(2 * RESPONSE_TIMEOUT);
        assert!((&mut statement).now_or_never().is_none());
        drop(statement);
        assert_eq!(clock.outside_work(), 0);
    }

    #[tokio::test]
    async fn a_statement_ends_when_another_server_is_the_primary() {
        let mut response = waiting_for(RESPONSE_TIMEOUT);
        let replaced = response.replaced.clone();
        let (statement, ()) = tokio::join!(response.wait_for(pending::<Result<(), _>>()), async { replaced.cancel() });
        assert!(matches!(statement, Err(sqlx::Error::Io(_))) && response.is_pending);
    }
}
