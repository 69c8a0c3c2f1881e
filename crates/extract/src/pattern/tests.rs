use proptest::prelude::*;

use super::{BACKTRACKS, BEHIND, Class, Found, Pattern, STRIDE, Seek, WINDOW};
use crate::error::PatternTrouble;
use crate::preset;

fn find(pattern: &str, text: &str, from: usize) -> Result<Option<Found>, PatternTrouble> {
    Pattern::compile(pattern).expect("a pattern that compiles").find(text, from, &mut || false)
}

fn all(pattern: &Pattern, text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut from = 0;
    while from <= text.len() {
        let Ok(Some(next)) = pattern.find(text, from, &mut || false) else { break };
        found.push((next.whole.start, next.whole.end));
        let step = text[next.whole.end..].chars().next().map_or(1, char::len_utf8);
        from = if next.whole.is_empty() { next.whole.end + step } else { next.whole.end };
    }
    found
}

#[test]
fn presets_and_plain_patterns_are_linear_and_look_around_is_not() {
    let linear = |stride| Class::Linear { stride };
    let light = linear(1 << 20);
    let table = [
        (preset::PARAGRAPH.start_pattern, light),
        (preset::HTML_TABLE_ROW.start_pattern, light),
        ("</tr>", light),
        (preset::WHOLE_MESSAGE.start_pattern, light),
        (r"Lat(?:itude)?:\s*([+-]?\d+(?:\.\d+)?)", linear(512 << 10)),
        (r"(a+)+$", light),
        (r"\w{1,20}:", linear(256 << 10)),
        (r"\w{1,60}:", linear(128 << 10)),
        (r"(?<=Lat: )\d+", Class::Windowed),
        (r"<tr(?![^>]*header)[^>]*>", Class::Windowed),
        (r#"(["']).*?\1"#, Class::Windowed),
        (r"(?=a)(a+)+$", Class::Windowed),
    ];
    for (pattern, class) in table {
        assert_eq!(Pattern::compile(pattern).unwrap().class, class, "{pattern}");
    }
}

#[test]
fn the_value_is_the_first_group_or_the_whole_match() {
    let table = [
        (r"Lat: (\d+)", Some((0, 7)), Some((5, 7))),
        (r"Lat: \d+", Some((0, 7)), Some((0, 7))),
        (r"(?<name>Lat): (\d+)", Some((0, 7)), Some((0, 3))),
        (r"Lat|(Lon)", Some((0, 3)), None),
        (r"(?<=Lat: )(\d)", Some((5, 6)), Some((5, 6))),
        (r"Lon", None, None),
    ];
    for (pattern, whole, value) in table {
        let found = find(pattern, "Lat: 34", 0).unwrap();
        let pair = |range: std::ops::Range<usize>| (range.start, range.end);
        assert_eq!(found.clone().map(|found| pair(found.whole)), whole, "{pattern}");
        assert_eq!(found.and_then(|found| found.value).map(pair), value, "{pattern}");
    }
}

#[test]
fn what_does_not_compile_says_why() {
    let refused = ["(", "[", r"(?<=\1)(", "*", r"\p{Nonsense}", "(?P<n>a)(?P=m)"];
    for pattern in refused {
        let why = Pattern::compile(pattern).map(|_| ()).unwrap_err();
        assert!(!why.is_empty(), "{pattern}");
    }
    let bombs = [r"(?:(?:\w{100}){100}){100}".to_owned(), "a".repeat(9000), "(".repeat(5000) + &")".repeat(5000)];
    for bomb in bombs {
        assert!(Pattern::compile(&bomb).is_err());
    }
}

/// 200 KB with a needle at each of the places where windows meet.
fn long_text() -> String {
    let mut text = "x".repeat(200_000);
    for at in (0..190_000).step_by(STRIDE / 3).chain([WINDOW - 3, STRIDE - 2, STRIDE, BEHIND]) {
        text.replace_range(at..at + 6, "needle");
    }
    text
}

#[test]
fn windows_find_what_a_search_of_the_whole_text_finds() {
    let text = long_text();
    for pattern in [r"(?<=x)needle(?=x)", r"(?<!y)needle(?!y)", r"(e)\1dle", r"\A(?!y)needle", r"x(?!y)$"] {
        let windowed = Pattern::compile(pattern).unwrap();
        assert_eq!(windowed.class, Class::Windowed, "{pattern}");
        let whole = fancy_regex::Regex::new(pattern).unwrap();
        let expected: Vec<_> = whole.find_iter(&text).map_while(Result::ok).map(|m| (m.start(), m.end())).collect();
        assert_eq!(all(&windowed, &text), expected, "{pattern}");
    }
}

#[test]
fn a_match_that_a_window_cuts_is_an_error_and_never_cut_short() {
    let text = "x".repeat(100_000);
    assert_eq!(find(r"(?<!y)x+", &text, 0), Err(PatternTrouble::MatchTooLong));
    assert!(find(r"(?<!y)x+", &text[..WINDOW], 0).unwrap().is_some_and(|found| found.whole == (0..WINDOW)));
}

#[test]
fn evil_patterns_end_with_an_error_that_says_so() {
    let evil = [
        (r"(?:a|aa)+d(?<!ad)", "a".repeat(60) + "d"),
        (r"(a*)*\1d(?<!ad)", "a".repeat(60) + "d"),
        (r"(a*)(a*)(a*)\1d(?<!ad)", "a".repeat(600) + "d"),
        (r"(\w+\s?)+!(?<!d!)", "word".repeat(40) + "d!"),
    ];
    for (pattern, text) in evil {
        assert_eq!(find(pattern, &text, 0), Err(PatternTrouble::TooMuchWork), "{pattern}");
    }
}

#[test]
fn the_engine_s_uncounted_work_is_stopped_by_the_clock() {
    // Each try reads the rest of what it sees; over a megabyte unbounded that would be half an hour.
    let text = "a".repeat(1_000_000) + "d";
    let mut asked = 0;
    let mut out_of_time = || {
        asked += 1;
        asked > 3
    };
    let found = Pattern::compile(r"(?=a)a+(?!b)d(?<!ad)").unwrap().find(&text, 0, &mut out_of_time);
    assert_eq!(found, Err(PatternTrouble::OutOfTime));
}

#[test]
fn a_linear_pattern_finds_in_steps_what_it_finds_at_once() {
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
        let whole = fancy_regex::Regex::new(pattern).unwrap();
        let expected: Vec<_> = whole.find_iter(text).map_while(Result::ok).map(|m| (m.start(), m.end())).collect();
        for stride in [2500, 7000] {
            stepped.class = Class::Linear { stride };
            assert_eq!(all(&stepped, text), expected, "{pattern} in steps of {stride}");
        }
    }
}

