//! Latitudes and longitudes as vendors write them: signs, hemisphere letters, degrees with minutes and seconds.
//!
//! A comma is a decimal comma here, because no coordinate has thousands.

use std::collections::HashMap;

use crate::value::parse_number;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Axis {
    Latitude,
    Longitude,
}

/// Why a text is not a coordinate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CoordinateError {
    /// The text has another form.
    NotACoordinate(String),
    /// The text has the form of a coordinate but cannot be right. Never treated as missing: the strike would be lost.
    Impossible(String),
}

/// The directions in which a coordinate is positive and negative, in the languages of vendors. `O` is not listed: it is east
/// in German and west in Spanish and French, so a configuration says what it means.
const NORTH: [&str; 4] = ["n", "north", "nord", "norte"];
const SOUTH: [&str; 7] = ["s", "south", "süd", "sud", "sued", "sur", "sul"];
const EAST: [&str; 6] = ["e", "east", "ost", "este", "est", "leste"];
const WEST: [&str; 5] = ["w", "west", "oeste", "ouest", "ovest"];

/// The meanings of letters and words that a configuration adds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Hemispheres(HashMap<String, String>);

impl Hemispheres {
    /// Adds a word with its meaning: N, S, E or W. The error follows the key of the word in a message.
    pub(crate) fn add(&mut self, word: &str, meaning: &str) -> Result<(), String> {
        let (word, meaning) = (word.trim().to_lowercase(), meaning.trim().to_lowercase());
        if !["n", "s", "e", "w"].contains(&meaning.as_str()) {
            return Err(format!("`{meaning}` is not a direction; use N, S, E or W"));
        }
        if word.is_empty() || !word.chars().all(char::is_alphabetic) {
            return Err("must be a letter or a word as it is written in the mail, such as O".to_owned());
        }
        let known = [Axis::Latitude, Axis::Longitude].into_iter().find_map(|axis| {
            let direction = axis.direction(&word)?;
            Some(axis.direction(&meaning) == Some(direction))
        });
        if known == Some(false) {
            return Err(format!("`{word}` has another meaning already, which cannot be changed"));
        }
        self.0.insert(word, meaning);
        Ok(())
    }

    fn meaning<'w>(&'w self, word: &'w str) -> &'w str {
        if self.0.is_empty() { word } else { self.0.get(&word.to_lowercase()).map_or(word, String::as_str) }
    }
}

/// Degrees with a sign.
pub(crate) fn parse_coordinate(text: &str, axis: Axis, hemispheres: &Hemispheres) -> Result<f64, CoordinateError> {
    let text = text.trim();
    if !text.contains([',', ' ', '\'', '\u{2019}']) {
        // Fast path for plain decimals.
        if let Some(degrees) = parse_number(text).and_then(|number| number.as_f64()) {
            return in_range(degrees, axis);
        }
    }
    let not_a_coordinate = || CoordinateError::NotACoordinate(format!("is not a {}", axis.name()));
    let (word, digits) = split_hemisphere(text);
    let hemisphere = word.map(|word| hemispheres.meaning(word));
    if hemisphere.is_some_and(|word| word.eq_ignore_ascii_case("o")) {
        let reason = r#"has the letter O, which is east in German and west in Spanish and French; set Hemispheres of the field to {"O": "W"} or {"O": "E"}"#;
        return Err(CoordinateError::Impossible(reason.to_owned()));
    }
    let direction = match hemisphere {
        Some(word) => Some(axis.direction(word).ok_or_else(|| {
            if axis.other().direction(word).is_some() {
                let word = word.to_uppercase();
                CoordinateError::Impossible(format!("has {word}, which is not a {}", axis.name()))
            } else {
                not_a_coordinate()
            }
        })?),
        None => None,
    };
    let (sign, digits) = split_sign(digits.trim());
    let degrees = parse_degrees(digits).ok_or_else(not_a_coordinate)?.map_err(CoordinateError::Impossible)?;
    let factor = match (sign, direction) {
        (None, direction) => direction.unwrap_or(1.0),
        (Some(sign), None) => sign,
        (Some(1.0), Some(1.0)) => 1.0,
        (Some(_), Some(_)) => {
            return Err(CoordinateError::Impossible("has both a sign and a hemisphere letter".to_owned()));
        }
    };
    in_range(factor * degrees, axis)
}

