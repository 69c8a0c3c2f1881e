//! Writing JPEG.

use crate::{CHANNELS, Image, RasterError, write_whole};
use jpeg_encoder::{ColorType, Encoder, EncodingError, SamplingFactor};
use std::borrow::Cow;
use std::io;
use std::path::Path;

/// Where there is no picture: a light grey that says so and hurts no eye.
const NOTHING: [u8; CHANNELS] = [226, 226, 222, 255];

/// Writes a picture as JPEG, whole or not at all.
pub fn write_jpeg(path: &Path, image: &Image, quality: u8) -> Result<(), RasterError> {
    let (Ok(width), Ok(height)) = (u16::try_from(image.width), u16::try_from(image.height)) else {
        return Err(RasterError::picture(path, "it is larger than a JPEG can be"));
    };
    write_whole(path, |out| {
        let mut encoder = Encoder::new(out, quality);
        // Half the colour in both directions, as cameras do: a third less to send, and no eye sees it.
        encoder.set_sampling_factor(SamplingFactor::F_2_2);
        let written = encoder.encode(&filled(image), width, height, ColorType::Rgba);
        written.map_err(|error| match error {
            EncodingError::IoError(error) => error,
            other => io::Error::other(other.to_string()),
        })
    })
}

fn filled(image: &Image) -> Cow<'_, [u8]> {
    let is_whole = image.pixels.chunks_exact(CHANNELS).all(|pixel| pixel[3] != 0);
    if is_whole {
        return Cow::from(&image.pixels);
    }
    let mut pixels = image.pixels.clone();
    for pixel in pixels.chunks_exact_mut(CHANNELS).filter(|pixel| pixel[3] == 0) {
        pixel.copy_from_slice(&NOTHING);
    }
    Cow::from(pixels)
}
