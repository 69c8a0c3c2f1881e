//! Aerial images: reads them in strips, checks them, shrinks them and cuts them into the tiles of a pyramid.
//!
//! Owns pixels and image formats. Uses files, but no database and no clock. All calls block, so callers need a thread for
//! them. Images pass through memory in strips, so memory use is bounded whatever the image size.

mod atomic_file;
mod check;
mod encode;
mod error;
mod format;
mod image;
mod jpeg;
mod pixels;
mod png;
pub mod pyramid;
mod resample;
mod rows;
mod scratch;
mod size;
mod tiff;
mod world_file;

pub use atomic_file::write_atomically;
pub use check::check_image;
pub use encode::write_jpeg;
pub use error::RasterError;
pub use format::ImageFormat;
pub use image::Image;
pub use pixels::CHANNELS;
pub use rows::RowReader;
pub use scratch::{LargeImageLock, ScratchFolder};
pub use size::ImageSize;
pub use world_file::world_file_for;
