//! Builds the tiles of a plan level by level, and resumes an interrupted build.

use super::mosaic::Mosaic;
use super::options::PyramidOptions;
use super::plan::{PlannedTile, PyramidPlan};
use super::record::{FolderState, PyramidBuildRecord};
use super::source::SourceImages;
use crate::atomic_file::write_atomically;
use crate::encode::write_jpeg;
use crate::error::RasterError;
use crate::image::Image;
use crate::pixels::CHANNELS;
use crate::scratch::ScratchFolder;
use rayon::prelude::*;
use std::fs::{File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use stormwire_geo::tiles::Level;

/// The most pixels of one row of tiles in a stripe: 96 MiB of memory.
const STRIPE_PIXELS: u64 = 24 * 1024 * 1024;
/// How many tiles of the coarser levels are in memory at a time, however many processors there are.
const CONCURRENT_TILES: usize = 4;

/// What a build produced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildSummary {
    /// Tiles with an image.
    pub tiles: u64,
    /// How many of them an earlier, interrupted build had finished.
    pub reused: u64,
    /// Grid cells that no source image covers.
    pub empty: u64,
}

/// Called with the number of finished tiles and their total.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Builds all tiles into the folder, each with its world file.
pub fn build_pyramid(
    options: &PyramidOptions,
    sources: &SourceImages,
    progress: Progress<'_>,
) -> Result<BuildSummary, RasterError> {
    let plan = sources.plan(options.edge)?;
    let work = options.folder.join(".work");
    std::fs::create_dir_all(&work).map_err(RasterError::from_io_error(&work))?;
    let _lock = lock_folder(&work)?;
    let record = PyramidBuildRecord::new(options, sources)?;
    let record_path = work.join("record.json");
    match record.prepare_folder(&options.folder, &record_path)? {
        FolderState::SameBuild => remove_files_except(&work, &["rgba", "json"])?,
        FolderState::NoBuild => {
            remove_files_except(&work, &[])?;
            record.write(&record_path)?;
        }
    }
    let all_tiles = || plan.levels().flat_map(|level| plan.tiles(level));
    let total = all_tiles().count() as u64;
    let run = PyramidBuildRun { options, plan: &plan, work: &work, done: AtomicU64::new(0), total, progress };
    run.report_done(all_tiles().filter(|tile| run.is_done(*tile)).count() as u64);
    let reused = all_tiles().filter(|tile| run.is_done(*tile) && run.image_path(*tile).exists()).count() as u64;
    run.build_finest_level(sources)?;
    for level in plan.levels().skip(1) {
        run.build_coarser_level(level)?;
    }
    remove_files_except(&work, &["json"])?;
    record.into_finished().write(&record_path)?;
    let tiles = all_tiles().filter(|tile| run.image_path(*tile).exists()).count() as u64;
    Ok(BuildSummary { tiles, reused, empty: total - tiles })
}

/// Two builds in one folder would remove each other's files. Dropping the returned file releases the lock.
fn lock_folder(work: &Path) -> Result<File, RasterError> {
    let folder = File::open(work).map_err(RasterError::from_io_error(work))?;
    match folder.try_lock() {
        Ok(()) => Ok(folder),
        Err(TryLockError::WouldBlock) => {
            let problem = format!("another build is running in {}; wait until it ends", work.display());
            Err(RasterError::Pyramid(problem))
        }
        Err(TryLockError::Error(error)) => Err(RasterError::File { path: work.to_owned(), source: error }),
    }
}

fn remove_files_except(folder: &Path, kept_extensions: &[&str]) -> Result<(), RasterError> {
    for entry in std::fs::read_dir(folder).map_err(RasterError::from_io_error(folder))? {
        let path = entry.map_err(RasterError::from_io_error(folder))?.path();
        if !path.extension().is_some_and(|extension| kept_extensions.iter().any(|kept| extension == *kept)) {
            std::fs::remove_file(&path).map_err(RasterError::from_io_error(&path))?;
        }
    }
    Ok(())
}

struct PyramidBuildRun<'a> {
    options: &'a PyramidOptions,
    plan: &'a PyramidPlan,
    work: &'a Path,
    done: AtomicU64,
    total: u64,
    progress: Progress<'a>,
}

