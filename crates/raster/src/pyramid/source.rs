//! Source images with world files: found and checked before anything is built.

use super::plan::PyramidPlan;
use crate::error::RasterError;
use crate::format::ImageFormat;
use crate::rows::{RowReader, image_size};
use crate::scratch::ScratchFolder;
use crate::size::ImageSize;
use crate::world_file::{world_file_for, world_files_next_to};
use std::path::{Path, PathBuf};
use stormwire_geo::tiles::{Rect, WorldFile};

/// A tenth of an inch. No aerial camera is that fine, but world files in degrees have such numbers.
const MIN_FEET_PER_PIXEL: f64 = 0.01;

/// One image of the mosaic.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceImage {
    pub path: PathBuf,
    pub world_file: WorldFile,
    pub size: ImageSize,
    /// The ground that the image covers.
    pub rect: Rect,
}

/// All images of a mosaic.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceImages(pub Vec<SourceImage>);

impl SourceImages {
    /// Reads the header and the world file of every image. Fails on the first one that cannot be used.
    pub fn inspect(paths: &[PathBuf]) -> Result<Self, RasterError> {
        let sources = paths.iter().map(|path| SourceImage::inspect(path)).collect::<Result<Vec<_>, _>>()?;
        if sources.is_empty() {
            return Err(RasterError::Pyramid("no JPEG, PNG or TIFF found to build from".into()));
        }
        Ok(Self(sources))
    }

    /// The plan of the pyramid over all images, with `edge` pixels along the edge of a tile.
    pub fn plan(&self, edge: u32) -> Result<PyramidPlan, RasterError> {
        let area = self.0.iter().map(|source| source.rect).reduce(Rect::union);
        let area = area.ok_or_else(|| RasterError::Pyramid("there are no images to build from".into()))?;
        let pixel_sizes = self.0.iter().map(|source| source.world_file.pixel_width.min(source.world_file.pixel_height));
        PyramidPlan::new(area, pixel_sizes.fold(f64::INFINITY, f64::min), edge)
    }
}

impl SourceImage {
    fn inspect(path: &Path) -> Result<Self, RasterError> {
        std::fs::metadata(path).map_err(RasterError::from_io_error(path))?;
        let world_file = world_file_for(path, &world_files_next_to(path))?;
        if world_file.pixel_width.min(world_file.pixel_height) < MIN_FEET_PER_PIXEL {
            let problem = format!(
                "the world file gives pixels of {} by {} feet; is it in degrees? \
                 Export the image in the city's coordinate system in feet",
                world_file.pixel_width, world_file.pixel_height
            );
            return Err(RasterError::image(path, &problem));
        }
        let size = image_size(path)?;
        let rect = world_file.rect(size.width, size.height).map_err(|error| RasterError::image(path, &error))?;
        Ok(Self { path: path.to_owned(), world_file, size, rect })
    }

    pub(super) fn open(&self, scratch: &ScratchFolder) -> Result<RowReader, RasterError> {
        let rows = RowReader::open(&self.path, scratch)?;
        if rows.size() != self.size {
            return Err(RasterError::image(&self.path, "the image changed during the build; build again"));
        }
        Ok(rows)
    }
}

/// Finds the images in a list of files and folders. Folders are not searched recursively; hidden files are left out.
pub fn find_images(paths: &[PathBuf]) -> Result<Vec<PathBuf>, RasterError> {
    let mut images = Vec::new();
    for path in paths {
        if !path.is_dir() {
            images.push(path.clone());
            continue;
        }
        for entry in std::fs::read_dir(path).map_err(RasterError::from_io_error(path))? {
            let file = entry.map_err(RasterError::from_io_error(path))?.path();
            let is_hidden = file.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            if ImageFormat::from_extension(&file).is_some() && !is_hidden && file.is_file() {
                images.push(file);
            }
        }
    }
    images.sort();
    images.dedup();
    Ok(images)
}
