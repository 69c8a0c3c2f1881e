use super::noise::{floor, hash_fraction, lerp, to_f32};

/// The edge of the texture in pixels.
const SIZE: i32 = 512;

/// A small texture of noise that repeats everywhere: computing noise for every pixel would be too slow.
pub(super) struct GrainTexture(Vec<f32>);

impl GrainTexture {
    pub(super) fn new() -> Self {
        let value = |index: i32| {
            let (x, y) = (index % SIZE, index / SIZE);
            // Interpolates across the edge, so that the repetition has no seam.
            let wrapped = |step: i32, salt: u32| {
                let corner = |i: i32, j: i32| {
                    let (column, row) =
                        ((x / step + i).rem_euclid(SIZE / step), (y / step + j).rem_euclid(SIZE / step));
                    hash_fraction(column, row, salt)
                };
                let (u, v) = (to_f32(x % step) / to_f32(step), to_f32(y % step) / to_f32(step));
                lerp(lerp(corner(0, 0), corner(1, 0), u), lerp(corner(0, 1), corner(1, 1), u), v)
            };
            0.30 * hash_fraction(x, y, 61) + 0.30 * wrapped(2, 62) + 0.25 * wrapped(4, 63) + 0.15 * wrapped(16, 64)
                - 0.5
        };
        Self((0..SIZE * SIZE).map(value).collect())
    }

    /// From about -0.5 to 0.5.
    pub(super) fn at(&self, x: i32, y: i32) -> f32 {
        self.0[usize::try_from(y.rem_euclid(SIZE) * SIZE + x.rem_euclid(SIZE)).unwrap_or(0)]
    }

    /// Interpolates between the pixels of the texture.
    pub(super) fn interpolated(&self, x: f32, y: f32) -> f32 {
        let (column, row) = (floor(x), floor(y));
        let (east, north) = (x - to_f32(column), y - to_f32(row));
        let corner = |i: i32, j: i32| self.at(column + i, row + j);
        lerp(lerp(corner(0, 0), corner(1, 0), east), lerp(corner(0, 1), corner(1, 1), east), north)
    }
}