#[test]
fn a_match_of_a_linear_pattern_that_reaches_far_is_followed_to_its_end() {
    let text = long_text();
    let stepped = Pattern { class: Class::Linear { stride: 100 }, ..Pattern::compile("(?s)dle(.*)").unwrap() };
    assert_eq!(all(&stepped, &text), [(3, text.len())]);
}

#[test]
fn a_search_without_hits_in_a_full_window_does_not_exhaust_the_backtracks() {
    // Each place that is tried counts as a backtrack; a window has fewer places than backtracks are permitted.
    const { assert!(WINDOW < BACKTRACKS) };
    let text = "s ".repeat(200_000);
    assert_eq!(find(r"\b(?!strike\b)st\w+", &text, 0), Ok(None));
}

/// Every match with its value.
fn found(pattern: &Pattern, text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut from = 0;
    while from <= text.len() {
        let Ok(Some(next)) = pattern.find(text, from, &mut || false) else { break };
        let step = text[next.whole.end..].chars().next().map_or(1, char::len_utf8);
        from = if next.whole.is_empty() { next.whole.end + step } else { next.whole.end };
        found.push(next);
    }
    found
}

/// The same pattern by the engine that wraps the linear one.
fn wrapped(pattern: &Pattern) -> Pattern {
    Pattern { linear: None, ..pattern.clone() }
}

#[test]
fn patterns_of_vendors_are_read_from_their_words() {
    let table = [
        (r"Lat: (\S+)", "Runs"),
        (r"Time: (.+)", "Runs"),
        ("<tr[^>]*>", "Runs"),
        ("Lightning", "Runs"),
        (r"(?m)^Strike \d+", "OnePass"),
        (r"Lat(?:itude)?:\s*([+-]?\d+(?:\.\d+)?)", "Runs"),
        (r"(?i)lat: (\S+)", "Runs"),
        (r"(?:Lat|Long): (\S+)", "neither"),
        (r"Lat: (.*?),", "neither"),
        (r"\S+: (\d+)", "neither"),
        (preset::PARAGRAPH.start_pattern, "Runs"),
        (r"(?:^|\n)Strike", "OnePass"),
        (r"\A", "neither"),
    ];
    for (pattern, expected) in table {
        let linear = Pattern::compile(pattern).unwrap().linear.unwrap();
        assert_eq!(linear.way(), expected, "{pattern}");
    }
}

#[test]
fn words_that_lead_nowhere_are_passed_and_many_of_them_are_left_to_the_engine() {
    for count in [0, 1, 15, 16, 17, 40] {
        let text = format!("{}Lat: é5 Lat: 6", "Lat: x ".repeat(count));
        for pattern in [r"Lat: (\D?[5-9])", r"Lat: ([é-ÿ]?\d)( Lat)?", r"Lat: é(\d+)"] {
            let pattern = Pattern::compile(pattern).unwrap();
            assert_eq!(found(&pattern, &text), found(&wrapped(&pattern), &text), "{count} {}", pattern.text());
        }
    }
    // Each of the words might be read to the end of the text; it still takes no longer than a few times the text.
    let text = "aa".repeat(1_000_000);
    assert_eq!(find("aa[^b]*b", &text, 0), Ok(None));
}

