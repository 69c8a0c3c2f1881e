//! Finds the line with the names of the columns, directly above the first record. With it, a configuration rejects a text whose
//! columns are in another order instead of reading wrong values.
//!
//! A configuration with a line that is not a header would reject every other mail. So the line must have the columns of the
//! records, every cell must look like a name, and one must name a time or a position: names of places do not.

use std::collections::BTreeSet;
use std::ops::Range;

use super::delimited::separators;
use super::separator::{MIN_CELLS, Separator};
use super::text_lines::{TextLine, text_line};
use crate::suggest::field::zones::ZoneAbbreviation;

/// Later records have the same columns.
const COMPARED_RECORDS: usize = 200;
const MAX_NAME_CHARS: usize = 40;
const MAX_NAME_WORDS: usize = 4;

/// Words for what every strike has. In lower case.
const COLUMN_WORDS: [&str; 31] = [
    "lat",
    "latitude",
    "latitud",
    "latitudine",
    "breite",
    "lon",
    "lng",
    "long",
    "longitude",
    "longitud",
    "longitudine",
    "länge",
    "position",
    "posición",
    "coordinates",
    "coordenadas",
    "time",
    "timestamp",
    "datetime",
    "date",
    "utc",
    "gmt",
    "hora",
    "fecha",
    "ora",
    "data",
    "zeit",
    "datum",
    "uhrzeit",
    "heure",
    "when",
];

/// The header as it is written, with one space where there are several. Each record must be one line.
pub(super) fn above_records(text: &str, scopes: &[Range<usize>], has_decimal_comma: bool) -> Option<String> {
    let above = text.get(..scopes.first()?.start)?;
    let header = above.lines().rev().map(text_line).find(|line| !is_rule(line.content))?;
    let records = scopes.iter().take(COMPARED_RECORDS);
    let rows: Vec<TextLine<'_>> = records.filter_map(|scope| text.get(scope.clone())).map(text_line).collect();
    let is_quoted_alike = rows.iter().all(|row| row.is_quoted == header.is_quoted);
    let content = header.content.trim_start_matches('\u{feff}');
    let mut columns =
        separators(has_decimal_comma).into_iter().map(Columns::Separated).chain([Columns::Gaps, Columns::Words]);
    let is_header = is_quoted_alike && columns.any(|columns| columns.has_header(content, &rows));
    is_header.then(|| content.split_whitespace().collect::<Vec<&str>>().join(" "))
}

/// True for a line such as `-----+-----` between the header and the first record.
fn is_rule(line: &str) -> bool {
    line.contains(['-', '=', '_', '\u{2500}', '\u{2550}']) && !line.chars().any(char::is_alphanumeric)
}

/// How the cells of a line are separated.
#[derive(Debug, Clone, Copy)]
enum Columns {
    Separated(Separator),
    /// By two or more spaces.
    Gaps,
    /// By white space, in lines that have gaps: `2025-05-21 16:42:53` is often below two names.
    Words,
}

impl Columns {
    fn cells(self, line: &str) -> Vec<&str> {
        match self {
            Self::Separated(separator) => separator.cells(line),
            Self::Gaps => line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect(),
            Self::Words if Self::Gaps.cells(line).len() < MIN_CELLS => Vec::new(),
            Self::Words => line.split_whitespace().collect(),
        }
    }

    /// Names need no quotes where numbers with decimal commas do.
    fn of_names(self) -> Self {
        match self {
            Self::Separated(separator) => Self::Separated(Separator { needs_quote: false, ..separator }),
            aligned => aligned,
        }
    }

    fn has_header(self, header: &str, rows: &[TextLine<'_>]) -> bool {
        let cells = self.of_names().cells(header);
        let names = match cells.as_slice() {
            // Bars may also be around all cells.
            ["", inner @ .., ""] if self.is_separated_by('|') => inner,
            all => all,
        };
        // A sentence has spaces after its commas.
        let is_sentence =
            self.is_separated_by(',') && header.contains(", ") && !rows.iter().any(|row| row.content.contains(", "));
        let fitting = rows.iter().filter(|row| self.cells(row.content).len() == cells.len()).count();
        !is_sentence && are_names(names) && 2 * fitting > rows.len()
    }

    fn is_separated_by(self, character: char) -> bool {
        matches!(self, Self::Separated(separator) if separator.character == character)
    }
}

/// Two columns with the same name could not be recognized if they are swapped.
fn are_names(cells: &[&str]) -> bool {
    let mut seen = BTreeSet::new();
    cells.len() >= MIN_CELLS
        && cells.iter().all(|cell| is_name(cell) && seen.insert(cell.to_lowercase()))
        && cells.iter().flat_map(|cell| words(cell)).any(|word| COLUMN_WORDS.contains(&word.to_lowercase().as_str()))
}

/// True for `peak_ka`, `Time (UTC)` and `#`, but not for `34.7283`, `5 mi`, `21-MAY-2025` or a part of a sentence. `Time (CDT)` is
/// `Time (CST)` after the change of clocks, so it is none either.
fn is_name(cell: &str) -> bool {
    let name = cell.trim_matches('"').trim();
    let words: Vec<&str> = words(name).collect();
    let is_sentence = name.contains([':', '!', '?', '@', '<', '{']) || (words.len() > 1 && name.ends_with('.'));
    let are_words = (1..=MAX_NAME_WORDS).contains(&words.len())
        && words.iter().all(|word| word.starts_with(char::is_alphabetic) && ZoneAbbreviation::parse(word).is_none())
        && name.chars().count() <= MAX_NAME_CHARS;
    name == "#" || (are_words && !is_sentence)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests;
