//! Finds a value by its JSON key, its XML attribute or its XML element.

use super::marked_value::MarkedValue;
use super::pattern_candidate::{PatternBasis, PatternCandidate};
use crate::source::TextSource;
use crate::suggest::scan::{find_first, literal};

/// Longer than any key with its value.
const MAX_CONTEXT_BYTES: usize = 400;

pub(super) fn candidates(marked: &MarkedValue<'_>) -> Vec<PatternCandidate> {
    let before = marked.before();
    let start = before.ceil_char_boundary(before.len().saturating_sub(MAX_CONTEXT_BYTES));
    let before = before.get(start..).unwrap_or_default();
    let mut patterns = Vec::new();
    if let Some(key) = named(r#""([^"\\\n]{1,60})"\s*:\s*"?\z"#, before) {
        let key = literal(key);
        patterns.push(format!(r#""{key}"\s*:\s*"((?:[^"\\]|\\.)*)""#));
        patterns.push(format!(r#""{key}"\s*:\s*([^\s,}}\]"]+)"#));
        patterns.push(format!(r#""{key}"\s*:\s*"?{}"#, marked.shape_group()));
    }
    if marked.source == TextSource::Text {
        if let Some(attribute) = named(r#"\s([\w:.-]{1,60})\s*=\s*["']\z"#, before) {
            let attribute = literal(attribute);
            patterns.push(format!(r#"\s{attribute}\s*=\s*"([^"]*)""#));
            patterns.push(format!(r"\s{attribute}\s*=\s*'([^']*)'"));
            patterns.push(format!(r#"\s{attribute}\s*=\s*["']{}"#, marked.shape_group()));
        }
        if let Some(element) = named(r"<([A-Za-z][\w:.-]{0,60})(?:\s[^<>]*)?>\s*\z", before) {
            let element = literal(element);
            patterns.push(format!(r"<{element}(?:\s[^>]*)?>([^<]*)</"));
            patterns.push(format!(r"<{element}(?:\s[^>]*)?>\s*{}", marked.shape_group()));
        }
    }
    patterns.into_iter().map(|pattern| PatternCandidate::new(PatternBasis::Key, pattern)).collect()
}

/// The first group of a match.
fn named<'t>(pattern: &str, text: &'t str) -> Option<&'t str> {
    text.get(find_first(pattern, text)?)
}
