//! A full disk.

use crate::TestDb;
use futures_util::FutureExt;
use stormwire_store::user_tables::generated::{self, GeneratedSql};
use stormwire_store::{Database, Schema, StoreError};

const NO_LIMIT: u32 = 1_000_000_000;

/// SQLite: `it.db` may not grow. PostgreSQL: new rows of a table of the schema `it` fail as on a full disk.
pub async fn fill_disk(db: &TestDb, table: &str) {
    match &db.database {
        Database::Sqlite(_) => limit_pages(db, 1).await,
        Database::Postgres(_) => {
            db.execute(
                "create function it.fill() returns trigger language plpgsql as $$ begin \
                 raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$",
            )
            .await;
            db.execute(&format!(
                "create trigger Fill before insert on it.{table} for each row execute function it.fill()"
            ))
            .await;
        }
    }
}

pub async fn free_disk(db: &TestDb, table: &str) {
    match &db.database {
        Database::Sqlite(_) => limit_pages(db, NO_LIMIT).await,
        Database::Postgres(_) => db.execute(&format!("drop trigger Fill on it.{table}")).await,
    }
}

/// SQLite takes a limit below the size of the file as its size.
async fn limit_pages(db: &TestDb, most: u32) {
    let limit = GeneratedSql::new(format!("pragma it.max_page_count = {most}"));
    let set = db.store.write::<_, StoreError, _>(Schema::It, move |conn| {
        async move { generated::execute(conn, &limit, None).await }.boxed()
    });
    set.await.expect("limit the size of it.db");
}
