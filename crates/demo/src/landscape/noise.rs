//! Random-looking numbers that are the same every time: hashes of positions, and smooth noise made from them.

use super::geometry::Point;

/// Different salts give independent numbers for the same position.
fn hash(x: i32, y: i32, salt: u32) -> u32 {
    let mut mixed = (u64::from(x.cast_unsigned()) << 32 | u64::from(y.cast_unsigned()))
        ^ u64::from(salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    u32::try_from(mixed & 0xffff_ffff).unwrap_or(0)
}

/// A hash as a number from 0 up to 1.
pub(super) fn hash_fraction(x: i32, y: i32, salt: u32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "24 bits fit")]
    let number = (hash(x, y, salt) >> 8) as f32;
    number / 16_777_216.0
}

/// A sequence of random-looking numbers for one position.
#[derive(Debug, Clone, Copy)]
pub(super) struct PositionRng {
    x: i32,
    y: i32,
    salt: u32,
}

impl PositionRng {
    pub(super) fn new(x: i32, y: i32, salt: u32) -> Self {
        Self { x, y, salt: salt << 12 }
    }

    /// From 0 up to 1.
    pub(super) fn fraction(&mut self) -> f32 {
        self.salt += 1;
        hash_fraction(self.x, self.y, self.salt)
    }

    pub(super) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.fraction()
    }

    /// True with this probability.
    pub(super) fn happens(&mut self, probability: f32) -> bool {
        self.fraction() < probability
    }

    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        #[expect(clippy::cast_precision_loss, reason = "lists are short")]
        let count = items.len() as f32;
        items[floor(self.fraction() * count).cast_unsigned() as usize % items.len()]
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the city is small")]
pub(super) fn floor(value: f32) -> i32 {
    // Called for every pixel: f32::floor would cost more than everything around it.
    let truncated = value as i32;
    if to_f32(truncated) > value { truncated - 1 } else { truncated }
}

#[expect(clippy::cast_precision_loss, reason = "the city is small")]
pub(super) fn to_f32(value: i32) -> f32 {
    value as f32
}

pub(super) fn lerp(from: f32, to: f32, share: f32) -> f32 {
    from + (to - from) * share
}

/// 0 up to `from`, 1 from `to` on, a smooth curve between.
pub(super) fn smoothstep(from: f32, to: f32, value: f32) -> f32 {
    smooth(((value - from) / (to - from)).clamp(0.0, 1.0))
}

/// A smooth curve from 0 to 1.
fn smooth(share: f32) -> f32 {
    share * share * (3.0 - 2.0 * share)
}

/// Smooth noise from 0 to 1 whose hills are about `size` feet apart.
pub(super) fn smooth_noise(at: Point, size: f32, salt: u32) -> f32 {
    let (x, y) = (at.x / size, at.y / size);
    let (column, row) = (floor(x), floor(y));
    let (east, north) = (smooth(x - to_f32(column)), smooth(y - to_f32(row)));
    let corner = |i: i32, j: i32| hash_fraction(column + i, row + j, salt);
    lerp(lerp(corner(0, 0), corner(1, 0), east), lerp(corner(0, 1), corner(1, 1), east), north)
}

/// The sum of ever finer noise, from 0 to 1. `size` is that of the coarsest octave.
pub(super) fn fractal_noise(at: Point, size: f32, octaves: u32, salt: u32) -> f32 {
    let (mut sum, mut weight, mut total, mut octave_size) = (0.0, 1.0, 0.0, size);
    for octave in 0..octaves {
        // Each octave is rotated, so that no grid shows.
        let (sin, cos) = (to_f32(octave.cast_signed()) * 0.7).sin_cos();
        let rotated = Point::new(at.x * cos - at.y * sin, at.x * sin + at.y * cos);
        sum += weight * smooth_noise(rotated, octave_size, salt.wrapping_add(octave * 101));
        total += weight;
        weight *= 0.5;
        octave_size *= 0.5;
    }
    sum / total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_smooth_balanced_and_reproducible() {
        let noise = |x: f32, y: f32| fractal_noise(Point::new(x, y), 500.0, 4, 1);
        let mut sum = 0.0;
        for step in 0..4_000 {
            let x = to_f32(step) * 3.7 - 7_000.0;
            let (here, near) = (noise(x, x * 0.3), noise(x + 0.1, x * 0.3));
            assert!((0.0..=1.0).contains(&here) && (here - near).abs() < 0.01, "at {x}");
            sum += here;
        }
        assert!((sum / 4_000.0 - 0.5).abs() < 0.05);
        assert_eq!(hash(-3, 7, 1), hash(-3, 7, 1));
        assert_ne!(hash(-3, 7, 1), hash(7, -3, 1));
    }
}
