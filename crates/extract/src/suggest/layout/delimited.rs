//! Lines whose cells are separated by a comma, a semicolon, a tab or a bar.

use std::collections::BTreeMap;

use super::candidate::LayoutCandidate;
use super::separator::{MIN_CELLS, Separator};
use super::text_lines::{LINE_START, TextLine, has_digit};

struct Delimiter {
    character: char,
    /// In a character class.
    pattern: &'static str,
    name: &'static str,
}

const DELIMITERS: [Delimiter; 4] = [
    Delimiter { character: '\t', pattern: r"\t", name: "Tab-separated lines" },
    Delimiter { character: '|', pattern: "|", name: "Lines with | between cells" },
    Delimiter { character: ';', pattern: ";", name: "Semicolon-separated lines" },
    Delimiter { character: ',', pattern: ",", name: "Comma-separated lines" },
];

pub(super) fn candidates(lines: &[TextLine<'_>], has_decimal_comma: bool) -> Vec<LayoutCandidate> {
    let found = DELIMITERS.iter().zip(separators(has_decimal_comma));
    found.flat_map(|(delimiter, separator)| delimited_lines(lines, delimiter, separator)).collect()
}

/// What may separate cells, the most certain first.
pub(super) fn separators(has_decimal_comma: bool) -> [Separator; DELIMITERS.len()] {
    DELIMITERS.map(|delimiter| Separator::new(delimiter.character, has_decimal_comma))
}

fn delimited_lines(lines: &[TextLine<'_>], delimiter: &Delimiter, separator: Separator) -> Vec<LayoutCandidate> {
    let Some(cells) = usual_cell_count(lines, separator) else { return Vec::new() };
    let is_row = |line: &&TextLine<'_>| separator.cells(line.content).len() == cells;
    let rows: Vec<&str> = lines.iter().filter(is_row).map(|line| line.content).collect();
    let has_header = rows.first().is_some_and(|first| !has_digit(first));
    let name = match (has_header, delimiter.character) {
        (true, ',') => "CSV with header".to_owned(),
        (true, _) => format!("{} with header", delimiter.name),
        (false, _) => delimiter.name.to_owned(),
    };
    let (pattern, is_bar) = (delimiter.pattern, delimiter.character == '|');
    let delimiter_alone = if is_bar { r"\|" } else { pattern };
    // A prefix that takes tabs would take empty cells of a tab-separated line.
    let start = if delimiter.character == '\t' { r"(?m)^[> ]*" } else { LINE_START };
    let cell = format!(r"[^{pattern}\n]*{delimiter_alone}");
    let first_has_digit = |row: &&str| row.split(delimiter.character).next().is_some_and(has_digit);
    let mut found = Vec::new();
    // The most tolerant pattern first: a row with a cell too few must not become a part of the row above it.
    if rows.iter().filter(|row| has_digit(row)).all(first_has_digit) {
        found.push(LayoutCandidate::line(&name, 78, format!(r"{start}[^{pattern}\n]*\d{cell}")));
    }
    found.push(LayoutCandidate::line(&name, 77, format!("{start}(?:{cell}){{2}}")));
    if cells > MIN_CELLS {
        found.push(LayoutCandidate::line(&name, 76, format!("{start}(?:{cell}){{{}}}", cells - 1)));
    }
    found
}

/// The number of cells that most lines with a digit have.
fn usual_cell_count(lines: &[TextLine<'_>], separator: Separator) -> Option<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for line in lines.iter().filter(|line| has_digit(line.content)) {
        *counts.entry(separator.cells(line.content).len()).or_default() += 1;
    }
    let usual =
        counts.into_iter().filter(|(cells, _)| *cells >= MIN_CELLS).max_by_key(|(cells, lines)| (*lines, *cells));
    usual.map(|(cells, _)| cells)
}
