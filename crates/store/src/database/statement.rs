//! Runs statements with their values on either database. What awaits is compiled once for all statements: only adding a value and
//! reading a row are compiled for each type.

use super::conn::{BackendConnection, Conn, Sql};
use crate::StoreError;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, TryStreamExt};
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Arguments, Encode, FromRow, Postgres, Sqlite, Type};

/// A statement with its values, for the database of a connection. On the heap, because the futures of all callers contain it.
pub(crate) struct Statement(Box<BoundStatement>);

struct BoundStatement {
    text: &'static str,
    values: Values,
    /// The first value that cannot be sent.
    error: Option<BoxDynError>,
}

enum Values {
    Sqlite(SqliteArguments),
    Postgres(PgArguments),
}

/// A row of either database.
pub(crate) enum AnyRow {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

/// Returns an error to end the statement.
type TakeRow<'t> = &'t mut (dyn FnMut(AnyRow) -> Result<(), StoreError> + Send);

impl Statement {
    pub(crate) fn bind<'v, T>(mut self, value: T) -> Self
    where
        T: Encode<'v, Sqlite> + Type<Sqlite> + Encode<'v, Postgres> + Type<Postgres>,
    {
        let added = match &mut self.0.values {
            Values::Sqlite(values) => Arguments::add(values, value),
            Values::Postgres(values) => values.add(value),
        };
        if let Err(error) = added {
            self.0.error.get_or_insert(error);
        }
        self
    }
}

impl AnyRow {
    pub(crate) fn read<R>(&self) -> Result<R, StoreError>
    where
        R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow>,
    {
        Ok(match self {
            Self::Sqlite(row) => R::from_row(row)?,
            Self::Postgres(row) => R::from_row(row)?,
        })
    }
}

impl Conn {
    pub(crate) fn statement(&self, sql: Sql) -> Statement {
        let (text, values) = match self.link {
            BackendConnection::Sqlite(_) => (sql.sqlite, Values::Sqlite(SqliteArguments::default())),
            BackendConnection::Postgres(_) => (sql.postgres, Values::Postgres(PgArguments::default())),
        };
        Statement(Box::new(BoundStatement { text, values, error: None }))
    }

    /// The number of affected rows.
    pub(crate) fn execute(&mut self, statement: Statement) -> BoxFuture<'_, Result<u64, StoreError>> {
        async move {
            let _outside = self.outside();
            let done = match (&mut self.link, statement.checked()) {
                (_, Err(error)) => Err(error),
                (BackendConnection::Sqlite(link), Ok((text, Values::Sqlite(values)))) => {
                    sqlx::query_with(text, values).execute(&mut **link).await.map(|done| done.rows_affected())
                }
                (BackendConnection::Postgres(link), Ok((text, Values::Postgres(values)))) => {
                    let (link, response) = link.split();
                    let done = response.wait_for(sqlx::query_with(text, values).execute(link)).await;
                    done.map(|done| done.rows_affected())
                }
                _ => Err(other_database()),
            };
            done.map_err(|error| self.error(error))
        }
        .boxed()
    }

    pub(crate) fn first_row(&mut self, statement: Statement) -> BoxFuture<'_, Result<Option<AnyRow>, StoreError>> {
        async move {
            let _outside = self.outside();
            let found = match (&mut self.link, statement.checked()) {
                (_, Err(error)) => Err(error),
                (BackendConnection::Sqlite(link), Ok((text, Values::Sqlite(values)))) => {
                    let row = sqlx::query_with(text, values).fetch_optional(&mut **link).await;
                    row.map(|row| row.map(AnyRow::Sqlite))
                }
                (BackendConnection::Postgres(link), Ok((text, Values::Postgres(values)))) => {
                    let (link, response) = link.split();
                    let row = response.wait_for(sqlx::query_with(text, values).fetch_optional(link)).await;
                    row.map(|row| row.map(AnyRow::Postgres))
                }
                _ => Err(other_database()),
            };
            found.map_err(|error| self.error(error))
        }
        .boxed()
    }

    /// Passes on one row at a time, so that many rows are never in memory twice.
    pub(crate) fn each_row<'c>(
        &'c mut self,
        statement: Statement,
        take: TakeRow<'c>,
    ) -> BoxFuture<'c, Result<(), StoreError>> {
        async move {
            let _outside = self.outside();
            let ended = match (&mut self.link, statement.checked()) {
                (_, Err(error)) => Err(error),
                (BackendConnection::Sqlite(link), Ok((text, Values::Sqlite(values)))) => {
                    let mut rows = sqlx::query_with(text, values).fetch(&mut **link);
                    loop {
                        match rows.try_next().await {
                            Ok(Some(row)) => take(AnyRow::Sqlite(row))?,
                            Ok(None) => break Ok(()),
                            Err(error) => break Err(error),
                        }
                    }
                }
                (BackendConnection::Postgres(link), Ok((text, Values::Postgres(values)))) => {
                    let (link, response) = link.split();
                    let mut rows = sqlx::query_with(text, values).fetch(link);
                    loop {
                        match response.wait_for(rows.try_next()).await {
                            Ok(Some(row)) => take(AnyRow::Postgres(row))?,
                            Ok(None) => break Ok(()),
                            Err(error) => break Err(error),
                        }
                    }
                }
                _ => Err(other_database()),
            };
            ended.map_err(|error| self.error(error))
        }
        .boxed()
    }
}

impl Statement {
    fn checked(self) -> Result<(&'static str, Values), sqlx::Error> {
        let BoundStatement { text, values, error } = *self.0;
        match error {
            None => Ok((text, values)),
            Some(error) => Err(sqlx::Error::Encode(error)),
        }
    }
}

/// A statement runs on the connection that it was made for.
fn other_database() -> sqlx::Error {
    sqlx::Error::Protocol("the statement was made for another database".to_owned())
}

/// Runs a statement.
///
/// `run!(conn, TAKE, [a, b] => fetch_all as Row)` returns rows, `run!(conn, FINISH, [a, b])` the number of affected rows.
macro_rules! run {
    ($conn:expr, $sql:expr, [$($arg:expr),* $(,)?] => fetch_all as $row:ty) => {{
        let conn = $conn.itself();
        let statement = conn.statement($sql)$(.bind($arg))*;
        let mut rows: Vec<$row> = Vec::new();
        let ended = conn.each_row(statement, &mut |row| row.read().map(|row| rows.push(row))).await;
        ended.map(|()| rows)
    }};
    ($conn:expr, $sql:expr, [$($arg:expr),* $(,)?] => fetch_optional as $row:ty) => {{
        let conn = $conn.itself();
        let statement = conn.statement($sql)$(.bind($arg))*;
        let found = conn.first_row(statement).await;
        found.and_then(|row| row.map(|row| row.read::<$row>()).transpose())
    }};
    ($conn:expr, $sql:expr, [$($arg:expr),* $(,)?] => fetch_one as $row:ty) => {{
        let found = $crate::database::statement::run!($conn, $sql, [$($arg),*] => fetch_optional as $row);
        found.and_then(|row| row.ok_or_else(|| $crate::StoreError::from(sqlx::Error::RowNotFound)))
    }};
    ($conn:expr, $sql:expr, [$($arg:expr),* $(,)?]) => {{
        let conn = $conn.itself();
        let statement = conn.statement($sql)$(.bind($arg))*;
        conn.execute(statement).await
    }};
}

pub(crate) use run;
