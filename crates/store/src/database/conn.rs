//! One connection, and the macros that choose between the two databases.

use super::postgres_link::PostgresLink;
use crate::StoreError;
use sqlx::Sqlite;
use sqlx::pool::PoolConnection;
use std::sync::Arc;
use stormwire_clock::{Clock, OutsideWork};

/// A connection to either database.
#[derive(Debug)]
pub struct Conn {
    pub(crate) link: BackendConnection,
    clock: Arc<dyn Clock>,
    pub(crate) has_enqueued: bool,
    /// A statement failed because the disk is full.
    pub(crate) met_full_disk: bool,
}

#[derive(Debug)]
pub(crate) enum BackendConnection {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PostgresLink),
}

/// For code that generates statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

impl Conn {
    pub(crate) fn sqlite(connection: PoolConnection<Sqlite>, clock: Arc<dyn Clock>) -> Self {
        Self { link: BackendConnection::Sqlite(connection), clock, has_enqueued: false, met_full_disk: false }
    }

    pub(crate) fn postgres(link: PostgresLink, clock: Arc<dyn Clock>) -> Self {
        Self { link: BackendConnection::Postgres(link), clock, has_enqueued: false, met_full_disk: false }
    }

    /// Held while the response to a statement is awaited.
    pub(crate) fn outside(&self) -> OutsideWork {
        self.clock.outside()
    }

    /// For the macros: reborrows a connection or a reference to one.
    pub(crate) fn itself(&mut self) -> &mut Self {
        self
    }

    pub(crate) fn error(&mut self, error: sqlx::Error) -> StoreError {
        let error = StoreError::from(error);
        self.met_full_disk |= matches!(error, StoreError::DiskFull(_));
        error
    }

    /// Dropping a connection closes it later; this waits until the files of SQLite are closed.
    pub(crate) async fn close(self) -> Result<(), sqlx::Error> {
        let _outside = self.clock.outside();
        match self.link {
            BackendConnection::Sqlite(link) => link.close().await,
            BackendConnection::Postgres(link) => {
                link.discard();
                Ok(())
            }
        }
    }
}

/// A statement: one text for both databases where the SQL grammar allows it, otherwise a pair.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sql {
    pub(crate) sqlite: &'static str,
    pub(crate) postgres: &'static str,
}

impl Sql {
    pub(crate) const fn same_for_both(text: &'static str) -> Self {
        Self { sqlite: text, postgres: text }
    }

    pub(crate) const fn per_database(sqlite: &'static str, postgres: &'static str) -> Self {
        Self { sqlite, postgres }
    }
}

/// `sql!("queue/take")` is `sql/queue/take.sql`; `sql!("queue/take" per database)` is the pair
/// `sql/queue/take.sqlite.sql` and `sql/queue/take.postgres.sql`.
macro_rules! sql {
    ($path:literal) => {
        $crate::database::conn::Sql::same_for_both(include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/sql/",
            $path,
            ".sql"
        )))
    };
    ($path:literal per database) => {
        $crate::database::conn::Sql::per_database(
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/sql/", $path, ".sqlite.sql")),
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/sql/", $path, ".postgres.sql")),
        )
    };
}

pub(crate) use sql;
