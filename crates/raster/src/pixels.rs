//! The pixel layout that all formats are converted to.

/// Bytes per pixel: red, green, blue, and 255 where the image covers the ground or 0 where it does not.
pub const CHANNELS: usize = 4;

/// Makes a pixel either covered or not: half transparent pixels do not exist in tiles.
pub(crate) fn threshold_alpha(alpha: u8) -> u8 {
    if alpha < 128 { 0 } else { u8::MAX }
}

/// Appends pixels as [`CHANNELS`] bytes each. Pixels have 1 sample (gray), 2 (gray, alpha), 3 (RGB) or at least 4 (RGB,
/// alpha; further samples are ignored).
pub(crate) fn append_as_rgba(samples: &[u8], samples_per_pixel: usize, out: &mut Vec<u8>) {
    let pixels = samples.chunks_exact(samples_per_pixel.max(1));
    match samples_per_pixel {
        1 => out.extend(pixels.flat_map(|pixel| [pixel[0], pixel[0], pixel[0], u8::MAX])),
        2 => out.extend(pixels.flat_map(|pixel| [pixel[0], pixel[0], pixel[0], threshold_alpha(pixel[1])])),
        3 => out.extend(pixels.flat_map(|pixel| [pixel[0], pixel[1], pixel[2], u8::MAX])),
        _ => out.extend(pixels.flat_map(|pixel| [pixel[0], pixel[1], pixel[2], threshold_alpha(pixel[3])])),
    }
}
