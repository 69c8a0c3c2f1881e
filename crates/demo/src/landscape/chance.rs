//! Numbers that look thrown and are the same every time: hashes of places, and smooth noise made of them.

/// Mixes a place and a purpose into 32 bits.
pub(super) fn hash(x: i32, y: i32, purpose: u32) -> u32 {
    let mut mixed = (u64::from(x.cast_unsigned()) << 32 | u64::from(y.cast_unsigned()))
        ^ u64::from(purpose).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    u32::try_from(mixed & 0xffff_ffff).unwrap_or(0)
}

/// The same as a number from 0 up to 1.
pub(super) fn unit(x: i32, y: i32, purpose: u32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "24 bits fit")]
    let number = (hash(x, y, purpose) >> 8) as f32;
    number / 16_777_216.0
}

/// A row of thrown numbers that belong to one place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dice {
    x: i32,
    y: i32,
    purpose: u32,
}

impl Dice {
    pub(super) fn new(x: i32, y: i32, purpose: u32) -> Self {
        Self { x, y, purpose: purpose << 12 }
    }

    /// From 0 up to 1.
    pub(super) fn throw(&mut self) -> f32 {
        self.purpose += 1;
        unit(self.x, self.y, self.purpose)
    }

    /// Between the two.
    pub(super) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.throw()
    }

    /// Whether something happens that happens so often.
    pub(super) fn is(&mut self, chance: f32) -> bool {
        self.throw() < chance
    }

    /// One of several.
    pub(super) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[cell(self.throw() * count(of.len())).cast_unsigned() as usize % of.len()]
    }
}

/// The whole number below.
#[expect(clippy::cast_possible_truncation, reason = "the city is small")]
pub(super) fn cell(value: f32) -> i32 {
    // Millions of times: a call of floor would cost more than all of this.
    let cut = value as i32;
    if real(cut) > value { cut - 1 } else { cut }
}

/// A small whole number.
#[expect(clippy::cast_precision_loss, reason = "the city is small")]
pub(super) fn real(value: i32) -> f32 {
    value as f32
}

#[expect(clippy::cast_precision_loss, reason = "lists are short")]
fn count(value: usize) -> f32 {
    value as f32
}

pub(super) fn mix(from: f32, to: f32, share: f32) -> f32 {
    from + (to - from) * share
}

/// 0 below the first, 1 above the second, smooth between.
pub(super) fn ramp(from: f32, to: f32, value: f32) -> f32 {
    let share = ((value - from) / (to - from)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// Smooth noise from 0 to 1 with hills as far apart as `size`.
pub(super) fn noise(x: f32, y: f32, size: f32, purpose: u32) -> f32 {
    let (x, y) = (x / size, y / size);
    let (column, row) = (cell(x), cell(y));
    let ease = |share: f32| share * share * (3.0 - 2.0 * share);
    let share = (ease(x - real(column)), ease(y - real(row)));
    let at = |i: i32, j: i32| unit(column + i, row + j, purpose);
    mix(mix(at(0, 0), at(1, 0), share.0), mix(at(0, 1), at(1, 1), share.0), share.1)
}

/// Noise with finer noise upon it, from 0 to 1.
pub(super) fn rough(x: f32, y: f32, size: f32, octaves: u32, purpose: u32) -> f32 {
    let (mut sum, mut weight, mut total, mut step) = (0.0, 1.0, 0.0, size);
    for octave in 0..octaves {
        // Each layer is turned, so that no grid shows.
        let turn = real(octave.cast_signed()) * 0.7;
        let (sin, cos) = turn.sin_cos();
        sum += weight * noise(x * cos - y * sin, x * sin + y * cos, step, purpose.wrapping_add(octave * 101));
        total += weight;
        weight *= 0.5;
        step *= 0.5;
    }
    sum / total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_smooth_even_and_the_same_every_time() {
        let mut sum = 0.0;
        for step in 0..4_000 {
            let x = real(step) * 3.7 - 7_000.0;
            let (here, beside) = (rough(x, x * 0.3, 500.0, 4, 1), rough(x + 0.1, x * 0.3, 500.0, 4, 1));
            assert!((0.0..=1.0).contains(&here) && (here - beside).abs() < 0.01, "at {x}");
            sum += here;
        }
        assert!((sum / 4_000.0 - 0.5).abs() < 0.05);
        assert_eq!(hash(-3, 7, 1), hash(-3, 7, 1));
        assert_ne!(hash(-3, 7, 1), hash(7, -3, 1));
    }
}
