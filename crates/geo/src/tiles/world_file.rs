//! World files: six lines of text that georeference an image.

use super::rect::{Rect, RectError};
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Error)]
pub enum WorldFileError {
    #[error("the world file has {0} lines; it needs six numbers")]
    Lines(usize),
    #[error("line {0} of the world file, {1:?}, is not a number")]
    Number(usize, String),
    /// The image is rotated or sheared.
    #[error(
        "the world file rotates the image (lines 2 and 3 are {0} and {1}); only images with north up are supported"
    )]
    Rotated(f64, f64),
    /// The pixel size is zero, or the image is upside down.
    #[error("the world file gives pixels of {0} by {1} feet; the first must be above 0 and the second below")]
    PixelSize(f64, f64),
}

/// The location and scale of a north-up image, in feet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WorldFile {
    /// Feet from one column to the next.
    pub pixel_width: f64,
    /// Feet from one row to the next, downward; always positive.
    pub pixel_height: f64,
    /// Easting and northing of the center of the upper left pixel.
    center: (f64, f64),
}

impl WorldFile {
    /// Parses the six lines: pixel width, two rotations, negative pixel height, and the center of the upper left pixel.
    pub fn parse(text: &str) -> Result<Self, WorldFileError> {
        let words: Vec<&str> = text.trim_start_matches('\u{feff}').split_whitespace().collect();
        let number = |(index, word): (usize, &&str)| {
            let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
            number.ok_or_else(|| WorldFileError::Number(index + 1, (*word).to_owned()))
        };
        let numbers: Vec<f64> = words.iter().enumerate().map(number).collect::<Result<_, _>>()?;
        let [pixel_width, row_rotation, column_rotation, row_step, x, y] = numbers[..] else {
            return Err(WorldFileError::Lines(words.len()));
        };
        if row_rotation != 0.0 || column_rotation != 0.0 {
            return Err(WorldFileError::Rotated(row_rotation, column_rotation));
        }
        if pixel_width <= 0.0 || row_step >= 0.0 {
            return Err(WorldFileError::PixelSize(pixel_width, row_step));
        }
        Ok(Self { pixel_width, pixel_height: -row_step, center: (x, y) })
    }

    /// For an image with square pixels and its upper left corner at this easting and northing.
    pub fn from_corner(easting: f64, northing: f64, feet_per_pixel: f64) -> Self {
        let center = (easting + feet_per_pixel / 2.0, northing - feet_per_pixel / 2.0);
        Self { pixel_width: feet_per_pixel, pixel_height: feet_per_pixel, center }
    }

    /// Easting and northing of the upper left corner of the image, half a pixel from the center of its first pixel.
    pub fn upper_left(self) -> (f64, f64) {
        (self.center.0 - self.pixel_width / 2.0, self.center.1 + self.pixel_height / 2.0)
    }

    /// The area covered by an image of this size in pixels. Fails if the image is empty.
    pub fn rect(self, width: u32, height: u32) -> Result<Rect, RectError> {
        let (min_x, max_y) = self.upper_left();
        let (width_feet, height_feet) = (self.pixel_width * f64::from(width), self.pixel_height * f64::from(height));
        Rect::new(min_x, max_y - height_feet, min_x + width_feet, max_y)
    }

    /// The content of the file.
    pub fn to_text(self) -> String {
        let (x, y) = self.center;
        format!("{}\n0\n0\n-{}\n{x}\n{y}\n", self.pixel_width, self.pixel_height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn last_two_lines_are_the_center_of_the_upper_left_pixel() {
        let world = WorldFile::parse("0.75\r\n0.0\r\n0\r\n-0.75\r\n1000.375\r\n1999.625\r\n").unwrap();
        assert_eq!(world.rect(1_000, 2_000), Rect::new(1_000.0, 500.0, 1_750.0, 2_000.0));
        assert_eq!(world, WorldFile::from_corner(1_000.0, 2_000.0, 0.75));
    }

    #[test]
    fn reports_why_a_world_file_is_invalid() {
        for (text, expected) in [
            ("", WorldFileError::Lines(0)),
            ("1\n0\n0\n-1\n5", WorldFileError::Lines(5)),
            ("1\n0\n0\n-1\n5\n5\n5", WorldFileError::Lines(7)),
            ("1\n0\n0\n-1\neast\n5", WorldFileError::Number(5, "east".into())),
            ("NaN\n0\n0\n-1\n5\n5", WorldFileError::Number(1, "NaN".into())),
            ("1\n0\n0\n-1\n5\ninf", WorldFileError::Number(6, "inf".into())),
            ("1\n0.1\n-0.1\n-1\n5\n5", WorldFileError::Rotated(0.1, -0.1)),
            ("1\n0\n0.5\n-1\n5\n5", WorldFileError::Rotated(0.0, 0.5)),
            ("0\n0\n0\n-1\n5\n5", WorldFileError::PixelSize(0.0, -1.0)),
            ("-1\n0\n0\n-1\n5\n5", WorldFileError::PixelSize(-1.0, -1.0)),
            ("1\n0\n0\n1\n5\n5", WorldFileError::PixelSize(1.0, 1.0)),
            ("1\n0\n0\n0\n5\n5", WorldFileError::PixelSize(1.0, 0.0)),
        ] {
            assert_eq!(WorldFile::parse(text), Err(expected), "{text:?}");
        }
    }

    #[test]
    fn empty_image_has_no_rectangle() {
        let world = WorldFile::from_corner(0.0, 0.0, 0.75);
        assert!(world.rect(0, 10).is_err() && world.rect(10, 0).is_err());
    }

    proptest! {
        #[test]
        fn parses_its_own_text(x in -1e7..1e7_f64, y in -1e7..1e7_f64, feet in 0.01..1e3_f64) {
            let world = WorldFile::from_corner(x, y, feet);
            prop_assert_eq!(WorldFile::parse(&world.to_text()), Ok(world));
        }
    }
}
