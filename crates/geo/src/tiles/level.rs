//! The seven levels of the pyramid, each three times coarser than the one before.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("unknown level; use L01 to L07")]
pub struct UnknownLevel;

/// A pyramid level. Ordered from fine to coarse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// 0.75 feet per pixel.
    L01,
    /// 2.25 feet per pixel.
    L02,
    /// 6.75 feet per pixel.
    L03,
    /// 20.25 feet per pixel.
    L04,
    /// 60.75 feet per pixel; one image for the whole city.
    L05,
    /// 182.25 feet per pixel; one image for the whole city.
    L06,
    /// 546.75 feet per pixel; one image for the whole city.
    L07,
}

/// Relative tolerance of pixel sizes, because world files are often written with few digits.
const PIXEL_SIZE_TOLERANCE: f64 = 0.001;

impl Level {
    /// All levels, the finest first.
    pub const ALL: [Self; 7] = [Self::L01, Self::L02, Self::L03, Self::L04, Self::L05, Self::L06, Self::L07];

    /// Pixels along one edge that become one pixel of the next coarser level.
    pub const FACTOR: u32 = 3;

    /// The edge of a pixel on the ground, in feet.
    ///
    /// ```
    /// use stormwire_geo::tiles::Level;
    /// let sizes = Level::ALL.map(Level::feet_per_pixel);
    /// assert_eq!(sizes, [0.75, 2.25, 6.75, 20.25, 60.75, 182.25, 546.75]);
    /// ```
    pub const fn feet_per_pixel(self) -> f64 {
        match self {
            Self::L01 => 0.75,
            Self::L02 => 2.25,
            Self::L03 => 6.75,
            Self::L04 => 20.25,
            Self::L05 => 60.75,
            Self::L06 => 182.25,
            Self::L07 => 546.75,
        }
    }

    /// The name used in the specification, such as `L01`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::L01 => "L01",
            Self::L02 => "L02",
            Self::L03 => "L03",
            Self::L04 => "L04",
            Self::L05 => "L05",
            Self::L06 => "L06",
            Self::L07 => "L07",
        }
    }

    /// The next coarser level; `None` for L07.
    pub fn coarser(self) -> Option<Self> {
        Self::ALL.get(self as usize + 1).copied()
    }

    /// True if the level is one image for the whole city instead of a grid.
    pub fn is_city_wide(self) -> bool {
        self >= Self::L05
    }

    /// The level with pixels of this size, within 0.1%.
    pub fn from_pixel_size(feet: f64) -> Option<Self> {
        let matches = |level: &Self| (feet / level.feet_per_pixel() - 1.0).abs() <= PIXEL_SIZE_TOLERANCE + f64::EPSILON;
        Self::ALL.into_iter().find(matches)
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        Self::ALL.into_iter().find(|level| level.name() == text).ok_or(UnknownLevel)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_is_three_times_coarser_than_the_one_before() {
        for level in Level::ALL {
            if let Some(next) = level.coarser() {
                let ratio = next.feet_per_pixel() / level.feet_per_pixel();
                assert!((ratio - f64::from(Level::FACTOR)).abs() < 1e-12, "{level} to {next}");
                assert!(level < next);
            }
        }
        assert_eq!(Level::L07.coarser(), None);
    }

    #[test]
    fn three_coarsest_levels_are_city_wide() {
        let city_wide: Vec<_> = Level::ALL.into_iter().filter(|level| level.is_city_wide()).collect();
        assert_eq!(city_wide, [Level::L05, Level::L06, Level::L07]);
    }

    #[test]
    fn parses_exactly_the_names_it_displays() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        for text in ["", "L00", "L08", "l01", "L1", " L01", "L01 "] {
            assert_eq!(text.parse::<Level>(), Err(UnknownLevel), "{text:?}");
        }
    }

    #[test]
    fn pixel_size_matches_a_level_within_a_thousandth() {
        for level in Level::ALL {
            let size = level.feet_per_pixel();
            for (factor, expected) in [
                (1.0, Some(level)),
                (0.999, Some(level)),
                (1.001, Some(level)),
                (1.0011, None),
                (0.9989, None),
                (2.0, None),
                (-1.0, None),
                (0.0, None),
                (f64::NAN, None),
                (f64::INFINITY, None),
            ] {
                assert_eq!(Level::from_pixel_size(size * factor), expected, "{level} times {factor}");
            }
        }
    }
}
