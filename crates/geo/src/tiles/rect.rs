//! A rectangle in the city's feet, Y up.

use crate::position::FeetPoint;
use thiserror::Error;

/// The sides are not a rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[error("x from {min_x} to {max_x}, y from {min_y} to {max_y} is not a rectangle")]
pub struct RectError {
    min_x: f64,
    min_y: f64,
    max_x: f64,
    max_y: f64,
}

/// A rectangle with an area.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    min_x: f64,
    min_y: f64,
    max_x: f64,
    max_y: f64,
}

impl Rect {
    /// Between two corners, the lower left one first. Refused when it has no area or a side is not a number.
    pub fn new(min_x: f64, min_y: f64, max_x: f64, max_y: f64) -> Result<Self, RectError> {
        let is_finite = [min_x, min_y, max_x, max_y].iter().all(|side| side.is_finite());
        if is_finite && min_x < max_x && min_y < max_y {
            Ok(Self { min_x, min_y, max_x, max_y })
        } else {
            Err(RectError { min_x, min_y, max_x, max_y })
        }
    }

    /// The western side.
    pub fn min_x(self) -> f64 {
        self.min_x
    }

    /// The southern side.
    pub fn min_y(self) -> f64 {
        self.min_y
    }

    /// The eastern side.
    pub fn max_x(self) -> f64 {
        self.max_x
    }

    /// The northern side.
    pub fn max_y(self) -> f64 {
        self.max_y
    }

    /// From west to east.
    pub fn width(self) -> f64 {
        self.max_x - self.min_x
    }

    /// From south to north.
    pub fn height(self) -> f64 {
        self.max_y - self.min_y
    }

    /// Whether the two share an area; a shared edge is none.
    pub fn overlaps(self, other: Self) -> bool {
        self.min_x < other.max_x && other.min_x < self.max_x && self.min_y < other.max_y && other.min_y < self.max_y
    }

    /// Whether the point lies inside or on an edge.
    pub fn contains(self, point: FeetPoint) -> bool {
        (self.min_x..=self.max_x).contains(&point.x()) && (self.min_y..=self.max_y).contains(&point.y())
    }

    /// The smallest rectangle around both.
    #[must_use]
    pub fn around(self, other: Self) -> Self {
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
    fn what_has_no_area_is_no_rectangle() {
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
    fn a_shared_edge_is_no_overlap_and_a_point_on_it_lies_in_both() {
        let (left, right, above) = (rect([0.0, 0.0, 1.0, 1.0]), rect([1.0, 0.0, 2.0, 1.0]), rect([0.0, 1.0, 1.0, 2.0]));
        assert!(!left.overlaps(right) && !left.overlaps(above) && !right.overlaps(above));
        let corner = FeetPoint::new(1.0, 1.0).unwrap();
        assert!([left, right, above].into_iter().all(|one| one.contains(corner)));
    }

    proptest! {
        #[test]
        fn overlapping_is_mutual_and_means_a_common_point_inside_both(
            a in prop::array::uniform4(-50..50_i32), b in prop::array::uniform4(-50..50_i32),
        ) {
            let read = |s: [i32; 4]| Rect::new(s[0].into(), s[1].into(), s[2].into(), s[3].into());
            let (Ok(a), Ok(b)) = (read(a), read(b)) else { return Ok(()) };
            prop_assert_eq!(a.overlaps(b), b.overlaps(a));
            let common = Rect::new(
                a.min_x.max(b.min_x), a.min_y.max(b.min_y), a.max_x.min(b.max_x), a.max_y.min(b.max_y),
            );
            prop_assert_eq!(a.overlaps(b), common.is_ok());
            prop_assert!(a.around(b).overlaps(a) && a.around(b).overlaps(b));
        }
    }
}