/// Words and runs, with groups around parts of them.
fn vendor_pattern() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "ab",
        "a",
        "é:",
        r"\s*",
        r"\d+",
        r"\S+",
        ".+",
        ".*",
        "[^b\n]*",
        "[a-c]?",
        r"\w{1,3}",
        r"\d{2}",
        "(?:ab)?",
        r"\b",
        "[^é]+",
        "(?=b)",
        "$",
        "b*?",
        "-?",
        "(?:b1)?",
        r"(?:\.\d+)?",
        r"(?:\d*x)?",
        "(a)?",
    ]);
    let parts = prop::collection::vec((part, any::<bool>()), 0..5);
    (
        prop::sample::select(vec![
            r"(?:\A|\n)ab",
            r"(?:^|b)\s*",
            r"\A?b",
            "ab",
            "ab: ",
            "(ab",
            "b1",
            "é:",
            "(?i)ab",
            "(?:ab|bc)",
            "(?m)^ab",
            "<tr",
        ]),
        parts,
    )
        .prop_map(|(words, parts)| {
            let rest: String = parts
                .into_iter()
                .map(|(part, grouped)| if grouped { format!("({part})") } else { part.to_owned() })
                .collect();
            let end = if words.starts_with("(ab") { ")" } else { "" };
            format!("{words}{rest}{end}")
        })
}

fn arbitrary_pattern() -> impl Strategy<Value = String> {
    let atom = prop::sample::select(vec![
        "a",
        "b",
        "[ab]",
        r"\w",
        r"\s",
        ".",
        r"\d",
        "^",
        "$",
        r"\b",
        r"\A",
        r"\z",
        "(?=a)",
        "(?!b)",
        "(?<=a)",
        "(?<!b)",
        "é",
        r"\n",
        "(?<=a|bc)",
    ]);
    let leaf = atom.prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
            prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| format!("(?:{})", parts.join("|"))),
            inner.clone().prop_map(|part| format!("({part})")),
            (inner.clone(), prop::sample::select(vec!["*", "+", "?", "*?", "{1,3}", "++"]))
                .prop_map(|(part, times)| format!("(?:{part}){times}")),
            (inner.clone(), prop::sample::select(vec!["(?=", "(?!", "(?<=", "(?<!", "(?>"]))
                .prop_map(|(part, kind)| format!("{kind}{part})")),
            inner.prop_map(|part| format!(r"({part})\1")),
        ]
    })
}

/// Found by chance: the engine's prefilter passes over this match.
#[test]
fn a_reference_to_an_empty_group_is_found() {
    let found = all(&Pattern::compile(r"(\b)\1(\w)\1").unwrap(), "éé");
    assert_eq!(found.len(), 1, "{found:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn skipping_ahead_finds_what_a_plain_search_finds(pattern in arbitrary_pattern(), text in "[ab c\né1]{0,40}") {
        let (Ok(with), Ok(without)) = (Pattern::compile_with(&pattern, Seek::On), Pattern::compile_with(&pattern, Seek::Off)) else {
            return Ok(());
        };
        prop_assert_eq!(all(&with, &text), all(&without, &text));
    }

    #[test]
    fn a_linear_pattern_finds_the_same_with_and_without_the_detour(pattern in prop_oneof![vendor_pattern(), arbitrary_pattern()], text in "(ab|ab: |b1|<tr|é:|[ab c\né1x>.-]){0,25}") {
        let Ok(pattern) = Pattern::compile(&pattern) else { return Ok(()) };
        if pattern.linear.is_some() {
            prop_assert_eq!(found(&pattern, &text), found(&wrapped(&pattern), &text));
        }
    }

    #[test]
    fn a_linear_pattern_finds_the_same_in_steps(pattern in vendor_pattern(), text in "(ab|ab: |b1|<tr|é:|[ab c\né1x>.-]){0,40}") {
        let Ok(whole) = Pattern::compile(&pattern) else { return Ok(()) };
        if whole.linear.is_some() {
            // A match that would have been possible much further ahead cannot be seen from a step: only those that fit are compared.
            let stepped = Pattern { class: Class::Linear { stride: 64 }, ..whole.clone() };
            prop_assert_eq!(found(&stepped, &text), found(&Pattern { linear: None, ..stepped.clone() }, &text));
        }
    }

    #[test]
    fn any_pattern_and_any_text_end_without_a_panic(pattern in "\\PC{0,30}|[(){}\\[\\]?*+|\\\\^$.<=!:a-c0-9,]{0,24}", text in "\\PC{0,80}") {
        if let Ok(pattern) = Pattern::compile(&pattern) {
            let mut asked = 0;
            let found = pattern.find(&text, 0, &mut || { asked += 1; asked > 100 });
            if let Ok(Some(found)) = found {
                prop_assert!(text.get(found.whole).is_some());
                prop_assert!(found.value.is_none_or(|value| text.get(value).is_some()));
            }
        }
    }
}
