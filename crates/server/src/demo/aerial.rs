//! DemoAerialImages images of the synthetic city, painted on first request so that the demo starts at once.

use super::city;
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError, RwLock};
use stormwire_city::tiles::{TileFields, TilePainter};
use stormwire_demo::landscape::{AerialView, Landscape};
use stormwire_geo::tiles::{Level, Rect, TileFootprint};
use stormwire_geo::{Crs, FeetPoint};
use stormwire_raster::pyramid::{PlannedTile, PyramidOptions, PyramidPlan};
use stormwire_raster::{Image, RasterError, write_jpeg};

const YEAR: i32 = 2025;
/// The edge of a tile of the finest level.
const CELL_FEET: f64 = PyramidOptions::DEFAULT_EDGE as f64 * Level::L01.feet_per_pixel();
/// Half the edge of the square that the images cover, 44 cells; the outermost facility is 46,000 feet out.
const HALF_FEET: f64 = 22.0 * CELL_FEET;
const PAINTER_THREADS: usize = 2;

/// Paints the tiles of the demo.
pub(crate) struct DemoAerialImages {
    center: FeetPoint,
    plan: PyramidPlan,
    city: Landscape,
    /// By path below the media folder.
    images: HashMap<String, PlannedTile>,
    /// Held while levels four to seven are painted together: each is the previous one, shrunk.
    overview: Mutex<()>,
    /// False when the folder is about to be removed.
    may_write: RwLock<bool>,
}

impl DemoAerialImages {
    pub(crate) fn new(crs: &Crs) -> Result<Self> {
        let center = city::center(crs)?;
        // Aligned to the grid, so that no tile is partial.
        let [x, y] = [center.x(), center.y()].map(|middle| (middle / CELL_FEET).round() * CELL_FEET);
        let plan = PyramidPlan::new(
            Rect::new(x - HALF_FEET, y - HALF_FEET, x + HALF_FEET, y + HALF_FEET)?,
            0.75,
            PyramidOptions::DEFAULT_EDGE,
        )?;
        let all = plan.levels().flat_map(|level| plan.tiles(level)).map(|tile| (image_path(tile), tile)).collect();
        let city = Landscape::new(city::facility_sites(crs)?);
        Ok(Self { center, plan, city, images: all, overview: Mutex::new(()), may_write: RwLock::new(true) })
    }

    /// All tiles, finest level first.
    pub(crate) fn tiles(&self) -> Result<Vec<TileFields>> {
        let fields = |tile: PlannedTile| {
            let rect = self.plan.world_file(tile).rect(tile.width, tile.height)?;
            Ok(TileFields {
                slug: tile.slug(""),
                year: YEAR,
                footprint: TileFootprint { level: tile.level, rect },
                pixel_width: i32::try_from(tile.width)?,
                pixel_height: i32::try_from(tile.height)?,
                image_path: format!("media/{}", image_path(tile)),
            })
        };
        self.plan.levels().flat_map(|level| self.plan.tiles(level)).map(fields).collect()
    }

