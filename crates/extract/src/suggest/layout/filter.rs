//! Finds a filter that keeps the records and skips headers, greetings and footers.
//!
//! A filter drops text without an error, so it has to be as broad as possible: a record with one damaged value must pass.

use std::collections::BTreeSet;

use crate::pattern::Pattern;
use crate::suggest::scan::literal;

/// From broad to narrow.
const GENERAL_FILTERS: [&str; 6] =
    [r"\d", r"(?i)<td", r">[^<]*\d", r"\d[.,]\d", r"\d:\d\d", r"(?is)<td\b.*<td\b.*>[^<]*\d"];
const MAX_COMPARED: usize = 200;
const MIN_WORD_CHARS: usize = 4;

/// The general filters, compiled.
pub(super) struct Filters(Vec<Pattern>);

impl Filters {
    pub(super) fn new() -> Self {
        Self(GENERAL_FILTERS.into_iter().filter_map(|filter| Pattern::compile(filter).ok()).collect())
    }

    /// A filter that the `kept` records match and the `skipped` ones do not.
    pub(super) fn separating(&self, kept: &[&str], skipped: &[&str]) -> Option<String> {
        let (kept, skipped) = (first_of(kept), first_of(skipped));
        let general = self.0.iter().find(|filter| separates(filter, kept, skipped));
        general.map(|filter| filter.text().to_owned()).or_else(|| {
            let words = common_words(kept).into_iter().map(|word| format!(r"\b{}\b", literal(word)));
            words
                .filter_map(|word| Pattern::compile(&word).ok())
                .find(|word| separates(word, kept, skipped))
                .map(|word| word.text().to_owned())
        })
    }
}

fn separates(filter: &Pattern, kept: &[&str], skipped: &[&str]) -> bool {
    let is_kept = |record: &&str| matches!(filter.find(record, 0, &mut || false), Ok(Some(_)));
    kept.iter().all(is_kept) && !skipped.iter().any(is_kept)
}

/// Words that all records have, in the order of the first.
fn common_words<'t>(records: &[&'t str]) -> Vec<&'t str> {
    let words = |record: &'t str| {
        record.split(|character: char| !character.is_alphabetic()).filter(|word| word.chars().count() >= MIN_WORD_CHARS)
    };
    let Some((first, others)) = records.split_first() else { return Vec::new() };
    let others: Vec<BTreeSet<&str>> = others.iter().map(|record| words(record).collect()).collect();
    words(first).filter(|word| others.iter().all(|other| other.contains(word))).take(50).collect()
}

fn first_of<'a, 't>(records: &'a [&'t str]) -> &'a [&'t str] {
    records.get(..records.len().min(MAX_COMPARED)).unwrap_or_default()
}
