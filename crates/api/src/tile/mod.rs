//! Aerial tiles. Public.

mod params;
mod responder;

use crate::params::{Id, Query, limit};
use crate::problem::OrNotFound;
use crate::problem_responses::{InvalidInput, NotFound};
use crate::{App, Problem};
use axum::extract::State;
use axum::response::Response;
pub use params::ViewportParams;
use params::{CoveringParams, ListParams, Position};
use responder::TileResponder;
use stormwire_geo::tiles::Level;
use stormwire_store::TileId;
use stormwire_views::tile::{CoveringView, TilePageView, TileView, ViewportView};

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
    responder: TileResponder,
) -> Result<Response, Problem> {
    let limit = limit(params.limit, DEFAULT_LIMIT, MAX_LIMIT)?;
    let (level, year, after) = (params.level()?, params.year()?, params.after()?);
    responder
        .respond(&app, async || {
            let page = app.tiles.page(level, year, after, limit).await?;
            let items = page.tiles.iter().map(|tile| TileView::new(tile, &app.tiles)).collect();
            Ok(TilePageView { items, next_cursor: page.next.map(|id| id.to_string()) })
        })
        .await
}

/// Get a tile
#[utoipa::path(get, path = "/aerial-tiles/{id}", tag = "Aerial tiles", params(("id" = i64, Path)), responses(
    (status = 200, description = "The tile", body = TileView),
    NotFound,
))]
pub(crate) async fn get(
    State(app): State<App>,
    Id(id): Id<TileId>,
    responder: TileResponder,
) -> Result<Response, Problem> {
    responder
        .respond(&app, async || {
            let tile = app.tiles.get(id).await?.or_not_found("aerial tile", id)?;
            Ok(TileView::new(&tile, &app.tiles))
        })
        .await
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
    responder: TileResponder,
) -> Result<Response, Problem> {
    let (year, position) = (params.year()?, params.position()?);
    responder
        .respond(&app, async || {
            let tiles = match position {
                Position::Degrees(at) => app.tiles.covering_degrees(at, year).await?,
                Position::Feet(point) => app.tiles.covering(point, year).await?,
            };
            Ok(CoveringView { tiles: tiles.iter().map(|tile| TileView::new(tile, &app.tiles)).collect() })
        })
        .await
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
    responder: TileResponder,
) -> Result<Response, Problem> {
    let (viewport, year) = (params.viewport()?, params.year()?);
    responder
        .respond(&app, async || {
            let shown = app.tiles.viewport(viewport, year).await?;
            Ok(ViewportView {
                level: shown.level.map(Level::name),
                feet_per_pixel: shown.level.map(Level::feet_per_pixel),
                tiles: shown.tiles.iter().map(|tile| TileView::new(tile, &app.tiles)).collect(),
            })
        })
        .await
}
