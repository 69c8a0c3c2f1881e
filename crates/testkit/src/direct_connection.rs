//! A direct connection to the database, like another program of the city uses.

use crate::wait::TEST_TIMEOUT;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, SqliteConnection};
use std::time::Duration;
use stormwire_clock::{SystemClock, within};
use stormwire_store::Database;

/// How long one of several servers, which may have vanished, is waited for at first.
const FIRST_CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Bypasses the store and sees all three schemas.
pub enum DirectConnection {
    /// With the three files attached.
    Sqlite(SqliteConnection),
    /// As a superuser.
    Postgres(PgConnection),
}

impl DirectConnection {
    pub async fn connect(database: &Database) -> Self {
        match database {
            Database::Sqlite(folder) => {
                let options = SqliteConnectOptions::new().filename("").busy_timeout(TEST_TIMEOUT);
                let mut conn = options.connect().await.expect("connect to the database");
                for schema in ["it", "data", "organization"] {
                    let file = folder.join(format!("{schema}.db"));
                    let attach = sqlx::query(AssertSqlSafe(format!("attach $1 as {schema}")));
                    attach.bind(file.display().to_string()).execute(&mut conn).await.expect("attach the database file");
                }
                Self::Sqlite(conn)
            }
            Database::Postgres(_) => Self::Postgres(connect_primary(database).await),
        }
    }

    pub async fn execute(&mut self, sql: &str) -> Result<(), sqlx::Error> {
        let sql = AssertSqlSafe(sql.to_owned());
        match self {
            Self::Sqlite(conn) => conn.execute(sql).await.map(|_| ()),
            Self::Postgres(conn) => conn.execute(sql).await.map(|_| ()),
        }
    }

    pub async fn number(&mut self, sql: &str) -> i64 {
        self.try_number(sql).await.expect("query a number")
    }

    pub(crate) async fn try_number(&mut self, sql: &str) -> Result<i64, sqlx::Error> {
        let sql = AssertSqlSafe(sql.to_owned());
        match self {
            Self::Sqlite(conn) => sqlx::query_scalar(sql).fetch_one(conn).await,
            Self::Postgres(conn) => sqlx::query_scalar(sql).fetch_one(conn).await,
        }
    }

    /// Runs the first statement on SQLite, the second on PostgreSQL.
    pub async fn text(&mut self, [sqlite, postgres]: [&str; 2]) -> String {
        let found = match self {
            Self::Sqlite(conn) => sqlx::query_scalar(AssertSqlSafe(sqlite.to_owned())).fetch_one(conn).await,
            Self::Postgres(conn) => sqlx::query_scalar(AssertSqlSafe(postgres.to_owned())).fetch_one(conn).await,
        };
        found.expect("query a text")
    }
}

/// Of several servers, the first that accepts writes. One that has vanished never responds, and one on a busy machine late: each
/// round waits longer for each of them.
async fn connect_primary(database: &Database) -> PgConnection {
    let is_one_of_several = database.server_urls().len() > 1;
    let mut limit = if is_one_of_several { FIRST_CONNECT_TIMEOUT } else { TEST_TIMEOUT };
    loop {
        let problems = match try_connect_primary(database, limit).await {
            Ok(conn) => return conn,
            Err(problems) => problems,
        };
        assert!(limit < TEST_TIMEOUT, "no server accepts writes: {problems:?}");
        limit *= 2;
    }
}

/// Returns the problem of each server if none accepts writes.
async fn try_connect_primary(database: &Database, limit: Duration) -> Result<PgConnection, Vec<String>> {
    let mut problems = Vec::new();
    for url in database.server_urls() {
        let connecting = async {
            let mut conn = PgConnection::connect(url.as_str()).await?;
            let is_standby: bool = sqlx::query_scalar("select pg_is_in_recovery()").fetch_one(&mut conn).await?;
            Ok::<_, sqlx::Error>((conn, is_standby))
        };
        match within(&SystemClock, limit, connecting).await {
            Some(Ok((conn, false))) => return Ok(conn),
            Some(Ok((_, true))) => problems.push("a standby".to_owned()),
            Some(Err(error)) => problems.push(error.to_string()),
            None => problems.push("no response".to_owned()),
        }
    }
    Err(problems)
}
