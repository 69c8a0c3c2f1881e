//! Finds what a strike has, a time of day and coordinates, so that layouts can be compared by how well they separate strikes.

use std::ops::Range;

use super::scan::find_all;
use crate::deadline::DeadlineCheck;

/// A time of day with what belongs to it, so that an offset such as `-05:00` is not a second time.
const TIME: &str = r"(?:\b|T)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[AaPp]\.?[Mm]\b)?(?:\s*(?:UTC|GMT)?[-+−]\d{1,2}:?\d{2}\b)?|\b\d{8}[T _-]?\d{6}\b";

/// Notations of a coordinate, the most certain first. The first one with at least two matches is used.
const COORDINATES: [&str; 3] = [
    r#"\d{1,3}\s*[°º]\s*\d{1,2}(?:[.,]\d+)?\s*['’′](?:\s*\d{1,2}(?:[.,]\d+)?\s*["”″])?|\d{1,3}[ -]\d{1,2}[ -]\d{1,2}(?:\.\d+)?\s*[NSEWO]\b|\d{1,3}[.,]\d+\s*[°º]?\s*[NSEWO]\b|\d{1,3}\.\d{3,}"#,
    r"\d{1,3},\d{3,}",
    r"\d{1,3}\.\d{1,2}|\d{1,3},\d{1,2}",
];

/// The positions of times and coordinates in a text, as byte offsets.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    times: Vec<usize>,
    coordinates: Vec<usize>,
    has_decimal_comma: bool,
}

/// How many times and coordinates a part of the text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EvidenceCounts {
    pub(super) times: usize,
    pub(super) coordinates: usize,
}

impl Evidence {
    pub(super) fn scan(text: &str, is_expired: DeadlineCheck) -> Self {
        let times = find_all(TIME, text, is_expired);
        let is_in_a_time = |found: &Range<usize>| {
            let before = times.partition_point(|time| time.end <= found.start);
            times.get(before).is_some_and(|time| time.start < found.end)
        };
        let mut coordinates: Vec<Range<usize>> = Vec::new();
        for pattern in COORDINATES {
            let found = find_all(pattern, text, is_expired).into_iter();
            coordinates = found.filter(|found| !is_in_a_time(found) && !continues_a_number(text, found)).collect();
            if coordinates.len() >= 2 {
                break;
            }
        }
        Self {
            times: times.into_iter().map(|time| time.start).collect(),
            has_decimal_comma: has_decimal_comma(text, &coordinates),
            coordinates: coordinates.into_iter().map(|coordinate| coordinate.start).collect(),
        }
    }

    /// True if the coordinates have decimal commas. Commas do not separate cells in such a text.
    pub(super) fn has_decimal_comma(&self) -> bool {
        self.has_decimal_comma
    }

    pub(super) fn counts_in(&self, part: &Range<usize>) -> EvidenceCounts {
        EvidenceCounts { times: count_in(&self.times, part), coordinates: count_in(&self.coordinates, part) }
    }

    pub(super) fn totals(&self) -> EvidenceCounts {
        EvidenceCounts { times: self.times.len(), coordinates: self.coordinates.len() }
    }
}

fn has_decimal_comma(text: &str, coordinates: &[Range<usize>]) -> bool {
    let has =
        |sign: char| move |range: &&Range<usize>| text.get((*range).clone()).is_some_and(|one| one.contains(sign));
    coordinates.iter().filter(has(',')).count() >= 2 && !coordinates.iter().any(|range| has('.')(&range))
}

fn count_in(positions: &[usize], part: &Range<usize>) -> usize {
    let before = |offset: usize| positions.partition_point(|position| *position < offset);
    before(part.end) - before(part.start)
}

/// True for the `05.2025` of `21.05.2025` and the `53,123` of `16:42:53,123`: those are parts of something else.
fn continues_a_number(text: &str, found: &Range<usize>) -> bool {
    let before = text.get(..found.start).unwrap_or_default();
    let after = text.get(found.end..).unwrap_or_default();
    let mut before = before.chars().rev();
    let (last, second) = (before.next(), before.next());
    let follows_number = match last {
        Some('.' | ':') => second.is_some_and(|character| character.is_ascii_digit()),
        Some(last) => last.is_ascii_digit(),
        None => false,
    };
    let mut after = after.chars();
    follows_number || (after.next() == Some('.') && after.next().is_some_and(|next| next.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::{Evidence, EvidenceCounts};

    #[test]
    fn recognizes_decimal_commas() {
        let table = [
            ("Latitude 34,7283 ; longitude -86,5477", true),
            ("21.05.2025;16:42:53;34,7283;-86,5477", true),
            ("34,7283 N, 86,5477 O", true),
            ("2025-05-21 16:42:53,34.7283,-86.5477,CG", false),
            ("1,16:42:53,123,34.68,-86.64", false),
            ("no numbers", false),
        ];
        for (text, expected) in table {
            assert_eq!(Evidence::scan(text, &mut || false).has_decimal_comma(), expected, "{text}");
        }
    }

    #[test]
    fn counts_times_and_coordinates() {
        let table = [
            ("5/21/2025 4:42:53 PM -05:00, latitude 34.7283, longitude -86.5477", 1, 2),
            ("21.05.2025 16:42:53 Breite 34,7283 Länge -86,5477", 1, 2),
            ("2025-05-21T16:42:53.123Z,34.7283,-86.5477,12.3", 1, 2),
            ("20250521 164253 34 43 42 N 86 32 52 W", 1, 2),
            ("34°43'42\"N 86°32'52\"W", 0, 2),
            ("16:42 (34.68, -86.64)", 1, 2),
            ("16:42 34,7283 N, 86,5477 O", 1, 2),
            ("no numbers", 0, 0),
        ];
        for (text, times, coordinates) in table {
            let evidence = Evidence::scan(text, &mut || false);
            assert_eq!(evidence.totals(), EvidenceCounts { times, coordinates }, "{text}");
        }
    }
}
