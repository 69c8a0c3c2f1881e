//! Search for patterns whose matches begin with one of a few literal prefixes: finds the prefixes first and matches the rest
//! from there. The caller uses the general engine if many prefixes do not lead to a match.

use std::panic::{RefUnwindSafe, UnwindSafe};

use regex_automata::dfa::onepass;
use regex_automata::nfa::thompson;
use regex_automata::util::pool::Pool;
use regex_automata::util::prefilter::Prefilter;
use regex_automata::util::primitives::NonMaxUsize;
use regex_automata::{Anchored, Input, MatchKind};
use regex_syntax::hir::Hir;

use super::limits::MAX_PART_BYTES;
use super::single_path::SinglePathPattern;

/// How many prefixes one search tries with an automaton before it fails. Each try may read to the end of the text.
const MAX_AUTOMATON_TRIES: usize = 16;
/// How many bytes one search may read without a match before it fails: this many in any case, and additionally
/// [`WASTED_PER_BYTE`] times the distance it has advanced.
const MIN_WASTED_BYTES: usize = 4096;
const WASTED_PER_BYTE: usize = 4;

pub(super) struct PrefixSearch {
    prefixes: Prefilter,
    matcher: RestMatcher,
}

/// Matches a pattern at a fixed position.
enum RestMatcher {
    SinglePath(SinglePathPattern),
    OnePass(Box<OnePassMatcher>),
}

struct OnePassMatcher {
    automaton: onepass::DFA,
    caches: Pool<onepass::Cache, CreateCache>,
}

type CreateCache = Box<dyn Fn() -> onepass::Cache + Send + Sync + UnwindSafe + RefUnwindSafe>;

pub(super) enum PrefixSearchResult {
    Found,
    NotFound,
    /// No match begins before `resume_at`.
    GaveUp {
        resume_at: usize,
    },
}

/// The result of a try at one position.
enum MatchAttempt {
    Match,
    /// No match; the input was read up to this position.
    ReadUntil(usize),
    NoMatch,
    /// The automaton cannot decide.
    Unknown,
}

impl PrefixSearch {
    /// `None` if the pattern has no literal prefixes or this search would not be faster.
    pub(super) fn new(hir: &Hir) -> Option<Self> {
        let prefixes = Prefilter::from_hir_prefix(MatchKind::LeftmostFirst, hir)?;
        let matcher = match SinglePathPattern::new(hir) {
            Some(pattern) => RestMatcher::SinglePath(pattern),
            // An automaton is too slow to be tried at every occurrence of a single letter.
            None if prefixes.is_fast() && prefixes.max_needle_len() > 1 => RestMatcher::one_pass(hir)?,
            None => return None,
        };
        Some(Self { prefixes, matcher })
    }

    pub(super) fn search(&self, input: &Input<'_>, slots: &mut [Option<NonMaxUsize>]) -> PrefixSearchResult {
        let (mut position, mut automaton_tries, mut wasted_bytes) = (input.start(), 0, 0);
        loop {
            let Some(prefix) = self.prefixes.find(input.haystack(), (position..input.end()).into()) else {
                return PrefixSearchResult::NotFound;
            };
            match self.matcher.try_match(input, prefix.start, slots) {
                MatchAttempt::Match => return PrefixSearchResult::Found,
                MatchAttempt::ReadUntil(end) => wasted_bytes += end - prefix.start,
                MatchAttempt::NoMatch => automaton_tries += 1,
                MatchAttempt::Unknown => return PrefixSearchResult::GaveUp { resume_at: prefix.start },
            }
            position = prefix.start + 1;
            let max_wasted_bytes = MIN_WASTED_BYTES + WASTED_PER_BYTE * (position - input.start());
            if automaton_tries >= MAX_AUTOMATON_TRIES || wasted_bytes > max_wasted_bytes {
                return PrefixSearchResult::GaveUp { resume_at: position };
            }
        }
    }

    #[cfg(test)]
    pub(super) fn is_single_path(&self) -> bool {
        matches!(self.matcher, RestMatcher::SinglePath(_))
    }
}

impl RestMatcher {
    fn one_pass(hir: &Hir) -> Option<Self> {
        let nfa = thompson::Config::new().nfa_size_limit(Some(MAX_PART_BYTES));
        let nfa = thompson::Compiler::new().configure(nfa).build_from_hir(hir).ok()?;
        let config = onepass::Config::new().size_limit(Some(MAX_PART_BYTES));
        let automaton = onepass::Builder::new().configure(config).build_from_nfa(nfa).ok()?;
        let empty = automaton.create_cache();
        let create: CreateCache = Box::new(move || empty.clone());
        Some(Self::OnePass(Box::new(OnePassMatcher { automaton, caches: Pool::new(create) })))
    }

    fn try_match(&self, input: &Input<'_>, start: usize, slots: &mut [Option<NonMaxUsize>]) -> MatchAttempt {
        match self {
            Self::SinglePath(pattern) => {
                let text = input.haystack().get(..input.end()).unwrap_or_default();
                pattern.match_at(text, start, slots).map_or_else(MatchAttempt::ReadUntil, |()| MatchAttempt::Match)
            }
            Self::OnePass(one_pass) => {
                let rest = input.clone().range(start..input.end()).anchored(Anchored::Yes);
                match one_pass.automaton.try_search_slots(&mut one_pass.caches.get(), &rest, slots) {
                    Ok(Some(_)) => MatchAttempt::Match,
                    Ok(None) => MatchAttempt::NoMatch,
                    Err(_) => MatchAttempt::Unknown,
                }
            }
        }
    }
}

impl std::fmt::Debug for PrefixSearch {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("PrefixSearch").field("prefixes", &self.prefixes).finish_non_exhaustive()
    }
}
