//! The rows of strikes, read by time.

use super::conn::{Sql, each, run, sql};
use super::{At, Conn, StoreError};
use jiff::Timestamp;
use stormwire_earth::{Bounds, LonLat};

const WINDOW: Sql = sql!("strike/window");
const NEWEST: Sql = sql!("strike/newest");

/// A strike as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct StrikeRow {
    /// The row.
    pub id: i64,
    /// The vendor's alert class.
    pub name: String,
    /// When it struck.
    pub at: Timestamp,
    /// Cloud or ground, in the vendor's words.
    pub kind: String,
    /// Where.
    pub position: LonLat,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: i64,
    name: String,
    at: At,
    r#type: String,
    latitude: f64,
    longitude: f64,
}

impl Row {
    /// The table holds no other positions; what cannot be is not there.
    fn strike(self) -> Option<StrikeRow> {
        let position = LonLat::new(self.longitude, self.latitude).ok()?;
        Some(StrikeRow { id: self.id, name: self.name, at: self.at.0, kind: self.r#type, position })
    }
}

/// Hands over the strikes of a stretch of time, both ends included, oldest first, same instants by id.
pub(crate) async fn window(
    conn: &mut Conn,
    (from, to): (Timestamp, Timestamp),
    mut take: impl FnMut(StrikeRow) + Send,
) -> Result<(), StoreError> {
    each!(conn, WINDOW, [At(from), At(to)] => Row, |row: Row| if let Some(strike) = row.strike() { take(strike) })
}

/// What is looked for.
#[derive(Debug, Clone)]
pub struct StrikeSearch {
    /// Not before.
    pub from: Timestamp,
    /// Not after.
    pub to: Timestamp,
    /// Inside or on the edge.
    pub bounds: Option<Bounds>,
    /// Of this type; in small letters.
    pub kind: Option<String>,
    /// At most.
    pub most: u32,
}

/// The newest of what is looked for, newest first, same instants by id.
pub(crate) async fn newest(conn: &mut Conn, search: StrikeSearch) -> Result<Vec<StrikeRow>, StoreError> {
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
