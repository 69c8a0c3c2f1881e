//! A value in the form in which both databases can read and write it. Pure.
//!
//! PostgreSQL sends every value as text, SQLite by its stored type. Brought into this form by the type of the PostgreSQL
//! column, equal values are equal.

use crate::user_tables::catalog::ColumnKind;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use std::fmt::Write;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
}

impl Cell {
    /// As PostgreSQL writes it; `None`: null.
    pub(super) fn into_text(self) -> Option<String> {
        match self {
            Self::Null => None,
            Self::Integer(number) => Some(number.to_string()),
            Self::Real(number) => Some(number.to_string()),
            Self::Text(text) => Some(text),
        }
    }

    /// A value that the kind does not fit is kept as it is: the database that gets it decides.
    pub(super) fn normalized(self, kind: ColumnKind) -> Self {
        if self == Self::Null {
            return self;
        }
        match kind {
            ColumnKind::Integer(..) => self.parsed(|text| text.parse().ok().map(Self::Integer)),
            ColumnKind::Double => self.parsed(|text| text.parse().ok().map(Self::Real)),
            // The nearest 64-bit number of a 32-bit one is not its decimal digits.
            ColumnKind::Single => self.parsed(|text| text.parse::<f32>().ok().map(|number| Self::Real(number.into()))),
            ColumnKind::Decimal(size) => self.decimal(size.map(|(_, scale)| scale)),
            ColumnKind::Boolean | ColumnKind::Flag => self.parsed(|text| match text {
                "true" | "t" | "1" => Some(Self::Integer(1)),
                "false" | "f" | "0" => Some(Self::Integer(0)),
                _ => None,
            }),
            ColumnKind::Time => self.parsed(|text| instant(text).map(|at| Self::Text(format!("{at:.6}")))),
            ColumnKind::LocalTime => self.parsed(|text| {
                let local: DateTime = text.parse().ok()?;
                Some(Self::Text(local.strftime("%Y-%m-%dT%H:%M:%S%.6f").to_string()))
            }),
            ColumnKind::Geometry => self.parsed(|text| Some(Self::Text(geometry(text)))),
            _ => self.parsed(|text| Some(Self::Text(text.to_owned()))),
        }
    }

    fn parsed(self, parse: impl FnOnce(&str) -> Option<Self>) -> Self {
        let Some(text) = self.clone().into_text() else { return self };
        parse(&text).unwrap_or(self)
    }

    /// Without trailing zeros. SQLite stores decimals as floating point, so the digits beyond the scale are noise.
    fn decimal(self, scale: Option<i32>) -> Self {
        let scale = scale.and_then(|scale| usize::try_from(scale).ok());
        let text = match (self, scale) {
            (Self::Real(number), Some(scale)) => format!("{number:.scale$}"),
            (other, _) => other.into_text().unwrap_or_default(),
        };
        let digits = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        Self::Text(if digits == "-0" { "0" } else { digits }.to_owned())
    }
}

/// Bytes as PostgreSQL writes and reads them.
pub(super) fn bytes_as_text(bytes: &[u8]) -> String {
    bytes.iter().fold(String::from("\\x"), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A time without an offset is UTC.
fn instant(text: &str) -> Option<Timestamp> {
    let utc = |local: DateTime| local.to_zoned(TimeZone::UTC).ok().map(|at| at.timestamp());
    text.parse()
        .ok()
        .or_else(|| text.parse().ok().and_then(utc))
        .or_else(|| text.parse::<Date>().ok().and_then(|date| utc(date.at(0, 0, 0, 0))))
}

/// EWKT with the shortest form of every number.
fn geometry(text: &str) -> String {
    let is_number = |letter: char| letter.is_ascii_digit() || matches!(letter, '-' | '+' | '.' | 'e' | 'E');
    let (mut result, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(letter) = rest.chars().next() {
        let starts_number = letter.is_ascii_digit() || letter == '-' || letter == '.';
        let end = if starts_number {
            rest.find(|letter| !is_number(letter)).unwrap_or(rest.len())
        } else {
            letter.len_utf8()
        };
        let (token, tail) = rest.split_at(end);
        match token.parse::<f64>() {
            Ok(number) if starts_number => result.push_str(&number.to_string()),
            _ => result.push_str(token),
        }
        rest = tail;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }

    #[test]
    fn values_of_both_databases_become_equal() {
        let decimal = ColumnKind::Decimal(Some((9, 6)));
        for (kind, postgres, sqlite, expected) in [
            (ColumnKind::Integer(i64::MIN, i64::MAX), text("-5"), Cell::Integer(-5), Cell::Integer(-5)),
            (decimal, text("34.730400"), Cell::Real(34.7304), text("34.7304")),
            (decimal, text("-86.000000"), Cell::Integer(-86), text("-86")),
            (decimal, text("0.000000"), Cell::Real(-0.000_000_01), text("0")),
            (ColumnKind::Decimal(None), text("100"), Cell::Integer(100), text("100")),
            (ColumnKind::Double, text("0.1"), Cell::Real(0.1), Cell::Real(0.1)),
            (ColumnKind::Boolean, text("true"), Cell::Integer(1), Cell::Integer(1)),
            (
                ColumnKind::Time,
                text("2026-05-01T12:00:00.500000Z"),
                text("2026-05-01 12:00:00.5"),
                text("2026-05-01T12:00:00.500000Z"),
            ),
            (
                ColumnKind::Time,
                text("2026-05-01T00:00:00.000000Z"),
                text("2026-05-01"),
                text("2026-05-01T00:00:00.000000Z"),
            ),
            (
                ColumnKind::LocalTime,
                text("2026-05-01T12:00:00.000000"),
                text("2026-05-01 12:00"),
                text("2026-05-01T12:00:00.000000"),
            ),
            (
                ColumnKind::Geometry,
                text("SRID=102629;POINT(435000 1.5e-7)"),
                text("SRID=102629;POINT(435000.0 0.00000015)"),
                text("SRID=102629;POINT(435000 0.00000015)"),
            ),
            (ColumnKind::Text(None), text("5"), Cell::Integer(5), text("5")),
            (ColumnKind::Other, text("\\x00ff"), text(&bytes_as_text(&[0, 255])), text("\\x00ff")),
            (ColumnKind::Time, text("soon"), text("soon"), text("soon")),
            (ColumnKind::Double, Cell::Null, Cell::Null, Cell::Null),
        ] {
            assert_eq!(postgres.normalized(kind), expected, "{kind:?}");
            assert_eq!(sqlite.normalized(kind), expected, "{kind:?}");
        }
    }

    #[test]
    fn geometries_keep_their_words() {
        assert_eq!(geometry("SRID=4326;POLYGON((0 0,1.50 0,0 -0.10))"), "SRID=4326;POLYGON((0 0,1.5 0,0 -0.1))");
        assert_eq!(geometry("POINT EMPTY"), "POINT EMPTY");
    }
}
