//! Resamples pixels from one grid to another: finer pixels are averaged, coarser ones interpolated.

use crate::image::Image;
use crate::pixels::{CHANNELS, threshold_alpha};
use std::ops::Range;

/// Where one axis of a source image is on the target grid, in pixels of the target.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SourceAxis {
    pub(crate) start: f64,
    /// The width of a source pixel.
    pub(crate) scale: f64,
    /// The number of source pixels.
    pub(crate) count: u32,
}

/// For each target pixel along one axis, the source pixels that contribute to it.
pub(crate) struct AxisWeights(Vec<PixelWeights>);

/// The first source pixel that contributes, and the weight of each from there on. The sum is 1.
struct PixelWeights {
    first: usize,
    weights: Vec<f32>,
}

impl AxisWeights {
    /// Weights fall linearly from the center of a target pixel to zero at a distance of one pixel of the coarser grid.
    pub(crate) fn new(target: Range<u32>, source: SourceAxis) -> Self {
        Self(target.map(|pixel| PixelWeights::new(pixel, source)).collect())
    }

    /// The source pixels from the first to the last that contributes to any target pixel.
    pub(crate) fn source_range(&self) -> Range<u32> {
        let first = self.0.first().map_or(0, |pixel| pixel.first);
        let end = self.0.iter().map(|pixel| pixel.first + pixel.weights.len()).max().unwrap_or(first);
        u32::try_from(first).unwrap_or(u32::MAX)..u32::try_from(end).unwrap_or(u32::MAX)
    }
}

impl PixelWeights {
    fn new(pixel: u32, source: SourceAxis) -> Self {
        let reach = (1.0 / source.scale).max(1.0);
        let center = (f64::from(pixel) + 0.5 - source.start) / source.scale;
        let near = (0..source.count).skip(floor(center - reach)).take_while(|other| f64::from(*other) < center + reach);
        let weights = near.map(|other| (other, 1.0 - (f64::from(other) + 0.5 - center).abs() / reach));
        let weights: Vec<(u32, f64)> = weights.filter(|(_, weight)| *weight > 0.0).collect();
        let Some((first, _)) = weights.first().copied() else {
            // The target pixel is outside by less than one pixel: use the last source pixel on that side.
            return Self { first: floor(center).min(source.count.saturating_sub(1) as usize), weights: vec![1.0] };
        };
        let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
        #[expect(clippy::cast_possible_truncation, reason = "weights need no more than seven digits")]
        let weights = weights.iter().map(|(_, weight)| (weight / sum) as f32).collect();
        Self { first: first as usize, weights }
    }
}

/// Resamples rows of a source image that is `width` pixels wide. `pixels` are the rows of `rows.source_range()`.
pub(crate) fn resample(pixels: &[u8], width: usize, columns: &AxisWeights, rows: &AxisWeights) -> Image {
    let first_row = rows.source_range().start as usize;
    let mut image = Image::empty(columns.0.len(), rows.0.len());
    let mut sums = vec![[0.0_f32; CHANNELS]; width];
    for (y, row_weights) in rows.0.iter().enumerate() {
        sums.fill([0.0; CHANNELS]);
        for (row, weight) in (row_weights.first - first_row..).zip(&row_weights.weights) {
            let line = &pixels[row * width * CHANNELS..][..width * CHANNELS];
            for (sum, pixel) in sums.iter_mut().zip(line.chunks_exact(CHANNELS)) {
                add_weighted(sum, pixel, *weight);
            }
        }
        for (x, column_weights) in columns.0.iter().enumerate() {
            let mut total = [0.0_f32; CHANNELS];
            for (sum, weight) in sums[column_weights.first..].iter().zip(&column_weights.weights) {
                for (total, value) in total.iter_mut().zip(sum) {
                    *total += value * weight;
                }
            }
            image.row_part_mut(y, x, 1).copy_from_slice(&mean_pixel(total));
        }
    }
    image
}

/// Uncovered pixels add nothing.
fn add_weighted(sum: &mut [f32; CHANNELS], pixel: &[u8], weight: f32) {
    let weight = if pixel[3] == 0 { 0.0 } else { weight };
    for (sum, value) in sum.iter_mut().zip([pixel[0], pixel[1], pixel[2], u8::MAX]) {
        *sum += f32::from(value) * weight;
    }
}

/// The mean of the covered pixels. `covered` is 255 times the sum of their weights.
fn mean_pixel([red, green, blue, covered]: [f32; CHANNELS]) -> [u8; CHANNELS] {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    let byte = |value: f32| value.round().clamp(0.0, 255.0) as u8;
    let mean = |sum: f32| byte(sum * 255.0 / covered.max(1e-6));
    [mean(red), mean(green), mean(blue), threshold_alpha(byte(covered))]
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "negative values become 0")]
fn floor(value: f64) -> usize {
    value.floor().max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE_ROW: SourceAxis = SourceAxis { start: 0.0, scale: 1.0, count: 1 };

    fn gray_row(values: &[u8]) -> Vec<u8> {
        values.iter().flat_map(|value| [*value, *value, *value, 255]).collect()
    }

    fn resample_row(values: &[u8], target: Range<u32>, start: f64, scale: f64) -> Vec<u8> {
        let count = u32::try_from(values.len()).unwrap();
        let columns = AxisWeights::new(target, SourceAxis { start, scale, count });
        let image = resample(&gray_row(values), values.len(), &columns, &AxisWeights::new(0..1, ONE_ROW));
        image.pixels.chunks_exact(CHANNELS).map(|pixel| pixel[0]).collect()
    }

    #[test]
    fn the_same_grid_gives_the_same_pixels() {
        assert_eq!(resample_row(&[10, 20, 30, 40], 0..4, 0.0, 1.0), [10, 20, 30, 40]);
        assert_eq!(resample_row(&[10, 20, 30, 40], 7..9, 6.0, 1.0), [20, 30]);
    }

    #[test]
    fn a_shift_of_half_a_pixel_averages_neighbors() {
        assert_eq!(resample_row(&[10, 20, 30, 40], 1..4, 0.5, 1.0), [15, 25, 35]);
    }

    #[test]
    fn finer_pixels_are_averaged_and_coarser_ones_interpolated() {
        assert_eq!(resample_row(&[50; 9], 0..3, 0.0, 1.0 / 3.0), [50, 50, 50]);
        let ramp = resample_row(&[0, 90], 0..6, 0.0, 3.0);
        assert!(ramp.is_sorted() && ramp[0] == 0 && ramp[5] == 90, "{ramp:?}");
    }

    #[test]
    fn uncovered_pixels_do_not_change_the_mean() {
        let mut pixels = gray_row(&[10, 200]);
        pixels[7] = 0;
        let columns = AxisWeights::new(0..2, SourceAxis { start: -0.25, scale: 1.0, count: 2 });
        let image = resample(&pixels, 2, &columns, &AxisWeights::new(0..1, ONE_ROW));
        assert_eq!(image.pixels[..4], [10, 10, 10, 255]);
        assert_eq!(image.pixels[7], 0, "mostly uncovered is uncovered");
    }
}
