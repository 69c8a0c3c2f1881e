//! Strikes, read by time.

use crate::database::conn::{Sql, each, run, sql};
use crate::{Conn, DbTimestamp, StoreError, StrikeId};
use jiff::Timestamp;
use stormwire_geo::{Bounds, LonLat};

const WINDOW: Sql = sql!("strike/window" per database);
const FINGERPRINT: Sql = sql!("strike/fingerprint" per database);
const NEWEST: Sql = sql!("strike/newest");

#[derive(Debug, Clone, PartialEq)]
pub struct StrikeRow {
    pub id: StrikeId,
    /// The vendor's alert class.
    pub name: String,
    pub at: Timestamp,
    /// Cloud or ground, as the vendor calls it.
    pub kind: String,
    pub position: LonLat,
    /// PostgreSQL: the transaction that wrote the row, if selected. Otherwise 0.
    pub stamp: i64,
}

/// Sums over a set of strikes. While the database computes the same sums, the strikes are unchanged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct StrikeFingerprint {
    /// SQLite: how many rows were ever updated or deleted. Otherwise 0.
    pub edits: i64,
    count: i64,
    ids: i64,
    stamps: i64,
}

impl StrikeFingerprint {
    pub fn add(&mut self, id: StrikeId, stamp: i64) {
        self.count += 1;
        self.ids += id.get() & 0xffff_ffff;
        self.stamps += stamp;
    }

    pub fn remove(&mut self, id: StrikeId, stamp: i64) {
        self.count -= 1;
        self.ids -= id.get() & 0xffff_ffff;
        self.stamps -= stamp;
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: StrikeId,
    name: String,
    at: DbTimestamp,
    r#type: String,
    latitude: f64,
    longitude: f64,
    #[sqlx(default)]
    stamp: i64,
}

impl Row {
    /// `None` if the position is invalid, which the table's checks prevent.
    fn strike(self) -> Option<StrikeRow> {
        let position = LonLat::new(self.longitude, self.latitude).ok()?;
        let Self { id, name, at: DbTimestamp(at), r#type: kind, stamp, .. } = self;
        Some(StrikeRow { id, name, at, kind, position, stamp })
    }
}

/// Passes on the strikes between two times, inclusive, with ids larger than `after`, by time and id.
pub async fn window(
    conn: &mut Conn,
    from: Timestamp,
    to: Timestamp,
    after: Option<StrikeId>,
    mut take: impl FnMut(StrikeRow) + Send,
) -> Result<(), StoreError> {
    each!(conn, WINDOW, [DbTimestamp(from), DbTimestamp(to), after] => Row, |row: Row| if let Some(strike) = row.strike() { take(strike) })
}

/// Covers the strikes since a time with ids up to `up_to`; no strikes if that is `None`.
pub async fn fingerprint(
    conn: &mut Conn,
    since: Timestamp,
    up_to: Option<StrikeId>,
) -> Result<StrikeFingerprint, StoreError> {
    run!(conn, FINGERPRINT, [DbTimestamp(since), up_to.map_or(i64::MIN, StrikeId::get)] => fetch_one as StrikeFingerprint)
}

#[derive(Debug, Clone)]
pub struct StrikeSearch {
    pub from: Timestamp,
    pub to: Timestamp,
    /// Edges are inclusive.
    pub bounds: Option<Bounds>,
    /// Lowercase.
    pub kind: Option<String>,
    pub most: u32,
}

/// The newest matching strikes, newest first; at equal times the higher id first.
pub async fn list_newest(conn: &mut Conn, search: StrikeSearch) -> Result<Vec<StrikeRow>, StoreError> {
    let StrikeSearch { from, to, bounds, kind, most } = search;
    let [west, south, east, north] = match bounds {
        Some(bounds) => [bounds.min().lon(), bounds.min().lat(), bounds.max().lon(), bounds.max().lat()],
        None => [-180.0, -90.0, 180.0, 90.0],
    };
    let rows = run!(
        conn, NEWEST, [DbTimestamp(from), DbTimestamp(to), west, south, east, north, kind.unwrap_or_default(), i64::from(most)]
        => fetch_all as Row
    )?;
    Ok(rows.into_iter().filter_map(Row::strike).collect())
}
