//! A sheet of the city's map: the projection of one box of degrees as a polynomial, for whoever draws maps and knows no
//! projections. Whatever the coordinate system is, the arithmetic on the other side stays the same.

use crate::crs::{Crs, CrsError};
use crate::position::{Bounds, LonLat};
use std::f64::consts::PI;

/// Terms in each direction. A box of a few degrees is met within a thousandth of a foot (see the test).
const TERMS: u32 = 14;

/// Coefficients are rounded to this part of a foot: their sum stays far below what anybody can see.
const PART: f64 = 1e5;

/// Feet as a Chebyshev series of the position: with `u` and `v` running from -1 to 1 over longitude and latitude,
/// `x = Σ x[i][j] T_i(u) T_j(v)`, and the same for `y`.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// The box that it holds for.
    pub bounds: Bounds,
    /// Easting.
    pub x: Vec<Vec<f64>>,
    /// Northing.
    pub y: Vec<Vec<f64>>,
}

impl Crs {
    /// The sheet of a box; refused when part of the box cannot be projected.
    pub fn sheet(&self, bounds: Bounds) -> Result<Sheet, CrsError> {
        let mut x = zeros();
        let mut y = zeros();
        for u in nodes() {
            for v in nodes() {
                let at = at(bounds, u, v);
                let point = self.to_feet(at)?;
                // Far from its zone a projection gives numbers that lead back to another place.
                let back = self.to_degrees(point)?;
                if (back.lon() - at.lon()).abs() > 1e-6 || (back.lat() - at.lat()).abs() > 1e-6 {
                    return Err(CrsError::OutOfDomain(at.lon(), at.lat()));
                }
                add(&mut x, (u, v), point.x());
                add(&mut y, (u, v), point.y());
            }
        }
        Ok(Sheet { bounds, x: trimmed(x), y: trimmed(y) })
    }
}

fn nodes() -> impl Iterator<Item = f64> {
    (0..TERMS).map(|index| (PI * (f64::from(index) + 0.5) / f64::from(TERMS)).cos())
}

fn at(bounds: Bounds, u: f64, v: f64) -> LonLat {
    let between = |low: f64, high: f64, part: f64| low + (high - low) * (part + 1.0) / 2.0;
    let lon = between(bounds.min().lon(), bounds.max().lon(), u);
    let lat = between(bounds.min().lat(), bounds.max().lat(), v);
    LonLat::new(lon, lat).unwrap_or(bounds.min())
}

fn chebyshev(order: u32, at: f64) -> f64 {
    (f64::from(order) * at.acos()).cos()
}

fn zeros() -> Vec<Vec<f64>> {
    (0..TERMS).map(|_| (0..TERMS).map(|_| 0.0).collect()).collect()
}

/// The share of one node in every coefficient.
fn add(series: &mut [Vec<f64>], (u, v): (f64, f64), value: f64) {
    let weight = |order: u32, at: f64| chebyshev(order, at) * if order == 0 { 1.0 } else { 2.0 };
    let nodes = f64::from(TERMS * TERMS);
    for (i, row) in (0..).zip(series.iter_mut()) {
        for (j, coefficient) in (0..).zip(row.iter_mut()) {
            *coefficient += value * weight(i, u) * weight(j, v) / nodes;
        }
    }
}

/// Rounded, without the zeros at the ends.
fn trimmed(series: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let mut rows: Vec<Vec<f64>> = series
        .into_iter()
        .map(|row| {
            let mut row: Vec<f64> = row.into_iter().map(|value| (value * PART).round() / PART).collect();
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

    fn value(series: &[Vec<f64>], u: f64, v: f64) -> f64 {
        let row = |row: &[f64]| (0..).zip(row).map(|(j, part)| part * chebyshev(j, v)).sum::<f64>();
        (0..).zip(series).map(|(i, parts)| chebyshev(i, u) * row(parts)).sum()
    }

    fn bounds(west: f64, south: f64, east: f64, north: f64) -> Bounds {
        Bounds::new(LonLat::new(west, south).unwrap(), LonLat::new(east, north).unwrap()).unwrap()
    }

    #[test]
    fn a_sheet_gives_the_feet_of_its_system_within_a_hundredth() {
        let texas = "+proj=lcc +lat_0=27.8333333333333 +lon_0=-99 +lat_1=28.3833333333333 +lat_2=30.2833333333333 \
                     +x_0=600000 +y_0=4000000 +datum=NAD83 +units=us-ft +no_defs";
        for (crs, bounds) in
            [("ESRI:102629", bounds(-89.8, 27.9, -81.8, 38.1)), (texas, bounds(-104.0, 25.0, -94.0, 33.0))]
        {
            let crs = Crs::parse(crs).unwrap();
            let sheet = crs.sheet(bounds).unwrap();
            for step in 0..=40 {
                for stride in 0..=40 {
                    let (u, v) = (f64::from(step) / 20.0 - 1.0, f64::from(stride) / 20.0 - 1.0);
                    let exact = crs.to_feet(at(bounds, u, v)).unwrap();
                    let (x, y) = (value(&sheet.x, u, v), value(&sheet.y, u, v));
                    assert!((x - exact.x()).hypot(y - exact.y()) < 0.01, "{u} {v}: {x} {y} {exact:?}");
                }
            }
        }
    }

    #[test]
    fn a_sheet_is_small() {
        let sheet = Crs::parse("ESRI:102629").unwrap().sheet(bounds(-89.8, 27.9, -81.8, 38.1)).unwrap();
        let count = |series: &[Vec<f64>]| series.iter().map(Vec::len).sum::<usize>();
        assert!(count(&sheet.x) + count(&sheet.y) < 200, "{} {}", count(&sheet.x), count(&sheet.y));
    }

    #[test]
    fn a_box_that_cannot_be_projected_has_no_sheet() {
        let crs = Crs::parse("ESRI:102629").unwrap();
        assert!(crs.sheet(bounds(-180.0, -90.0, 180.0, 90.0)).is_err());
    }
}
