//! Map layers: the city's own boundaries, roads, water and parks. Anyone reads what the map draws; administrators import.

use crate::access::{Admin, Viewer};
use crate::params::Id;
use crate::problem_responses::{AccessDenied, InvalidInput, NotFound};
use crate::{App, Json, Problem};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use stormwire_city::map_layers::{LayerFile, MapLayer, MapLayerContent, MapLayerError, MapLayerInput, MapLayerKind};
use stormwire_http::response_cache::{CachedResponse, Freshness};
use stormwire_store::{MapLayerId, StoreError};
use utoipa::ToSchema;

const PATH: &str = "/map-layers";

#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MapLayerKind)]
pub(crate) enum KindView {
    Boundary,
    Road,
    Water,
    Park,
}

impl From<MapLayerKind> for KindView {
    fn from(kind: MapLayerKind) -> Self {
        match kind {
            MapLayerKind::Boundary => Self::Boundary,
            MapLayerKind::Road => Self::Road,
            MapLayerKind::Water => Self::Water,
            MapLayerKind::Park => Self::Park,
        }
    }
}

impl From<KindView> for MapLayerKind {
    fn from(kind: KindView) -> Self {
        match kind {
            KindView::Boundary => Self::Boundary,
            KindView::Road => Self::Road,
            KindView::Water => Self::Water,
            KindView::Park => Self::Park,
        }
    }
}

/// What the map draws below everything else.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MapLayers)]
pub(crate) struct MapLayersView {
    /// By name.
    layers: Vec<DrawnLayerView>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DrawnMapLayer)]
struct DrawnLayerView {
    name: String,
    kind: KindView,
    geojson: LayerCollectionView,
}

/// A GeoJSON FeatureCollection.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = MapLayerCollection)]
struct LayerCollectionView {
    /// `FeatureCollection`
    r#type: String,
    features: Vec<LayerFeatureView>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = MapLayerFeature)]
struct LayerFeatureView {
    /// `Feature`
    r#type: String,
    properties: LayerPropertiesView,
    geometry: LayerGeometryView,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = MapLayerProperties)]
struct LayerPropertiesView {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

/// Positions are longitude, then latitude, in degrees (WGS 84).
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", content = "coordinates")]
#[schema(as = MapLayerGeometry)]
enum LayerGeometryView {
    MultiLineString(Vec<Vec<Vec<f64>>>),
    MultiPolygon(Vec<Vec<Vec<Vec<f64>>>>),
}

/// Get all map layers as the map draws them
#[utoipa::path(get, path = "/map-layers", tag = "Map layers", responses(
    (status = 200, description = "The layers, by name", body = MapLayersView),
))]
pub(crate) async fn drawn(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    // Read before the contents, so that a change in between is noticed the next time.
    let version: Vec<(MapLayerId, i64)> =
        app.map_layers.list().await?.into_iter().map(|layer| (layer.id, layer.revision)).collect();
    let cache = app.response_cache.map_layers();
    let response = if let Some(response) = cache.find(PATH, &version) {
        response
    } else {
        let contents = app.map_layers.contents().await?;
        let view = app.lightning.run_blocking(None, move || map_layers_view(contents)).await?;
        let response = Arc::new(CachedResponse::json(&view, Freshness::Revalidate));
        cache.insert(PATH, &version, &response);
        response
    };
    if !response.is_encoded_for(&headers) {
        let (response, headers) = (response.clone(), headers.clone());
        app.lightning.run_blocking(None, move || response.encode_for(&headers)).await;
    }
    Ok(response.respond(&headers, app.clock.now()).map(Into::into))
}

fn map_layers_view(contents: Vec<MapLayerContent>) -> Result<MapLayersView, StoreError> {
    let layers: Result<Vec<DrawnLayerView>, StoreError> = contents.into_iter().map(drawn_layer_view).collect();
    Ok(MapLayersView { layers: layers? })
}