impl Axis {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Latitude => "latitude",
            Self::Longitude => "longitude",
        }
    }

    fn other(self) -> Self {
        match self {
            Self::Latitude => Self::Longitude,
            Self::Longitude => Self::Latitude,
        }
    }

    fn limit(self) -> f64 {
        match self {
            Self::Latitude => 90.0,
            Self::Longitude => 180.0,
        }
    }

    /// 1 or -1; `None` if the word is not a direction of this axis.
    fn direction(self, word: &str) -> Option<f64> {
        let (positive, negative): (&[&str], &[&str]) = match self {
            Self::Latitude => (&NORTH, &SOUTH),
            Self::Longitude => (&EAST, &WEST),
        };
        let word = word.to_lowercase();
        let is_one_of = |words: &[&str]| words.contains(&word.as_str());
        if is_one_of(positive) { Some(1.0) } else { is_one_of(negative).then_some(-1.0) }
    }
}

fn in_range(degrees: f64, axis: Axis) -> Result<f64, CoordinateError> {
    if degrees.abs() > axis.limit() {
        let limit = axis.limit();
        let reason = format!("is outside the range of a {}, -{limit} to {limit}", axis.name());
        return Err(CoordinateError::Impossible(reason));
    }
    // No negative zero: a database would store the sign.
    Ok(if degrees == 0.0 { 0.0 } else { degrees })
}

/// The word before or after the digits, and the rest. `s` after `d` and `m` (`34d43m42s`) is the unit, not south.
fn split_hemisphere(text: &str) -> (Option<&str>, &str) {
    let is_word_char = |character: char| character.is_alphabetic() && !is_degree_sign(character);
    let after_word = text.trim_start_matches(is_word_char);
    if after_word.len() < text.len() {
        let word = text.get(..text.len() - after_word.len()).unwrap_or_default();
        return (Some(word), after_word.trim_start_matches(['.', ':', ' ', '\u{a0}']));
    }
    let before_word = text.trim_end_matches('.').trim_end_matches(is_word_char);
    let word = text.trim_end_matches('.').get(before_word.len()..).unwrap_or_default();
    let is_unit = ["d", "m", "s", "deg", "min", "sec"].contains(&word.to_lowercase().as_str())
        && before_word.ends_with(|last: char| last.is_ascii_digit())
        && (word.to_lowercase() != "s" || before_word.contains(['m', 'M']));
    if word.is_empty() || is_unit { (None, text) } else { (Some(word), before_word) }
}

fn is_degree_sign(character: char) -> bool {
    matches!(character, '°' | 'º' | '˚')
}

fn split_sign(text: &str) -> (Option<f64>, &str) {
    if let Some(rest) = text.strip_prefix(['-', '\u{2212}', '\u{fe63}', '\u{ff0d}']) {
        return (Some(-1.0), rest);
    }
    match text.strip_prefix('+') {
        Some(rest) => (Some(1.0), rest),
        None => (None, text),
    }
}

/// A unit that a number of a coordinate may be followed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Degree,
    Minute,
    Second,
}

const UNITS: [Unit; 3] = [Unit::Degree, Unit::Minute, Unit::Second];

/// Degrees, minutes and seconds without a sign. `None` if the text has another form; an error if a part is too large.
fn parse_degrees(text: &str) -> Option<Result<f64, String>> {
    let mut rest = text;
    let mut degrees = 0.0;
    let mut is_last = false;
    for (unit, divisor) in UNITS.into_iter().zip([1.0, 60.0, 3600.0]) {
        let (number, after) = take_decimal(rest)?;
        // Only the last part may have a fraction: 34.5°30' has no meaning.
        is_last |= number.has_fraction;
        let after = take_unit(after, unit)?;
        if unit != Unit::Degree && number.value >= 60.0 {
            return Some(Err(format!("has {} {}s", number.value, unit.name())));
        }
        degrees += number.value / divisor;
        rest = after;
        if rest.is_empty() {
            return Some(Ok(degrees));
        }
        if is_last {
            return None;
        }
    }
    None
}

struct Decimal {
    value: f64,
    has_fraction: bool,
}

