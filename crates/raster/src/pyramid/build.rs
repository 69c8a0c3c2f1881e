//! Builds the tiles of a plan, one level after the other, and picks up where an earlier run was ended.

use super::mosaic::Mosaic;
use super::plan::{Plan, Tile};
use super::record::{Record, Standing};
use super::{Order, Sources};
use crate::{CHANNELS, Image, RasterError, Workshop, write_jpeg, write_whole};
use rayon::prelude::*;
use std::fs::{File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use stormwire_geo::tiles::Level;

/// Pixels that a stripe of tiles may have: 96 MiB of memory.
const STRIPE: u64 = 24 * 1024 * 1024;
/// Tiles of the coarser levels that are in hand at a time, however many processors there are.
const AT_ONCE: usize = 4;

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Built {
    /// Tiles with a picture.
    pub tiles: u64,
    /// Of these, what an earlier run had left.
    pub found: u64,
    /// Cells of the grid that no source has a picture of.
    pub empty: u64,
}

/// Told how many tiles are done, of how many.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Builds all tiles into the folder, each with its world file.
pub fn build(order: &Order, sources: &Sources, progress: Progress<'_>) -> Result<Built, RasterError> {
    let plan = sources.plan(order.edge)?;
    let work = order.folder.join(".work");
    std::fs::create_dir_all(&work).map_err(RasterError::file(&work))?;
    let _turn = take_turn(&work)?;
    let record = Record::new(order, sources)?;
    let kept = work.join("record.json");
    match record.held_against(&order.folder, &kept)? {
        Standing::Same => clear(&work, &["rgba", "json"])?,
        Standing::Fresh => {
            clear(&work, &[])?;
            record.write(&kept)?;
        }
    }
    let all = || plan.levels().flat_map(|level| plan.tiles(level));
    let total = all().count() as u64;
    let run = Run { order, plan: &plan, work: &work, done: AtomicU64::new(0), total, progress };
    run.step(all().filter(|tile| run.is_done(*tile)).count() as u64);
    let found = all().filter(|tile| run.is_done(*tile) && run.picture(*tile).exists()).count() as u64;
    run.finest(sources)?;
    for level in plan.levels().skip(1) {
        run.coarser(level)?;
    }
    clear(&work, &["json"])?;
    record.finished().write(&kept)?;
    let tiles = all().filter(|tile| run.picture(*tile).exists()).count() as u64;
    Ok(Built { tiles, found, empty: total - tiles })
}

/// Two builds in one folder would remove each other's work. The turn ends with the file that is held.
fn take_turn(work: &Path) -> Result<File, RasterError> {
    let folder = File::open(work).map_err(RasterError::file(work))?;
    match folder.try_lock() {
        Ok(()) => Ok(folder),
        Err(TryLockError::WouldBlock) => {
            let problem = format!("another build is at work in {}; wait for its end", work.display());
            Err(RasterError::Pyramid(problem))
        }
        Err(TryLockError::Error(error)) => Err(RasterError::File { path: work.to_owned(), source: error }),
    }
}

/// Removes all but the files with those endings.
fn clear(folder: &Path, keep: &[&str]) -> Result<(), RasterError> {
    for entry in std::fs::read_dir(folder).map_err(RasterError::file(folder))? {
        let path = entry.map_err(RasterError::file(folder))?.path();
        if !path.extension().is_some_and(|ending| keep.iter().any(|kept| ending == *kept)) {
            std::fs::remove_file(&path).map_err(RasterError::file(&path))?;
        }
    }
    Ok(())
}

struct Run<'a> {
    order: &'a Order,
    plan: &'a Plan,
    work: &'a Path,
    done: AtomicU64,
    total: u64,
    progress: Progress<'a>,
}

