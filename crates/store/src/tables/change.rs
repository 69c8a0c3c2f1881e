//! Whether strikes or facilities have changed, by whatever process. A number that is another after every change; it
//! may also be another without one.
//!
//! SQLite counts the commits of others to each file for the connection that asks, so the same connection must ask each
//! time. PostgreSQL has no such count for a table: the rows of the window are summed up with the transactions that
//! wrote them.

use crate::database::conn::{Sql, run, sql};
use crate::{At, Conn, Store, StoreError};
use jiff::Timestamp;

const STRIKES: Sql = sql!("change/strikes" per database);
const FACILITIES: Sql = sql!("change/facilities" per database);

/// Asks again and again.
pub struct Witness {
    store: Store,
    /// The one connection, on SQLite.
    own: Option<Conn>,
    /// How many there have been: each counts for itself, so numbers of different ones say nothing together.
    turns: u64,
}

/// What the witness has seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Versions {
    turn: u64,
    /// Of the strikes since the time that was asked about, and of the newest one before it.
    pub strikes: i64,
    pub facilities: i64,
}

impl Versions {
    /// Whether no strike has changed between the two.
    pub fn same_strikes(&self, other: &Self) -> bool {
        (self.turn, self.strikes) == (other.turn, other.strikes)
    }

    /// Whether no facility has changed between the two.
    pub fn same_facilities(&self, other: &Self) -> bool {
        (self.turn, self.facilities) == (other.turn, other.facilities)
    }
}

impl Witness {
    pub fn new(store: Store) -> Self {
        Self { store, own: None, turns: 0 }
    }

    /// Looks. Rows that are read after this are at least as new as what it saw.
    pub async fn look(&mut self, since: Timestamp) -> Result<Versions, StoreError> {
        if !self.store.is_sqlite() {
            return versions(&mut self.store.reader().await?, since, self.turns).await;
        }
        if self.own.is_none() {
            self.turns += 1;
            self.own = Some(self.store.onlooker().await?);
        }
        let Some(mut own) = self.own.take() else { return Err(StoreError::Unavailable("no connection".into())) };
        // Kept only when it has answered: one that failed is not asked again.
        let found = versions(&mut own, since, self.turns).await?;
        self.own = Some(own);
        Ok(found)
    }
}

async fn versions(conn: &mut Conn, since: Timestamp, turn: u64) -> Result<Versions, StoreError> {
    let (strikes,) = run!(conn, STRIKES, [At(since)] => fetch_one as (i64,))?;
    let (facilities,) = run!(conn, FACILITIES, [] => fetch_one as (i64,))?;
    Ok(Versions { turn, strikes, facilities })
}
