//! Map layers: the city's own boundaries, roads, water and parks, which the map draws below everything else.
//!
//! [`LayerFile`] reads a GeoJSON file; the rows are in `store`.

mod file;
mod shape;
mod simplify;

pub use file::{LayerFile, LayerFileError, MAX_FILE_BYTES};
pub use shape::ShapeProblem;
pub use stormwire_store::tables::map_layer::{MapLayer, MapLayerContent, MapLayerKind};

use crate::accounts::audit;
use crate::facilities::is_invisible;
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::sync::Arc;
use stormwire_clock::Clock;
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::map_layer::{self as rows, MapLayerFields};
use stormwire_store::{LockTarget, MapLayerId, Schema, Store, StoreError, lock_for_update};
use thiserror::Error;

const MAX_LAYERS: usize = 20;
/// Of all layers together: every page of the map loads them.
const MAX_TOTAL_VERTICES: u64 = 100_000;
const MAX_NAME_LENGTH: usize = 100;

#[derive(Debug, Error)]
pub enum MapLayerError {
    #[error("the name must have 1 to {MAX_NAME_LENGTH} visible characters")]
    Name,
    #[error(transparent)]
    File(#[from] LayerFileError),
    #[error("there are {MAX_LAYERS} layers already; remove one first, or import under the name of the one to replace")]
    TooManyLayers,
    #[error(
        "all layers would have {0} vertices together; at most {MAX_TOTAL_VERTICES} are allowed. Remove a layer first, or export \
         fewer features"
    )]
    TooManyVertices(u64),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A layer to import.
#[derive(Debug, Clone)]
pub struct MapLayerInput {
    /// A layer with this name is replaced.
    pub name: String,
    pub kind: MapLayerKind,
    pub file: LayerFile,
}

#[derive(Clone)]
pub struct MapLayers {
    store: Store,
    clock: Arc<dyn Clock>,
}

impl MapLayers {
    pub fn new(store: Store, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// By name.
    pub async fn list(&self) -> Result<Vec<MapLayer>, StoreError> {
        rows::list(&mut self.store.reader().await?).await
    }

    /// What the map draws, by name.
    pub async fn contents(&self) -> Result<Vec<MapLayerContent>, StoreError> {
        rows::contents(&mut self.store.reader().await?).await
    }

    /// Adds the layer, or replaces the one with its name.
    pub async fn import(&self, input: MapLayerInput, actor: Actor) -> Result<MapLayer, MapLayerError> {
        let (fields, now) = (layer_fields(input)?, self.clock.now());
        let unit = self.store.write(Schema::Organization, move |conn| {
            async move {
                // The limits count all layers.
                lock_for_update(conn, LockTarget::MapLayers).await?;
                let before = rows::list(conn).await?;
                check_limits(&before, &fields)?;
                rows::put(conn, &fields, now).await?;
                let after = rows::list(conn).await?;
                let stored = find(&after, &fields.name).ok_or_else(|| missing_row(&fields.name))?;
                let change = AuditChange {
                    action: "import",
                    resource: "map-layer",
                    resource_id: Some(stored.id.get()),
                    before: find(&before, &fields.name).as_ref().map(values),
                    after: Some(values(&stored)),
                };
                audit::record(conn, Schema::Organization, &actor, change, now).await?;
                Ok(stored)
            }
            .boxed()
        });
        unit.await
    }

    /// The removed layer; `None` if there is no such layer.
    pub async fn delete(&self, id: MapLayerId, actor: Actor) -> Result<Option<MapLayer>, StoreError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::Organization, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::MapLayers).await?;
                let Some(before) = rows::list(conn).await?.into_iter().find(|layer| layer.id == id) else {
                    return Ok(None);
                };
                rows::delete(conn, id).await?;
                let change = AuditChange {
                    action: "delete",
                    resource: "map-layer",
                    resource_id: Some(id.get()),
                    before: Some(values(&before)),
                    after: None,
                };
                audit::record(conn, Schema::Organization, &actor, change, now).await?;
                Ok(Some(before))
            }
            .boxed()
        });
        unit.await
    }
}

fn layer_fields(MapLayerInput { name, kind, file }: MapLayerInput) -> Result<MapLayerFields, MapLayerError> {
    let length = name.trim().chars().count();
    if !(1..=MAX_NAME_LENGTH).contains(&length) || name.chars().any(is_invisible) {
        return Err(MapLayerError::Name);
    }
    let LayerFile { geojson, features, vertices, .. } = file;
    Ok(MapLayerFields { name: name.trim().to_owned(), kind, features, vertices, geojson })
}

fn check_limits(stored: &[MapLayer], new: &MapLayerFields) -> Result<(), MapLayerError> {
    let others = stored.iter().filter(|layer| layer.name != new.name);
    if others.clone().count() >= MAX_LAYERS {
        return Err(MapLayerError::TooManyLayers);
    }
    let total = others.map(|layer| layer.vertices).sum::<u64>() + new.vertices;
    if total > MAX_TOTAL_VERTICES { Err(MapLayerError::TooManyVertices(total)) } else { Ok(()) }
}

fn find(layers: &[MapLayer], name: &str) -> Option<MapLayer> {
    layers.iter().find(|layer| layer.name == name).cloned()
}

fn missing_row(name: &str) -> StoreError {
    StoreError::Unreadable(format!("organization.MapLayer: there is no row for {name:?} after it was written"))
}

/// As the audit trail shows it.
fn values(layer: &MapLayer) -> Value {
    let MapLayer { name, kind, features, vertices, .. } = layer;
    json!({ "name": name, "kind": kind, "features": features, "vertices": vertices })
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::Timestamp;

    fn stored(number: usize, vertices: u64) -> MapLayer {
        MapLayer {
            id: MapLayerId::new(1),
            name: format!("Layer {number}"),
            kind: MapLayerKind::Road,
            features: 1,
            vertices,
            revision: 1,
            updated_at: Timestamp::UNIX_EPOCH,
        }
    }

    fn new(name: &str, vertices: u64) -> Result<MapLayerFields, MapLayerError> {
        let file = LayerFile { geojson: String::new(), features: 1, vertices, vertices_read: vertices };
        layer_fields(MapLayerInput { name: name.into(), kind: MapLayerKind::Road, file })
    }

    #[test]
    fn layers_and_vertices_are_limited_and_replacing_is_free() {
        let full: Vec<MapLayer> = (1..=MAX_LAYERS).map(|number| stored(number, 5_000)).collect();
        let check = |name: &str, vertices| check_limits(&full, &new(name, vertices).unwrap());
        assert!(check("Layer 7", 5_000).is_ok());
        assert!(matches!(check("Layer 7", 5_001), Err(MapLayerError::TooManyVertices(100_001))));
        assert!(matches!(check("Other", 1), Err(MapLayerError::TooManyLayers)));
        assert!(check_limits(&full[1..], &new("Other", 5_000).unwrap()).is_ok());
    }

    #[test]
    fn names_are_visible_and_trimmed() {
        assert_eq!(new(" Rivers ", 2).unwrap().name, "Rivers");
        for name in ["", "  ", "a\u{202e}b", &"x".repeat(101)] {
            assert!(matches!(new(name, 2), Err(MapLayerError::Name)), "{name:?}");
        }
    }
}