impl Run<'_> {
    /// The finest level, from the mosaic: stripe by stripe, each from the top.
    fn finest(&self, sources: &Sources) -> Result<(), RasterError> {
        let workshop = Workshop::new(self.work);
        let mut mosaic = Mosaic::new(&sources.0, self.plan, &workshop);
        let (level, (columns, rows)) = (self.plan.base, self.plan.grid(self.plan.base));
        let edge = self.plan.edge_at(level);
        let across = u32::try_from(STRIPE / (u64::from(edge.0) * u64::from(edge.1))).unwrap_or(u32::MAX).max(1);
        for from in (0..columns).step_by(across as usize) {
            let stripe = from..columns.min(from.saturating_add(across));
            for row in 0..rows {
                let tiles: Vec<Tile> = stripe.clone().map(|column| self.plan.tile(level, column, row)).collect();
                if tiles.iter().all(|tile| self.is_done(*tile)) {
                    continue;
                }
                let images = mosaic.cut(&tiles)?;
                let open: Vec<_> = tiles.into_iter().zip(images).filter(|(tile, _)| !self.is_done(*tile)).collect();
                open.into_par_iter().try_for_each(|(tile, image)| self.finish(tile, &image))?;
            }
            mosaic.close();
        }
        Ok(())
    }

    /// A coarser level, from what the one below has left for it.
    fn coarser(&self, level: Level) -> Result<(), RasterError> {
        let open: Vec<Tile> = self.plan.tiles(level).filter(|tile| !self.is_done(*tile)).collect();
        for some in open.chunks(AT_ONCE) {
            some.par_iter().try_for_each(|tile| self.compose(*tile))?;
        }
        Ok(())
    }

    fn compose(&self, tile: Tile) -> Result<(), RasterError> {
        let mut image = Image::empty(tile.width as usize, tile.height as usize);
        let below = Level::ALL[tile.level as usize - 1];
        let mut patches = Vec::new();
        for child in self.plan.tiles(below) {
            if let Some((parent, x, y)) = self.plan.parent(child).filter(|(parent, ..)| *parent == tile) {
                debug_assert_eq!(parent, tile, "a child has one parent");
                let patch = self.patch(child);
                if let Some(part) = read_patch(&patch, child)? {
                    image.place(&part, x as usize, y as usize);
                }
                patches.push(patch);
            }
        }
        self.finish(tile, &image)?;
        for patch in patches {
            std::fs::remove_file(&patch).map_err(RasterError::file(&patch))?;
        }
        Ok(())
    }

    /// Writes the tile, its world file, and last what the next level needs of it, which says that all is there.
    fn finish(&self, tile: Tile, image: &Image) -> Result<(), RasterError> {
        let is_empty = image.is_empty();
        if !is_empty {
            let picture = self.picture(tile);
            write_jpeg(&picture, image, self.order.quality)?;
            let text = self.plan.world_file(tile).text();
            write_whole(&picture.with_extension("jgw"), |out| out.write_all(text.as_bytes()))?;
        }
        let patch = if is_empty || tile.level.coarser().is_none() { Vec::new() } else { image.shrunk().pixels };
        write_whole(&self.patch(tile), |out| out.write_all(&patch))?;
        self.step(1);
        Ok(())
    }

    fn step(&self, count: u64) {
        let done = self.done.fetch_add(count, Ordering::Relaxed) + count;
        (self.progress)(done, self.total);
    }

    /// What a tile has left for the level above is there until that level is done. The last level leaves its picture.
    fn is_done(&self, tile: Tile) -> bool {
        match self.plan.parent(tile) {
            None => self.picture(tile).exists() && self.picture(tile).with_extension("jgw").exists(),
            Some((parent, ..)) => self.patch(tile).exists() || self.is_done(parent),
        }
    }

    fn picture(&self, tile: Tile) -> PathBuf {
        self.order.folder.join(format!("{}-{}.jpg", tile.slug(&self.order.prefix), self.order.year))
    }

    fn patch(&self, tile: Tile) -> PathBuf {
        self.work.join(format!("{}.rgba", tile.slug("")))
    }
}

/// `None` for a tile without a picture.
fn read_patch(path: &Path, tile: Tile) -> Result<Option<Image>, RasterError> {
    let pixels = std::fs::read(path).map_err(RasterError::file(path))?;
    let [width, height] = [tile.width, tile.height].map(|size| size.div_ceil(Level::FACTOR) as usize);
    match pixels.len() {
        0 => Ok(None),
        length if length == width * height * CHANNELS => Ok(Some(Image { width, height, pixels })),
        _ => {
            Err(RasterError::picture(path, "it has another size than it should have; remove the folder and build anew"))
        }
    }
}
