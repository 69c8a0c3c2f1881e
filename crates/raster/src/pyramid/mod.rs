//! Builds a tile pyramid: from a mosaic of images with world files to the tiles of every level.
//!
//! The finest level is cut from the mosaic in stripes of a few tiles, from top to bottom. Each coarser level is the level
//! below it, shrunk by three. Shrunk pixels wait in files, not in memory, so a city may be larger than memory. Finished
//! tiles are not built again: an interrupted build resumes where it stopped.

mod build;
mod grid_axis;
mod mosaic;
mod options;
mod plan;
mod record;
mod source;

pub use build::{BuildSummary, Progress, build_pyramid};
pub use options::PyramidOptions;
pub use plan::{PlannedTile, PyramidPlan};
pub use source::{SourceImage, SourceImages, find_images};
