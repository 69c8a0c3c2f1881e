use super::compile::{Pattern, SearchMode};
use super::compile_error::TOO_LARGE;
use super::error::PatternError;
use super::limits::{MAX_BACKTRACKS, WINDOW, WINDOW_BEFORE, WINDOW_STRIDE};
use super::pattern_match::PatternMatch;
use crate::preset;

fn find(pattern: &str, text: &str) -> Result<Option<PatternMatch>, PatternError> {
    Pattern::compile(pattern).expect("a pattern that compiles").find(text, 0, &mut || false)
}

/// All matches, up to the first error.
pub(super) fn all_matches(pattern: &Pattern, text: &str) -> Vec<PatternMatch> {
    let mut matches = Vec::new();
    let mut from = 0;
    while from <= text.len() {
        let Ok(Some(next)) = pattern.find(text, from, &mut || false) else { break };
        let step = text[next.whole.end..].chars().next().map_or(1, char::len_utf8);
        from = if next.whole.is_empty() { next.whole.end + step } else { next.whole.end };
        matches.push(next);
    }
    matches
}

/// Start and end of all matches, up to the first error.
pub(super) fn all_ranges(pattern: &Pattern, text: &str) -> Vec<(usize, usize)> {
    all_matches(pattern, text).into_iter().map(|found| (found.whole.start, found.whole.end)).collect()
}

/// Start and end of all matches by a plain `fancy_regex` search of the whole text.
fn fancy_ranges(pattern: &str, text: &str) -> Vec<(usize, usize)> {
    let regex = fancy_regex::Regex::new(pattern).unwrap();
    regex.find_iter(text).map_while(Result::ok).map(|found| (found.start(), found.end())).collect()
}

/// The same pattern, searched by `fancy_regex` instead of [`super::linear::LinearPattern`].
pub(super) fn without_linear(pattern: &Pattern) -> Pattern {
    Pattern { linear: None, ..pattern.clone() }
}

