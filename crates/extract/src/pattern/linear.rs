//! Patterns whose time grows with the length of the text alone.
//!
//! The backtracking engine hands such a pattern to its linear half as a whole, wrapped in calls that allocate for every
//! search. Here the same pattern goes to the same linear engine without the wrapping. Where a match must begin with known
//! words and what follows can be read in one pass, it is read from those words alone, and the engine is asked only when many
//! of them lead nowhere.

use std::ops::Range;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

use regex_automata::dfa::onepass;
use regex_automata::meta;
use regex_automata::nfa::thompson;
use regex_automata::util::pool::Pool;
use regex_automata::util::prefilter::Prefilter;
use regex_automata::util::primitives::NonMaxUsize;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input, MatchKind};
use regex_syntax::hir::{Capture, Hir, HirKind, Look, Repetition};

use super::run::Runs;
use super::{Found, PART_BYTES};

/// How many of the words that a match may begin with are tried by an automaton in one search before the other engine takes
/// over: each try may read to the end of the text.
const TRIES: usize = 16;
/// What may be read in vain without an automaton: so much in any case …
const FREE: usize = 4096;
/// … and so many times the way that was made.
const TIMES: usize = 4;
/// The whole match, moved aside by one group, and the first group behind it.
const SLOTS: usize = 6;

type Slots = [Option<NonMaxUsize>; SLOTS];

/// A pattern without look-around (but for one at its end) and without back-references.
#[derive(Debug, Clone)]
pub(super) struct Linear {
    regex: meta::Regex,
    quick: Option<Arc<Quick>>,
    /// The same behind the beginning of the text, where `\A` never matches.
    behind: Option<Arc<Quick>>,
    /// 1 where the match is the first group, because what follows it in the pattern is only looked at.
    whole: usize,
    has_value: bool,
}

impl Linear {
    /// From what the backtracking engine says of the pattern. None where that is not understood: whoever asks then keeps to
    /// that engine.
    pub(super) fn of(program: &str, groups: usize, size: usize) -> Option<Self> {
        let (pattern, explicit) =
            program.strip_prefix("wrapped Regex \"")?.rsplit_once("\", explicit_capture_group_0: ")?;
        let (pattern, whole) = (unescaped(pattern)?, usize::from(explicit.parse::<bool>().ok()?));
        // The groups of what is repeated no times are counted differently.
        if pattern.contains("{0") {
            return None;
        }
        let config = meta::Config::new().nfa_size_limit(Some(size)).hybrid_cache_capacity(PART_BYTES);
        let regex = meta::Builder::new().configure(config).build(&pattern).ok()?;
        if regex.captures_len() != groups + whole {
            return None;
        }
        let hir = syntax::parse_with(&pattern, &syntax::Config::new()).ok()?;
        let quick = Quick::of(&hir).map(Arc::new);
        let behind = quick.clone().or_else(|| Some(Arc::new(Quick::of(&behind_start(&hir)?)?)));
        Some(Self { regex, quick, behind, whole, has_value: groups > 1 })
    }

    /// The first match in a part of the text; around it the pattern still sees what is there.
    pub(super) fn search(&self, text: &str, part: Range<usize>) -> Option<Found> {
        let quick = if part.start == 0 { &self.quick } else { &self.behind };
        let input = Input::new(text).range(part);
        let mut slots: Slots = [None; SLOTS];
        let used = slots.get_mut(..2 * (self.whole + 1 + usize::from(self.has_value)))?;
        let is_found = match quick.as_ref().map(|quick| quick.search(&input, used)) {
            Some(Quickly::Found) => true,
            Some(Quickly::Nothing) => false,
            Some(Quickly::GaveUp(at)) => {
                used.fill(None);
                self.regex.search_slots(&input.clone().range(at..input.end()), used).is_some()
            }
            None => self.regex.search_slots(&input, used).is_some(),
        };
        if !is_found {
            return None;
        }
        let group =
            |number: usize| Some(slots.get(2 * number)?.as_ref()?.get()..slots.get(2 * number + 1)?.as_ref()?.get());
        let whole = group(self.whole)?;
        let value = if self.has_value { group(self.whole + 1) } else { Some(whole.clone()) };
        Some(Found { whole, value })
    }
}

#[cfg(test)]
impl Linear {
    /// By which way its searches go behind the beginning of a text.
    pub(super) fn way(&self) -> &'static str {
        match self.behind.as_ref().map(|quick| &quick.rest) {
            Some(Rest::Runs(_)) => "Runs",
            Some(Rest::OnePass(..)) => "OnePass",
            None => "neither",
        }
    }
}

/// Where a match must begin with one of a few words, those are looked for, and the rest is read once from there.
struct Quick {
    words: Prefilter,
    rest: Rest,
}

