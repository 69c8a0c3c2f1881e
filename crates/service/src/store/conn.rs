//! One connection, and the one macro that knows that there are two databases.

use sqlx::pool::PoolConnection;
use sqlx::{Postgres, Sqlite};

/// A connection to either database.
#[derive(Debug)]
pub struct Conn {
    pub(super) link: Link,
    pub(super) has_enqueued: bool,
}

#[derive(Debug)]
pub(super) enum Link {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
}

impl Conn {
    pub(super) fn sqlite(connection: PoolConnection<Sqlite>) -> Self {
        Self { link: Link::Sqlite(connection), has_enqueued: false }
    }

    pub(super) fn postgres(connection: PoolConnection<Postgres>) -> Self {
        Self { link: Link::Postgres(connection), has_enqueued: false }
    }
}

/// A statement: one text for both databases wherever the grammar allows, a pair where it does not.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sql {
    pub(super) sqlite: &'static str,
    pub(super) postgres: &'static str,
}

impl Sql {
    pub(super) const fn both(text: &'static str) -> Self {
        Self { sqlite: text, postgres: text }
    }

    pub(super) const fn pair(sqlite: &'static str, postgres: &'static str) -> Self {
        Self { sqlite, postgres }
    }
}

/// `sql!("queue/take")` is `sql/queue/take.sql`; `sql!("queue/take" per database)` is the pair
/// `sql/queue/take.sqlite.sql` and `sql/queue/take.postgres.sql`.
macro_rules! sql {
    ($path:literal) => {
        $crate::store::conn::Sql::both(include_str!(concat!("../../sql/", $path, ".sql")))
    };
    ($path:literal per database) => {
        $crate::store::conn::Sql::pair(
            include_str!(concat!("../../sql/", $path, ".sqlite.sql")),
            include_str!(concat!("../../sql/", $path, ".postgres.sql")),
        )
    };
}

/// Runs a statement on whichever database it is.
///
/// `run!(conn, TAKE, [a, b] => fetch_all as Row)` gives rows, `run!(conn, FINISH, [a, b])` the number of rows touched.
macro_rules! run {
    ($conn:expr, $sql:expr, [$($arg:expr),* $(,)?] => $verb:ident as $row:ty) => {
        match &mut $conn.link {
            $crate::store::conn::Link::Sqlite(link) => {
                sqlx::query_as::<_, $row>($sql.sqlite)$(.bind($arg))*.$verb(&mut **link).await
            }
            $crate::store::conn::Link::Postgres(link) => {
                sqlx::query_as::<_, $row>($sql.postgres)$(.bind($arg))*.$verb(&mut **link).await
            }
        }
        .map_err($crate::store::StoreError::from)
    };
    ($conn:expr, $sql:expr, [$($arg:expr),* $(,)?]) => {
        match &mut $conn.link {
            $crate::store::conn::Link::Sqlite(link) => sqlx::query($sql.sqlite)
                $(.bind($arg))*
                .execute(&mut **link)
                .await
                .map(|done| done.rows_affected()),
            $crate::store::conn::Link::Postgres(link) => sqlx::query($sql.postgres)
                $(.bind($arg))*
                .execute(&mut **link)
                .await
                .map(|done| done.rows_affected()),
        }
        .map_err($crate::store::StoreError::from)
    };
}

/// Runs a statement and hands over row by row, so that many rows are never held twice.
macro_rules! each {
    ($conn:expr, $sql:expr, [$($arg:expr),* $(,)?] => $row:ty, $take:expr) => {{
        use futures_util::TryStreamExt;
        let mut take = $take;
        match &mut $conn.link {
            $crate::store::conn::Link::Sqlite(link) => {
                let rows = sqlx::query_as::<_, $row>($sql.sqlite)$(.bind($arg))*.fetch(&mut **link);
                rows.try_for_each(|row| std::future::ready(Ok(take(row)))).await
            }
            $crate::store::conn::Link::Postgres(link) => {
                let rows = sqlx::query_as::<_, $row>($sql.postgres)$(.bind($arg))*.fetch(&mut **link);
                rows.try_for_each(|row| std::future::ready(Ok(take(row)))).await
            }
        }
        .map_err($crate::store::StoreError::from)
    }};
}

pub(super) use {each, run, sql};
