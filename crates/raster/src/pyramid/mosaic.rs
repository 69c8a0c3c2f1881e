//! Cuts rectangles out of the mosaic, from top to bottom, while its images are read in strips.

use super::plan::{PlannedTile, PyramidPlan};
use super::source::SourceImage;
use crate::error::RasterError;
use crate::image::Image;
use crate::pixels::CHANNELS;
use crate::resample::{AxisWeights, SourceAxis, resample};
use crate::rows::RowReader;
use crate::scratch::ScratchFolder;
use crate::size::ImageSize;
use rayon::prelude::*;

/// How many rows of the mosaic are composed at a time. Rows of every image are in memory for it.
const SLICE_ROWS: u32 = 64;

/// An image that is off the grid by less than this, in pixels, is copied without resampling.
const ALIGNMENT_TOLERANCE: f64 = 0.02;

/// The images of the mosaic. Those in use are open.
pub(super) struct Mosaic<'a> {
    images: Vec<PlacedImage<'a>>,
    scratch: &'a ScratchFolder,
}

struct PlacedImage<'a> {
    source: &'a SourceImage,
    position: GridPosition,
    rows: Option<RowWindow>,
}

/// Where an image is on the pixel grid of the finest level, in pixels of that level.
#[derive(Debug, Clone, Copy)]
struct GridPosition {
    left: f64,
    top: f64,
    /// The size of an image pixel.
    scale_x: f64,
    scale_y: f64,
}

/// Pixels of the grid; `right` and `bottom` are outside.
#[derive(Debug, Clone, Copy)]
struct GridRect {
    left: u32,
    right: u32,
    top: u32,
    bottom: u32,
}

/// An image in grid pixels and its position on the grid.
struct Patch {
    image: Image,
    left: i64,
    top: i64,
}

/// The rows that were read last. Resampling needs some of them again for the next slice.
struct RowWindow {
    reader: RowReader,
    first: u32,
    pixels: Vec<u8>,
    new_pixels: Vec<u8>,
}

impl<'a> Mosaic<'a> {
    pub(super) fn new(sources: &'a [SourceImage], plan: &PyramidPlan, scratch: &'a ScratchFolder) -> Self {
        let place =
            |source: &'a SourceImage| PlacedImage { source, position: GridPosition::new(source, plan), rows: None };
        Self { images: sources.iter().map(place).collect(), scratch }
    }

    /// The images of tiles that are side by side in one row.
    pub(super) fn read_tile_images(&mut self, tiles: &[PlannedTile]) -> Result<Vec<Image>, RasterError> {
        let (Some(first), Some(last)) = (tiles.first(), tiles.last()) else { return Ok(Vec::new()) };
        let area = GridRect {
            left: first.left,
            right: last.left + last.width,
            top: first.top,
            bottom: first.top + first.height,
        };
        // First, while little else is in memory: unpacking a JPEG needs most of it.
        for image in &mut self.images {
            image.open_if_needed(area, self.scratch)?;
        }
        let empty = |tile: &PlannedTile| Image::empty(tile.width as usize, tile.height as usize);
        let mut results: Vec<Image> = tiles.iter().map(empty).collect();
        for top in (area.top..area.bottom).step_by(SLICE_ROWS as usize) {
            let slice = GridRect { top, bottom: area.bottom.min(top + SLICE_ROWS), ..area };
            let patches = self.images.par_iter_mut().map(|image| image.patch(slice));
            let patches: Vec<Option<Patch>> = patches.collect::<Result<_, _>>()?;
            results.par_iter_mut().zip(tiles).for_each(|(result, tile)| {
                for patch in patches.iter().flatten() {
                    result.overlay(&patch.image, patch.left - i64::from(tile.left), patch.top - i64::from(tile.top));
                }
            });
        }
        Ok(results)
    }

    /// Closes all images, because the next stripe starts at the top again.
    pub(super) fn close(&mut self) {
        for image in &mut self.images {
            image.rows = None;
        }
    }
}

