//! The rows of strikes, read by time.

use crate::database::conn::{Sql, each, run, sql};
use crate::{At, Conn, StoreError, StrikeId};
use jiff::Timestamp;
use stormwire_geo::{Bounds, LonLat};

const WINDOW: Sql = sql!("strike/window" per database);
const TALLY: Sql = sql!("strike/tally" per database);
const NEWEST: Sql = sql!("strike/newest");

/// A strike as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct StrikeRow {
    pub id: StrikeId,
    /// The vendor's alert class.
    pub name: String,
    pub at: Timestamp,
    /// Cloud or ground, in the vendor's words.
    pub kind: String,
    pub position: LonLat,
    /// What wrote the row, where the database keeps that and it was asked for.
    pub stamp: i64,
}

/// What strikes that were read add up to. As long as the database gives the same, they are the same.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Tally {
    /// How many rows were changed ever, where the database counts that.
    pub edits: i64,
    count: i64,
    ids: i64,
    stamps: i64,
}

impl Tally {
    /// Adds a strike that was read.
    pub fn add(&mut self, id: StrikeId, stamp: i64) {
        self.count += 1;
        self.ids += id.get() & 0xffff_ffff;
        self.stamps += stamp;
    }

    /// Takes out one that was added.
    pub fn forget(&mut self, id: StrikeId, stamp: i64) {
        self.count -= 1;
        self.ids -= id.get() & 0xffff_ffff;
        self.stamps -= stamp;
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: StrikeId,
    name: String,
    at: At,
    r#type: String,
    latitude: f64,
    longitude: f64,
    #[sqlx(default)]
    stamp: i64,
}

impl Row {
    /// The table holds no other positions; what cannot be is not there.
    fn strike(self) -> Option<StrikeRow> {
        let position = LonLat::new(self.longitude, self.latitude).ok()?;
        let Self { id, name, at: At(at), r#type: kind, stamp, .. } = self;
        Some(StrikeRow { id, name, at, kind, position, stamp })
    }
}

/// Hands over the strikes of a stretch of time, both ends included, with ids after the one given if any, oldest first, same
/// instants by id.
pub async fn window(
    conn: &mut Conn,
    from: Timestamp,
    to: Timestamp,
    after: Option<StrikeId>,
    mut take: impl FnMut(StrikeRow) + Send,
) -> Result<(), StoreError> {
    each!(conn, WINDOW, [At(from), At(to), after] => Row, |row: Row| if let Some(strike) = row.strike() { take(strike) })
}

/// What the strikes since then with ids up to the one given, of none without it, add up to.
pub async fn tally(conn: &mut Conn, since: Timestamp, up_to: Option<StrikeId>) -> Result<Tally, StoreError> {
    run!(conn, TALLY, [At(since), up_to.map_or(i64::MIN, StrikeId::get)] => fetch_one as Tally)
}

/// What is looked for.
#[derive(Debug, Clone)]
pub struct StrikeSearch {
    pub from: Timestamp,
    pub to: Timestamp,
    /// Inside or on the edge.
    pub bounds: Option<Bounds>,
    /// Of this type; in small letters.
    pub kind: Option<String>,
    pub most: u32,
}

/// The newest of what is looked for, newest first, same instants by id.
pub async fn newest(conn: &mut Conn, search: StrikeSearch) -> Result<Vec<StrikeRow>, StoreError> {
    let StrikeSearch { from, to, bounds, kind, most } = search;
    let [west, south, east, north] = match bounds {
        Some(bounds) => [bounds.min().lon(), bounds.min().lat(), bounds.max().lon(), bounds.max().lat()],
        None => [-180.0, -90.0, 180.0, 90.0],
    };
    let rows = run!(
        conn, NEWEST, [At(from), At(to), west, south, east, north, kind.unwrap_or_default(), i64::from(most)]
        => fetch_all as Row
    )?;
    Ok(rows.into_iter().filter_map(Row::strike).collect())
}
