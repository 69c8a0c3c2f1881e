//! Map layers: the city's own lines and areas, such as boundaries, roads and water. The `city` crate reads the files.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::text_enum::text_enum;
use crate::{Conn, DbTimestamp, MapLayerId, StoreError};
use jiff::Timestamp;

const LIST: Sql = sql!("map_layer/list");
const CONTENTS: Sql = sql!("map_layer/contents");
const PUT: Sql = sql!("map_layer/put");
const DELETE: Sql = sql!("map_layer/delete");

text_enum! {
    /// How the map draws a layer.
    pub enum MapLayerKind in "organization.MapLayer.Kind" {
        Boundary = "boundary",
        Road = "road",
        Water = "water",
        Park = "park",
    }
}

/// A layer without its lines and areas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapLayer {
    pub id: MapLayerId,
    pub name: String,
    pub kind: MapLayerKind,
    pub features: u64,
    pub vertices: u64,
    /// Starts at 1; incremented whenever the layer is replaced.
    pub revision: i64,
    pub updated_at: Timestamp,
}

/// What an import writes. The key is the name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapLayerFields {
    pub name: String,
    pub kind: MapLayerKind,
    pub features: u64,
    pub vertices: u64,
    /// A FeatureCollection in degrees.
    pub geojson: String,
}

#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct MapLayerContent {
    pub name: String,
    pub kind: MapLayerKind,
    pub geojson: String,
}

#[derive(sqlx_macros::FromRow)]
struct Row {
    id: MapLayerId,
    name: String,
    kind: MapLayerKind,
    features: i64,
    vertices: i64,
    revision: i64,
    updated_at: DbTimestamp,
}

impl From<Row> for MapLayer {
    fn from(row: Row) -> Self {
        let Row { id, name, kind, features, vertices, revision, updated_at } = row;
        let (features, vertices) = (features.unsigned_abs(), vertices.unsigned_abs());
        Self { id, name, kind, features, vertices, revision, updated_at: updated_at.0 }
    }
}

/// By name.
pub async fn list(conn: &mut Conn) -> Result<Vec<MapLayer>, StoreError> {
    Ok(run!(conn, LIST, [] => fetch_all as Row)?.into_iter().map(MapLayer::from).collect())
}

/// All layers as they are drawn, by name.
pub async fn contents(conn: &mut Conn) -> Result<Vec<MapLayerContent>, StoreError> {
    run!(conn, CONTENTS, [] => fetch_all as MapLayerContent)
}

/// Inserts the layer, or replaces the one with its name.
pub async fn put(conn: &mut Conn, fields: &MapLayerFields, now: Timestamp) -> Result<(), StoreError> {
    let MapLayerFields { name, kind, features, vertices, geojson } = fields.clone();
    let (features, vertices) = (features.cast_signed(), vertices.cast_signed());
    run!(conn, PUT, [name, kind, features, vertices, DbTimestamp(now), geojson]).map(|_| ())
}

pub async fn delete(conn: &mut Conn, id: MapLayerId) -> Result<(), StoreError> {
    run!(conn, DELETE, [id]).map(|_| ())
}
