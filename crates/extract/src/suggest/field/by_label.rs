//! Finds a value by the words before or after it.

use super::label_tokens::{LabelToken, label_tokens, tokens_pattern};
use super::marked_value::MarkedValue;
use super::pattern_candidate::{PatternBasis, PatternCandidate};
use super::value_shape::ValueKind;

/// How much text next to a value is considered.
const MAX_CONTEXT_BYTES: usize = 240;
const MAX_LABEL_WORDS: usize = 4;
const MAX_LABEL_TOKENS: usize = 24;

pub(super) fn candidates(marked: &MarkedValue<'_>) -> Vec<PatternCandidate> {
    let labels = labels_before(marked);
    let units = units_after(marked);
    let mut found = Vec::new();
    for label in &labels {
        for value in values_after_label(marked) {
            found.push(PatternCandidate::new(label.basis, format!("{}{value}", label.pattern)));
        }
    }
    if marked.shape.kind == ValueKind::Text {
        // Text has no shape of its own: what follows shows where it ends.
        for label in &labels {
            for unit in &units {
                let any = if marked.text().contains('\n') { r"[\s\S]" } else { "." };
                found.push(PatternCandidate::new(label.basis, format!("{}({any}+?){unit}", label.pattern)));
            }
        }
    }
    let shape = &marked.shape.pattern;
    found.extend(units.iter().map(|unit| PatternCandidate::new(PatternBasis::Unit, format!("({shape}){unit}"))));
    found
}

/// A label as a pattern.
struct Label {
    pattern: String,
    basis: PatternBasis,
}

/// Labels of one word, two words and so on, each with what is between it and the value.
fn labels_before(marked: &MarkedValue<'_>) -> Vec<Label> {
    let before = marked.before();
    let start = before.ceil_char_boundary(before.len().saturating_sub(MAX_CONTEXT_BYTES));
    let tokens = label_tokens(before.get(start..).unwrap_or_default(), marked.source);
    let mut labels = Vec::new();
    let (mut words, mut is_distant) = (0, false);
    for (index, token) in tokens.iter().enumerate().rev().take(MAX_LABEL_TOKENS) {
        is_distant |= words == 0 && token.separates();
        if !matches!(token, LabelToken::Word(_)) {
            continue;
        }
        words += 1;
        let label = tokens.get(index..).unwrap_or_default();
        let basis = if is_distant || is_code(label) { PatternBasis::DistantLabel } else { PatternBasis::Label };
        labels.push(Label { pattern: format!(r"\b{}", tokens_pattern(label, |_| true)), basis });
        if words > 1 && marked.shape.kind == ValueKind::Text {
            // The word next to the value may be another one in other records: "A strike", "An alert".
            labels.push(Label {
                pattern: format!(r"\b{}", tokens_pattern(label, |word| word + 1 == words)),
                basis: PatternBasis::DistantLabel,
            });
        }
        if words == MAX_LABEL_WORDS {
            break;
        }
    }
    labels
}

/// True for `CG 34.7`: a short word in capitals with nothing but a space behind it is a value and not a label.
fn is_code(label: &[LabelToken<'_>]) -> bool {
    match label {
        [LabelToken::Word(word), LabelToken::Space { .. }] => {
            word.len() <= 3 && word.chars().all(|character| !character.is_lowercase())
        }
        _ => false,
    }
}

/// The text after a value up to its first word, such as ` km` or `, Lon`.
fn units_after(marked: &MarkedValue<'_>) -> Vec<String> {
    let after = marked.after();
    let end = after.floor_char_boundary(after.len().min(MAX_CONTEXT_BYTES));
    let tokens = label_tokens(after.get(..end).unwrap_or_default(), marked.source);
    let mut units = Vec::new();
    if let Some(word) = tokens.iter().position(|token| matches!(token, LabelToken::Word(_))).filter(|word| *word <= 4) {
        let unit = tokens.get(..=word).unwrap_or_default();
        // A word in the next cell is another value.
        if marked.shape.kind != ValueKind::Text && unit.iter().any(LabelToken::separates) {
            return Vec::new();
        }
        // The space before the unit separates it from the value.
        units.push(format!(r"{}\b", tokens_pattern(unit, |_| true)));
    }
    if let Some(LabelToken::Sign(sign)) = tokens.iter().find(|token| !matches!(token, LabelToken::Space { .. })) {
        units.push(format!(r"\s*{}", crate::suggest::scan::literal(&sign.to_string())));
    }
    units
}

/// The group for the value behind a label.
fn values_after_label(marked: &MarkedValue<'_>) -> Vec<String> {
    let mut values = vec![marked.shape_group()];
    let is_rest_of_line = marked.line_after().trim().is_empty();
    if is_rest_of_line && marked.shape.kind == ValueKind::Text {
        values.insert(0, "(.+)".to_owned());
    }
    values
}
