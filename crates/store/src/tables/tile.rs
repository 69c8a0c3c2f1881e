//! The rows of aerial tiles, and the number that tells whether they have changed.

use crate::database::conn::{Sql, run, sql};
use crate::{Conn, StoreError, TileId};
use stormwire_geo::tiles::{Rect, TileFootprint};

const VERSION: Sql = sql!("tile/version");
const LIST: Sql = sql!("tile/list");
const PUT: Sql = sql!("tile/put");

/// An aerial photo of a piece of the city.
#[derive(Debug, Clone, PartialEq)]
pub struct Tile {
    pub id: TileId,
    /// 1, and 1 more each time that it was replaced.
    pub version: i32,
    /// What else there is to know.
    pub fields: TileFields,
}

/// What is written of a tile. Slug and year are its key.
#[derive(Debug, Clone, PartialEq)]
pub struct TileFields {
    /// Names the piece, whatever the year.
    pub slug: String,
    /// When the photo was taken.
    pub year: i32,
    /// How fine it is and where it lies.
    pub footprint: TileFootprint,
    /// Native pixels, from west to east.
    pub pixel_width: i32,
    /// Native pixels, from south to north.
    pub pixel_height: i32,
    /// Relative to the static root: `media/aerial/{slug}-{year}.jpg`.
    pub image_path: String,
}

#[derive(sqlx::FromRow)]
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

/// Differs from an earlier answer when anyone has changed a tile since.
pub async fn version(conn: &mut Conn) -> Result<i64, StoreError> {
    let (version,) = run!(conn, VERSION, [] => fetch_one as (i64,))?;
    Ok(version)
}

/// All of them, in the order of their ids.
pub async fn list(conn: &mut Conn) -> Result<Vec<Tile>, StoreError> {
    let rows = run!(conn, LIST, [] => fetch_all as Row)?;
    Ok(rows.into_iter().filter_map(tile).collect())
}

/// Adds a tile, or replaces what was said of it.
pub async fn put(conn: &mut Conn, fields: &TileFields) -> Result<(), StoreError> {
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

/// A row of another program whose rectangle is none (an infinite side) cannot be placed, and is none.
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