/// Digits with an optional decimal point or comma at the start of the text.
fn take_decimal(text: &str) -> Option<(Decimal, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    if whole == 0 {
        return None;
    }
    let after = text.get(whole..)?;
    let fraction = after.strip_prefix(['.', ',']).map_or(0, digits);
    let end = if fraction > 0 { whole + 1 + fraction } else { whole };
    let value = text.get(..end)?.replace(',', ".").parse().ok()?;
    Some((Decimal { value, has_fraction: fraction > 0 }, text.get(end..)?))
}

/// What follows the unit and its separators. `None` if another unit or other text follows.
fn take_unit(text: &str, unit: Unit) -> Option<&str> {
    let rest = text.trim_start();
    let signs: &[&str] = match unit {
        Unit::Degree => &["°", "º", "˚", "deg", "d"],
        Unit::Minute => &["'", "′", "’", "‘", "´", "min", "m"],
        Unit::Second => &["''", "\"", "″", "”", "“", "´´", "’’", "sec", "s"],
    };
    let lower = rest.to_lowercase();
    let sign = signs.iter().filter(|sign| lower.starts_with(**sign)).map(|sign| sign.len()).max();
    if let Some(length) = sign {
        return rest.get(length..).map(|rest| rest.trim_start_matches('.').trim_start());
    }
    let is_separated = rest.len() < text.len() && rest.starts_with(|first: char| first.is_ascii_digit());
    if is_separated || rest.is_empty() {
        return Some(rest);
    }
    rest.strip_prefix(':').map(str::trim_start)
}

impl Unit {
    fn name(self) -> &'static str {
        match self {
            Self::Degree => "degree",
            Self::Minute => "minute",
            Self::Second => "second",
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Axis, CoordinateError, Hemispheres};

    fn parse_coordinate(text: &str, axis: Axis) -> Result<f64, CoordinateError> {
        super::parse_coordinate(text, axis, &Hemispheres::default())
    }

    #[test]
    fn configured_words_have_their_meaning() {
        let mut hemispheres = Hemispheres::default();
        hemispheres.add("O", "W").unwrap();
        hemispheres.add("zuid", "s").unwrap();
        let parse = |text, axis| super::parse_coordinate(text, axis, &hemispheres);
        assert_eq!(parse("86,5477 O", Axis::Longitude), Ok(-86.5477));
        assert_eq!(parse("o 86\u{b0}30'", Axis::Longitude), Ok(-86.5));
        assert_eq!(parse("86.5 E", Axis::Longitude), Ok(86.5));
        assert_eq!(parse("34.7 Zuid", Axis::Latitude), Ok(-34.7));
        let other = parse("34.7 O", Axis::Latitude);
        assert_eq!(other, Err(CoordinateError::Impossible("has W, which is not a latitude".into())));
        for (word, meaning, reason) in [
            ("O", "west", "`west` is not a direction"),
            ("O.", "W", "must be a letter or a word"),
            ("", "W", "must be a letter"),
            ("E", "W", "another meaning"),
            ("Ost", "W", "another meaning"),
            ("N", "W", "another meaning"),
        ] {
            let error = hemispheres.clone().add(word, meaning).unwrap_err();
            assert!(error.contains(reason), "{word}: {error}");
        }
    }

