//! A piece of a picture in memory, and shrinking it by three.

/// Red, green, blue, and whether there is a picture at all (255) or none (0).
pub const CHANNELS: usize = 4;

/// How many pixels along one edge become one.
const FACTOR: usize = 3;

/// Pixels, row by row from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Pixels from left to right.
    pub width: usize,
    /// Pixels from top to bottom.
    pub height: usize,
    /// [`CHANNELS`] bytes each.
    pub pixels: Vec<u8>,
}

impl Image {
    /// Without a picture in it.
    pub fn empty(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![0; width * height * CHANNELS] }
    }

    /// Whether no pixel has a picture.
    pub fn is_empty(&self) -> bool {
        self.pixels.chunks_exact(CHANNELS).all(|pixel| pixel[3] == 0)
    }

    /// One row.
    pub fn row(&self, y: usize) -> &[u8] {
        &self.pixels[y * self.width * CHANNELS..][..self.width * CHANNELS]
    }

    /// A part of one row.
    pub fn part_mut(&mut self, y: usize, x: usize, width: usize) -> &mut [u8] {
        &mut self.pixels[(y * self.width + x) * CHANNELS..][..width * CHANNELS]
    }

    /// Puts another picture into this one; what lies outside is cut off.
    pub fn place(&mut self, part: &Self, x: usize, y: usize) {
        let width = part.width.min(self.width.saturating_sub(x));
        for row in 0..part.height.min(self.height.saturating_sub(y)) {
            self.part_mut(y + row, x, width).copy_from_slice(&part.row(row)[..width * CHANNELS]);
        }
    }

    /// Lays another picture over this one, its upper left corner at (x, y), which may lie outside. What has no picture
    /// covers nothing.
    pub fn lay(&mut self, part: &Self, x: i64, y: i64) {
        let (columns, rows) = (Span::of(x, part.width, self.width), Span::of(y, part.height, self.height));
        for row in 0..rows.count {
            let over = &part.row(rows.skipped + row)[columns.skipped * CHANNELS..];
            let pixels = self.part_mut(rows.start + row, columns.start, columns.count).chunks_exact_mut(CHANNELS);
            for (pixel, new) in pixels.zip(over.chunks_exact(CHANNELS)).filter(|(_, new)| new[3] != 0) {
                pixel.copy_from_slice(new);
            }
        }
    }

    /// A third of the size: the mean of those of each nine pixels that have a picture. At the right and lower edge there
    /// may be fewer than nine.
    #[must_use]
    pub fn shrunk(&self) -> Self {
        let (width, height) = (self.width.div_ceil(FACTOR), self.height.div_ceil(FACTOR));
        let mut small = Self::empty(width, height);
        let mut sums = vec![[0_u32; CHANNELS]; width];
        for (y, out) in small.pixels.chunks_exact_mut(width.max(1) * CHANNELS).enumerate() {
            sums.fill([0; CHANNELS]);
            for row in y * FACTOR..((y + 1) * FACTOR).min(self.height) {
                add(&mut sums, self.row(row));
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

/// The part of one length that falls into another.
struct Span {
    /// Left out at its beginning.
    skipped: usize,
    /// Where the rest begins in the other.
    start: usize,
    count: usize,
}

impl Span {
    fn of(at: i64, part: usize, whole: usize) -> Self {
        let skipped = usize::try_from(-at).unwrap_or(0).min(part);
        let start = usize::try_from(at).unwrap_or(0).min(whole);
        Self { skipped, start, count: (part - skipped).min(whole - start) }
    }
}

/// Adds each three pixels of a row to their sum; the last number counts them.
fn add(sums: &mut [[u32; CHANNELS]], row: &[u8]) {
    for (sum, pixels) in sums.iter_mut().zip(row.chunks(FACTOR * CHANNELS)) {
        for pixel in pixels.chunks_exact(CHANNELS) {
            let counts = u32::from(pixel[3] != 0);
            for (total, value) in sum.iter_mut().zip([pixel[0], pixel[1], pixel[2], 1]) {
                *total += u32::from(value) * counts;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(width: usize, height: usize, value: impl Fn(usize, usize) -> Option<u8>) -> Image {
        let mut image = Image::empty(width, height);
        for y in 0..height {
            for x in 0..width {
                if let Some(value) = value(x, y) {
                    image.part_mut(y, x, 1).copy_from_slice(&[value, value, value, 255]);
                }
            }
        }
        image
    }

    #[test]
    fn nine_pixels_become_their_mean() {
        let image = grey(6, 3, |x, y| u8::try_from(x * 10 + y).ok());
        // 0 to 22 has the mean 11, 30 to 52 has 41.
        assert_eq!(image.shrunk().pixels, [11, 11, 11, 255, 41, 41, 41, 255]);
    }

    #[test]
    fn edges_and_holes_take_the_mean_of_what_is_there() {
        let edge = grey(4, 4, |x, y| Some(if x == 3 || y == 3 { 200 } else { 10 }));
        let small = edge.shrunk();
        assert_eq!((small.width, small.height), (2, 2));
        assert_eq!(small.pixels, [10, 10, 10, 255, 200, 200, 200, 255, 200, 200, 200, 255, 200, 200, 200, 255]);
        let holed = grey(3, 3, |x, y| (x == 1 && y == 1).then_some(77));
        assert_eq!(holed.shrunk().pixels, [77, 77, 77, 255]);
        assert!(Image::empty(5, 5).shrunk().is_empty());
    }

    #[test]
    fn what_is_laid_over_covers_where_it_has_a_picture_and_is_cut_at_every_edge() {
        let spot = grey(3, 3, |x, y| (x != 1 || y != 1).then_some(9));
        for (x, y, expected) in
            [(1, 1, 8), (-1, -1, 3), (3, 3, 3), (-3, 0, 0), (5, 0, 0), (0, -9, 0), (i64::MAX / 2, 0, 0)]
        {
            let mut whole = grey(5, 5, |_, _| Some(1));
            whole.lay(&spot, x, y);
            let covered = whole.pixels.chunks_exact(CHANNELS).filter(|pixel| pixel[0] == 9).count();
            assert_eq!(covered, expected, "{x} {y}");
        }
    }

    #[test]
    fn a_part_that_reaches_over_the_edge_is_cut() {
        let mut whole = Image::empty(3, 3);
        whole.place(&grey(2, 2, |_, _| Some(9)), 2, 2);
        whole.place(&grey(2, 2, |_, _| Some(9)), 7, 7);
        assert_eq!(whole.pixels.chunks_exact(CHANNELS).filter(|pixel| pixel[0] == 9).count(), 1);
    }
}
