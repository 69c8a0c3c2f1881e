//! Detects whether any process has changed strikes or facilities. A version number differs after every change; it may
//! also differ without one.
//!
//! SQLite counts the commits of others to each file per connection, so the same connection must be used each time.
//! PostgreSQL has no such count for a table: the rows of the window are hashed with the transactions that wrote them.

use crate::database::conn::{Sql, run, sql};
use crate::{Conn, DbTimestamp, Store, StoreError};
use jiff::Timestamp;

const STRIKES: Sql = sql!("change/strikes" per database);
const FACILITIES: Sql = sql!("change/facilities" per database);

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
    /// Covers the strikes since the given time and the newest one before it.
    pub strikes: i64,
    pub facilities: i64,
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
    pub async fn versions(&mut self, since: Timestamp) -> Result<DataVersions, StoreError> {
        if !self.store.is_sqlite() {
            return read_versions(&mut self.store.live_reader().await?, since, self.generation).await;
        }
        if self.connection.is_none() {
            self.generation += 1;
            self.connection = Some(self.store.dedicated_reader().await?);
        }
        let Some(mut connection) = self.connection.take() else {
            return Err(StoreError::Unavailable("no connection".into()));
        };
        // A connection that failed is not used again.
        let found = read_versions(&mut connection, since, self.generation).await?;
        self.connection = Some(connection);
        Ok(found)
    }
}

async fn read_versions(conn: &mut Conn, since: Timestamp, generation: u64) -> Result<DataVersions, StoreError> {
    let (strikes,) = run!(conn, STRIKES, [DbTimestamp(since)] => fetch_one as (i64,))?;
    let (facilities,) = run!(conn, FACILITIES, [] => fetch_one as (i64,))?;
    Ok(DataVersions { generation, strikes, facilities })
}
