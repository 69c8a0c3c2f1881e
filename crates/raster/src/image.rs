//! An image in memory, and shrinking it by three.

use crate::pixels::CHANNELS;

/// How many pixels along one edge become one.
const SHRINK_FACTOR: usize = 3;

/// An image, or a part of one. Pixels that are not covered have the alpha value 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    pub width: usize,
    pub height: usize,
    /// Row by row from the top, [`CHANNELS`] bytes per pixel.
    pub pixels: Vec<u8>,
}

impl Image {
    /// An image that covers nothing.
    pub fn empty(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![0; width * height * CHANNELS] }
    }

    /// Whether no pixel is covered.
    pub fn is_empty(&self) -> bool {
        self.pixels.chunks_exact(CHANNELS).all(|pixel| pixel[3] == 0)
    }

    pub fn row(&self, y: usize) -> &[u8] {
        &self.pixels[y * self.width * CHANNELS..][..self.width * CHANNELS]
    }

    /// `width` pixels of row `y`, starting at column `x`.
    pub fn row_part_mut(&mut self, y: usize, x: usize, width: usize) -> &mut [u8] {
        &mut self.pixels[(y * self.width + x) * CHANNELS..][..width * CHANNELS]
    }

    /// Copies another image into this one, its upper left corner at (x, y). What is outside is cut off.
    pub fn paste(&mut self, other: &Self, x: usize, y: usize) {
        let width = other.width.min(self.width.saturating_sub(x));
        for row in 0..other.height.min(self.height.saturating_sub(y)) {
            self.row_part_mut(y + row, x, width).copy_from_slice(&other.row(row)[..width * CHANNELS]);
        }
    }

    /// Draws another image over this one, its upper left corner at (x, y), which may be outside. Uncovered pixels of the
    /// other image change nothing.
    pub fn overlay(&mut self, other: &Self, x: i64, y: i64) {
        let columns = Overlap::new(x, other.width, self.width);
        let rows = Overlap::new(y, other.height, self.height);
        for row in 0..rows.length {
            let source = &other.row(rows.skipped + row)[columns.skipped * CHANNELS..];
            let target = self.row_part_mut(rows.start + row, columns.start, columns.length);
            let pairs = target.chunks_exact_mut(CHANNELS).zip(source.chunks_exact(CHANNELS));
            for (pixel, new) in pairs.filter(|(_, new)| new[3] != 0) {
                pixel.copy_from_slice(new);
            }
        }
    }

    /// The image at a third of its size. Each pixel is the mean of the covered ones among nine; at the right and lower
    /// edge there may be fewer than nine.
    #[must_use]
    pub fn shrink_to_third(&self) -> Self {
        let (width, height) = (self.width.div_ceil(SHRINK_FACTOR), self.height.div_ceil(SHRINK_FACTOR));
        let mut small = Self::empty(width, height);
        let mut sums = vec![[0_u32; CHANNELS]; width];
        for (y, out) in small.pixels.chunks_exact_mut(width.max(1) * CHANNELS).enumerate() {
            sums.fill([0; CHANNELS]);
            for row in y * SHRINK_FACTOR..((y + 1) * SHRINK_FACTOR).min(self.height) {
                add_to_sums(&mut sums, self.row(row));
            }
            for (pixel, [red, green, blue, count]) in out.chunks_exact_mut(CHANNELS).zip(&sums) {
                if *count > 0 {
                    let mean = |sum: u32| u8::try_from((sum + count / 2) / count).unwrap_or(u8::MAX);
                    pixel.copy_from_slice(&[mean(*red), mean(*green), mean(*blue), u8::MAX]);
                }
            }
        }
        small
    }
}

/// Where two images overlap along one axis.
struct Overlap {
    /// Pixels of the upper image that are outside at its beginning.
    skipped: usize,
    /// Where the overlap begins in the lower image.
    start: usize,
    length: usize,
}

impl Overlap {
    fn new(offset: i64, upper: usize, lower: usize) -> Self {
        let skipped = usize::try_from(-offset).unwrap_or(0).min(upper);
        let start = usize::try_from(offset).unwrap_or(0).min(lower);
        Self { skipped, start, length: (upper - skipped).min(lower - start) }
    }
}

/// Adds each three covered pixels of a row to their sum. The last channel of a sum counts them.
fn add_to_sums(sums: &mut [[u32; CHANNELS]], row: &[u8]) {
    for (sum, pixels) in sums.iter_mut().zip(row.chunks(SHRINK_FACTOR * CHANNELS)) {
        for pixel in pixels.chunks_exact(CHANNELS) {
            let is_covered = u32::from(pixel[3] != 0);
            for (total, value) in sum.iter_mut().zip([pixel[0], pixel[1], pixel[2], 1]) {
                *total += u32::from(value) * is_covered;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gray(width: usize, height: usize, value: impl Fn(usize, usize) -> Option<u8>) -> Image {
        let mut image = Image::empty(width, height);
        for y in 0..height {
            for x in 0..width {
                if let Some(value) = value(x, y) {
                    image.row_part_mut(y, x, 1).copy_from_slice(&[value, value, value, 255]);
                }
            }
        }
        image
    }

    #[test]
    fn shrinking_averages_nine_pixels() {
        let image = gray(6, 3, |x, y| u8::try_from(x * 10 + y).ok());
        // 0 to 22 has the mean 11, 30 to 52 has 41.
        assert_eq!(image.shrink_to_third().pixels, [11, 11, 11, 255, 41, 41, 41, 255]);
    }

    #[test]
    fn shrinking_averages_only_covered_pixels() {
        let edge = gray(4, 4, |x, y| Some(if x == 3 || y == 3 { 200 } else { 10 }));
        let small = edge.shrink_to_third();
        assert_eq!((small.width, small.height), (2, 2));
        assert_eq!(small.pixels, [10, 10, 10, 255, 200, 200, 200, 255, 200, 200, 200, 255, 200, 200, 200, 255]);
        let holed = gray(3, 3, |x, y| (x == 1 && y == 1).then_some(77));
        assert_eq!(holed.shrink_to_third().pixels, [77, 77, 77, 255]);
        assert!(Image::empty(5, 5).shrink_to_third().is_empty());
    }

    #[test]
    fn overlay_draws_covered_pixels_and_clips_at_every_edge() {
        let spot = gray(3, 3, |x, y| (x != 1 || y != 1).then_some(9));
        for (x, y, expected) in
            [(1, 1, 8), (-1, -1, 3), (3, 3, 3), (-3, 0, 0), (5, 0, 0), (0, -9, 0), (i64::MAX / 2, 0, 0)]
        {
            let mut whole = gray(5, 5, |_, _| Some(1));
            whole.overlay(&spot, x, y);
            let covered = whole.pixels.chunks_exact(CHANNELS).filter(|pixel| pixel[0] == 9).count();
            assert_eq!(covered, expected, "{x} {y}");
        }
    }

    #[test]
    fn paste_clips_at_the_edge() {
        let mut whole = Image::empty(3, 3);
        whole.paste(&gray(2, 2, |_, _| Some(9)), 2, 2);
        whole.paste(&gray(2, 2, |_, _| Some(9)), 7, 7);
        assert_eq!(whole.pixels.chunks_exact(CHANNELS).filter(|pixel| pixel[0] == 9).count(), 1);
    }
}
