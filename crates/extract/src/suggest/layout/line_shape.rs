//! Records that start with a line of a common shape: the same first words, or a number written the same way.

use indexmap::IndexMap;

use super::candidate::LayoutCandidate;
use super::key_value::words_pattern;
use super::text_lines::{LINE_START, TextLine, has_digit};
use crate::suggest::scan::literal;

const MAX_SHAPES: usize = 24;
const MAX_FIRST_WORDS: usize = 3;
const MAX_WORD_CHARS: usize = 40;

pub(super) fn candidates(lines: &[TextLine<'_>]) -> Vec<LayoutCandidate> {
    let mut found = Vec::new();
    for (shape, name) in first_shapes(lines) {
        // A line that is a whole record needs no other line; a longer record starts with such a line.
        let start = format!("{LINE_START}{shape}");
        found.push(LayoutCandidate::line(name.clone(), 62, start.clone()));
        let open = LayoutCandidate::open(name, 58, start);
        // Where the text below the last record would be part of it.
        let paragraph = LayoutCandidate { preference: 57, ..open.clone().closed_by(r"\n[> \t]*\n") };
        found.extend([open, paragraph]);
    }
    for (name, content) in [("Lines with a number", r"\d"), ("Lines with a time", r"\d:\d\d")] {
        found.push(LayoutCandidate::line(name, 30, format!(r"{LINE_START}(?=[^\s>].*{content})")));
    }
    found
}

/// The shapes in which lines begin, with the name for each layout, most frequent first.
fn first_shapes(lines: &[TextLine<'_>]) -> Vec<(String, String)> {
    let is_fixed = has_columns(lines);
    let mut counts: IndexMap<String, (usize, String)> = IndexMap::new();
    for line in lines {
        for (shape, name) in line_shapes(line.content, is_fixed) {
            counts.entry(shape).or_insert((0, name)).0 += 1;
        }
    }
    let mut shapes: Vec<(usize, String, String)> =
        counts.into_iter().map(|(shape, (count, name))| (count, shape, name)).collect();
    shapes.sort_by_key(|(count, ..)| std::cmp::Reverse(*count));
    shapes.truncate(MAX_SHAPES);
    shapes.into_iter().map(|(_, shape, name)| (shape, name)).collect()
}

/// The shapes of the first word and of the first words of a line.
fn line_shapes(line: &str, is_fixed: bool) -> Vec<(String, String)> {
    let mut words = line.split_whitespace().filter(|word| word.chars().count() <= MAX_WORD_CHARS);
    let Some(first) = words.next() else { return Vec::new() };
    if has_digit(first) {
        let name = if is_fixed { "Lines with fixed columns" } else { "Lines of the same shape" };
        return vec![(number_shape(first), name.to_owned())];
    }
    let is_text = |word: &&str| !has_digit(word) && !word.contains(['<', '{', '"']);
    let ends_markup = first.starts_with(['}', ']']);
    if !is_text(&first) || ends_markup {
        return Vec::new();
    }
    let more: Vec<&str> = words.take(MAX_FIRST_WORDS - 1).take_while(is_text).collect();
    let mut shapes = Vec::new();
    for count in 0..=more.len() {
        let words = std::iter::once(first).chain(more.iter().take(count).copied()).collect::<Vec<&str>>().join(" ");
        let ends_in_word = words.ends_with(char::is_alphanumeric);
        let shape = words_pattern(&words) + if ends_in_word { r"\b" } else { "" };
        shapes.push((shape, format!("Records that start with \u{201c}{words}\u{201d}")));
    }
    shapes
}

/// A word with digits, where each run of digits may have any length, up to the end of its last digits.
fn number_shape(word: &str) -> String {
    let mut shape = String::new();
    let mut rest = word;
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|character: char| character.is_ascii_digit()).len();
        let (head, after) = rest.split_at(digits);
        if !head.is_empty() {
            shape.push_str(r"\d+");
        }
        let Some(text) = after.find(|character: char| character.is_ascii_digit()) else { break };
        let (between, next) = after.split_at(text);
        // Words before a number differ between records; its punctuation does not.
        if between.chars().any(char::is_alphanumeric) {
            shape.push_str(if shape.is_empty() { r"\S*?" } else { r"\w" });
            break;
        }
        shape.push_str(&literal(between));
        rest = next;
    }
    if shape == r"\S*?" { r"\S*\d".to_owned() } else { shape }
}

/// True if several lines have runs of spaces between their words.
fn has_columns(lines: &[TextLine<'_>]) -> bool {
    lines.iter().filter(|line| has_digit(line.content) && line.content.matches("  ").count() >= 2).count() >= 2
}