/// How the rest is read.
enum Rest {
    Runs(Runs),
    OnePass(Box<OnePass>),
}

struct OnePass {
    automaton: onepass::DFA,
    caches: Pool<onepass::Cache, MakeCache>,
}

type MakeCache = Box<dyn Fn() -> onepass::Cache + Send + Sync + UnwindSafe + RefUnwindSafe>;

enum Quickly {
    Found,
    Nothing,
    /// No match begins before this place.
    GaveUp(usize),
}

impl Quick {
    fn of(hir: &Hir) -> Option<Self> {
        let words = Prefilter::from_hir_prefix(MatchKind::LeftmostFirst, hir)?;
        let rest = match Runs::of(hir) {
            Some(runs) => Rest::Runs(runs),
            // An automaton is too slow to be asked at each of the places where a single letter stands.
            None if words.is_fast() && words.max_needle_len() > 1 => Rest::one_pass(hir)?,
            None => return None,
        };
        Some(Self { words, rest })
    }

    fn search(&self, input: &Input<'_>, slots: &mut [Option<NonMaxUsize>]) -> Quickly {
        let (mut at, mut tries, mut in_vain) = (input.start(), 0, 0);
        loop {
            let Some(words) = self.words.find(input.haystack(), (at..input.end()).into()) else {
                return Quickly::Nothing;
            };
            match self.rest.read(input, words.start, slots) {
                Read::Match => return Quickly::Found,
                Read::Until(end) => in_vain += end - words.start,
                Read::Nothing => tries += 1,
                Read::Unknown => return Quickly::GaveUp(words.start),
            }
            at = words.start + 1;
            if tries >= TRIES || in_vain > FREE + TIMES * (at - input.start()) {
                return Quickly::GaveUp(at);
            }
        }
    }
}

/// What became of a try.
enum Read {
    Match,
    /// No match, and this is where it ended.
    Until(usize),
    /// No match.
    Nothing,
    /// It cannot tell.
    Unknown,
}

impl Rest {
    fn one_pass(hir: &Hir) -> Option<Self> {
        let nfa = thompson::Config::new().nfa_size_limit(Some(PART_BYTES));
        let nfa = thompson::Compiler::new().configure(nfa).build_from_hir(hir).ok()?;
        let config = onepass::Config::new().size_limit(Some(PART_BYTES));
        let automaton = onepass::Builder::new().configure(config).build_from_nfa(nfa).ok()?;
        let empty = automaton.create_cache();
        let make: MakeCache = Box::new(move || empty.clone());
        Some(Self::OnePass(Box::new(OnePass { automaton, caches: Pool::new(make) })))
    }

    /// Whether a match begins there.
    fn read(&self, input: &Input<'_>, start: usize, slots: &mut [Option<NonMaxUsize>]) -> Read {
        match self {
            Self::Runs(runs) => {
                let text = input.haystack().get(..input.end()).unwrap_or_default();
                runs.read(text, start, slots).map_or_else(Read::Until, |()| Read::Match)
            }
            Self::OnePass(one) => {
                let rest = input.clone().range(start..input.end()).anchored(Anchored::Yes);
                match one.automaton.try_search_slots(&mut one.caches.get(), &rest, slots) {
                    Ok(Some(_)) => Read::Match,
                    Ok(None) => Read::Nothing,
                    Err(_) => Read::Unknown,
                }
            }
        }
    }
}

/// The pattern as it is behind the beginning of the text: what needs the beginning is gone. None where nothing is left, or
/// nothing changes.
fn behind_start(hir: &Hir) -> Option<Hir> {
    hir.properties().look_set().contains(Look::Start).then(|| without_start(hir)).flatten()
}

fn without_start(hir: &Hir) -> Option<Hir> {
    Some(match hir.kind() {
        HirKind::Look(Look::Start) => return None,
        HirKind::Concat(parts) => Hir::concat(parts.iter().map(without_start).collect::<Option<_>>()?),
        HirKind::Alternation(forms) => {
            let left: Vec<Hir> = forms.iter().filter_map(without_start).collect();
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

impl std::fmt::Debug for Quick {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Quick").field("words", &self.words).finish_non_exhaustive()
    }
}

/// The text of which this is the debug form.
fn unescaped(debug: &str) -> Option<String> {
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

    use super::unescaped;

    proptest! {
        #[test]
        fn what_was_escaped_comes_back(text in "[\\PC\\n\\r\\t\\x00\\\\\"'\u{200b}\u{7f}]{0,30}") {
            let debug = format!("{text:?}");
            prop_assert_eq!(unescaped(debug.strip_prefix('"').unwrap().strip_suffix('"').unwrap()), Some(text));
        }
    }
}
