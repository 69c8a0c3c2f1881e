//! Detects whether any process has changed strikes or facilities. A version number differs after every change; it may
//! also differ without one.
//!
//! SQLite counts the commits of others to each file per connection, so the same connection must be used each time.
//! On PostgreSQL, triggers count the statements that write strikes; the few facilities are hashed with the transactions
//! that wrote them.

use crate::database::conn::{BackendConnection, Sql, sql};
use crate::database::statement::run;
use crate::{Conn, Store, StoreError};

const STRIKES: Sql = sql!("change/strikes" per database);
const FACILITIES: Sql = sql!("change/facilities" per database);
const MERGE_RECORDS: Sql = sql!("change/merge_records" per database);

pub struct ChangeDetector {
    store: Store,
    /// Only on SQLite.
    connection: Option<Conn>,
    /// How many connections there have been. Versions of different connections cannot be compared.
    generation: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataVersions {
    generation: u64,
    strikes: i64,
    facilities: i64,
}

impl DataVersions {
    pub fn same_strikes(&self, other: &Self) -> bool {
        (self.generation, self.strikes) == (other.generation, other.strikes)
    }

    pub fn same_facilities(&self, other: &Self) -> bool {
        (self.generation, self.facilities) == (other.generation, other.facilities)
    }
}

impl ChangeDetector {
    pub fn new(store: Store) -> Self {
        Self { store, connection: None, generation: 0 }
    }

    /// Rows that are read after this are at least as new as the returned versions.
    pub async fn versions(&mut self) -> Result<DataVersions, StoreError> {
        if !self.store.is_sqlite() {
            return read_versions(&mut self.store.live_reader().await?, self.generation).await;
        }
        if self.connection.is_none() {
            self.generation += 1;
            self.connection = Some(self.store.dedicated_reader().await?);
        }
        let Some(mut connection) = self.connection.take() else {
            return Err(StoreError::Unavailable("no connection".into()));
        };
        // A connection that failed is not used again.
        let found = read_versions(&mut connection, self.generation).await?;
        self.connection = Some(connection);
        Ok(found)
    }
}

async fn read_versions(conn: &mut Conn, generation: u64) -> Result<DataVersions, StoreError> {
    let (strikes,) = run!(conn, STRIKES, [] => fetch_one as (i64,))?;
    let (facilities,) = run!(conn, FACILITIES, [] => fetch_one as (i64,))?;
    Ok(DataVersions { generation, strikes, facilities })
}

/// Merges up to `most` records of changes into one, which changes no version. Returns 0 when there is nothing to merge.
pub async fn merge_records(conn: &mut Conn, most: u32) -> Result<u64, StoreError> {
    match conn.link {
        // There is one.
        BackendConnection::Sqlite(_) => Ok(0),
        BackendConnection::Postgres(_) => run!(conn, MERGE_RECORDS, [i64::from(most)]),
    }
}
