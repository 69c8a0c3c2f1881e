use super::geometry::Point;
use std::ops::Range;

/// A rectangle in any direction. Positions in it are given as (u, v) from -1 to 1 along its length and its width.
#[derive(Debug, Clone, Copy)]
pub(super) struct RotatedRect {
    pub(super) center: Point,
    pub(super) half_length: f32,
    pub(super) half_width: f32,
    /// The unit vector along its length.
    pub(super) direction: Point,
}

impl RotatedRect {
    pub(super) fn new(center: Point, length: f32, width: f32, direction: Point) -> Self {
        Self { center, half_length: length / 2.0, half_width: width / 2.0, direction }
    }

    pub(super) fn point(&self, u: f32, v: f32) -> Point {
        let (u, v) = (u * self.half_length, v * self.half_width);
        Point::new(
            self.center.x + u * self.direction.x - v * self.direction.y,
            self.center.y + u * self.direction.y + v * self.direction.x,
        )
    }

    pub(super) fn part(&self, us: Range<f32>, vs: Range<f32>) -> Self {
        Self {
            center: self.point(f32::midpoint(us.start, us.end), f32::midpoint(vs.start, vs.end)),
            half_length: self.half_length * (us.end - us.start) / 2.0,
            half_width: self.half_width * (vs.end - vs.start) / 2.0,
            direction: self.direction,
        }
    }

    pub(super) fn corners(&self) -> [Point; 4] {
        [self.point(-1.0, -1.0), self.point(1.0, -1.0), self.point(1.0, 1.0), self.point(-1.0, 1.0)]
    }

    pub(super) fn moved(&self, offset: Point) -> Self {
        Self { center: self.center + offset, ..*self }
    }

    /// With another size around the same center.
    pub(super) fn resized(&self, half_length: f32, half_width: f32) -> Self {
        Self { half_length, half_width, ..*self }
    }

    /// The same rectangle with length and width exchanged.
    pub(super) fn transposed(&self) -> Self {
        Self {
            half_length: self.half_width,
            half_width: self.half_length,
            direction: Point::new(-self.direction.y, self.direction.x),
            ..*self
        }
    }

    /// The same rectangle, transposed if needed so that its length is not the shorter side.
    pub(super) fn lengthwise(&self) -> Self {
        if self.half_length >= self.half_width { *self } else { self.transposed() }
    }
}
