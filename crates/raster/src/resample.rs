//! Pixels of one grid from those of another: finer ones are averaged, coarser ones drawn out smoothly.

use crate::rows::visible;
use crate::{CHANNELS, Image};

/// For each pixel of a line: the first pixel of the other line that counts for it, and the weight of each from there on.
pub(crate) struct Taps(Vec<(usize, Vec<f32>)>);

impl Taps {
    /// For the pixels `from..to` of a grid on which a line of `count` pixels starts at `start`, each `scale` wide.
    ///
    /// The weights fall off evenly from the centre to the width of the larger of both pixels, and sum to one.
    pub(crate) fn new((from, to): (u32, u32), (start, scale): (f64, f64), count: u32) -> Self {
        let reach = (1.0 / scale).max(1.0);
        let one = |pixel: u32| {
            let centre = (f64::from(pixel) + 0.5 - start) / scale;
            let near = (0..count).skip(below(centre - reach)).take_while(|other| f64::from(*other) < centre + reach);
            let weights = near.map(|other| (other, 1.0 - (f64::from(other) + 0.5 - centre).abs() / reach));
            let weights: Vec<(u32, f64)> = weights.filter(|(_, weight)| *weight > 0.0).collect();
            let Some((first, _)) = weights.first().copied() else {
                // Beside the line by less than a pixel: its end.
                return (below(centre).min(count.saturating_sub(1) as usize), vec![1.0]);
            };
            let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
            #[expect(clippy::cast_possible_truncation, reason = "weights need no more than seven digits")]
            let weights = weights.iter().map(|(_, weight)| (weight / sum) as f32).collect();
            (first as usize, weights)
        };
        Self((from..to).map(one).collect())
    }

    /// The first pixel that counts for any, and how many there are up to the last.
    pub(crate) fn span(&self) -> (u32, u32) {
        let first = self.0.first().map_or(0, |(first, _)| *first);
        let end = self.0.iter().map(|(first, weights)| first + weights.len()).max().unwrap_or(first);
        (u32::try_from(first).unwrap_or(u32::MAX), u32::try_from(end - first).unwrap_or(u32::MAX))
    }
}

/// Makes a picture of rows, of which the first one given is the first that counts.
pub(crate) fn resample(pixels: &[u8], width: usize, columns: &Taps, rows: &Taps) -> Image {
    let first = rows.span().0 as usize;
    let mut image = Image::empty(columns.0.len(), rows.0.len());
    let mut sums = vec![[0.0_f32; CHANNELS]; width];
    for (y, (start, weights)) in rows.0.iter().enumerate() {
        sums.fill([0.0; CHANNELS]);
        for (row, weight) in (start - first..).zip(weights) {
            let line = &pixels[row * width * CHANNELS..][..width * CHANNELS];
            for (sum, pixel) in sums.iter_mut().zip(line.chunks_exact(CHANNELS)) {
                add(sum, pixel, *weight);
            }
        }
        for (x, (start, weights)) in columns.0.iter().enumerate() {
            let mut total = [0.0_f32; CHANNELS];
            for (sum, weight) in sums[*start..].iter().zip(weights) {
                for (total, value) in total.iter_mut().zip(sum) {
                    *total += value * weight;
                }
            }
            image.part_mut(y, x, 1).copy_from_slice(&pixel(total));
        }
    }
    image
}

/// A pixel without a picture adds nothing.
fn add(sum: &mut [f32; CHANNELS], pixel: &[u8], weight: f32) {
    let weight = if pixel[3] == 0 { 0.0 } else { weight };
    for (sum, value) in sum.iter_mut().zip([pixel[0], pixel[1], pixel[2], u8::MAX]) {
        *sum += f32::from(value) * weight;
    }
}

/// The mean of those that had a picture.
fn pixel([red, green, blue, seen]: [f32; CHANNELS]) -> [u8; CHANNELS] {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    let byte = |value: f32| value.round().clamp(0.0, 255.0) as u8;
    let mean = |sum: f32| byte(sum * 255.0 / seen.max(1e-6));
    [mean(red), mean(green), mean(blue), visible(byte(seen))]
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 0 is 0")]
fn below(value: f64) -> usize {
    value.floor().max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(values: &[u8]) -> Vec<u8> {
        values.iter().flat_map(|value| [*value, *value, *value, 255]).collect()
    }

    fn across(values: &[u8], (from, to): (u32, u32), start: f64, scale: f64) -> Vec<u8> {
        let count = u32::try_from(values.len()).unwrap();
        let (columns, rows) = (Taps::new((from, to), (start, scale), count), Taps::new((0, 1), (0.0, 1.0), 1));
        let image = resample(&line(values), values.len(), &columns, &rows);
        image.pixels.chunks_exact(CHANNELS).map(|pixel| pixel[0]).collect()
    }

    #[test]
    fn the_same_grid_gives_the_same_pixels() {
        assert_eq!(across(&[10, 20, 30, 40], (0, 4), 0.0, 1.0), [10, 20, 30, 40]);
        assert_eq!(across(&[10, 20, 30, 40], (7, 9), 6.0, 1.0), [20, 30]);
    }

    #[test]
    fn half_a_pixel_aside_is_the_mean_of_both() {
        assert_eq!(across(&[10, 20, 30, 40], (1, 4), 0.5, 1.0), [15, 25, 35]);
    }

    #[test]
    fn finer_pixels_are_averaged_and_coarser_ones_drawn_out() {
        assert_eq!(across(&[50; 9], (0, 3), 0.0, 1.0 / 3.0), [50, 50, 50]);
        let ramp = across(&[0, 90], (0, 6), 0.0, 3.0);
        assert!(ramp.is_sorted() && ramp[0] == 0 && ramp[5] == 90, "{ramp:?}");
    }

    #[test]
    fn a_hole_takes_no_part_in_the_mean() {
        let mut pixels = line(&[10, 200]);
        pixels[7] = 0;
        let taps = Taps::new((0, 2), (-0.25, 1.0), 2);
        let image = resample(&pixels, 2, &taps, &Taps::new((0, 1), (0.0, 1.0), 1));
        assert_eq!(image.pixels[..4], [10, 10, 10, 255]);
        assert_eq!(image.pixels[7], 0, "mostly hole is hole");
    }
}
