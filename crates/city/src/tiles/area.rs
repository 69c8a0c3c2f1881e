//! Checks whether a new tile pyramid would hide existing tiles of another area. Of each slug only the newest year is shown,
//! so two areas with the same slugs cannot both be visible.

use super::Tile;
use std::collections::HashMap;
use stormwire_geo::tiles::{Rect, TileFootprint};
use stormwire_store::tables::tile as rows;
use stormwire_store::{Store, StoreError};
use thiserror::Error;

/// Two mosaics cut the same grid line at their own pixels, each at most 30 feet off.
const CUT_TOLERANCE_FEET: f64 = 61.0;

/// The tiles that are about to be built.
#[derive(Debug, Clone, PartialEq)]
pub struct Area {
    pub year: i32,
    pub whole: Rect,
    /// Slugs and footprints.
    pub tiles: Vec<(String, TileFootprint)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "tile {slug} of {year} already exists for another area, and tile {slug} of {newer_year} would hide it; use a --prefix \
     for this area, such as --prefix west-, or, to replace the other area, build with --out FOLDER --no-import and import \
     that folder"
)]
pub struct TileConflict {
    slug: String,
    year: i32,
    newer_year: i32,
}

impl Area {
    /// The first conflict with the tiles in the database.
    pub async fn find_conflict(&self, store: &Store) -> Result<Option<TileConflict>, StoreError> {
        let known = rows::list(&mut store.reader().await?).await?;
        Ok(self.conflict_with(&known))
    }

    fn conflict_with(&self, known: &[Tile]) -> Option<TileConflict> {
        let own: HashMap<&str, TileFootprint> =
            self.tiles.iter().map(|(slug, print)| (slug.as_str(), *print)).collect();
        known.iter().find_map(|tile| {
            let (fields, new) = (&tile.fields, own.get(tile.fields.slug.as_str())?);
            let (old, pixel) = (fields.footprint.rect, new.level.feet_per_pixel());
            let is_compatible = if fields.year > self.year {
                covers(old, new.rect, CUT_TOLERANCE_FEET + pixel)
            } else {
                covers(new.rect, old, CUT_TOLERANCE_FEET + pixel) && covers(self.whole, old, pixel)
            };
            let newer_year = self.year.max(fields.year);
            (!is_compatible).then(|| TileConflict { slug: fields.slug.clone(), year: fields.year, newer_year })
        })
    }
}

/// Whether `cover` contains `ground`, except for a margin in feet.
pub(super) fn covers(cover: Rect, ground: Rect, margin: f64) -> bool {
    cover.min_x() <= ground.min_x() + margin
        && cover.min_y() <= ground.min_y() + margin
        && ground.max_x() <= cover.max_x() + margin
        && ground.max_y() <= cover.max_y() + margin
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::TileFields;
    use stormwire_geo::tiles::Level;
    use stormwire_store::TileId;

    fn rect([min_x, min_y, max_x, max_y]: [f64; 4]) -> Rect {
        Rect::new(min_x, min_y, max_x, max_y).unwrap()
    }

    #[test]
    fn same_slug_for_another_area_is_a_conflict_in_any_year() {
        let known = |year, sides| {
            let footprint = TileFootprint { level: Level::L05, rect: rect(sides) };
            let (slug, image_path) = ("L05".to_owned(), String::new());
            let fields = TileFields { slug, year, footprint, pixel_width: 1, pixel_height: 1, image_path };
            Tile { id: TileId::new(1), version: 1, fields }
        };
        let area = |year, sides| {
            let tiles = vec![("L05".to_owned(), TileFootprint { level: Level::L05, rect: rect(sides) })];
            Area { year, whole: rect(sides), tiles }
        };
        let (west, east, both) = ([0.0, 0.0, 9e3, 9e3], [9e3, 0.0, 2e4, 9e3], [0.0, 0.0, 2e4, 9e3]);
        for (new, old, is_compatible) in [
            ((2024, west), (2024, west), true),
            ((2024, both), (2024, west), true),
            ((2024, both), (2023, east), true),
            ((2024, west), (2025, both), true),
            ((2024, east), (2024, west), false),
            ((2024, east), (2023, west), false),
            ((2024, west), (2024, both), false),
            ((2024, east), (2025, west), false),
        ] {
            let conflict = area(new.0, new.1).conflict_with(&[known(old.0, old.1)]);
            assert_eq!(conflict.is_none(), is_compatible, "{new:?} {old:?}: {conflict:?}");
        }
        let other = Area { tiles: vec![("west-L05".into(), area(2024, east).tiles[0].1)], ..area(2024, east) };
        assert_eq!(other.conflict_with(&[known(2024, west)]), None, "a prefix avoids the conflict");
    }
}
