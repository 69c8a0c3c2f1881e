//! Tiles as JSON.

use serde::Serialize;
use stormwire_city::tiles::{Tile, Tiles};
use stormwire_store::TileId;
use utoipa::ToSchema;

/// An aerial image of a rectangle of the city, in feet of the city's coordinate system with Y up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AerialTile)]
pub struct TileView {
    #[schema(value_type = i64)]
    id: TileId,
    /// Identifies the area, independent of the year.
    slug: String,
    year: i32,
    /// `L01` (fine) to `L07` (coarse).
    #[schema(example = "L01")]
    level: &'static str,
    min_x: f64,
    min_y: f64,
    max_x: f64,
    max_y: f64,
    /// Size of the image in pixels.
    pixel_width: i32,
    pixel_height: i32,
    /// Resolution of the level.
    feet_per_pixel: f64,
    image_url: String,
}

impl TileView {
    pub fn new(tile: &Tile, tiles: &Tiles) -> Self {
        let (fields, rect) = (&tile.fields, tile.fields.footprint.rect);
        Self {
            id: tile.id,
            slug: fields.slug.clone(),
            year: fields.year,
            level: fields.footprint.level.name(),
            min_x: rect.min_x(),
            min_y: rect.min_y(),
            max_x: rect.max_x(),
            max_y: rect.max_y(),
            pixel_width: fields.pixel_width,
            pixel_height: fields.pixel_height,
            feet_per_pixel: fields.footprint.level.feet_per_pixel(),
            image_url: tiles.image_url(tile),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AerialTilePage)]
pub struct TilePageView {
    pub items: Vec<TileView>,
    /// Pass it as `cursor` to get the next page; null on the last page.
    pub next_cursor: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AerialTilesCovering)]
pub struct CoveringView {
    /// Finest level first.
    pub tiles: Vec<TileView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AerialTilesViewport)]
pub struct ViewportView {
    /// Null if there are no tiles at all.
    pub level: Option<&'static str>,
    pub feet_per_pixel: Option<f64>,
    pub tiles: Vec<TileView>,
}