    /// Paints all tiles in advance.
    pub(crate) fn paint_all(&self, folder: &Path) -> io::Result<()> {
        let bar = ProgressBar::new(self.images.len() as u64);
        let style = ProgressStyle::with_template("painting  [{bar:40}] {pos}/{len} tiles, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let paths: Vec<&String> = self.images.keys().collect();
        for_each_parallel(&paths, |path| {
            let painted = self.paint(folder, path).map(|_| ());
            bar.inc(1);
            painted
        })?;
        bar.finish_and_clear();
        Ok(())
    }

    /// Paints the levels that show the whole city, which a map shows first.
    pub(crate) fn paint_overview(&self, folder: &Path) -> io::Result<()> {
        let _lock = self.overview.lock().unwrap_or_else(PoisonError::into_inner);
        if folder.join(image_path(self.plan.tile(Level::L07, 0, 0))).exists() {
            return Ok(());
        }
        let (width, height) = self.plan.size_at(Level::L05);
        let whole = Mutex::new(Image::empty(width as usize, height as usize));
        let tiles: Vec<PlannedTile> = self.plan.tiles(Level::L04).collect();
        for_each_parallel(&tiles, |tile| {
            let image = self.image(*tile);
            self.write_image(folder, *tile, &image)?;
            if let Some((_, x, y)) = self.plan.parent(*tile) {
                let mut whole = whole.lock().unwrap_or_else(PoisonError::into_inner);
                whole.paste(&image.shrink_to_third(), x as usize, y as usize);
            }
            Ok(())
        })?;
        let mut image = whole.into_inner().unwrap_or_else(PoisonError::into_inner);
        for level in [Level::L05, Level::L06, Level::L07] {
            self.write_image(folder, self.plan.tile(level, 0, 0), &image)?;
            image = image.shrink_to_third();
        }
        Ok(())
    }

    /// Makes later writes fail.
    pub(crate) fn stop_writing(&self) {
        *self.may_write.write().unwrap_or_else(PoisonError::into_inner) = false;
    }

    fn image(&self, tile: PlannedTile) -> Image {
        let (x, y) = self.plan.world_file(tile).upper_left();
        let (width, height) = (tile.width as usize, tile.height as usize);
        #[expect(clippy::cast_possible_truncation, reason = "feet from the center of a city")]
        let [west, north, feet] =
            [x - self.center.x(), y - self.center.y(), tile.level.feet_per_pixel()].map(|value| value as f32);
        Image {
            width,
            height,
            pixels: self.city.paint(AerialView { west, north, feet_per_pixel: feet, width, height }),
        }
    }

    fn write_image(&self, folder: &Path, tile: PlannedTile, image: &Image) -> io::Result<()> {
        let may_write = self.may_write.read().unwrap_or_else(PoisonError::into_inner);
        if !*may_write {
            return Err(io::Error::other("the demo has ended"));
        }
        let path = folder.join(image_path(tile));
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        write_jpeg(&path, image, PyramidOptions::DEFAULT_QUALITY).map_err(|error| match error {
            RasterError::File { source, .. } => source,
            other => io::Error::other(other.to_string()),
        })
    }
}

impl TilePainter for DemoAerialImages {
    fn paint(&self, folder: &Path, path: &str) -> io::Result<bool> {
        let Some(tile) = self.images.get(path).copied() else { return Ok(false) };
        if tile.level >= Level::L04 {
            self.paint_overview(folder)?;
        } else {
            self.write_image(folder, tile, &self.image(tile))?;
        }
        Ok(true)
    }
}

fn image_path(tile: PlannedTile) -> String {
    format!("aerial/{}-{YEAR}.jpg", tile.slug(""))
}

/// Runs `work` on every item with a few threads; each thread stops at its first error.
fn for_each_parallel<T: Sync>(items: &[T], work: impl Fn(&T) -> io::Result<()> + Sync) -> io::Result<()> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let run = || {
        while let Some(item) = items.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
            work(item)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..PAINTER_THREADS).map(|_| scope.spawn(run)).collect();
        let panicked = || Err(io::Error::other("a painter thread panicked"));
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|_| panicked()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_2_206_tiles_and_every_facility_on_all_levels() {
        let crs = Crs::parse(city::CRS).unwrap();
        let tiles = DemoAerialImages::new(&crs).unwrap().tiles().unwrap();
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
    fn writes_nothing_after_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let aerial = DemoAerialImages::new(&Crs::parse(city::CRS).unwrap()).unwrap();
        aerial.stop_writing();
        let tile = aerial.plan.tile(Level::L07, 0, 0);
        assert!(aerial.write_image(folder.path(), tile, &Image::empty(3, 3)).is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(!aerial.paint(folder.path(), "aerial/nothing-2025.jpg").unwrap());
    }
}
