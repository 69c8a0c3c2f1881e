//! Times of day and coordinates in a text, found in one pass over its bytes.
//!
//! Only digits are examined, so a text without numbers costs almost nothing. The value of a coordinate is not parsed: its
//! whole degrees are enough to see whether it is near another one.

use std::ops::Range;

use super::first_digit::first_digit;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: TokenKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    Time(TimeNotation),
    /// A number that can be a latitude or a longitude.
    Coordinate {
        /// Without sign and fraction.
        degrees: u32,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeNotation {
    /// `16:42`
    Minutes,
    /// `16:42:53`
    Seconds,
    /// `20250521T164253`
    Compact,
}

impl Token {
    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    pub(super) fn degrees(&self) -> Option<u32> {
        match self.kind {
            TokenKind::Coordinate { degrees } => Some(degrees),
            TokenKind::Time(_) => None,
        }
    }

    pub(super) fn time_notation(&self) -> Option<TimeNotation> {
        match self.kind {
            TokenKind::Time(notation) => Some(notation),
            TokenKind::Coordinate { .. } => None,
        }
    }
}

/// Calls `found` for each time and coordinate that is inside `range` as a whole.
pub(super) fn scan(text: &[u8], range: Range<usize>, mut found: impl FnMut(Token)) {
    let mut at = range.start;
    while let Some(offset) = text.get(at..range.end).and_then(first_digit) {
        let start = at + offset;
        let number = Number { text, start, digits: count_digits(text, start) };
        let (kind, end) = number.classify();
        if let Some(kind) = kind.filter(|_| end <= range.end) {
            found(Token { start, end, kind });
        }
        at = end.max(start + 1);
    }
}

fn count_digits(text: &[u8], from: usize) -> usize {
    text.get(from..).unwrap_or_default().iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// A run of digits and what surrounds it.
struct Number<'t> {
    text: &'t [u8],
    start: usize,
    digits: usize,
}

impl Number<'_> {
    /// What the number is, and where the search continues.
    fn classify(&self) -> (Option<TokenKind>, usize) {
        let end = self.start + self.digits;
        match (self.digits, self.text.get(end)) {
            (1 | 2, Some(b':')) if count_digits(self.text, end + 1) == 2 => self.time(end + 3),
            (1..=3, Some(b'.')) => self.decimal(end),
            (1..=3, Some(b',')) if self.has_decimal_comma(end) => {
                (self.coordinate(), end + 1 + count_digits(self.text, end + 1))
            }
            (1..=3, Some(b' ' | b'-' | 0xc2 | b'&')) => self.degrees(end),
            (8, next) => self.compact_time(end + usize::from(matches!(next, Some(b'T' | b' ' | b'_' | b'-')))),
            (14, _) => (Some(TokenKind::Time(TimeNotation::Compact)), end),
            _ => (None, self.after_dotted(end)),
        }
    }

    /// `end` is after the minutes. An offset such as `-05:00` is not a time of day.
    fn time(&self, end: usize) -> (Option<TokenKind>, usize) {
        let has_seconds = self.text.get(end) == Some(&b':') && count_digits(self.text, end + 1) == 2;
        let notation = if has_seconds { TimeNotation::Seconds } else { TimeNotation::Minutes };
        let end = if has_seconds { end + 3 } else { end };
        let fraction = match self.text.get(end) {
            Some(b'.') if has_seconds => count_digits(self.text, end + 1),
            // Not the next cell, as in `16:42:53,34.7283`.
            Some(b',') if has_seconds && !self.has_point_after_digits(end + 1) => count_digits(self.text, end + 1),
            _ => 0,
        };
        let end = if fraction > 0 { end + 1 + fraction } else { end };
        let before = self.text.get(..self.start).unwrap_or_default();
        let is_offset = before.ends_with(b"-") || before.ends_with(b"+") || before.ends_with("\u{2212}".as_bytes());
        let kind = (!is_offset && !self.continues_a_number()).then_some(TokenKind::Time(notation));
        (kind, end)
    }

    fn has_point_after_digits(&self, from: usize) -> bool {
        let point = from + count_digits(self.text, from);
        self.text.get(point) == Some(&b'.') && count_digits(self.text, point + 1) > 0
    }

    /// `end` is after the date.
    fn compact_time(&self, end: usize) -> (Option<TokenKind>, usize) {
        let is_time = count_digits(self.text, end) == 6;
        if is_time { (Some(TokenKind::Time(TimeNotation::Compact)), end + 6) } else { (None, self.start + self.digits) }
    }

    /// `34.7283`, but not the date `21.05.2025`. With one digit after the point it is a distance rather than a coordinate.
    fn decimal(&self, point: usize) -> (Option<TokenKind>, usize) {
        let fraction = count_digits(self.text, point + 1);
        let end = point + 1 + fraction;
        let is_dotted = self.text.get(end) == Some(&b'.') && count_digits(self.text, end + 1) > 0;
        if fraction < 2 || is_dotted {
            return (None, self.after_dotted(point));
        }
        (self.coordinate(), end)
    }

    /// `48,1372`, but not the list `1,34.7283`.
    fn has_decimal_comma(&self, comma: usize) -> bool {
        let fraction = count_digits(self.text, comma + 1);
        let end = comma + 1 + fraction;
        let is_list = matches!(self.text.get(end), Some(b'.' | b',')) && count_digits(self.text, end + 1) > 0;
        fraction >= 2 && !is_list
    }

    /// `34°43'42"N`, `34 43 42 N` and `34-43-42N`. Without a degree sign the letter is needed.
    fn degrees(&self, end: usize) -> (Option<TokenKind>, usize) {
        let rest = self.text.get(end..).unwrap_or_default();
        let spaces = usize::from(rest.first() == Some(&b' '));
        let after_space = rest.get(spaces..).unwrap_or_default();
        for sign in ["°", "º", "&deg;"] {
            if after_space.starts_with(sign.as_bytes()) {
                return (self.coordinate(), self.end_of_minutes(end + spaces + sign.len()));
            }
        }
        match self.end_of_spaced_degrees(end) {
            Some(end) => (self.coordinate(), end),
            None => (None, end),
        }
    }

    /// The end of the minutes and seconds after a degree sign, so that `43.700` is not a second coordinate.
    fn end_of_minutes(&self, mut end: usize) -> usize {
        for _ in 0..2 {
            let from = end + usize::from(self.text.get(end) == Some(&b' '));
            let whole = count_digits(self.text, from);
            if !matches!(whole, 1 | 2) {
                break;
            }
            end = from + whole;
            if matches!(self.text.get(end), Some(b'.' | b',')) {
                end += 1 + count_digits(self.text, end + 1);
            }
            let is_mark = |byte: &u8| matches!(byte, b'\'' | b'"') || !byte.is_ascii();
            end += self.text.get(end..).unwrap_or_default().iter().take(6).take_while(|byte| is_mark(byte)).count();
        }
        end
    }

    fn end_of_spaced_degrees(&self, mut end: usize) -> Option<usize> {
        for _ in 0..2 {
            if !matches!(self.text.get(end), Some(b' ' | b'-')) || !matches!(count_digits(self.text, end + 1), 1 | 2) {
                break;
            }
            end += 1 + count_digits(self.text, end + 1);
        }
        if end == self.start + self.digits {
            return None;
        }
        if self.text.get(end) == Some(&b'.') {
            end += 1 + count_digits(self.text, end + 1);
        }
        end += usize::from(self.text.get(end) == Some(&b' '));
        let is_letter = matches!(self.text.get(end), Some(b'N' | b'S' | b'E' | b'W'));
        let is_word = self.text.get(end + 1).is_some_and(u8::is_ascii_alphabetic);
        (is_letter && !is_word).then_some(end)
    }

    fn coordinate(&self) -> Option<TokenKind> {
        if self.continues_a_number() {
            return None;
        }
        let digits = self.text.get(self.start..self.start + self.digits)?;
        let degrees = digits.iter().fold(0, |degrees, digit| degrees * 10 + u32::from(digit - b'0'));
        (degrees <= 180).then_some(TokenKind::Coordinate { degrees })
    }

    /// True for the end of something that started before, such as the `28.35` of `1.28.35`.
    fn continues_a_number(&self) -> bool {
        let before = |back: usize| self.start.checked_sub(back).and_then(|at| self.text.get(at));
        match before(1) {
            Some(b'.' | b':') => before(2).is_some_and(u8::is_ascii_digit),
            Some(last) => last.is_ascii_digit(),
            None => false,
        }
    }

    /// The end of a number with any count of points.
    fn after_dotted(&self, mut end: usize) -> usize {
        while self.text.get(end) == Some(&b'.') && count_digits(self.text, end + 1) > 0 {
            end += 1 + count_digits(self.text, end + 1);
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::{Token, TokenKind, scan};

    fn tokens(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        scan(text.as_bytes(), 0..text.len(), |Token { start, end, kind }| {
            found.push(match kind {
                TokenKind::Time(notation) => format!("{notation:?} {}", &text[start..end]),
                TokenKind::Coordinate { degrees } => format!("{degrees}: {}", &text[start..end]),
            });
        });
        found
    }

    #[test]
    fn finds_times_and_coordinates() {
        let table: [(&str, &[&str]); 25] = [
            ("16:42:53,34.7283,-86.5477", &["Seconds 16:42:53", "34: 34.7283", "86: 86.5477"]),
            ("16:42:53,125 UTC", &["Seconds 16:42:53,125"]),
            ("#14 | 16:42:53 | 34.7283 | -86.5477", &["Seconds 16:42:53", "34: 34.7283", "86: 86.5477"]),
            ("5/21/2025 4:42:53 PM -05:00", &["Seconds 4:42:53"]),
            ("2025-05-21T16:42:53.123Z,34.7283,-86.5477,12.3", &["Seconds 16:42:53.123", "34: 34.7283", "86: 86.5477"]),
            ("at 16:42 UTC+2:00", &["Minutes 16:42"]),
            ("T=20250521T214253Z LAT=N34.7283", &["Compact 20250521T214253", "34: 34.7283"]),
            ("20250521214253", &["Compact 20250521214253"]),
            ("20250521 164253", &["Compact 20250521 164253"]),
            ("Breite 48,1372, Länge 11,5755, 2,1 km", &["48: 48,1372", "11: 11,5755"]),
            ("48,1372;11,5755", &["48: 48,1372", "11: 11,5755"]),
            ("1,34.7283,86.5477", &["34: 34.7283", "86: 86.5477"]),
            ("34°43'42\"N 86°32'52\"W", &["34: 34°43'42\"", "86: 86°32'52\""]),
            ("34° 43.700' N", &["34: 34° 43.700'"]),
            ("86° 30′ 36″ W", &["86: 86° 30′ 36″"]),
            ("34.7290&deg; 86 &deg;", &["34: 34.7290", "86: 86 &deg;"]),
            ("34 43 42 N 86-32-52W", &["34: 34 43 42 ", "86: 86-32-52"]),
            ("34 43.70 N", &["34: 34 43.70 "]),
            ("34 43 42 Northbound 12 3", &[]),
            ("21.05.2025 192.168.34.72 v1.2.34", &[]),
            ("2.4 miles, 23,400 A, 95 %, 1 of 3, 8.0 mi", &["23: 23,400"]),
            ("2025-05-21 +1 555 0147 190.25 1234.56", &[]),
            ("16:42:5 1:2 116:42", &["Minutes 16:42"]),
            ("16.42.53", &[]),
            ("", &[]),
        ];
        for (text, expected) in table {
            assert_eq!(tokens(text), expected, "{text}");
        }
    }

    #[test]
    fn any_part_of_a_text_is_scanned_to_its_end() {
        let text = "#14 | 16:42:53.1 | 34.7283 N | 86°32'52\"W 34 43 42 N, 48,13,2 20250521T214253Z −05:00";
        for start in 0..=text.len() {
            for end in start..=text.len() {
                scan(text.as_bytes(), start..end, |token| assert!(start <= token.start && token.end <= end));
            }
        }
    }
}
