//! Compares the engines and search modes on random patterns and texts.

use proptest::prelude::*;

use super::compile::{Pattern, PrefilterMode, SearchMode};
use super::tests::{all_matches, all_ranges, without_linear};

/// Literals and runs, with groups around parts of them.
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
        .prop_map(|(prefix, parts)| {
            let rest: String = parts
                .into_iter()
                .map(|(part, is_grouped)| if is_grouped { format!("({part})") } else { part.to_owned() })
                .collect();
            let end = if prefix.starts_with("(ab") { ")" } else { "" };
            format!("{prefix}{rest}{end}")
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn prefilter_does_not_change_the_matches(pattern in arbitrary_pattern(), text in "[ab c\né1]{0,40}") {
        let with = Pattern::compile_with(&pattern, PrefilterMode::On);
        let without = Pattern::compile_with(&pattern, PrefilterMode::Off);
        let (Ok(with), Ok(without)) = (with, without) else { return Ok(()) };
        prop_assert_eq!(all_ranges(&with, &text), all_ranges(&without, &text));
    }

    #[test]
    fn linear_engine_finds_the_same_as_fancy_regex(pattern in prop_oneof![vendor_pattern(), arbitrary_pattern()], text in "(ab|ab: |b1|<tr|é:|[ab c\né1x>.-]){0,25}") {
        let Ok(pattern) = Pattern::compile(&pattern) else { return Ok(()) };
        if pattern.linear.is_some() {
            prop_assert_eq!(all_matches(&pattern, &text), all_matches(&without_linear(&pattern), &text));
        }
    }

    #[test]
    fn linear_engine_in_steps_finds_the_same_as_fancy_regex(pattern in vendor_pattern(), text in "(ab|ab: |b1|<tr|é:|[ab c\né1x>.-]){0,40}") {
        let Ok(whole) = Pattern::compile(&pattern) else { return Ok(()) };
        if whole.linear.is_some() {
            // Both engines search in steps, because a step cannot see a match that would be possible much further ahead.
            let stepped = Pattern { mode: SearchMode::Linear { stride: 64 }, ..whole.clone() };
            prop_assert_eq!(all_matches(&stepped, &text), all_matches(&without_linear(&stepped), &text));
        }
    }

    #[test]
    fn no_pattern_and_text_panic(pattern in "\\PC{0,30}|[(){}\\[\\]?*+|\\\\^$.<=!:a-c0-9,]{0,24}", text in "\\PC{0,80}") {
        if let Ok(pattern) = Pattern::compile(&pattern) {
            let mut checks = 0;
            let found = pattern.find(&text, 0, &mut || { checks += 1; checks > 100 });
            if let Ok(Some(found)) = found {
                prop_assert!(text.get(found.whole).is_some());
                prop_assert!(found.value.is_none_or(|value| text.get(value).is_some()));
            }
        }
    }
}
