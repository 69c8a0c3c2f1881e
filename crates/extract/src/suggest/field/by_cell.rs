//! Finds a value by the number of its cell, in a delimited line or in a row of an HTML table.

use super::label_tokens::{label_tokens, tokens_pattern};
use super::marked_value::{MarkedValue, spanned_cells};
use super::pattern_candidate::{PatternBasis, PatternCandidate};
use crate::source::TextSource;
use crate::suggest::scan::find_all;

/// A line with fewer delimiters is text with a comma.
const MIN_DELIMITERS: usize = 2;

pub(super) fn candidates(marked: &MarkedValue<'_>) -> Vec<PatternCandidate> {
    let patterns = match marked.source {
        TextSource::HtmlBody => html_cell(marked),
        TextSource::Text => {
            ['\t', '|', ';', ','].into_iter().flat_map(|delimiter| delimited_cell(marked, delimiter)).collect()
        }
    };
    patterns.into_iter().map(|pattern| PatternCandidate::new(PatternBasis::Cell, pattern)).collect()
}

/// A cell of a record whose first line has cells.
fn delimited_cell(marked: &MarkedValue<'_>, delimiter: char) -> Vec<String> {
    let line_start = marked.before().trim_start_matches(['>', ' ', '\n']);
    if line_start.contains('\n') || !is_delimited(line_start, marked.line_after(), delimiter) {
        return Vec::new();
    }
    let index = count_outside_quotes(line_start, delimiter);
    let (inside, alone) = match delimiter {
        '\t' => (r"\t", r"\t"),
        '|' => ("|", r"\|"),
        ';' => (";", ";"),
        _ => (",", ","),
    };
    let has_quotes = marked.record.contains('"');
    let cell = if has_quotes { format!(r#"(?:"(?:[^"]|"")*"|[^{inside}"\n]*)"#) } else { format!(r"[^{inside}\n]*") };
    let skipped = match index {
        0 => String::new(),
        1 => format!("{cell}{alone}"),
        _ => format!("(?:{cell}{alone}){{{index}}}"),
    };
    let start = if delimiter == '\t' { r"\A[>\n ]*" } else { r"\A[>\s]*" };
    // A line of a table may begin with the delimiter.
    let space = if delimiter == '\t' { " *" } else { r"[ \t]*" };
    let mut patterns = Vec::new();
    if has_quotes {
        patterns.push(format!(r#"{start}{skipped}{space}"((?:[^"]|"")*)""#));
        patterns.push(format!(r#"{start}{skipped}{space}"?([^{inside}"\n]*)"#));
        patterns.push(format!(r#"{start}{skipped}{space}"?{}"#, marked.shape_group()));
    } else {
        patterns.push(format!("{start}{skipped}([^{inside}\\n]*)"));
        patterns.push(format!("{start}{skipped}{space}{}", marked.shape_group()));
        // A value in the middle of a cell.
        patterns.push(format!(r"{start}{skipped}[^{inside}\n]*?{}", marked.shape_group()));
        patterns.push(format!("{start}{skipped}{}{}", before_in_cell(marked, delimiter), marked.shape_group()));
    }
    patterns
}

/// The text between the start of the cell and the value, such as the latitude in `34.7, -86.5`.
fn before_in_cell(marked: &MarkedValue<'_>, cell_start: char) -> String {
    let before = marked.before().rsplit(cell_start).next().unwrap_or_default();
    tokens_pattern(&label_tokens(before, marked.source), |_| true)
}

/// Sentences have commas too, but also many words between them.
fn is_delimited(before: &str, after: &str, delimiter: char) -> bool {
    let delimiters = before.matches(delimiter).count() + after.matches(delimiter).count();
    let words = before.split_whitespace().count() + after.split_whitespace().count();
    delimiters >= MIN_DELIMITERS && (delimiter != ',' || words <= 3 * (delimiters + 1))
}

fn count_outside_quotes(text: &str, delimiter: char) -> usize {
    let mut is_in_quotes = false;
    let mut count = 0;
    for character in text.chars() {
        if character == '"' {
            is_in_quotes = !is_in_quotes;
        } else if character == delimiter && !is_in_quotes {
            count += 1;
        }
    }
    count
}

/// A cell of a row, counted from the start of the record.
fn html_cell(marked: &MarkedValue<'_>) -> Vec<String> {
    let cells = find_all(r"(?i)<t[dh]\b", marked.before(), &mut || false);
    let Some(index) = cells.len().checked_sub(1) else { return Vec::new() };
    let cell = r"<t[dh]\b[^>]*>[\s\S]*?</t[dh]>\s*";
    let skipped = match index {
        0 => String::new(),
        1 => cell.to_owned(),
        _ => format!("(?:{cell}){{{index}}}"),
    };
    let spanned = spanned_cells(marked.text());
    if spanned > 0 {
        // The tag of the first cell is part of the value: without it the texts of the cells would be joined without a space.
        return vec![format!(r"(?i){skipped}({}<t[dh]\b[^>]*>[\s\S]*?)</t[dh]>", cell.repeat(spanned))];
    }
    vec![
        format!(r"(?i){skipped}<t[dh]\b[^>]*>([\s\S]*?)</t[dh]>"),
        // A value that is a part of its cell. `<[^/]` keeps the search inside the cell.
        format!(r"(?i){skipped}<t[dh]\b[^>]*>(?:[^<]|<[^/])*?{}", marked.shape_group()),
        format!(r"(?i){skipped}<t[dh]\b[^>]*>{}{}", before_in_cell(marked, '>'), marked.shape_group()),
    ]
}
