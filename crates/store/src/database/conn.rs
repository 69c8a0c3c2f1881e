//! One connection, and the macros that choose between the two databases.

use super::postgres_link::PostgresLink;
use crate::StoreError;
use sqlx::Sqlite;
use sqlx::pool::PoolConnection;

/// A connection to either database.
#[derive(Debug)]
pub struct Conn {
    pub(crate) link: BackendConnection,
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
    pub(crate) fn sqlite(connection: PoolConnection<Sqlite>) -> Self {
        Self { link: BackendConnection::Sqlite(connection), has_enqueued: false, met_full_disk: false }
    }

    pub(crate) fn postgres(link: PostgresLink) -> Self {
        Self { link: BackendConnection::Postgres(link), has_enqueued: false, met_full_disk: false }
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

/// Runs a statement. Its future is on the heap: the compiler, which looks into the futures of all callers, need not look into those of
/// sqlx (that took most of the build).
///
/// `run!(conn, TAKE, [a, b] => fetch_all as Row)` returns rows, `run!(conn, FINISH, [a, b])` the number of affected rows.
macro_rules! run {
    ($conn:expr, $sql:expr, [$($arg:expr),* $(,)?] => $verb:ident as $row:ty) => {{
        let conn = $conn.itself();
        let link = &mut conn.link;
        let statement = async {
            match link {
                $crate::database::conn::BackendConnection::Sqlite(link) => {
                    sqlx::query_as::<_, $row>($sql.sqlite)$(.bind($arg))*.$verb(&mut **link).await
                }
                $crate::database::conn::BackendConnection::Postgres(link) => {
                    let (link, response) = link.split();
                    response.wait_for(sqlx::query_as::<_, $row>($sql.postgres)$(.bind($arg))*.$verb(link)).await
                }
            }
        };
        futures_util::FutureExt::boxed(statement).await.map_err(|error| conn.error(error))
    }};
    ($conn:expr, $sql:expr, [$($arg:expr),* $(,)?]) => {{
        let conn = $conn.itself();
        let link = &mut conn.link;
        let statement = async {
            match link {
                $crate::database::conn::BackendConnection::Sqlite(link) => sqlx::query($sql.sqlite)
                    $(.bind($arg))*
                    .execute(&mut **link)
                    .await
                    .map(|done| done.rows_affected()),
                $crate::database::conn::BackendConnection::Postgres(link) => {
                    let (link, response) = link.split();
                    let done = response.wait_for(sqlx::query($sql.postgres)$(.bind($arg))*.execute(link)).await;
                    done.map(|done| done.rows_affected())
                }
            }
        };
        futures_util::FutureExt::boxed(statement).await.map_err(|error| conn.error(error))
    }};
}

/// Runs a statement and passes on one row at a time, so that many rows are never in memory twice.
macro_rules! each {
    ($conn:expr, $sql:expr, [$($arg:expr),* $(,)?] => $row:ty, $take:expr) => {{
        use futures_util::TryStreamExt;
        let mut take = $take;
        match &mut $conn.link {
            $crate::database::conn::BackendConnection::Sqlite(link) => {
                let rows = sqlx::query_as::<_, $row>($sql.sqlite)$(.bind($arg))*.fetch(&mut **link);
                rows.try_for_each(|row| std::future::ready(Ok(take(row)))).await
            }
            $crate::database::conn::BackendConnection::Postgres(link) => {
                let (link, response) = link.split();
                let mut rows = sqlx::query_as::<_, $row>($sql.postgres)$(.bind($arg))*.fetch(link);
                loop {
                    match response.wait_for(rows.try_next()).await {
                        Ok(Some(row)) => take(row),
                        Ok(None) => break Ok(()),
                        Err(error) => break Err(error),
                    }
                }
            }
        }
        .map_err($crate::StoreError::from)
    }};
}

pub(crate) use {each, run, sql};
