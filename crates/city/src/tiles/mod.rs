//! Aerial tiles: the ground under the storm.
//!
//! Owns the tiles in memory, the addresses of their images, the folder that they are served from, and how they come in
//! ([`import`]). Which tiles a screen needs is decided in `earth`; pixels are handled in `raster`; rows are in `store`.

mod area;
mod ground;
pub mod import;
mod known;
mod media;
mod media_url;

pub use area::{Area, Clash};
pub use ground::misplaced;
pub use media::{Media, MediaError, Painter};
pub use media_url::MediaBase;
pub use stormwire_store::tables::tile::{Tile, TileFields};

use crate::facilities::Places;
use crate::people::audit;
use futures_util::FutureExt;
use jiff::Timestamp;
use known::Known;
use serde_json::json;
use std::sync::{Arc, PoisonError, RwLock};
use stormwire_geo::tiles::{Level, Viewport, select_tiles};
use stormwire_geo::{FeetPoint, LonLat};
use stormwire_store::tables::audit::{Actor, Change};
use stormwire_store::tables::tile as rows;
use stormwire_store::{Held, Schema, Store, StoreError, TileId, hold};

/// The tiles of the city.
#[derive(Clone)]
pub struct Tiles {
    store: Store,
    places: Arc<Places>,
    media: MediaBase,
    cap: usize,
    known: Arc<RwLock<Option<Arc<Known>>>>,
}

/// A page of the list.
#[derive(Debug, Clone, PartialEq)]
pub struct TilePage {
    /// In the order of their ids.
    pub tiles: Vec<Tile>,
    /// The id after which the next page starts; `None` at the end.
    pub next: Option<TileId>,
}

/// What a screen shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// The level that was chosen; `None` when there are no tiles at all.
    pub level: Option<Level>,
    /// Its tiles in the viewport, in the order of their ids.
    pub tiles: Vec<Tile>,
}

impl Tiles {
    /// On this store; images are reached under `media`, and a viewport gets at most `cap` tiles.
    pub fn new(store: Store, places: Arc<Places>, media: MediaBase, cap: u32) -> Self {
        Self { store, places, media, cap: cap as usize, known: Arc::default() }
    }

    /// Where else than on this service the images lie.
    pub fn image_origin(&self) -> Option<&str> {
        self.media.origin()
    }

    /// Those of a level and a year, or of all, after an id.
    pub async fn page(
        &self,
        level: Option<Level>,
        year: Option<i32>,
        after: Option<TileId>,
        most: u32,
    ) -> Result<TilePage, StoreError> {
        let known = self.known().await?;
        let wanted = |tile: &&Tile| {
            after.is_none_or(|after| tile.id > after)
                && level.is_none_or(|level| tile.fields.footprint.level == level)
                && year.is_none_or(|year| tile.fields.year == year)
        };
        let mut tiles: Vec<Tile> = known.all.iter().filter(wanted).take(most as usize + 1).cloned().collect();
        let has_more = tiles.len() > most as usize;
        tiles.truncate(most as usize);
        Ok(TilePage { next: tiles.last().filter(|_| has_more).map(|tile| tile.id), tiles })
    }

    pub async fn get(&self, id: TileId) -> Result<Option<Tile>, StoreError> {
        let known = self.known().await?;
        let place = known.all.binary_search_by_key(&id, |tile| tile.id);
        Ok(place.ok().map(|place| known.all[place].clone()))
    }

    /// The tiles over a point, the finest first.
    pub async fn covering(&self, point: FeetPoint, year: Option<i32>) -> Result<Vec<Tile>, StoreError> {
        let known = self.known().await?;
        let (all, _) = known.counted(year);
        let over = |tile: &&Tile| tile.fields.footprint.rect.contains(point);
        let mut tiles: Vec<Tile> = all.iter().map(|place| &known.all[*place]).filter(over).cloned().collect();
        tiles.sort_by_key(|tile| (tile.fields.footprint.level, tile.id));
        Ok(tiles)
    }

    /// The tiles over a position in degrees, the finest first. Far from the city there are none.
    pub async fn covering_degrees(&self, at: LonLat, year: Option<i32>) -> Result<Vec<Tile>, StoreError> {
        match self.places.point_of(at) {
            Some(point) => self.covering(point, year).await,
            None => Ok(Vec::new()),
        }
    }

    /// The tiles for a screen.
    pub async fn viewport(&self, view: Viewport, year: Option<i32>) -> Result<Shown, StoreError> {
        let known = self.known().await?;
        let (all, footprints) = known.counted(year);
        let choice = select_tiles(&footprints, view, self.cap);
        let picked = choice.iter().flat_map(|choice| &choice.indexes);
        let tiles = picked.map(|index| known.all[all[*index]].clone()).collect();
        Ok(Shown { level: choice.as_ref().map(|choice| choice.level), tiles })
    }

    /// Where the image of a tile is fetched.
    pub fn image_url(&self, tile: &Tile) -> String {
        self.media.join(&tile.fields.image_path, tile.version)
    }

    /// The tiles as they are now: read anew when anyone, in any process, has changed one.
    async fn known(&self) -> Result<Arc<Known>, StoreError> {
        let mut conn = self.store.reader().await?;
        // Read before the rows: what changes in between is noticed the next time.
        let version = rows::version(&mut conn).await?;
        let held = self.known.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = held.filter(|known| known.version == version) {
            return Ok(known);
        }
        let known = Arc::new(Known::new(version, rows::list(&mut conn).await?));
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = Some(known.clone());
        Ok(known)
    }
}

/// Puts tiles into the list, in one unit with its record. The images are where they belong already, or are painted when
/// they are asked for.
pub async fn register(store: &Store, tiles: Vec<TileFields>, actor: Actor, now: Timestamp) -> Result<(), StoreError> {
    let unit = store.write(Schema::Organization, move |conn| {
        async move {
            hold(conn, Held::Tiles).await?;
            for fields in &tiles {
                rows::put(conn, fields).await?;
            }
            let after = Some(json!({ "tiles": tiles.len() }));
            let change = Change { action: "import", resource: "aerial-tile", resource_id: None, before: None, after };
            audit::record(conn, Schema::Organization, &actor, change, now).await
        }
        .boxed()
    });
    unit.await
}
