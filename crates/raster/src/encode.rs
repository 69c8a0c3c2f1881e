//! Writes JPEG files.

use crate::atomic_file::write_atomically;
use crate::error::RasterError;
use crate::image::Image;
use crate::pixels::CHANNELS;
use jpeg_encoder::{ColorType, Encoder, EncodingError, SamplingFactor};
use std::borrow::Cow;
use std::io;
use std::path::Path;

/// Light gray for pixels that no image covers: JPEG has no transparency.
const UNCOVERED_COLOR: [u8; CHANNELS] = [226, 226, 222, 255];

/// Writes an image as JPEG, completely or not at all. `quality` is 1 to 100.
pub fn write_jpeg(path: &Path, image: &Image, quality: u8) -> Result<(), RasterError> {
    let (Ok(width), Ok(height)) = (u16::try_from(image.width), u16::try_from(image.height)) else {
        let problem = format!("{} by {} pixels are too many for a JPEG", image.width, image.height);
        return Err(RasterError::image(path, &problem));
    };
    write_atomically(path, |out| {
        let mut encoder = Encoder::new(out, quality);
        // Half the color resolution in both directions, as cameras do: a third fewer bytes, without a visible difference.
        encoder.set_sampling_factor(SamplingFactor::F_2_2);
        let written = encoder.encode(&with_background(image), width, height, ColorType::Rgba);
        written.map_err(|error| match error {
            EncodingError::IoError(error) => error,
            other => io::Error::other(other.to_string()),
        })
    })
}

/// The pixels, with uncovered ones painted gray.
fn with_background(image: &Image) -> Cow<'_, [u8]> {
    let is_fully_covered = image.pixels.chunks_exact(CHANNELS).all(|pixel| pixel[3] != 0);
    if is_fully_covered {
        return Cow::from(&image.pixels);
    }
    let mut pixels = image.pixels.clone();
    for pixel in pixels.chunks_exact_mut(CHANNELS).filter(|pixel| pixel[3] == 0) {
        pixel.copy_from_slice(&UNCOVERED_COLOR);
    }
    Cow::from(pixels)
}