    #[test]
    fn parses_coordinates_as_vendors_write_them() {
        let table = [
            (Axis::Latitude, "34.7283", 34.7283),
            (Axis::Latitude, "34.7283 N", 34.7283),
            (Axis::Latitude, "34.7283N", 34.7283),
            (Axis::Latitude, "N 34.7283", 34.7283),
            (Axis::Latitude, "N34.7283", 34.7283),
            (Axis::Latitude, "N: 34.7283°", 34.7283),
            (Axis::Latitude, "34.7283° S", -34.7283),
            (Axis::Latitude, "34,7283 S", -34.7283),
            (Axis::Latitude, "34.7283 South", -34.7283),
            (Axis::Latitude, "34,7283° Süd", -34.7283),
            (Axis::Latitude, "+34.7283 N", 34.7283),
            (Axis::Latitude, "0.0 S", 0.0),
            (Axis::Latitude, "90", 90.0),
            (Axis::Longitude, "-86.5477", -86.5477),
            (Axis::Longitude, "\u{2212}86,5477", -86.5477),
            (Axis::Longitude, "W 86.5477", -86.5477),
            (Axis::Longitude, "86.5477° W", -86.5477),
            (Axis::Longitude, "86.5477 w.", -86.5477),
            (Axis::Longitude, "86.5477 Oeste", -86.5477),
            (Axis::Longitude, "9.5 Ost", 9.5),
            (Axis::Longitude, "180 W", -180.0),
            (Axis::Longitude, "86°30' W", -86.5),
            (Axis::Longitude, "86°30'W", -86.5),
            (Axis::Longitude, "86° 30′ 36″ W", -86.51),
            (Axis::Longitude, "86°30'36\"W", -86.51),
            (Axis::Longitude, "86°30’36” W", -86.51),
            (Axis::Longitude, "86°30'36''W", -86.51),
            (Axis::Longitude, "-86 30 36", -86.51),
            (Axis::Longitude, "86:30:36 W", -86.51),
            (Axis::Longitude, "W86d30m36s", -86.51),
            (Axis::Longitude, "86d30m36s W", -86.51),
            (Axis::Longitude, "86 deg 30 min 36 sec W", -86.51),
            (Axis::Longitude, "86°30,6' W", -86.51),
            (Axis::Longitude, "86 30.6 W", -86.51),
            (Axis::Longitude, "86° W", -86.0),
            (Axis::Latitude, "34 43 S", -(34.0 + 43.0 / 60.0)),
            (Axis::Latitude, "34d43m42s", 34.0 + 43.0 / 60.0 + 42.0 / 3600.0),
            (Axis::Latitude, "34d43m42s S", -(34.0 + 43.0 / 60.0 + 42.0 / 3600.0)),
            (Axis::Latitude, "3.47e1", 34.7),
        ];
        for (axis, text, expected) in table {
            let found = parse_coordinate(text, axis).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            assert!((found - expected).abs() < 1e-9, "{text}: {found} instead of {expected}");
            assert!(found != 0.0 || found.is_sign_positive(), "{text}");
        }
    }

    #[test]
    fn impossible_coordinates_are_errors() {
        let table = [
            (Axis::Longitude, "-86.5 W", "both a sign and a hemisphere"),
            (Axis::Longitude, "-86.5 E", "both a sign"),
            (Axis::Longitude, "+86.5 W", "both a sign"),
            (Axis::Latitude, "90.0001", "outside the range of a latitude, -90 to 90"),
            (Axis::Latitude, "91 S", "outside the range"),
            (Axis::Longitude, "180.5", "-180 to 180"),
            (Axis::Longitude, "344342 W", "outside the range"),
            (Axis::Longitude, "34.7 N", "has N, which is not a longitude"),
            (Axis::Latitude, "86.5 W", "has W, which is not a latitude"),
            (Axis::Latitude, "34°60' N", "60 minutes"),
            (Axis::Latitude, "34°10'61\" N", "61 seconds"),
            (Axis::Longitude, "9,5 O", r#"set Hemispheres of the field to {"O": "W"}"#),
        ];
        for (axis, text, reason) in table {
            match parse_coordinate(text, axis) {
                Err(CoordinateError::Impossible(found)) => assert!(found.contains(reason), "{text}: {found}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn other_texts_are_not_coordinates() {
        for text in
            ["", "-", "N", "n/a", "34.7283 X", "34.5°30'", "34 43 42 10 N", "34.7, 86.5", "34°N43'", "°", "34-43"]
        {
            let found = parse_coordinate(text, Axis::Latitude);
            assert!(matches!(found, Err(CoordinateError::NotACoordinate(_))), "{text}: {found:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gives_a_coordinate_in_range_or_an_error(text in "\\PC*|[-+0-9., NSEWdms°'\":]{0,24}") {
            if let Ok(degrees) = parse_coordinate(&text, Axis::Latitude) {
                prop_assert!((-90.0..=90.0).contains(&degrees));
            }
        }

        #[test]
        fn hemisphere_and_sign_agree(degrees in 0.0001..180.0_f64) {
            let with_hemisphere = parse_coordinate(&format!("{degrees} W"), Axis::Longitude);
            prop_assert_eq!(with_hemisphere, parse_coordinate(&format!("-{degrees}"), Axis::Longitude));
        }
    }
}
