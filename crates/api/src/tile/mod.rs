//! Aerial tiles. Public.

mod params;
mod views;

use crate::params::{Id, Query, limit};
use crate::problem_responses::{InvalidInput, NotFound};
use crate::{App, Problem};
use axum::Json;
use axum::extract::State;
use params::{CoveringParams, ListParams, Position, ViewportParams};
use stormwire_geo::tiles::Level;
use stormwire_store::TileId;
use views::{CoveringView, TilePageView, TileView, ViewportView};

const DEFAULT_LIMIT: u32 = 100;
const MAX_LIMIT: u32 = 1_000;

/// List tiles
#[utoipa::path(get, path = "/aerial-tiles", tag = "Aerial tiles", params(ListParams), responses(
    (status = 200, description = "A page of tiles, by id", body = TilePageView),
    InvalidInput,
))]
pub(crate) async fn list(
    State(app): State<App>,
    Query(params): Query<ListParams>,
) -> Result<Json<TilePageView>, Problem> {
    let limit = limit(params.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
    let page = app.tiles.page(params.level()?, params.year()?, params.after()?, limit).await?;
    let items = page.tiles.iter().map(|tile| TileView::new(tile, &app.tiles)).collect();
    Ok(Json(TilePageView { items, next_cursor: page.next.map(|id| id.to_string()) }))
}

/// Get a tile
#[utoipa::path(get, path = "/aerial-tiles/{id}", tag = "Aerial tiles", params(("id" = i64, Path)), responses(
    (status = 200, description = "The tile", body = TileView),
    NotFound,
))]
pub(crate) async fn get(State(app): State<App>, Id(id): Id<TileId>) -> Result<Json<TileView>, Problem> {
    let tile = app.tiles.get(id).await?.ok_or_else(|| Problem::resource_not_found("aerial tile", id))?;
    Ok(Json(TileView::new(&tile, &app.tiles)))
}

/// List tiles that cover a point
///
/// Finest level first.
#[utoipa::path(get, path = "/aerial-tiles/covering", tag = "Aerial tiles", params(CoveringParams), responses(
    (status = 200, description = "The tiles, finest level first", body = CoveringView),
    InvalidInput,
))]
pub(crate) async fn covering(
    State(app): State<App>,
    Query(params): Query<CoveringParams>,
) -> Result<Json<CoveringView>, Problem> {
    let year = params.year()?;
    let tiles = match params.position()? {
        Position::Degrees(at) => app.tiles.covering_degrees(at, year).await?,
        Position::Feet(point) => app.tiles.covering(point, year).await?,
    };
    Ok(Json(CoveringView { tiles: tiles.iter().map(|tile| TileView::new(tile, &app.tiles)).collect() }))
}

/// List tiles for a viewport
///
/// Uses the coarsest level that is sharp at this size, or a coarser one if that has too many tiles.
#[utoipa::path(get, path = "/aerial-tiles/viewport", tag = "Aerial tiles", params(ViewportParams), responses(
    (status = 200, description = "The level and its tiles in the rectangle", body = ViewportView),
    InvalidInput,
))]
pub(crate) async fn viewport(
    State(app): State<App>,
    Query(params): Query<ViewportParams>,
) -> Result<Json<ViewportView>, Problem> {
    let shown = app.tiles.viewport(params.viewport()?, params.year()?).await?;
    Ok(Json(ViewportView {
        level: shown.level.map(Level::name),
        feet_per_pixel: shown.level.map(Level::feet_per_pixel),
        tiles: shown.tiles.iter().map(|tile| TileView::new(tile, &app.tiles)).collect(),
    }))
}
