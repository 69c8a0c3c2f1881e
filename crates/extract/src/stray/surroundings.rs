//! Degrees near those of the strikes that were read.

use std::ops::{Range, RangeInclusive};

/// Strikes of one mail are at most this far from each other. Amplitudes, distances and percentages are not near both
/// coordinates at once.
const MAX_DEGREES_APART: u32 = 3;

#[derive(Debug, Clone)]
pub(super) struct Surroundings {
    latitudes: RangeInclusive<u32>,
    longitudes: RangeInclusive<u32>,
}

impl Surroundings {
    /// Around the position of one record. `None` if a coordinate does not begin with whole degrees.
    pub(super) fn new(text: &[u8], latitude: &Range<usize>, longitude: &Range<usize>) -> Option<Self> {
        let near = |degrees: u32| degrees.saturating_sub(MAX_DEGREES_APART)..=degrees + MAX_DEGREES_APART;
        Some(Self {
            latitudes: near(whole_degrees(text.get(latitude.clone())?)?),
            longitudes: near(whole_degrees(text.get(longitude.clone())?)?),
        })
    }

    pub(super) fn extend(&mut self, other: &Self) {
        for (own, other) in [(&mut self.latitudes, &other.latitudes), (&mut self.longitudes, &other.longitudes)] {
            if other.start() < own.start() || other.end() > own.end() {
                *own = *own.start().min(other.start())..=*own.end().max(other.end());
            }
        }
    }

    /// True for degrees that can be one of the coordinates.
    pub(super) fn has_coordinate(&self, degrees: u32) -> bool {
        self.latitudes.contains(&degrees) || self.longitudes.contains(&degrees)
    }

    /// True for a position, whichever of its coordinates is the first.
    pub(super) fn has_position(&self, one: u32, other: u32) -> bool {
        let is_near =
            |latitude: u32, longitude: u32| self.latitudes.contains(&latitude) && self.longitudes.contains(&longitude);
        is_near(one, other) || is_near(other, one)
    }
}

/// The first number of a text.
fn whole_degrees(text: &[u8]) -> Option<u32> {
    let start = text.iter().position(u8::is_ascii_digit)?;
    let digits = text.get(start..)?.iter().take_while(|byte| byte.is_ascii_digit()).take(4);
    let degrees = digits.fold(0, |degrees, digit| degrees * 10 + u32::from(digit - b'0'));
    (degrees <= 180).then_some(degrees)
}

#[cfg(test)]
mod tests {
    use super::{Surroundings, whole_degrees};

    #[test]
    fn reads_whole_degrees() {
        for (text, degrees) in [
            ("34.7283", Some(34)),
            ("W086.5477", Some(86)),
            ("-0,5", Some(0)),
            ("&minus;86", Some(86)),
            ("1834", None),
            ("n/a", None),
        ] {
            assert_eq!(whole_degrees(text.as_bytes()), degrees, "{text}");
        }
    }

    #[test]
    fn positions_are_near_those_that_were_read() {
        let mut near = Surroundings::new(b"34.7283 -86.5477", &(0..7), &(8..16)).unwrap();
        assert!(near.has_position(37, 83) && near.has_position(83, 37));
        assert!(!near.has_position(38, 86) && !near.has_position(34, 34));
        near.extend(&Surroundings::new(b"30 90", &(0..2), &(3..5)).unwrap());
        assert!(near.has_position(27, 93) && near.has_coordinate(93) && !near.has_coordinate(94));
    }
}
