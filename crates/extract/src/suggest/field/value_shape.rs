//! What kind of value was marked, and a pattern for values that are written like it.

use super::time_shape::TimeShape;
use super::zones::ZoneAbbreviation;
use crate::suggest::scan::{find_first, literal};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ValueKind {
    Time(TimeShape),
    /// A number with a hemisphere or with degrees, minutes and seconds.
    Coordinate(CoordinateNotation),
    Number {
        /// True if a comma separates the decimals.
        has_decimal_comma: bool,
    },
    Text,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CoordinateNotation {
    NorthSouth,
    EastWest,
    NoHemisphere,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ValueShape {
    pub(super) kind: ValueKind,
    /// For values that are written like the marked one. Has no groups.
    pub(super) pattern: String,
    /// What must follow, so that the value is not cut off: a look-ahead.
    pub(super) end: &'static str,
    /// True if a comma in the value may separate thousands or decimals.
    pub(super) is_ambiguous: bool,
    /// True if little else in a mail is written like it.
    pub(super) is_distinctive: bool,
}

/// After a number: not another digit, letter or decimal.
const NUMBER_END: &str = r"(?=\.?(?:[^0-9A-Za-z.]|\z))";
const DECIMAL_COMMA_END: &str = r"(?=[.,]?(?:[^0-9A-Za-z.,]|\z))";

impl ValueShape {
    /// The shape of a value in markup: spaces may be entities or tags.
    pub(super) fn in_markup(self) -> Self {
        let pattern = self.pattern.replace(r"\s+", r"(?:\s|&nbsp;|<[^>]*>)+").replace("[-+−]?", "(?:[-+−]|&minus;)?");
        let pattern = pattern.replace("[°º˚]", "(?:[°º˚]|&deg;|&#176;)");
        Self { pattern, ..self }
    }

    /// `is_coordinate` says that the name or the label of the value asks for a coordinate, which has no thousands.
    pub(super) fn of(value: &str, is_coordinate: bool) -> Self {
        if let Some(shape) = coordinate(value) {
            return shape;
        }
        if let Some(shape) = TimeShape::of(without_zone(value)) {
            let pattern = shape.pattern.clone();
            return Self { kind: ValueKind::Time(shape), pattern, end: "", is_ambiguous: false, is_distinctive: true };
        }
        if let Some(shape) = number(value, is_coordinate) {
            return shape;
        }
        Self { kind: ValueKind::Text, pattern: words(value), end: "", is_ambiguous: false, is_distinctive: false }
    }
}

/// A date and time without the abbreviation of its zone, which is no part of a format.
pub(super) fn without_zone(value: &str) -> &str {
    let Some(word) = value.rfind(|c: char| !c.is_alphabetic() && c != ')' && c != ']').map(|at| at + 1) else {
        return value;
    };
    match (value.get(..word), value.get(word..)) {
        (Some(head), Some(tail)) if ZoneAbbreviation::at_start_of(tail).is_some() => {
            head.trim_end_matches([' ', '(', '[', '\t', '\u{a0}'])
        }
        _ => value,
    }
}

/// A hemisphere before or after, or degrees with minutes.
fn coordinate(value: &str) -> Option<ValueShape> {
    let has_units = value.contains(['°', 'º', '˚']);
    let letters = find_first(r"\A\s*[NSEWOnsewo]\W*\d|\d\W*[NSEWOnsewo]\s*\z", value).is_some();
    let is_whole = find_first(
        r#"\A[-+−]?[NSEWOnsewo]?[-+−]?\s*\d{1,3}(?:[.,]\d+)?(?:[°º˚'’′´"”″\s:]*\d{1,2}(?:[.,]\d+)?){0,2}\s*[°º˚'’′´"”″]*\s*[NSEWOnsewo]?\z"#,
        value,
    );
    if is_whole.is_none() || !(has_units || letters) {
        return None;
    }
    let hemisphere = value.chars().find(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_uppercase());
    let notation = match hemisphere {
        Some('N' | 'S') => CoordinateNotation::NorthSouth,
        Some(_) => CoordinateNotation::EastWest,
        None => CoordinateNotation::NoHemisphere,
    };
    let pattern = coordinate_pattern(value, notation);
    let end = if value.ends_with(|c: char| c.is_ascii_alphabetic()) { r"\b" } else { "" };
    Some(ValueShape {
        kind: ValueKind::Coordinate(notation),
        pattern,
        end,
        is_ambiguous: false,
        is_distinctive: notation != CoordinateNotation::NoHemisphere,
    })
}

fn coordinate_pattern(value: &str, notation: CoordinateNotation) -> String {
    let letters = match notation {
        CoordinateNotation::NorthSouth => "[NSns]",
        CoordinateNotation::EastWest if value.contains(['O', 'o']) => "[EWOewo]",
        CoordinateNotation::EastWest => "[EWew]",
        CoordinateNotation::NoHemisphere => "",
    };
    let mut pattern = String::new();
    let mut characters = value.chars().peekable();
    while let Some(character) = characters.next() {
        let is_start = pattern.is_empty();
        match character {
            '0'..='9' => {
                while characters.next_if(|next| next.is_ascii_digit() || matches!(next, '.' | ',')).is_some() {}
                pattern.push_str(if is_start { r"\b\d+(?:[.,]\d+)?" } else { r"\d+(?:[.,]\d+)?" });
            }
            '-' | '+' | '−' => pattern.push_str("[-+−]?"),
            _ if character.is_whitespace() => {
                while characters.next_if(|next| next.is_whitespace()).is_some() {}
                let is_between_digits =
                    characters.peek().is_some_and(char::is_ascii_digit) && pattern.ends_with(['?', ')']);
                pattern.push_str(if is_between_digits { r"\s+" } else { r"\s*" });
            }
            '°' | 'º' | '˚' => pattern.push_str(r"\s*[°º˚]\s*"),
            '\'' | '’' | '′' | '´' => pattern.push_str(r"\s*['’′´]+\s*"),
            '"' | '”' | '″' => pattern.push_str(r#"\s*["”″]\s*"#),
            _ if character.is_ascii_alphabetic() => {
                pattern.push_str(if is_start { r"\b" } else { r"\s*" });
                pattern.push_str(letters);
                if is_start {
                    pattern.push_str(r"\s*");
                }
            }
            other => pattern.push_str(&literal(&other.to_string())),
        }
    }
    while pattern.contains(r"\s*\s*") {
        pattern = pattern.replace(r"\s*\s*", r"\s*");
    }
    pattern
}

fn number(value: &str, is_coordinate: bool) -> Option<ValueShape> {
    let shape = |digits: &str, has_decimal_comma: bool, end| ValueShape {
        kind: ValueKind::Number { has_decimal_comma },
        pattern: format!("[-+−]?{digits}"),
        end,
        is_ambiguous: false,
        is_distinctive: false,
    };
    let is = |pattern: &str| find_first(pattern, value).is_some();
    if is(r"\A[-+−]?\d+(?:\.\d+)?\z") {
        return Some(shape(r"\d+(?:\.\d+)?", false, NUMBER_END));
    }
    if is(r"\A[-+−]?\.\d+\z") {
        return Some(shape(r"\d*\.\d+", false, NUMBER_END));
    }
    if is(r"\A[-+−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?\z") && !is_coordinate {
        let is_ambiguous = is(r"\A[-+−]?\d+,\d+\z");
        return Some(ValueShape { is_ambiguous, ..shape(r"\d[\d,]*(?:\.\d+)?", false, NUMBER_END) });
    }
    if is(r"\A[-+−]?\d+,\d+\z") {
        return Some(shape(r"\d+(?:,\d+)?", true, DECIMAL_COMMA_END));
    }
    None
}

/// As many words as the value has, or one that may have hyphens, between the same separators.
fn words(value: &str) -> String {
    let word = r#"[^\s,;:|()\[\]"<>]+"#;
    if let Some(at) = value.find([',', ';', ':', '|', '(', ')', '[', ']', '"', '<', '>']) {
        let (before, after) = value.split_at(at);
        let (separator, after) = after.split_at(1);
        let part = |text: &str| if text.trim().is_empty() { String::new() } else { words(text) };
        return format!(r"{}\s*{}\s*{}", part(before), literal(separator), part(after));
    }
    match value.split_whitespace().count() {
        0 | 1 => word.to_owned(),
        more => format!(r"{word}(?:\s+{word}){{{}}}", more - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::{CoordinateNotation, ValueKind, ValueShape, without_zone};
    use crate::suggest::scan::find_first;

    #[test]
    fn shapes_match_the_value_they_come_from() {
        let table = [
            ("34.7283", ValueKind::Number { has_decimal_comma: false }),
            ("-86.5477", ValueKind::Number { has_decimal_comma: false }),
            ("34,7283", ValueKind::Number { has_decimal_comma: true }),
            ("34.7283 N", ValueKind::Coordinate(CoordinateNotation::NorthSouth)),
            ("W 86.5477", ValueKind::Coordinate(CoordinateNotation::EastWest)),
            ("34°43'42\"N", ValueKind::Coordinate(CoordinateNotation::NorthSouth)),
            ("34° 43.7' N", ValueKind::Coordinate(CoordinateNotation::NorthSouth)),
            ("86,5477 O", ValueKind::Coordinate(CoordinateNotation::EastWest)),
            ("86 32 52 W", ValueKind::Coordinate(CoordinateNotation::EastWest)),
            ("34.7290°", ValueKind::Coordinate(CoordinateNotation::NoHemisphere)),
            ("Cloud to Ground", ValueKind::Text),
            ("CG", ValueKind::Text),
        ];
        for (value, kind) in table {
            let shape = ValueShape::of(value, false);
            assert_eq!(shape.kind, kind, "{value}");
            let pattern = format!("({}){}", shape.pattern, shape.end);
            assert_eq!(find_first(&pattern, value), Some(0..value.len()), "{value}: {pattern}");
        }
        assert!(matches!(ValueShape::of("5/21/2025 4:42 PM CDT", false).kind, ValueKind::Time(_)));
        assert_eq!(without_zone("5/21/2025 4:42 PM (CDT)"), "5/21/2025 4:42 PM");
    }

    #[test]
    fn a_damaged_number_is_not_cut_off() {
        let shape = ValueShape::of("34.7283", false);
        let pattern = format!("Lat: ({}){}", shape.pattern, shape.end);
        for damaged in ["Lat: 34.7O3", "Lat: 34.72.83", "Lat: 34x"] {
            assert_eq!(find_first(&pattern, damaged), None, "{damaged}");
        }
        assert_eq!(find_first(&pattern, "Lat: 34.7283."), Some(5..12));
    }
}