impl PlacedImage<'_> {
    fn open_if_needed(&mut self, area: GridRect, scratch: &ScratchFolder) -> Result<(), RasterError> {
        if self.covered_part(area).is_none() {
            self.rows = None;
        } else if self.rows.is_none() {
            let reader = self.source.open(scratch)?;
            self.rows = Some(RowWindow { reader, first: 0, pixels: Vec::new(), new_pixels: Vec::new() });
        }
        Ok(())
    }

    /// The pixels of an area whose centers are on the image.
    fn covered_part(&self, area: GridRect) -> Option<GridRect> {
        let image = self.position.covered_pixels(self.source.size);
        let part = GridRect {
            left: image.left.max(area.left),
            right: image.right.min(area.right),
            top: image.top.max(area.top),
            bottom: image.bottom.min(area.bottom),
        };
        (part.left < part.right && part.top < part.bottom).then_some(part)
    }

    fn patch(&mut self, area: GridRect) -> Result<Option<Patch>, RasterError> {
        let Some(part) = self.covered_part(area) else { return Ok(None) };
        let Some(rows) = &mut self.rows else { return Ok(None) };
        let (position, size) = (self.position, self.source.size);
        let image = if position.is_aligned(size) {
            let covered = position.covered_pixels(size);
            let pixels = rows.read(part.top - covered.top, part.bottom - part.top)?;
            let left = (part.left - covered.left) as usize;
            copy_columns(pixels, size.width as usize, left, (part.right - part.left) as usize)
        } else {
            let x = SourceAxis { start: position.left, scale: position.scale_x, count: size.width };
            let y = SourceAxis { start: position.top, scale: position.scale_y, count: size.height };
            let (x, y) = (AxisWeights::new(part.left..part.right, x), AxisWeights::new(part.top..part.bottom, y));
            let needed = y.source_range();
            let pixels = rows.read(needed.start, needed.end - needed.start)?;
            resample(pixels, size.width as usize, &x, &y)
        };
        Ok(Some(Patch { image, left: i64::from(part.left), top: i64::from(part.top) }))
    }
}

impl GridPosition {
    fn new(source: &SourceImage, plan: &PyramidPlan) -> Self {
        let (corner, feet) = (plan.corner(), plan.base.feet_per_pixel());
        let (x, y) = source.world_file.upper_left();
        Self {
            left: (x - corner.0) / feet,
            top: (corner.1 - y) / feet,
            scale_x: source.world_file.pixel_width / feet,
            scale_y: source.world_file.pixel_height / feet,
        }
    }

    /// The pixels whose centers are on an image of this size.
    fn covered_pixels(&self, size: ImageSize) -> GridRect {
        GridRect {
            left: first_pixel_from(self.left),
            right: first_pixel_from(self.left + f64::from(size.width) * self.scale_x),
            top: first_pixel_from(self.top),
            bottom: first_pixel_from(self.top + f64::from(size.height) * self.scale_y),
        }
    }

    /// Whether image pixels match grid pixels.
    fn is_aligned(&self, size: ImageSize) -> bool {
        let near = |value: f64, whole: f64| (value - whole).abs() < ALIGNMENT_TOLERANCE;
        let fits = |start: f64, scale: f64, count: u32| {
            near(start, start.round()) && near(scale * f64::from(count), f64::from(count))
        };
        // No image starts left of or above the mosaic: the mosaic is what all images cover together.
        fits(self.left, self.scale_x, size.width) && fits(self.top, self.scale_y, size.height)
    }
}

impl RowWindow {
    /// Returns rows of the image and reads only those that are not in memory yet.
    fn read(&mut self, first: u32, count: u32) -> Result<&[u8], RasterError> {
        let row_bytes = self.reader.size().width as usize * CHANNELS;
        let held = u32::try_from(self.pixels.len() / row_bytes.max(1)).unwrap_or(0);
        let end = self.first + held;
        let kept = if (self.first..end).contains(&first) { (end - first).min(count) } else { 0 };
        let unneeded = if kept > 0 { (first - self.first) as usize * row_bytes } else { self.pixels.len() };
        self.pixels.drain(..unneeded);
        self.pixels.truncate(kept as usize * row_bytes);
        if kept < count {
            self.reader.read(first + kept, count - kept, &mut self.new_pixels)?;
            self.pixels.extend_from_slice(&self.new_pixels);
        }
        self.first = first;
        Ok(&self.pixels)
    }
}

/// `count` columns from `left` on, out of rows that are `width` pixels wide.
fn copy_columns(pixels: &[u8], width: usize, left: usize, count: usize) -> Image {
    let rows = pixels.chunks_exact(width * CHANNELS);
    let height = rows.len();
    let pixels = rows.flat_map(|row| &row[left * CHANNELS..(left + count) * CHANNELS]).copied().collect();
    Image { width: count, height, pixels }
}

/// The first pixel of the grid whose center is at or beyond an edge.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the plan bounds the mosaic; negative values become 0"
)]
fn first_pixel_from(edge: f64) -> u32 {
    (edge - 0.5 - ALIGNMENT_TOLERANCE).ceil().max(0.0) as u32
}
