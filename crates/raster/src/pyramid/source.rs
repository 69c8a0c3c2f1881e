//! Pictures with world files: found, looked at, refused before anything is built.

use super::plan::Plan;
use crate::check::{Kind, kind};
use crate::world::{beside, world_of};
use crate::{RasterError, Rows, Workshop, jpeg, png, rows, tiff};
use std::path::{Path, PathBuf};
use stormwire_geo::tiles::{Rect, WorldFile};

/// A tenth of an inch: no camera above a city sees finer, but a world file in degrees has such numbers.
const FINEST: f64 = 0.01;

/// A picture of the mosaic.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    /// Where it lies.
    pub world: WorldFile,
    /// Its pixels from left to right.
    pub width: u32,
    /// Its pixels from top to bottom.
    pub height: u32,
    /// Its rectangle.
    pub rect: Rect,
}

/// All pictures of a mosaic.
#[derive(Debug, Clone, PartialEq)]
pub struct Sources(pub Vec<Source>);

impl Sources {
    /// Looks at every picture's head and world file. The first that is wrong is told.
    pub fn look(paths: &[PathBuf]) -> Result<Self, RasterError> {
        let all = paths.iter().map(|path| Source::look(path)).collect::<Result<Vec<_>, _>>()?;
        if all.is_empty() {
            return Err(RasterError::Pyramid("there is no JPEG, PNG or TIFF to build from".into()));
        }
        Ok(Self(all))
    }

    /// The pyramid over all of them.
    pub fn plan(&self, edge: u32) -> Result<Plan, RasterError> {
        let whole = self.0.iter().map(|source| source.rect).reduce(Rect::union);
        let whole = whole.ok_or_else(|| RasterError::Pyramid("there is nothing to build from".into()))?;
        let sizes = self.0.iter().map(|source| source.world.pixel_width.min(source.world.pixel_height));
        Plan::new(whole, sizes.fold(f64::INFINITY, f64::min), edge)
    }
}

impl Source {
    fn look(path: &Path) -> Result<Self, RasterError> {
        let world = world_of(path, &beside(path))?;
        if world.pixel_width.min(world.pixel_height) < FINEST {
            let problem = format!(
                "the world file gives pixels of {} by {} feet; is it in degrees? Write the picture in the city's feet",
                world.pixel_width, world.pixel_height
            );
            return Err(RasterError::picture(path, &problem));
        }
        let (width, height) = match kind(path)? {
            Kind::Jpeg => jpeg::size(path)?,
            Kind::Png => size(&png::PngRows::open(path)?),
            Kind::Tiff => size(&tiff::TiffRows::open(path)?),
        };
        let rect = world.rect(width, height).map_err(|error| RasterError::picture(path, &error))?;
        Ok(Self { path: path.to_owned(), world, width, height, rect })
    }

    pub(super) fn open(&self, workshop: &Workshop) -> Result<Box<dyn Rows>, RasterError> {
        let rows = rows::open(&self.path, workshop)?;
        if (rows.width(), rows.height()) != (self.width, self.height) {
            return Err(RasterError::picture(&self.path, "it has changed while it was used"));
        }
        Ok(rows)
    }
}

fn size(rows: &dyn Rows) -> (u32, u32) {
    (rows.width(), rows.height())
}

/// The pictures among files and folders; a folder gives all that lie in it.
pub fn find(places: &[PathBuf]) -> Result<Vec<PathBuf>, RasterError> {
    let mut found = Vec::new();
    for place in places {
        if !place.is_dir() {
            found.push(place.clone());
            continue;
        }
        for entry in std::fs::read_dir(place).map_err(RasterError::file(place))? {
            let path = entry.map_err(RasterError::file(place))?.path();
            let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            if Kind::of_name(&path).is_some() && !is_hidden && path.is_file() {
                found.push(path);
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}
