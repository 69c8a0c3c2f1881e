//! Aerial tiles: the background of the map.
//!
//! Owns the tiles in memory, the URLs of their images, the folder that they are served from, and their [`import`]. Which
//! tiles a screen needs is decided in `geo`; pixels are handled in `raster`; rows are in `store`.

mod area;
pub mod import;
mod media;
mod media_url;
mod position;
mod tile_cache;

pub use area::{Area, TileConflict};
pub use media::{Media, MediaError, TilePainter};
pub use media_url::MediaBase;
pub use position::position_error;
pub use stormwire_store::tables::tile::{Tile, TileFields};

use crate::accounts::audit;
use crate::facilities::CityMap;
use futures_util::FutureExt;
use jiff::Timestamp;
use serde_json::json;
use std::sync::{Arc, PoisonError, RwLock};
use stormwire_geo::tiles::{Level, Viewport, select_tiles};
use stormwire_geo::{FeetPoint, LonLat};
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::tile as rows;
use stormwire_store::{LockTarget, Schema, Store, StoreError, TileId, lock_for_update};
use tile_cache::TileCache;

#[derive(Clone)]
pub struct Tiles {
    store: Store,
    map: Arc<CityMap>,
    media: MediaBase,
    cap: usize,
    cache: Arc<RwLock<Option<Arc<TileCache>>>>,
}

/// A page of the list.
#[derive(Debug, Clone, PartialEq)]
pub struct TilePage {
    /// By id.
    pub tiles: Vec<Tile>,
    /// The next page starts after this id; `None` at the end.
    pub next: Option<TileId>,
}

/// The tiles for a screen.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewportTiles {
    /// `None` if there are no tiles at all.
    pub level: Option<Level>,
    /// The tiles of that level in the viewport, by id.
    pub tiles: Vec<Tile>,
}

impl Tiles {
    /// Image URLs start with `media`; a viewport gets at most `cap` tiles.
    pub fn new(store: Store, map: Arc<CityMap>, media: MediaBase, cap: u32) -> Self {
        Self { store, map, media, cap: cap as usize, cache: Arc::default() }
    }

    /// The host of the images, unless this service serves them.
    pub fn image_origin(&self) -> Option<&str> {
        self.media.origin()
    }

    /// Changes whenever any process changes a tile.
    pub async fn version(&self) -> Result<i64, StoreError> {
        rows::version(&mut self.store.reader().await?).await
    }

    /// Tiles with an id larger than `after`, optionally only of a level or year.
    pub async fn page(
        &self,
        level: Option<Level>,
        year: Option<i32>,
        after: Option<TileId>,
        most: u32,
    ) -> Result<TilePage, StoreError> {
        let cache = self.cache().await?;
        let wanted = |tile: &&Tile| {
            after.is_none_or(|after| tile.id > after)
                && level.is_none_or(|level| tile.fields.footprint.level == level)
                && year.is_none_or(|year| tile.fields.year == year)
        };
        let mut tiles: Vec<Tile> = cache.all.iter().filter(wanted).take(most as usize + 1).cloned().collect();
        let has_more = tiles.len() > most as usize;
        tiles.truncate(most as usize);
        Ok(TilePage { next: tiles.last().filter(|_| has_more).map(|tile| tile.id), tiles })
    }

    pub async fn get(&self, id: TileId) -> Result<Option<Tile>, StoreError> {
        let cache = self.cache().await?;
        let index = cache.all.binary_search_by_key(&id, |tile| tile.id);
        Ok(index.ok().map(|index| cache.all[index].clone()))
    }

    /// The tiles that contain a point, finest first.
    pub async fn covering(&self, point: FeetPoint, year: Option<i32>) -> Result<Vec<Tile>, StoreError> {
        let cache = self.cache().await?;
        let (all, _) = cache.visible_tiles(year);
        let over = |tile: &&Tile| tile.fields.footprint.rect.contains(point);
        let mut tiles: Vec<Tile> = all.iter().map(|index| &cache.all[*index]).filter(over).cloned().collect();
        tiles.sort_by_key(|tile| (tile.fields.footprint.level, tile.id));
        Ok(tiles)
    }

    /// The tiles that contain a position in degrees, finest first. None far from the city.
    pub async fn covering_degrees(&self, at: LonLat, year: Option<i32>) -> Result<Vec<Tile>, StoreError> {
        match self.map.point_of(at) {
            Some(point) => self.covering(point, year).await,
            None => Ok(Vec::new()),
        }
    }

    pub async fn viewport(&self, view: Viewport, year: Option<i32>) -> Result<ViewportTiles, StoreError> {
        let cache = self.cache().await?;
        let (all, footprints) = cache.visible_tiles(year);
        let choice = select_tiles(&footprints, view, self.cap);
        let picked = choice.iter().flat_map(|choice| &choice.indexes);
        let tiles = picked.map(|index| cache.all[all[*index]].clone()).collect();
        Ok(ViewportTiles { level: choice.as_ref().map(|choice| choice.level), tiles })
    }

    pub fn image_url(&self, tile: &Tile) -> String {
        self.media.join(&tile.fields.image_path, tile.version)
    }

    /// Reloaded whenever any process has changed a tile.
    async fn cache(&self) -> Result<Arc<TileCache>, StoreError> {
        let mut conn = self.store.reader().await?;
        // Read before the rows, so that a change in between is noticed the next time.
        let version = rows::version(&mut conn).await?;
        let cached = self.cache.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(cache) = cached.filter(|cache| cache.version == version) {
            return Ok(cache);
        }
        let cache = Arc::new(TileCache::new(version, rows::list(&mut conn).await?));
        *self.cache.write().unwrap_or_else(PoisonError::into_inner) = Some(cache.clone());
        Ok(cache)
    }
}

/// Inserts or replaces tiles, with their audit row. The images must exist already, or are painted on request.
pub async fn register(store: &Store, tiles: Vec<TileFields>, actor: Actor, now: Timestamp) -> Result<(), StoreError> {
    let unit = store.write(Schema::Organization, move |conn| {
        async move {
            lock_for_update(conn, LockTarget::Tiles).await?;
            for fields in &tiles {
                rows::upsert(conn, fields).await?;
            }
            let after = Some(json!({ "tiles": tiles.len() }));
            let change =
                AuditChange { action: "import", resource: "aerial-tile", resource_id: None, before: None, after };
            audit::record(conn, Schema::Organization, &actor, change, now).await
        }
        .boxed()
    });
    unit.await
}