impl PyramidBuildRun<'_> {
    /// Cuts the finest level from the mosaic, stripe by stripe, each from top to bottom.
    fn build_finest_level(&self, sources: &SourceImages) -> Result<(), RasterError> {
        let scratch = ScratchFolder::new(self.work);
        let mut mosaic = Mosaic::new(&sources.0, self.plan, &scratch);
        let level = self.plan.base;
        let (columns, rows) = self.plan.grid(level);
        let edge = self.plan.edge_at(level);
        let tile_pixels = u64::from(edge.0) * u64::from(edge.1);
        let stripe_columns = u32::try_from(STRIPE_PIXELS / tile_pixels).unwrap_or(u32::MAX).max(1);
        for first in (0..columns).step_by(stripe_columns as usize) {
            let stripe = first..columns.min(first.saturating_add(stripe_columns));
            for row in 0..rows {
                let tiles: Vec<PlannedTile> = stripe.clone().map(|column| self.plan.tile(level, column, row)).collect();
                if tiles.iter().all(|tile| self.is_done(*tile)) {
                    continue;
                }
                let images = mosaic.read_tile_images(&tiles)?;
                let missing: Vec<_> = tiles.into_iter().zip(images).filter(|(tile, _)| !self.is_done(*tile)).collect();
                missing.into_par_iter().try_for_each(|(tile, image)| self.write_tile(tile, &image))?;
            }
            mosaic.close();
        }
        Ok(())
    }

    fn build_coarser_level(&self, level: Level) -> Result<(), RasterError> {
        let missing: Vec<PlannedTile> = self.plan.tiles(level).filter(|tile| !self.is_done(*tile)).collect();
        for tiles in missing.chunks(CONCURRENT_TILES) {
            tiles.par_iter().try_for_each(|tile| self.compose_from_children(*tile))?;
        }
        Ok(())
    }

    /// Puts the shrunk tiles of the level below together.
    fn compose_from_children(&self, tile: PlannedTile) -> Result<(), RasterError> {
        let mut image = Image::empty(tile.width as usize, tile.height as usize);
        let level_below = Level::ALL[tile.level as usize - 1];
        let mut used_files = Vec::new();
        for child in self.plan.tiles(level_below) {
            if let Some((_, x, y)) = self.plan.parent(child).filter(|(parent, ..)| *parent == tile) {
                let file = self.shrunk_path(child);
                if let Some(shrunk) = read_shrunk(&file, child)? {
                    image.paste(&shrunk, x as usize, y as usize);
                }
                used_files.push(file);
            }
        }
        self.write_tile(tile, &image)?;
        for file in used_files {
            std::fs::remove_file(&file).map_err(RasterError::from_io_error(&file))?;
        }
        Ok(())
    }

    /// Writes the tile, its world file, and finally its shrunk pixels, whose file marks the tile as done.
    fn write_tile(&self, tile: PlannedTile, image: &Image) -> Result<(), RasterError> {
        let is_empty = image.is_empty();
        if !is_empty {
            let path = self.image_path(tile);
            write_jpeg(&path, image, self.options.quality)?;
            let world_file = self.plan.world_file(tile).to_text();
            write_atomically(&path.with_extension("jgw"), |out| out.write_all(world_file.as_bytes()))?;
        }
        let shrunk =
            if is_empty || tile.level.coarser().is_none() { Vec::new() } else { image.shrink_to_third().pixels };
        write_atomically(&self.shrunk_path(tile), |out| out.write_all(&shrunk))?;
        self.report_done(1);
        Ok(())
    }

    fn report_done(&self, count: u64) {
        let done = self.done.fetch_add(count, Ordering::Relaxed) + count;
        (self.progress)(done, self.total);
    }

    /// The shrunk pixels of a tile exist until the tile above them is done. A tile of the last level is done when its
    /// image exists.
    fn is_done(&self, tile: PlannedTile) -> bool {
        match self.plan.parent(tile) {
            None => self.image_path(tile).exists() && self.image_path(tile).with_extension("jgw").exists(),
            Some((parent, ..)) => self.shrunk_path(tile).exists() || self.is_done(parent),
        }
    }

    fn image_path(&self, tile: PlannedTile) -> PathBuf {
        self.options.folder.join(format!("{}-{}.jpg", tile.slug(&self.options.prefix), self.options.year))
    }

    /// Where the shrunk pixels of a tile wait for the level above.
    fn shrunk_path(&self, tile: PlannedTile) -> PathBuf {
        self.work.join(format!("{}.rgba", tile.slug("")))
    }
}

/// The shrunk pixels of a tile, or `None` if the tile is empty.
fn read_shrunk(path: &Path, tile: PlannedTile) -> Result<Option<Image>, RasterError> {
    let pixels = std::fs::read(path).map_err(RasterError::from_io_error(path))?;
    let [width, height] = [tile.width, tile.height].map(|size| size.div_ceil(Level::FACTOR) as usize);
    match pixels.len() {
        0 => Ok(None),
        length if length == width * height * CHANNELS => Ok(Some(Image { width, height, pixels })),
        _ => Err(RasterError::image(path, "the file has the wrong size; remove the folder and build again")),
    }
}
