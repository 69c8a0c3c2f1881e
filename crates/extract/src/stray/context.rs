//! The text next to a number, in a form in which two strikes of one layout agree.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

/// How far the text next to a number is compared.
const MAX_CONTEXT_BYTES: usize = 80;

/// What is the same in all strikes of a layout, and what is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Words {
    /// Labels: `Where:` and `Center:` are different.
    Exact,
    /// Values between two numbers: `| Cloud-to-Ground |` and `| Intra-Cloud |` are the same. A sentence is something else.
    Any,
}

/// The text before a number, back to the number before it or to the start of its line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Before {
    /// Of all its words.
    pub(super) exact: u64,
    /// Of its last word, which is the label: `type CG lat` and `type IC lat` are the same.
    pub(super) label: u64,
}

impl Before {
    pub(super) fn new(text: &[u8], start: usize) -> Self {
        let earliest = start.saturating_sub(MAX_CONTEXT_BYTES);
        let window = text.get(earliest..start).unwrap_or_default();
        let stop = window.iter().rposition(|byte| *byte == b'\n' || byte.is_ascii_digit());
        let follows_number = stop.and_then(|stop| window.get(stop)).is_some_and(u8::is_ascii_digit);
        let gap = window.get(stop.map_or(0, |stop| stop + 1)..).unwrap_or_default();
        if follows_number {
            let column = hash_of(gap, Words::Any);
            return Self { exact: column, label: column };
        }
        Self { exact: hash_of(gap, Words::Exact), label: hash_of_label(gap) }
    }
}

/// The text after a number, up to the next number of its line. `None` if there is none or no word is between them: most
/// lines have that.
pub(super) fn after(text: &[u8], end: usize) -> Option<u64> {
    let latest = text.len().min(end + MAX_CONTEXT_BYTES);
    let window = text.get(end..latest)?;
    let stop = window.iter().position(|byte| *byte == b'\n' || byte.is_ascii_digit())?;
    let gap = window.get(..stop)?;
    let has_word = gap.iter().any(u8::is_ascii_alphabetic);
    (has_word && window.get(stop)?.is_ascii_digit()).then(|| hash_of(gap, Words::Exact))
}

/// The text between two coordinates.
pub(super) fn between(text: &[u8], gap: Range<usize>) -> u64 {
    hash_of(text.get(gap).unwrap_or_default(), Words::Exact)
}

/// The line up to a time, and what follows the time. Only the last word before it has to be the same: it is the label.
pub(super) fn around_time(text: &[u8], time: Range<usize>) -> u64 {
    let line = text.get(line_start(text, time.start)..time.start).unwrap_or_default();
    let rest = text.get(time.end..text.len().min(time.end + MAX_CONTEXT_BYTES)).unwrap_or_default();
    let stop = rest.iter().position(|byte| *byte == b'\n' || byte.is_ascii_digit()).unwrap_or(rest.len());
    let mut hasher = DefaultHasher::new();
    hash_of_label(line).hash(&mut hasher);
    hash_of(rest.get(..stop).unwrap_or_default(), Words::Any).hash(&mut hasher);
    hasher.finish()
}

/// The start of the line of a position. A very long line is cut off, as in HTML.
pub(super) fn line_start(text: &[u8], at: usize) -> usize {
    let earliest = at.saturating_sub(2 * MAX_CONTEXT_BYTES);
    let window = text.get(earliest..at).unwrap_or_default();
    earliest + window.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1)
}

/// The line of a position. A very long line is cut off on both sides.
pub(super) fn line_at(text: &[u8], at: usize) -> Range<usize> {
    let rest = text.get(at..text.len().min(at + 2 * MAX_CONTEXT_BYTES)).unwrap_or_default();
    let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    line_start(text, at)..at + end
}

/// The runs of digits outside of tags.
pub(super) fn count_numbers(text: &[u8], range: Range<usize>) -> usize {
    count_runs(text, range, u8::is_ascii_digit)
}

/// The runs of letters outside of tags.
pub(super) fn count_words(text: &[u8], range: Range<usize>) -> usize {
    count_runs(text, range, |byte| byte.is_ascii_alphabetic() || !byte.is_ascii())
}

fn count_runs(text: &[u8], range: Range<usize>, is_in_run: impl Fn(&u8) -> bool) -> usize {
    let (mut count, mut was_in_run, mut is_in_tag) = (0, false, false);
    for byte in text.get(range).unwrap_or_default() {
        is_in_tag = (is_in_tag && *byte != b'>') || *byte == b'<';
        let is_in_run = !is_in_tag && is_in_run(byte);
        count += usize::from(is_in_run && !was_in_run);
        was_in_run = is_in_run;
    }
    count
}

/// True if a blank line separates two parts of the text.
pub(super) fn has_blank_line(text: &[u8], gap: Range<usize>) -> bool {
    let mut is_after_newline = false;
    for byte in text.get(gap).unwrap_or_default() {
        match byte {
            b'\n' if is_after_newline => return true,
            b'\n' => is_after_newline = true,
            b' ' | b'\t' | b'\r' | b'>' => {}
            _ => is_after_newline = false,
        }
    }
    false
}

/// Any words, then the last word with what follows it.
fn hash_of_label(gap: &[u8]) -> u64 {
    let is_word = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let word_end = gap.iter().rposition(is_word).map_or(0, |last| last + 1);
    let before_end = gap.get(..word_end).unwrap_or_default();
    let word_start = before_end.iter().rposition(|byte| !is_word(byte)).map_or(0, |before| before + 1);
    let mut hasher = DefaultHasher::new();
    hash_of(gap.get(..word_start).unwrap_or_default(), Words::Any).hash(&mut hasher);
    hash_of(gap.get(word_start..).unwrap_or_default(), Words::Exact).hash(&mut hasher);
    hasher.finish()
}

/// Spaces and the depth of a quotation do not matter, nor does the sign of a number that follows.
fn hash_of(gap: &[u8], words: Words) -> u64 {
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'>');
    let mut any_words = 0;
    for part in without_sign(gap).split(is_space).filter(|part| !part.is_empty()) {
        match words {
            Words::Exact => hash_digits_as_one(part, &mut hasher),
            Words::Any => hash_words_as_one(part, &mut any_words, &mut hasher),
        }
    }
    hasher.write_u8(word_mark(any_words));
    hasher.finish()
}

fn hash_digits_as_one(part: &[u8], hasher: &mut DefaultHasher) {
    hasher.write_u8(b' ');
    let mut last = 0;
    for byte in part {
        let byte = if byte.is_ascii_digit() { b'0' } else { *byte };
        if byte != b'0' || last != b'0' {
            hasher.write_u8(byte);
        }
        last = byte;
    }
}

/// `words` counts those since the last other character.
fn hash_words_as_one(part: &[u8], words: &mut usize, hasher: &mut DefaultHasher) {
    let mut is_in_word = false;
    for byte in part {
        let is_letter = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'\'' | 128..);
        if is_letter {
            *words += usize::from(!is_in_word);
        } else {
            hasher.write_u8(word_mark(*words));
            hasher.write_u8(*byte);
            *words = 0;
        }
        is_in_word = is_letter;
    }
}

/// A value has a few words, a sentence has more.
fn word_mark(words: usize) -> u8 {
    match words {
        0 => 0,
        1..=3 => 1,
        _ => 2,
    }
}

fn without_sign(gap: &[u8]) -> &[u8] {
    let signs: [&[u8]; 4] = [b"-", b"+", "\u{2212}".as_bytes(), b"&minus;"];
    signs.iter().find_map(|sign| gap.strip_suffix(*sign)).unwrap_or(gap)
}
