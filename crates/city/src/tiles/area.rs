//! A pyramid that is about to be built, and the photos that are there already: whether one would hide ground that it does
//! not show itself. A slug counts once, by its newest year, so two areas under the same slugs cannot both be seen.

use super::Tile;
use std::collections::HashMap;
use stormwire_geo::tiles::{Rect, TileFootprint};
use stormwire_store::tables::tile as rows;
use stormwire_store::{Store, StoreError};
use thiserror::Error;

/// Two mosaics cut the same line of the grid at their own pixels: at most 30 feet beside it, each.
const CUT: f64 = 61.0;

/// What is about to be built.
#[derive(Debug, Clone, PartialEq)]
pub struct Area {
    /// When it was photographed.
    pub year: i32,
    pub whole: Rect,
    /// Slugs and places of its tiles.
    pub tiles: Vec<(String, TileFootprint)>,
}

/// It must not be imported beside what is there.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{slug} of {year} is there already and shows other ground, and {slug} of {hider} would hide it; give this area a \
     --prefix of its own, as in --prefix west-, or, if the other photos are to go, build with --out FOLDER --no-import and \
     import that folder"
)]
pub struct Clash {
    slug: String,
    year: i32,
    hider: i32,
}

impl Area {
    /// Whether it goes together with the tiles of the database.
    pub async fn clash(&self, store: &Store) -> Result<Option<Clash>, StoreError> {
        let known = rows::list(&mut store.reader().await?).await?;
        Ok(self.clash_with(&known))
    }

    fn clash_with(&self, known: &[Tile]) -> Option<Clash> {
        let own: HashMap<&str, TileFootprint> =
            self.tiles.iter().map(|(slug, print)| (slug.as_str(), *print)).collect();
        known.iter().find_map(|there| {
            let (fields, new) = (&there.fields, own.get(there.fields.slug.as_str())?);
            let (old, pixel) = (fields.footprint.rect, new.level.feet_per_pixel());
            let goes_well = if fields.year > self.year {
                covers(old, new.rect, CUT + pixel)
            } else {
                covers(new.rect, old, CUT + pixel) && covers(self.whole, old, pixel)
            };
            let hider = self.year.max(fields.year);
            (!goes_well).then(|| Clash { slug: fields.slug.clone(), year: fields.year, hider })
        })
    }
}

/// Whether a rectangle leaves nothing of another one uncovered, but for a margin.
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
    fn what_shows_other_ground_under_the_same_slug_is_a_clash_in_every_year() {
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
        for (new, old, goes_well) in [
            ((2024, west), (2024, west), true),
            ((2024, both), (2024, west), true),
            ((2024, both), (2023, east), true),
            ((2024, west), (2025, both), true),
            ((2024, east), (2024, west), false),
            ((2024, east), (2023, west), false),
            ((2024, west), (2024, both), false),
            ((2024, east), (2025, west), false),
        ] {
            let clash = area(new.0, new.1).clash_with(&[known(old.0, old.1)]);
            assert_eq!(clash.is_none(), goes_well, "{new:?} {old:?}: {clash:?}");
        }
        let other = Area { tiles: vec![("west-L05".into(), area(2024, east).tiles[0].1)], ..area(2024, east) };
        assert_eq!(other.clash_with(&[known(2024, west)]), None, "a prefix keeps them apart");
    }
}
