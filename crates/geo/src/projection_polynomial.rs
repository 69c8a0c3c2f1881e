//! The projection of one bounding box as a polynomial, for clients that draw maps without a projection library. They run the
//! same arithmetic for every coordinate system.

use crate::crs::{Crs, CrsError};
use crate::position::{Bounds, LonLat};
use std::f64::consts::PI;

/// Terms in each direction. For a box of a few degrees the error is below a hundredth of a foot (see the test).
const TERMS: u32 = 14;

/// Coefficients are rounded to 1/100,000 foot. The sum of all rounding errors stays invisible on a map.
const ROUNDING_SCALE: f64 = 1e5;

/// Feet as a Chebyshev series of the position: with `u` and `v` running from -1 to 1 over longitude and latitude,
/// `x = Σ x[i][j] T_i(u) T_j(v)`, and the same for `y`.
#[derive(Debug, Clone, PartialEq)]
pub struct ProjectionPolynomial {
    /// The box in which the series is valid.
    pub bounds: Bounds,
    /// Coefficients of the easting.
    pub x: Vec<Vec<f64>>,
    /// Coefficients of the northing.
    pub y: Vec<Vec<f64>>,
}

/// A position in the box, each coordinate from -1 to 1.
#[derive(Debug, Clone, Copy)]
struct UnitPosition {
    u: f64,
    v: f64,
}

impl Crs {
    /// Approximates the projection in a box. Fails if part of the box cannot be projected.
    pub fn polynomial(&self, bounds: Bounds) -> Result<ProjectionPolynomial, CrsError> {
        let mut x = zero_coefficients();
        let mut y = zero_coefficients();
        for node in chebyshev_nodes() {
            let position = position_in(bounds, node);
            let point = self.to_feet(position)?;
            // Far outside its zone a projection returns numbers that map back to a different position.
            let back = self.to_degrees(point)?;
            if (back.lon() - position.lon()).abs() > 1e-6 || (back.lat() - position.lat()).abs() > 1e-6 {
                return Err(CrsError::OutOfDomain(position.lon(), position.lat()));
            }
            add_node(&mut x, node, point.x());
            add_node(&mut y, node, point.y());
        }
        Ok(ProjectionPolynomial { bounds, x: round_coefficients(x), y: round_coefficients(y) })
    }
}

/// The Chebyshev nodes of the box.
fn chebyshev_nodes() -> impl Iterator<Item = UnitPosition> {
    let nodes = || (0..TERMS).map(|index| (PI * (f64::from(index) + 0.5) / f64::from(TERMS)).cos());
    nodes().flat_map(move |u| nodes().map(move |v| UnitPosition { u, v }))
}

fn position_in(bounds: Bounds, unit: UnitPosition) -> LonLat {
    let between = |low: f64, high: f64, part: f64| low + (high - low) * (part + 1.0) / 2.0;
    let lon = between(bounds.min().lon(), bounds.max().lon(), unit.u);
    let lat = between(bounds.min().lat(), bounds.max().lat(), unit.v);
    LonLat::new(lon, lat).unwrap_or(bounds.min())
}

fn chebyshev(order: u32, x: f64) -> f64 {
    (f64::from(order) * x.acos()).cos()
}

fn zero_coefficients() -> Vec<Vec<f64>> {
    (0..TERMS).map(|_| (0..TERMS).map(|_| 0.0).collect()).collect()
}

/// Adds the contribution of one node to every coefficient.
fn add_node(series: &mut [Vec<f64>], node: UnitPosition, value: f64) {
    let weight = |order: u32, x: f64| chebyshev(order, x) * if order == 0 { 1.0 } else { 2.0 };
    let node_count = f64::from(TERMS * TERMS);
    for (i, row) in (0..).zip(series.iter_mut()) {
        for (j, coefficient) in (0..).zip(row.iter_mut()) {
            *coefficient += value * weight(i, node.u) * weight(j, node.v) / node_count;
        }
    }
}

/// Rounds the coefficients and drops trailing zeros.
fn round_coefficients(series: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let mut rows: Vec<Vec<f64>> = series
        .into_iter()
        .map(|row| {
            let round = |value: f64| (value * ROUNDING_SCALE).round() / ROUNDING_SCALE;
            let mut row: Vec<f64> = row.into_iter().map(round).collect();
            row.truncate(row.iter().rposition(|value| *value != 0.0).map_or(0, |last| last + 1));
            row
        })
        .collect();
    rows.truncate(rows.iter().rposition(|row| !row.is_empty()).map_or(0, |last| last + 1));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluate(series: &[Vec<f64>], unit: UnitPosition) -> f64 {
        let row = |row: &[f64]| (0..).zip(row).map(|(j, part)| part * chebyshev(j, unit.v)).sum::<f64>();
        (0..).zip(series).map(|(i, parts)| chebyshev(i, unit.u) * row(parts)).sum()
    }

    fn bounds(west: f64, south: f64, east: f64, north: f64) -> Bounds {
        Bounds::new(LonLat::new(west, south).unwrap(), LonLat::new(east, north).unwrap()).unwrap()
    }

    #[test]
    fn polynomial_matches_the_projection_within_a_hundredth_foot() {
        let texas = "+proj=lcc +lat_0=27.8333333333333 +lon_0=-99 +lat_1=28.3833333333333 +lat_2=30.2833333333333 \
                     +x_0=600000 +y_0=4000000 +datum=NAD83 +units=us-ft +no_defs";
        for (crs, bounds) in
            [("ESRI:102629", bounds(-89.8, 27.9, -81.8, 38.1)), (texas, bounds(-104.0, 25.0, -94.0, 33.0))]
        {
            let crs = Crs::parse(crs).unwrap();
            let polynomial = crs.polynomial(bounds).unwrap();
            for column in 0..=40 {
                for row in 0..=40 {
                    let unit = UnitPosition { u: f64::from(column) / 20.0 - 1.0, v: f64::from(row) / 20.0 - 1.0 };
                    let exact = crs.to_feet(position_in(bounds, unit)).unwrap();
                    let (x, y) = (evaluate(&polynomial.x, unit), evaluate(&polynomial.y, unit));
                    assert!((x - exact.x()).hypot(y - exact.y()) < 0.01, "{unit:?}: {x} {y} {exact:?}");
                }
            }
        }
    }

    #[test]
    fn polynomial_has_few_coefficients() {
        let polynomial = Crs::parse("ESRI:102629").unwrap().polynomial(bounds(-89.8, 27.9, -81.8, 38.1)).unwrap();
        let count = |series: &[Vec<f64>]| series.iter().map(Vec::len).sum::<usize>();
        let (x, y) = (count(&polynomial.x), count(&polynomial.y));
        assert!(x + y < 200, "{x} {y}");
    }

    #[test]
    fn rejects_a_box_that_cannot_be_projected() {
        let crs = Crs::parse("ESRI:102629").unwrap();
        assert!(crs.polynomial(bounds(-180.0, -90.0, 180.0, 90.0)).is_err());
    }
}
