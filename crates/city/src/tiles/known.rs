//! The tiles in memory, and which of them count.

use std::borrow::Cow;
use std::collections::HashMap;
use stormwire_geo::tiles::TileFootprint;
use stormwire_store::tables::tile::Tile;

/// All tiles as of one version of the table.
pub(super) struct Known {
    pub(super) version: i64,
    /// In the order of their ids.
    pub(super) all: Vec<Tile>,
    /// The places in `all` of those that count when no year is asked for.
    newest: Vec<usize>,
    /// Theirs, in the same order.
    footprints: Vec<TileFootprint>,
}

impl Known {
    pub(super) fn new(version: i64, all: Vec<Tile>) -> Self {
        let newest = newest(&all);
        let footprints = newest.iter().map(|place| all[*place].fields.footprint).collect();
        Self { version, all, newest, footprints }
    }

    /// Those of a year, or the newest of each slug: their places in `all`, and their footprints.
    pub(super) fn counted(&self, year: Option<i32>) -> (Cow<'_, [usize]>, Cow<'_, [TileFootprint]>) {
        let Some(year) = year else { return (Cow::from(&self.newest), Cow::from(&self.footprints)) };
        let of_year = self.all.iter().enumerate().filter(|(_, tile)| tile.fields.year == year);
        let (places, footprints): (Vec<_>, Vec<_>) =
            of_year.map(|(place, tile)| (place, tile.fields.footprint)).unzip();
        (Cow::from(places), Cow::from(footprints))
    }
}

/// Of several years of one slug the newest counts.
fn newest(all: &[Tile]) -> Vec<usize> {
    let mut years: HashMap<&str, i32> = HashMap::new();
    for tile in all {
        let year = years.entry(&tile.fields.slug).or_insert(tile.fields.year);
        *year = tile.fields.year.max(*year);
    }
    let counts = |tile: &Tile| years.get(tile.fields.slug.as_str()) == Some(&tile.fields.year);
    all.iter().enumerate().filter(|(_, tile)| counts(tile)).map(|(place, _)| place).collect()
}