fn drawn_layer_view(MapLayerContent { name, kind, geojson }: MapLayerContent) -> Result<DrawnLayerView, StoreError> {
    let geojson = serde_json::from_str(&geojson)
        .map_err(|error| StoreError::Unreadable(format!("organization.MapLayer {name:?}, GeoJson: {error}")))?;
    Ok(DrawnLayerView { name, kind: kind.into(), geojson })
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MapLayer)]
pub(crate) struct MapLayerView {
    #[schema(value_type = i64)]
    id: MapLayerId,
    name: String,
    kind: KindView,
    /// Lines and polygons.
    features: u64,
    /// Vertices that are drawn, after simplification.
    vertices: u64,
    /// When the layer was imported.
    #[schema(value_type = String, format = DateTime)]
    updated_at: Timestamp,
}

impl From<MapLayer> for MapLayerView {
    fn from(layer: MapLayer) -> Self {
        let MapLayer { id, name, kind, features, vertices, updated_at, .. } = layer;
        Self { id, name, kind: kind.into(), features, vertices, updated_at }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MapLayerInput)]
pub(crate) struct MapLayerBody {
    /// 1 to 100 visible characters. A layer with this name is replaced.
    #[schema(min_length = 1, max_length = 100)]
    name: String,
    kind: KindView,
    /// The content of the file: a GeoJSON FeatureCollection of lines and polygons in degrees (WGS 84).
    text: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MapLayerImport)]
pub(crate) struct MapLayerImportView {
    layer: MapLayerView,
    /// Vertices in the file. The difference to `layer.vertices` was not visible: less than 2 meters.
    vertices_read: u64,
}

/// List map layers
#[utoipa::path(get, path = "/map-layer", tag = "Map layers", responses(
    (status = 200, description = "Layers without their lines and polygons, by name", body = [MapLayerView]),
    AccessDenied,
))]
pub(crate) async fn list(_: Viewer, State(app): State<App>) -> Result<axum::Json<Vec<MapLayerView>>, Problem> {
    Ok(axum::Json(app.map_layers.list().await?.into_iter().map(MapLayerView::from).collect()))
}

/// Import a map layer
///
/// Lines are simplified to what is visible, and all properties except a name are dropped. The layer with the same name is
/// replaced, if there is one.
#[utoipa::path(post, path = "/map-layer", tag = "Map layers", request_body = MapLayerBody, responses(
    (status = 200, description = "The imported layer", body = MapLayerImportView),
    InvalidInput,
    AccessDenied,
))]
pub(crate) async fn import(
    Admin(user): Admin,
    State(app): State<App>,
    Json(body): Json<MapLayerBody>,
) -> Result<axum::Json<MapLayerImportView>, Problem> {
    let MapLayerBody { name, kind, text } = body;
    let file = app.lightning.run_blocking(None, move || LayerFile::parse(text.as_bytes())).await;
    let file = file.map_err(MapLayerError::from)?;
    let vertices_read = file.vertices_read;
    let input = MapLayerInput { name, kind: kind.into(), file };
    let layer = app.map_layers.import(input, user.actor()).await?.into();
    Ok(axum::Json(MapLayerImportView { layer, vertices_read }))
}

/// Remove a map layer
#[utoipa::path(delete, path = "/map-layer/{id}", tag = "Map layers", params(("id" = i64, Path)), responses(
    (status = 204, description = "Removed"),
    NotFound,
    AccessDenied,
))]
pub(crate) async fn delete(
    Admin(user): Admin,
    State(app): State<App>,
    Id(id): Id<MapLayerId>,
) -> Result<StatusCode, Problem> {
    let removed = app.map_layers.delete(id, user.actor()).await?;
    removed.map(|_| StatusCode::NO_CONTENT).ok_or_else(|| Problem::resource_not_found("map layer", id))
}

impl From<MapLayerError> for Problem {
    fn from(error: MapLayerError) -> Self {
        match error {
            MapLayerError::Name => Self::field("name", error),
            MapLayerError::Store(error) => error.into(),
            MapLayerError::File(_) | MapLayerError::TooManyLayers | MapLayerError::TooManyVertices(_) => {
                Self::field("text", error)
            }
        }
    }
}
