//! A rectangle in the city's coordinate system, in feet, with y pointing north.

use crate::position::FeetPoint;
use thiserror::Error;

#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("x from {min_x} to {max_x}, y from {min_y} to {max_y} is not a rectangle")]
pub struct RectError {
    min_x: f64,
    min_y: f64,
    max_x: f64,
    max_y: f64,
}

/// A rectangle with a positive area and finite sides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    min_x: f64,
    min_y: f64,
    max_x: f64,
    max_y: f64,
}

impl Rect {
    /// Fails if the area is not positive or a side is not finite.
    pub fn new(min_x: f64, min_y: f64, max_x: f64, max_y: f64) -> Result<Self, RectError> {
        let is_finite = [min_x, min_y, max_x, max_y].iter().all(|side| side.is_finite());
        if is_finite && min_x < max_x && min_y < max_y {
            Ok(Self { min_x, min_y, max_x, max_y })
        } else {
            Err(RectError { min_x, min_y, max_x, max_y })
        }
    }

    /// West.
    pub fn min_x(self) -> f64 {
        self.min_x
    }

    /// South.
    pub fn min_y(self) -> f64 {
        self.min_y
    }

    /// East.
    pub fn max_x(self) -> f64 {
        self.max_x
    }

    /// North.
    pub fn max_y(self) -> f64 {
        self.max_y
    }

    pub fn width(self) -> f64 {
        self.max_x - self.min_x
    }

    pub fn height(self) -> f64 {
        self.max_y - self.min_y
    }

    /// True if the rectangles share an area. A shared edge is not enough.
    pub fn overlaps(self, other: Self) -> bool {
        self.min_x < other.max_x && other.min_x < self.max_x && self.min_y < other.max_y && other.min_y < self.max_y
    }

    /// True for points inside the rectangle and on its edge.
    pub fn contains(self, point: FeetPoint) -> bool {
        (self.min_x..=self.max_x).contains(&point.x()) && (self.min_y..=self.max_y).contains(&point.y())
    }

    /// The smallest rectangle that contains both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            min_x: self.min_x.min(other.min_x),
            min_y: self.min_y.min(other.min_y),
            max_x: self.max_x.max(other.max_x),
            max_y: self.max_y.max(other.max_y),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rect(sides: [f64; 4]) -> Rect {
        Rect::new(sides[0], sides[1], sides[2], sides[3]).unwrap()
    }

    #[test]
    fn rejects_rectangles_without_area() {
        for [min_x, min_y, max_x, max_y] in [
            [0.0, 0.0, 0.0, 1.0],
            [0.0, 0.0, 1.0, 0.0],
            [1.0, 0.0, 0.0, 1.0],
            [0.0, f64::NAN, 1.0, 1.0],
            [0.0, 0.0, f64::INFINITY, 1.0],
            [f64::NEG_INFINITY, 0.0, 1.0, 1.0],
        ] {
            assert!(Rect::new(min_x, min_y, max_x, max_y).is_err(), "{min_x} {min_y} {max_x} {max_y}");
        }
    }

    #[test]
    fn shared_edge_is_no_overlap_but_belongs_to_both() {
        let (left, right, above) = (rect([0.0, 0.0, 1.0, 1.0]), rect([1.0, 0.0, 2.0, 1.0]), rect([0.0, 1.0, 1.0, 2.0]));
        assert!(!left.overlaps(right) && !left.overlaps(above) && !right.overlaps(above));
        let corner = FeetPoint::new(1.0, 1.0).unwrap();
        assert!([left, right, above].into_iter().all(|rect| rect.contains(corner)));
    }

    proptest! {
        #[test]
        fn overlap_is_symmetric_and_means_a_common_area(
            a in prop::array::uniform4(-50..50_i32), b in prop::array::uniform4(-50..50_i32),
        ) {
            let read = |s: [i32; 4]| Rect::new(s[0].into(), s[1].into(), s[2].into(), s[3].into());
            let (Ok(a), Ok(b)) = (read(a), read(b)) else { return Ok(()) };
            prop_assert_eq!(a.overlaps(b), b.overlaps(a));
            let common = Rect::new(
                a.min_x.max(b.min_x), a.min_y.max(b.min_y), a.max_x.min(b.max_x), a.max_y.min(b.max_y),
            );
            prop_assert_eq!(a.overlaps(b), common.is_ok());
            prop_assert!(a.union(b).overlaps(a) && a.union(b).overlaps(b));
        }
    }
}
