//! Searches with fixed patterns.

use std::ops::Range;

use crate::deadline::DeadlineCheck;
use crate::pattern::Pattern;

/// More than any mail has. Bounds the memory for a hostile text.
const MAX_MATCHES: usize = 100_000;

/// All matches that are not empty, up to a limit. What was found before the time is up if that happens.
pub(super) fn find_all(pattern: &str, text: &str, is_expired: DeadlineCheck) -> Vec<Range<usize>> {
    let mut matches = Vec::new();
    let Ok(pattern) = Pattern::compile(pattern) else { return matches };
    let mut from = 0;
    while let Ok(Some(found)) = pattern.find(text, from, is_expired) {
        let whole = found.whole;
        if whole.is_empty() || matches.len() >= MAX_MATCHES {
            break;
        }
        from = whole.end;
        matches.push(whole);
    }
    matches
}

/// The first match of a pattern: its first group, or the whole match if it has no group.
pub(super) fn find_first(pattern: &str, text: &str) -> Option<Range<usize>> {
    Pattern::compile(pattern).ok()?.find(text, 0, &mut || false).ok()??.value
}

/// The text as a pattern that matches it literally.
pub(super) fn literal(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for character in text.chars() {
        if r"\.+*?()|[]{}^$".contains(character) {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern
}
