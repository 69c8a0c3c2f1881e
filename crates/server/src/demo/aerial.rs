//! Aerial photos of a city that nobody can fly over: painted when they are asked for, so that the demo starts at once.

use super::city;
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError, RwLock};
use stormwire_city::tiles::{Painter, TileFields};
use stormwire_demo::landscape::{Landscape, View};
use stormwire_geo::tiles::{Footprint, Level, Rect};
use stormwire_geo::{Crs, FeetPoint};
use stormwire_raster::pyramid::{Order, Plan, Tile};
use stormwire_raster::{Image, RasterError, write_jpeg};

/// When the photos pretend to be taken.
const YEAR: i32 = 2025;
/// The side of a cell of the finest level, in feet.
const CELL: f64 = Order::EDGE as f64 * Level::L01.feet_per_pixel();
/// Half the side of the square that they cover, 44 cells: the outermost facility lies 46,000 feet out.
const HALF: f64 = 22.0 * CELL;
/// Threads that paint at the same time.
const HANDS: usize = 2;

/// The painter of the demo.
pub(crate) struct Aerial {
    centre: FeetPoint,
    plan: Plan,
    city: Landscape,
    /// By the path below the media folder.
    pictures: HashMap<String, Tile>,
    /// Levels four to seven are one work: each is the one before, shrunk.
    overview: Mutex<()>,
    /// False once the folder is about to be removed.
    may_write: RwLock<bool>,
}

impl Aerial {
    pub(crate) fn new(crs: &Crs) -> Result<Self> {
        let centre = city::centre(crs)?;
        // Moved to the next line of the city's grid, so that no cell is painted in part.
        let [x, y] = [centre.x(), centre.y()].map(|middle| (middle / CELL).round() * CELL);
        let plan = Plan::new(Rect::new(x - HALF, y - HALF, x + HALF, y + HALF)?, 0.75, Order::EDGE)?;
        let all = plan.levels().flat_map(|level| plan.tiles(level)).map(|tile| (picture(tile), tile)).collect();
        let city = Landscape::new(city::sites(crs)?);
        Ok(Self { centre, plan, city, pictures: all, overview: Mutex::new(()), may_write: RwLock::new(true) })
    }

    /// All tiles, the finest level first.
    pub(crate) fn tiles(&self) -> Result<Vec<TileFields>> {
        let fields = |tile: Tile| {
            let rect = self.plan.world_file(tile).rect(tile.width, tile.height)?;
            Ok(TileFields {
                slug: tile.slug(""),
                year: YEAR,
                footprint: Footprint { level: tile.level, rect },
                pixel_width: i32::try_from(tile.width)?,
                pixel_height: i32::try_from(tile.height)?,
                image_path: format!("media/{}", picture(tile)),
            })
        };
        self.plan.levels().flat_map(|level| self.plan.tiles(level)).map(fields).collect()
    }

