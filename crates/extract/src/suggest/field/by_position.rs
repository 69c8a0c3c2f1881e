//! Finds a value by where it is in the record: its columns, its line, its number among similar values.

use super::marked_value::MarkedValue;
use super::pattern_candidate::{PatternBasis, PatternCandidate};
use super::value_shape::ValueKind;
use crate::source::TextSource;
use crate::suggest::scan::find_all;

/// A person cannot count further.
const MAX_POSITION: usize = 12;
const MAX_FIRST_WORDS: usize = 4;

pub(super) fn candidates(marked: &MarkedValue<'_>) -> Vec<PatternCandidate> {
    let mut found = shape_position(marked);
    if marked.source == TextSource::Text {
        found.extend(word_position(marked));
        found.extend(columns(marked));
        found.extend(line(marked));
        found.extend(first_words(marked));
    }
    found
}

/// The first, second or third value that is written like this one.
fn shape_position(marked: &MarkedValue<'_>) -> Vec<PatternCandidate> {
    let group = marked.shape_group();
    let basis = if marked.shape.is_distinctive { PatternBasis::Notation } else { PatternBasis::ShapePosition };
    if marked.shape.kind == ValueKind::Text {
        return Vec::new();
    }
    let shape = &marked.shape.pattern;
    let earlier = find_all(shape, marked.before(), &mut || false).len();
    match earlier {
        0 => vec![PatternCandidate::new(basis, group)],
        1..=MAX_POSITION => {
            let skipped = match earlier {
                1 => format!(r"\A[\s\S]*?{shape}[\s\S]*?"),
                _ => format!(r"\A(?:[\s\S]*?{shape}){{{earlier}}}[\s\S]*?"),
            };
            vec![PatternCandidate::new(PatternBasis::ShapePosition, format!("{skipped}{group}"))]
        }
        _ => Vec::new(),
    }
}

/// The third word of the first line.
fn word_position(marked: &MarkedValue<'_>) -> Option<PatternCandidate> {
    let before = marked.before().trim_start_matches(['>', ' ', '\t', '\n']);
    let words = before.split_whitespace().count();
    let starts_word = before.is_empty() || before.ends_with(char::is_whitespace);
    let is_first_line = !before.contains('\n') && words <= MAX_POSITION && starts_word;
    let ends_word = marked.after().chars().next().is_none_or(char::is_whitespace);
    let skipped = match words {
        0 => String::new(),
        1 => r"\S+\s+".to_owned(),
        _ => format!(r"(?:\S+\s+){{{words}}}"),
    };
    let value = match marked.shape.kind {
        ValueKind::Text => r"(\S+)".to_owned(),
        _ => marked.shape_group(),
    };
    let pattern = format!(r"\A[>\s]*{skipped}{value}");
    (is_first_line && ends_word).then(|| PatternCandidate::new(PatternBasis::WordPosition, pattern))
}

/// The columns of the value in the first line, from the end of the text before it to the start of the text after it.
fn columns(marked: &MarkedValue<'_>) -> Option<PatternCandidate> {
    let before = marked.before().trim_start_matches('\n');
    let is_column = before.contains("  ") || marked.line_after().contains("  ");
    if before.contains('\n') || !is_column {
        return None;
    }
    // Columns grow to the left over spaces, so that a longer number fits, but leave one space as a border.
    let trimmed = before.trim_end_matches(' ');
    let (indent, start) = match before.len() - trimmed.len() {
        _ if trimmed.is_empty() => (0, before.chars().count()),
        0 | 1 => (0, before.chars().count()),
        spaces => (spaces - 1, trimmed.chars().count() + 1),
    };
    let after = marked.line_after();
    let following = after.len() - after.trim_start_matches(' ').len();
    let ends_line = after.trim().is_empty();
    // Numbers are aligned to the right, words to the left.
    let room = if marked.shape.kind == ValueKind::Text { following.saturating_sub(1) } else { 0 };
    let width = indent + marked.text().chars().count() + room;
    let value = if ends_line { "(.+)".to_owned() } else { format!("(.{{1,{width}}})") };
    let skipped = if start == 0 { String::new() } else { format!(".{{{start}}}") };
    Some(PatternCandidate::new(PatternBasis::Columns, format!(r"\A\n*{skipped}{value}")))
}

/// The value is a line of the record.
fn line(marked: &MarkedValue<'_>) -> Vec<PatternCandidate> {
    let before = marked.before().trim_start_matches(['>', ' ', '\t', '\n']);
    let lines = before.matches('\n').count();
    if lines == 0 || lines > MAX_POSITION {
        return Vec::new();
    }
    let skipped = match lines {
        1 => r"\A[>\s]*.*\n[> \t]*".to_owned(),
        _ => format!(r"\A[>\s]*(?:.*\n){{{lines}}}[> \t]*"),
    };
    let is_whole_line =
        marked.line_before().trim_matches(['>', ' ', '\t']).is_empty() && marked.line_after().trim().is_empty();
    let mut found = Vec::new();
    if is_whole_line {
        found.push(PatternCandidate::new(PatternBasis::Line, format!("{skipped}(.+)")));
    }
    if marked.shape.kind != ValueKind::Text {
        found.push(PatternCandidate::new(PatternBasis::Line, format!("{skipped}.*?{}", marked.shape_group())));
    }
    found
}

/// The words with which the record starts.
fn first_words(marked: &MarkedValue<'_>) -> Vec<PatternCandidate> {
    let is_start = !marked.before().contains(char::is_alphanumeric);
    let words = marked.text().split_whitespace().count();
    let is_text = marked.shape.kind == ValueKind::Text;
    if !is_start || !is_text || words == 0 || words > MAX_FIRST_WORDS {
        return Vec::new();
    }
    let pattern = match words {
        1 => r"\A\W*(\w+)".to_owned(),
        _ => format!(r"\A\W*(\w+(?:\s+\w+){{{}}})", words - 1),
    };
    let hyphenated = match words {
        1 => r"\A\W*([\w-]+)".to_owned(),
        _ => format!(r"\A\W*([\w-]+(?:\s+[\w-]+){{{}}})", words - 1),
    };
    [pattern, hyphenated].map(|pattern| PatternCandidate::new(PatternBasis::FirstWords, pattern)).into()
}
