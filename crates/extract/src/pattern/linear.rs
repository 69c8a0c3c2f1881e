//! Patterns whose search time grows only with the length of the text.
//!
//! `fancy_regex` delegates such a pattern as a whole to `regex_automata`, but through a wrapper that allocates on every search.
//! Here the same pattern goes directly to `regex_automata`. If every match begins with one of a few literal prefixes, the
//! faster [`PrefixSearch`] is tried first.

use std::ops::Range;
use std::sync::Arc;

use regex_automata::Input;
use regex_automata::meta;
use regex_automata::util::primitives::NonMaxUsize;
use regex_automata::util::syntax;
use regex_syntax::hir::{Capture, Hir, HirKind, Look, Repetition};

use super::limits::MAX_PART_BYTES;
use super::pattern_match::PatternMatch;
use super::prefix_search::{PrefixSearch, PrefixSearchResult};

/// Start and end of up to three groups: the one that `fancy_regex` may add around the pattern, the whole match and the value.
const SLOT_COUNT: usize = 6;

/// A pattern without back-references, and without look-around except at its end.
#[derive(Debug, Clone)]
pub(super) struct LinearPattern {
    regex: meta::Regex,
    prefix_search: Option<Arc<PrefixSearch>>,
    /// For searches that do not begin at the start of the text, where `\A` never matches.
    prefix_search_after_start: Option<Arc<PrefixSearch>>,
    /// The group of the whole match: 1 if `fancy_regex` put it into a group, because the pattern ends with look-around.
    whole_group: usize,
    has_value_group: bool,
}

impl LinearPattern {
    /// Takes the delegated pattern from `fancy_regex`'s debug output. Returns `None` if that output has an unknown form; the
    /// caller then searches with `fancy_regex`.
    pub(super) fn from_debug_output(debug_output: &str, group_count: usize, max_compiled_bytes: usize) -> Option<Self> {
        let (pattern, has_explicit_group) =
            debug_output.strip_prefix("wrapped Regex \"")?.rsplit_once("\", explicit_capture_group_0: ")?;
        let pattern = unescape_debug(pattern)?;
        let whole_group = usize::from(has_explicit_group.parse::<bool>().ok()?);
        // The two engines count the groups inside `{0}` differently.
        if pattern.contains("{0") {
            return None;
        }
        let config = meta::Config::new().nfa_size_limit(Some(max_compiled_bytes)).hybrid_cache_capacity(MAX_PART_BYTES);
        let regex = meta::Builder::new().configure(config).build(&pattern).ok()?;
        if regex.captures_len() != group_count + whole_group {
            return None;
        }
        let hir = syntax::parse_with(&pattern, &syntax::Config::new()).ok()?;
        let prefix_search = PrefixSearch::new(&hir).map(Arc::new);
        let prefix_search_after_start =
            prefix_search.clone().or_else(|| Some(Arc::new(PrefixSearch::new(&after_start(&hir)?)?)));
        Some(Self { regex, prefix_search, prefix_search_after_start, whole_group, has_value_group: group_count > 1 })
    }

    /// The first match in a part of the text. Assertions such as `^` and `\b` still see the text around that part.
    pub(super) fn search(&self, text: &str, part: Range<usize>) -> Option<PatternMatch> {
        let prefix_search = if part.start == 0 { &self.prefix_search } else { &self.prefix_search_after_start };
        let input = Input::new(text).range(part);
        let mut slots: [Option<NonMaxUsize>; SLOT_COUNT] = [None; SLOT_COUNT];
        let used = slots.get_mut(..2 * (self.whole_group + 1 + usize::from(self.has_value_group)))?;
        let is_found = match prefix_search.as_ref().map(|prefix_search| prefix_search.search(&input, used)) {
            Some(PrefixSearchResult::Found) => true,
            Some(PrefixSearchResult::NotFound) => false,
            Some(PrefixSearchResult::GaveUp { resume_at }) => {
                used.fill(None);
                self.regex.search_slots(&input.clone().range(resume_at..input.end()), used).is_some()
            }
            None => self.regex.search_slots(&input, used).is_some(),
        };
        if !is_found {
            return None;
        }
        let group =
            |number: usize| Some(slots.get(2 * number)?.as_ref()?.get()..slots.get(2 * number + 1)?.as_ref()?.get());
        let whole = group(self.whole_group)?;
        let value = if self.has_value_group { group(self.whole_group + 1) } else { Some(whole.clone()) };
        Some(PatternMatch { whole, value })
    }

    /// The search that is used after the start of a text.
    #[cfg(test)]
    pub(super) fn prefix_search_after_start(&self) -> Option<&PrefixSearch> {
        self.prefix_search_after_start.as_deref()
    }
}

/// The pattern with every branch removed that needs the start of the text. `None` if nothing is left or nothing changes.
fn after_start(hir: &Hir) -> Option<Hir> {
    hir.properties().look_set().contains(Look::Start).then(|| without_start(hir)).flatten()
}

fn without_start(hir: &Hir) -> Option<Hir> {
    Some(match hir.kind() {
        HirKind::Look(Look::Start) => return None,
        HirKind::Concat(parts) => Hir::concat(parts.iter().map(without_start).collect::<Option<_>>()?),
        HirKind::Alternation(branches) => {
            let left: Vec<Hir> = branches.iter().filter_map(without_start).collect();
            if left.is_empty() {
                return None;
            }
            Hir::alternation(left)
        }
        HirKind::Capture(capture) => {
            let sub = Box::new(without_start(&capture.sub)?);
            Hir::capture(Capture { sub, ..capture.clone() })
        }
        HirKind::Repetition(repetition) => match without_start(&repetition.sub) {
            Some(sub) => Hir::repetition(Repetition { sub: Box::new(sub), ..repetition.clone() }),
            None if repetition.min == 0 => Hir::empty(),
            None => return None,
        },
        _ => hir.clone(),
    })
}

/// Reverses the escaping of `{:?}`.
fn unescape_debug(debug: &str) -> Option<String> {
    let mut text = String::with_capacity(debug.len());
    let mut rest = debug.chars();
    while let Some(character) = rest.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        text.push(match rest.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '0' => '\0',
            'u' => {
                let (code, after) = rest.as_str().strip_prefix('{')?.split_once('}')?;
                rest = after.chars();
                char::from_u32(u32::from_str_radix(code, 16).ok()?)?
            }
            same @ ('\\' | '"' | '\'') => same,
            _ => return None,
        });
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::unescape_debug;

    proptest! {
        #[test]
        fn unescapes_any_debug_text(text in "[\\PC\\n\\r\\t\\x00\\\\\"'\u{200b}\u{7f}]{0,30}") {
            let debug = format!("{text:?}");
            prop_assert_eq!(unescape_debug(debug.strip_prefix('"').unwrap().strip_suffix('"').unwrap()), Some(text));
        }
    }
}
