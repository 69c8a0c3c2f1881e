//! Boxes around points in earth-centered coordinates.

use crate::geodesic::EcefPoint;

#[derive(Debug, Clone, Copy)]
pub(super) struct EcefBox {
    min: [f64; 3],
    max: [f64; 3],
}

impl EcefBox {
    /// The smallest box around points. Without points it has no size and is at the center of the earth.
    pub(super) fn around(mut points: impl Iterator<Item = EcefPoint>) -> Self {
        let first = points.next().map_or([0.0; 3], |point| point.0);
        let mut all = Self { min: first, max: first };
        for point in points {
            for axis in 0..3 {
                all.min[axis] = all.min[axis].min(point.0[axis]);
                all.max[axis] = all.max[axis].max(point.0[axis]);
            }
        }
        all
    }

    /// The squared chord to the nearest point of the box; 0 inside it.
    pub(super) fn nearest_squared(&self, origin: EcefPoint) -> f64 {
        let gap = |axis: usize| (self.min[axis] - origin.0[axis]).max(origin.0[axis] - self.max[axis]).max(0.0);
        [0, 1, 2].map(|axis| gap(axis) * gap(axis)).iter().sum()
    }

    /// The squared chord to the farthest corner of the box.
    pub(super) fn farthest_squared(&self, origin: EcefPoint) -> f64 {
        let gap = |axis: usize| (origin.0[axis] - self.min[axis]).max(self.max[axis] - origin.0[axis]);
        [0, 1, 2].map(|axis| gap(axis) * gap(axis)).iter().sum()
    }

    pub(super) fn widest_axis(&self) -> usize {
        let length = |axis: usize| self.max[axis] - self.min[axis];
        (0..3).fold(0, |widest, axis| if length(axis) > length(widest) { axis } else { widest })
    }
}