    /// Paints everything ahead of time.
    pub(crate) fn all(&self, folder: &Path) -> io::Result<()> {
        let bar = ProgressBar::new(self.pictures.len() as u64);
        let style = ProgressStyle::with_template("painting  [{bar:40}] {pos}/{len} tiles, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let paths: Vec<&String> = self.pictures.keys().collect();
        each(&paths, |path| {
            let painted = self.paint(folder, path).map(|_| ());
            bar.inc(1);
            painted
        })?;
        bar.finish_and_clear();
        Ok(())
    }

    /// The levels that show the whole city, which is what a map opens with.
    pub(crate) fn overview(&self, folder: &Path) -> io::Result<()> {
        let _turn = self.overview.lock().unwrap_or_else(PoisonError::into_inner);
        if folder.join(picture(self.plan.tile(Level::L07, 0, 0))).exists() {
            return Ok(());
        }
        let (width, height) = self.plan.size_at(Level::L05);
        let whole = Mutex::new(Image::empty(width as usize, height as usize));
        let tiles: Vec<Tile> = self.plan.tiles(Level::L04).collect();
        each(&tiles, |tile| {
            let image = self.image(*tile);
            self.keep(folder, *tile, &image)?;
            if let Some((_, x, y)) = self.plan.parent(*tile) {
                let mut whole = whole.lock().unwrap_or_else(PoisonError::into_inner);
                whole.place(&image.shrunk(), x as usize, y as usize);
            }
            Ok(())
        })?;
        let mut image = whole.into_inner().unwrap_or_else(PoisonError::into_inner);
        for level in [Level::L05, Level::L06, Level::L07] {
            self.keep(folder, self.plan.tile(level, 0, 0), &image)?;
            image = image.shrunk();
        }
        Ok(())
    }

    /// Nothing is written any more.
    pub(crate) fn end(&self) {
        *self.may_write.write().unwrap_or_else(PoisonError::into_inner) = false;
    }

    fn image(&self, tile: Tile) -> Image {
        let (x, y) = self.plan.world_file(tile).corner();
        let (width, height) = (tile.width as usize, tile.height as usize);
        #[expect(clippy::cast_possible_truncation, reason = "feet from the centre of a city")]
        let [west, north, feet] =
            [x - self.centre.x(), y - self.centre.y(), tile.level.feet_per_pixel()].map(|value| value as f32);
        Image { width, height, pixels: self.city.paint(View { west, north, feet, width, height }) }
    }

    fn keep(&self, folder: &Path, tile: Tile, image: &Image) -> io::Result<()> {
        let may_write = self.may_write.read().unwrap_or_else(PoisonError::into_inner);
        if !*may_write {
            return Err(io::Error::other("the demo has ended"));
        }
        let place = folder.join(picture(tile));
        std::fs::create_dir_all(place.parent().unwrap_or(folder))?;
        write_jpeg(&place, image, Order::QUALITY).map_err(|error| match error {
            RasterError::File { source, .. } => source,
            other => io::Error::other(other.to_string()),
        })
    }
}

impl Painter for Aerial {
    fn paint(&self, folder: &Path, path: &str) -> io::Result<bool> {
        let Some(tile) = self.pictures.get(path).copied() else { return Ok(false) };
        if tile.level >= Level::L04 {
            self.overview(folder)?;
        } else {
            self.keep(folder, tile, &self.image(tile))?;
        }
        Ok(true)
    }
}

fn picture(tile: Tile) -> String {
    format!("aerial/{}-{YEAR}.jpg", tile.slug(""))
}

/// Goes through a list with a few threads; the first that fails ends it.
fn each<T: Sync>(list: &[T], work: impl Fn(&T) -> io::Result<()> + Sync) -> io::Result<()> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let hand = || {
        while let Some(one) = list.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
            work(one)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let hands: Vec<_> = (0..HANDS).map(|_| scope.spawn(hand)).collect();
        let broken = || Err(io::Error::other("a painting hand panicked"));
        hands.into_iter().try_for_each(|hand| hand.join().unwrap_or_else(|_| broken()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_city_has_about_2_200_tiles_and_every_facility_lies_on_all_levels() {
        let crs = Crs::parse(city::CRS).unwrap();
        let tiles = Aerial::new(&crs).unwrap().tiles().unwrap();
        assert_eq!(tiles.len(), 2_206);
        for facility in city::facilities(&crs).unwrap() {
            let point = facility.point.unwrap();
            let over = tiles.iter().filter(|tile| tile.footprint.rect.contains(point));
            let mut levels: Vec<Level> = over.map(|tile| tile.footprint.level).collect();
            levels.dedup();
            assert_eq!(levels, Level::ALL, "{}", facility.name);
        }
    }

    #[test]
    fn after_the_end_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let aerial = Aerial::new(&Crs::parse(city::CRS).unwrap()).unwrap();
        aerial.end();
        let tile = aerial.plan.tile(Level::L07, 0, 0);
        assert!(aerial.keep(folder.path(), tile, &Image::empty(3, 3)).is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(!aerial.paint(folder.path(), "aerial/nothing-2025.jpg").unwrap());
    }
}