#[test]
fn only_look_around_and_back_references_are_windowed() {
    let linear = |stride| SearchMode::Linear { stride };
    let small = linear(1 << 20);
    let table = [
        (preset::PARAGRAPH.start_pattern, small),
        (preset::HTML_TABLE_ROW.start_pattern, small),
        ("</tr>", small),
        (preset::WHOLE_MESSAGE.start_pattern, small),
        (r"Lat(?:itude)?:\s*([+-]?\d+(?:\.\d+)?)", linear(512 << 10)),
        (r"(a+)+$", small),
        (r"\w{1,20}:", linear(256 << 10)),
        (r"\w{1,60}:", linear(128 << 10)),
        (r"(?<=Lat: )\d+", SearchMode::Windowed),
        (r"<tr(?![^>]*header)[^>]*>", SearchMode::Windowed),
        (r#"(["']).*?\1"#, SearchMode::Windowed),
        (r"(?=a)(a+)+$", SearchMode::Windowed),
    ];
    for (pattern, mode) in table {
        assert_eq!(Pattern::compile(pattern).unwrap().mode, mode, "{pattern}");
    }
}

#[test]
fn value_is_the_first_group_or_the_whole_match() {
    let table = [
        (r"Lat: (\d+)", Some((0, 7)), Some((5, 7))),
        (r"Lat: \d+", Some((0, 7)), Some((0, 7))),
        (r"(?<name>Lat): (\d+)", Some((0, 7)), Some((0, 3))),
        (r"Lat|(Lon)", Some((0, 3)), None),
        (r"(?<=Lat: )(\d)", Some((5, 6)), Some((5, 6))),
        (r"Lon", None, None),
    ];
    for (pattern, whole, value) in table {
        let found = find(pattern, "Lat: 34").unwrap();
        let pair = |range: std::ops::Range<usize>| (range.start, range.end);
        assert_eq!(found.clone().map(|found| pair(found.whole)), whole, "{pattern}");
        assert_eq!(found.and_then(|found| found.value).map(pair), value, "{pattern}");
    }
}

#[test]
fn rejects_invalid_and_huge_patterns_with_a_reason() {
    let rejected = ["(", "[", r"(?<=\1)(", "*", r"\p{Nonsense}", "(?P<n>a)(?P=m)"];
    for pattern in rejected {
        let error = Pattern::compile(pattern).map(|_| ()).unwrap_err();
        assert!(!error.is_empty(), "{pattern}");
    }
    let huge = [r"(?:(?:\w{100}){100}){100}".to_owned(), "a".repeat(9000), "(".repeat(5000) + &")".repeat(5000)];
    for pattern in huge {
        assert!(Pattern::compile(&pattern).is_err());
    }
}

/// 200 KB with a needle at each position where windows meet.
fn long_text() -> String {
    let mut text = "x".repeat(200_000);
    let positions = (0..190_000).step_by(WINDOW_STRIDE / 3);
    for position in positions.chain([WINDOW - 3, WINDOW_STRIDE - 2, WINDOW_STRIDE, WINDOW_BEFORE]) {
        text.replace_range(position..position + 6, "needle");
    }
    text
}

#[test]
fn windowed_search_finds_the_same_as_a_whole_search() {
    let text = long_text();
    for pattern in [r"(?<=x)needle(?=x)", r"(?<!y)needle(?!y)", r"(e)\1dle", r"\A(?!y)needle", r"x(?!y)$"] {
        let windowed = Pattern::compile(pattern).unwrap();
        assert_eq!(windowed.mode, SearchMode::Windowed, "{pattern}");
        assert_eq!(all_ranges(&windowed, &text), fancy_ranges(pattern, &text), "{pattern}");
    }
}

#[test]
fn match_longer_than_a_window_is_an_error() {
    let text = "x".repeat(100_000);
    assert_eq!(find(r"(?<!y)x+", &text), Err(PatternError::MatchTooLong));
    assert!(find(r"(?<!y)x+", &text[..WINDOW]).unwrap().is_some_and(|found| found.whole == (0..WINDOW)));
}

#[test]
fn exponential_patterns_fail_with_too_much_work() {
    let exponential = [
        (r"(?:a|aa)+d(?<!ad)", "a".repeat(60) + "d"),
        (r"(a*)*\1d(?<!ad)", "a".repeat(60) + "d"),
        (r"(a*)(a*)(a*)\1d(?<!ad)", "a".repeat(600) + "d"),
        (r"(\w+\s?)+!(?<!d!)", "word".repeat(40) + "d!"),
    ];
    for (pattern, text) in exponential {
        assert_eq!(find(pattern, &text), Err(PatternError::TooMuchWork), "{pattern}");
    }
}

#[test]
fn deadline_stops_work_that_is_not_counted_as_backtracks() {
    // Each try reads to the end of what it sees. Without windows one megabyte would take half an hour.
    let text = "a".repeat(1_000_000) + "d";
    let mut checks = 0;
    let mut is_expired = || {
        checks += 1;
        checks > 3
    };
    let found = Pattern::compile(r"(?=a)a+(?!b)d(?<!ad)").unwrap().find(&text, 0, &mut is_expired);
    assert_eq!(found, Err(PatternError::OutOfTime));
}

#[test]
fn linear_search_in_steps_finds_the_same_as_a_whole_search() {
    let text = &long_text()[..20_000];
    let patterns = [
        "needle",
        r"\w{1,60}le",
        r"x{3}\z",
        r"(n)(e+)dle",
        r"\Aneedle",
        "needle(?=x)",
        r"(?m)x$",
        "x+needle",
        "absent",
    ];
    for pattern in patterns {
        let mut stepped = Pattern::compile(pattern).unwrap();
        let expected = fancy_ranges(pattern, text);
        for stride in [2500, 7000] {
            stepped.mode = SearchMode::Linear { stride };
            assert_eq!(all_ranges(&stepped, text), expected, "{pattern} in steps of {stride}");
        }
    }
}

#[test]
fn linear_search_follows_a_long_match_to_its_end() {
    let text = long_text();
    let stepped = Pattern { mode: SearchMode::Linear { stride: 100 }, ..Pattern::compile("(?s)dle(.*)").unwrap() };
    assert_eq!(all_ranges(&stepped, &text), [(3, text.len())]);
}

#[test]
fn search_without_a_match_stays_below_the_backtrack_limit() {
    // Each position that is tried counts as a backtrack; a window has fewer positions than the limit.
    const { assert!(WINDOW < MAX_BACKTRACKS) };
    let text = "s ".repeat(200_000);
    assert_eq!(find(r"\b(?!strike\b)st\w+", &text), Ok(None));
}

/// How a linear pattern is searched after the start of a text.
#[derive(Debug, PartialEq, Eq)]
enum LinearStrategy {
    SinglePath,
    OnePass,
    /// The general engine, without a prefix search.
    General,
}

fn linear_strategy(pattern: &str) -> LinearStrategy {
    let linear = Pattern::compile(pattern).unwrap().linear.unwrap();
    match linear.prefix_search_after_start() {
        Some(search) if search.is_single_path() => LinearStrategy::SinglePath,
        Some(_) => LinearStrategy::OnePass,
        None => LinearStrategy::General,
    }
}

#[test]
fn vendor_patterns_use_a_prefix_search() {
    let table = [
        (r"Lat: (\S+)", LinearStrategy::SinglePath),
        (r"Time: (.+)", LinearStrategy::SinglePath),
        ("<tr[^>]*>", LinearStrategy::SinglePath),
        ("Lightning", LinearStrategy::SinglePath),
        (r"(?m)^Strike \d+", LinearStrategy::OnePass),
        (r"Lat(?:itude)?:\s*([+-]?\d+(?:\.\d+)?)", LinearStrategy::SinglePath),
        (r"(?i)lat: (\S+)", LinearStrategy::SinglePath),
        (r"(?:Lat|Long): (\S+)", LinearStrategy::General),
        (r"Lat: (.*?),", LinearStrategy::General),
        (r"\S+: (\d+)", LinearStrategy::General),
        (preset::PARAGRAPH.start_pattern, LinearStrategy::SinglePath),
        (r"(?:^|\n)Strike", LinearStrategy::OnePass),
        (r"\A", LinearStrategy::General),
    ];
    for (pattern, expected) in table {
        assert_eq!(linear_strategy(pattern), expected, "{pattern}");
    }
}

#[test]
fn prefix_search_handles_prefixes_without_a_match() {
    for count in [0, 1, 15, 16, 17, 40] {
        let text = format!("{}Lat: é5 Lat: 6", "Lat: x ".repeat(count));
        for pattern in [r"Lat: (\D?[5-9])", r"Lat: ([é-ÿ]?\d)( Lat)?", r"Lat: é(\d+)"] {
            let pattern = Pattern::compile(pattern).unwrap();
            let expected = all_matches(&without_linear(&pattern), &text);
            assert_eq!(all_matches(&pattern, &text), expected, "{count} {}", pattern.text());
        }
    }
    // Each try could read to the end of the text. The search must give up before that takes quadratic time.
    let text = "aa".repeat(1_000_000);
    assert_eq!(find("aa[^b]*b", &text), Ok(None));
}

/// Found by a property test: the engine's prefilter misses this match.
#[test]
fn finds_a_reference_to_an_empty_group() {
    let found = all_ranges(&Pattern::compile(r"(\b)\1(\w)\1").unwrap(), "éé");
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn compile_error_names_the_mistake_and_not_the_engine() {
    let huge = format!("(?:{}){{500}}", r"\w{100}".repeat(20));
    for (pattern, expected) in [
        (r"a\p{Foo}", "cannot be read: Unicode property not found"),
        (r"(a", "cannot be read at byte"),
        (r"[b-a]", "cannot be read: invalid character class range"),
        (huge.as_str(), TOO_LARGE),
        (r"(a)\2", "invalid back reference"),
    ] {
        let error = Pattern::compile(pattern).unwrap_err();
        assert!(error.starts_with(expected) && error.len() < 120, "{pattern:.40}: {error}");
    }
}
