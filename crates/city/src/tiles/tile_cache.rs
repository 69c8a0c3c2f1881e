//! The tiles in memory, and which of them are shown.

use std::borrow::Cow;
use std::collections::HashMap;
use stormwire_geo::tiles::TileFootprint;
use stormwire_store::tables::tile::Tile;

/// All tiles as of one version of the table.
pub(super) struct TileCache {
    pub(super) version: i64,
    /// By id.
    pub(super) all: Vec<Tile>,
    /// Indexes in `all` of the newest tile of each slug.
    newest: Vec<usize>,
    /// Of `newest`, in the same order.
    footprints: Vec<TileFootprint>,
}

impl TileCache {
    pub(super) fn new(version: i64, all: Vec<Tile>) -> Self {
        let newest = newest_tile_indexes(&all);
        let footprints = newest.iter().map(|index| all[*index].fields.footprint).collect();
        Self { version, all, newest, footprints }
    }

    /// The tiles of a year, or the newest of each slug: indexes in `all`, and footprints.
    pub(super) fn visible_tiles(&self, year: Option<i32>) -> (Cow<'_, [usize]>, Cow<'_, [TileFootprint]>) {
        let Some(year) = year else { return (Cow::from(&self.newest), Cow::from(&self.footprints)) };
        let of_year = self.all.iter().enumerate().filter(|(_, tile)| tile.fields.year == year);
        let (indexes, footprints): (Vec<_>, Vec<_>) =
            of_year.map(|(index, tile)| (index, tile.fields.footprint)).unzip();
        (Cow::from(indexes), Cow::from(footprints))
    }
}

/// Indexes of the newest tile of each slug.
fn newest_tile_indexes(all: &[Tile]) -> Vec<usize> {
    let mut years: HashMap<&str, i32> = HashMap::new();
    for tile in all {
        let year = years.entry(&tile.fields.slug).or_insert(tile.fields.year);
        *year = tile.fields.year.max(*year);
    }
    let is_newest = |tile: &Tile| years.get(tile.fields.slug.as_str()) == Some(&tile.fields.year);
    all.iter().enumerate().filter(|(_, tile)| is_newest(tile)).map(|(index, _)| index).collect()
}
