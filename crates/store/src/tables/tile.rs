//! Aerial tiles, and a version number that changes with them.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, StoreError, TileId};
use stormwire_geo::tiles::{Rect, TileFootprint};

const VERSION: Sql = sql!("tile/version");
const LIST: Sql = sql!("tile/list");
const PUT: Sql = sql!("tile/put");

#[derive(Debug, Clone, PartialEq)]
pub struct Tile {
    pub id: TileId,
    /// Starts at 1; incremented whenever the tile is replaced.
    pub version: i32,
    pub fields: TileFields,
}

/// The key is slug and year.
#[derive(Debug, Clone, PartialEq)]
pub struct TileFields {
    /// Identifies the area, independent of the year.
    pub slug: String,
    /// When the photo was taken.
    pub year: i32,
    pub footprint: TileFootprint,
    pub pixel_width: i32,
    pub pixel_height: i32,
    /// Relative to the static root: `media/aerial/{slug}-{year}.jpg`.
    pub image_path: String,
}

#[derive(sqlx_macros::FromRow)]
struct Row {
    id: TileId,
    slug: String,
    year: i32,
    level: String,
    min_x: f64,
    min_y: f64,
    max_x: f64,
    max_y: f64,
    pixel_width: i32,
    pixel_height: i32,
    image_path: String,
    image_version: i32,
}

/// Changes whenever any process changes a tile.
pub async fn version(conn: &mut Conn) -> Result<i64, StoreError> {
    let (version,) = run!(conn, VERSION, [] => fetch_one as (i64,))?;
    Ok(version)
}

/// By id.
pub async fn list(conn: &mut Conn) -> Result<Vec<Tile>, StoreError> {
    let rows = run!(conn, LIST, [] => fetch_all as Row)?;
    Ok(rows.into_iter().filter_map(tile).collect())
}

/// Inserts or replaces the tile.
pub async fn upsert(conn: &mut Conn, fields: &TileFields) -> Result<(), StoreError> {
    let (level, rect) = (fields.footprint.level.name(), fields.footprint.rect);
    let (slug, path) = (fields.slug.clone(), fields.image_path.clone());
    run!(
        conn,
        PUT,
        [
            slug,
            fields.year,
            level,
            rect.min_x(),
            rect.min_y(),
            rect.max_x(),
            rect.max_y(),
            fields.pixel_width,
            fields.pixel_height,
            path,
        ]
    )
    .map(|_| ())
}

/// `None` for a row of another program that is not a valid tile, for instance with an infinite side.
fn tile(row: Row) -> Option<Tile> {
    let rect = Rect::new(row.min_x, row.min_y, row.max_x, row.max_y).ok()?;
    Some(Tile {
        id: row.id,
        version: row.image_version,
        fields: TileFields {
            slug: row.slug,
            year: row.year,
            footprint: TileFootprint { level: row.level.parse().ok()?, rect },
            pixel_width: row.pixel_width,
            pixel_height: row.pixel_height,
            image_path: row.image_path,
        },
    })
}
