//! The mosaic: any rectangle of it, going down, from pictures that are read in strips.

use super::plan::{Plan, Tile};
use super::source::Source;
use crate::resample::{Taps, resample};
use crate::{CHANNELS, Image, RasterError, Rows, Workshop};
use rayon::prelude::*;

/// Rows of the mosaic that are in hand at a time: of each picture, while the next one is unpacked beside them.
const SLICE: u32 = 64;

/// A picture that lies within this of the grid, in pixels, is copied as it is.
const ALIGNED: f64 = 0.02;

/// The pictures, open where they are in use.
pub(super) struct Mosaic<'a> {
    pieces: Vec<Piece<'a>>,
    workshop: &'a Workshop,
}

struct Piece<'a> {
    source: &'a Source,
    fit: Fit,
    strip: Option<Strip>,
}

/// Where a picture lies on the grid of the finest level, in its pixels.
#[derive(Debug, Clone, Copy)]
struct Fit {
    left: f64,
    top: f64,
    /// Pixels of the grid for one of the picture.
    scale: (f64, f64),
}

/// The rows that were read last, kept because the next slice may need some of them again.
struct Strip {
    rows: Box<dyn Rows>,
    first: u32,
    pixels: Vec<u8>,
    more: Vec<u8>,
}

impl<'a> Mosaic<'a> {
    pub(super) fn new(sources: &'a [Source], plan: &Plan, workshop: &'a Workshop) -> Self {
        let (corner, feet) = (plan.corner(), plan.base.feet_per_pixel());
        let piece = |source: &'a Source| {
            let (x, y) = source.world.corner();
            let scale = (source.world.pixel_width / feet, source.world.pixel_height / feet);
            let fit = Fit { left: (x - corner.0) / feet, top: (corner.1 - y) / feet, scale };
            Piece { source, fit, strip: None }
        };
        Self { pieces: sources.iter().map(piece).collect(), workshop }
    }

    /// The pictures of tiles that lie side by side.
    pub(super) fn cut(&mut self, tiles: &[Tile]) -> Result<Vec<Image>, RasterError> {
        let (Some(first), Some(last)) = (tiles.first(), tiles.last()) else { return Ok(Vec::new()) };
        let columns = (first.left, last.left + last.width);
        let (top, bottom) = (first.top, first.top + first.height);
        // Before there is anything else in memory: unpacking a JPEG takes most of it.
        for piece in &mut self.pieces {
            piece.ready(columns, (top, bottom), self.workshop)?;
        }
        let empty = |tile: &Tile| Image::empty(tile.width as usize, tile.height as usize);
        let mut images: Vec<Image> = tiles.iter().map(empty).collect();
        for from in (top..bottom).step_by(SLICE as usize) {
            let rows = (from, bottom.min(from + SLICE));
            let parts = self.pieces.par_iter_mut().map(|piece| piece.part(columns, rows));
            let parts: Vec<Option<Part>> = parts.collect::<Result<_, _>>()?;
            images.par_iter_mut().zip(tiles).for_each(|(image, tile)| {
                for part in parts.iter().flatten() {
                    image.lay(&part.image, part.x - i64::from(tile.left), part.y - i64::from(tile.top));
                }
            });
        }
        Ok(images)
    }

    /// Nothing is left open: another stripe starts at the top.
    pub(super) fn close(&mut self) {
        for piece in &mut self.pieces {
            piece.strip = None;
        }
    }
}

/// Pixels of the grid, and where they lie on it.
struct Part {
    image: Image,
    x: i64,
    y: i64,
}

impl Piece<'_> {
    fn ready(&mut self, columns: (u32, u32), rows: (u32, u32), workshop: &Workshop) -> Result<(), RasterError> {
        if self.covered(columns, rows).is_none() {
            self.strip = None;
        } else if self.strip.is_none() {
            let rows = self.source.open(workshop)?;
            self.strip = Some(Strip { rows, first: 0, pixels: Vec::new(), more: Vec::new() });
        }
        Ok(())
    }

    /// The columns and rows of the grid whose centres lie on the picture.
    fn covered(&self, columns: (u32, u32), rows: (u32, u32)) -> Option<[u32; 4]> {
        let Fit { left, top, scale } = self.fit;
        let (right, bottom) =
            (left + f64::from(self.source.width) * scale.0, top + f64::from(self.source.height) * scale.1);
        let (x0, x1) = (whole(left).max(columns.0), whole(right).min(columns.1));
        let (y0, y1) = (whole(top).max(rows.0), whole(bottom).min(rows.1));
        (x0 < x1 && y0 < y1).then_some([x0, x1, y0, y1])
    }

    fn part(&mut self, columns: (u32, u32), rows: (u32, u32)) -> Result<Option<Part>, RasterError> {
        let Some([x0, x1, y0, y1]) = self.covered(columns, rows) else { return Ok(None) };
        let Some(strip) = &mut self.strip else { return Ok(None) };
        let (width, height) = (self.source.width, self.source.height);
        let image = if self.fit.is_aligned(width, height) {
            let (left, top) = (whole(self.fit.left), whole(self.fit.top));
            let pixels = strip.read(y0 - top, y1 - y0)?;
            copied(pixels, width as usize, (x0 - left) as usize, (x1 - x0) as usize)
        } else {
            let columns = Taps::new((x0, x1), (self.fit.left, self.fit.scale.0), width);
            let rows = Taps::new((y0, y1), (self.fit.top, self.fit.scale.1), height);
            let (first, count) = rows.span();
            resample(strip.read(first, count)?, width as usize, &columns, &rows)
        };
        Ok(Some(Part { image, x: i64::from(x0), y: i64::from(y0) }))
    }
}

impl Fit {
    fn is_aligned(&self, width: u32, height: u32) -> bool {
        let near = |value: f64, whole: f64| (value - whole).abs() < ALIGNED;
        let fits = |start: f64, scale: f64, count: u32| {
            near(start, start.round()) && near(scale * f64::from(count), f64::from(count))
        };
        // A picture that starts left of the mosaic does not exist: the mosaic is what all of them cover.
        fits(self.left, self.scale.0, width) && fits(self.top, self.scale.1, height)
    }
}

impl Strip {
    /// So many rows; those that are still held are not read again.
    fn read(&mut self, first: u32, count: u32) -> Result<&[u8], RasterError> {
        let line = self.rows.width() as usize * CHANNELS;
        let held = u32::try_from(self.pixels.len() / line.max(1)).unwrap_or(0);
        let kept = if (self.first..self.first + held).contains(&first) { self.first + held - first } else { 0 };
        let kept = kept.min(count);
        let start = (first.wrapping_sub(self.first)) as usize * line;
        self.pixels.drain(..if kept > 0 { start } else { self.pixels.len() });
        self.pixels.truncate(kept as usize * line);
        if kept < count {
            self.rows.read(first + kept, count - kept, &mut self.more)?;
            self.pixels.extend_from_slice(&self.more);
        }
        self.first = first;
        Ok(&self.pixels)
    }
}

fn copied(pixels: &[u8], width: usize, left: usize, count: usize) -> Image {
    let lines = pixels.chunks_exact(width * CHANNELS);
    let height = lines.len();
    let pixels = lines.flat_map(|line| &line[left * CHANNELS..(left + count) * CHANNELS]).copied().collect();
    Image { width: count, height, pixels }
}

/// The first pixel of the grid whose centre lies at or beyond an edge.
fn whole(edge: f64) -> u32 {
    number((edge - 0.5 - ALIGNED).ceil())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the plan has bounded the mosaic; below 0 is 0"
)]
fn number(value: f64) -> u32 {
    value.max(0.0) as u32
}
