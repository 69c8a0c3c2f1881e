use proptest::prelude::*;

use super::Segment;
use crate::pattern::Pattern;
use crate::preset::{HTML_TABLE_ROW, PARAGRAPH, Preset, WHOLE_MESSAGE};

fn segment(start: &str, close: Option<&str>) -> Segment {
    let compile = |pattern: &str| Pattern::compile(pattern).expect("a pattern that compiles");
    Segment { start: compile(start), close: close.map(compile), filter: None }
}

fn cut<'t>(start: &str, close: Option<&str>, text: &'t str) -> Vec<&'t str> {
    let segment = segment(start, close);
    let mut scopes = segment.scopes(text);
    let mut found = Vec::new();
    while let Ok(Some(scope)) = scopes.next(&mut || false) {
        found.push(&text[scope]);
        assert!(found.len() <= text.len() + 1, "a scope for each character and no more");
    }
    found
}

fn by_preset<'t>(preset: &Preset, text: &'t str) -> Vec<&'t str> {
    cut(preset.start_pattern, preset.close_pattern, text)
}

#[test]
fn a_scope_includes_its_start_and_excludes_its_close() {
    assert_eq!(cut("<", Some(">"), "a <b> c <d>"), ["<b", "<d"]);
}

#[test]
fn scanning_resumes_after_the_close() {
    assert_eq!(cut("A", Some("A"), "A1A A2A"), ["A1", "A2"]);
    assert_eq!(cut("S", Some("E"), "S1 E S2 S3 E S4 E"), ["S1 ", "S2 S3 ", "S4 "]);
}

#[test]
fn a_start_without_a_close_runs_to_the_next_start_or_the_end() {
    assert_eq!(cut("S", Some("E"), "S1 E S2 S3"), ["S1 ", "S2 ", "S3"]);
    assert_eq!(cut("S", Some("E"), "S1 S2"), ["S1 ", "S2"]);
}

#[test]
fn without_a_close_pattern_a_scope_runs_to_just_before_the_next_start_or_the_end() {
    assert_eq!(cut("S", None, "x S1 S2 S3"), ["S1 ", "S2 ", "S3"]);
    assert_eq!(cut("SS", None, "SSS1 S SS2"), ["SSS1 S ", "SS2"]);
}

#[test]
fn no_start_is_no_scope() {
    assert_eq!(cut("S", None, "nothing here"), Vec::<&str>::new());
    assert_eq!(cut("S", None, ""), Vec::<&str>::new());
}

#[test]
fn empty_start_matches_move_on() {
    assert_eq!(cut("", None, "aé🌩"), ["a", "é", "🌩"]);
    assert_eq!(cut("(?=S)", None, "x S1 S2"), ["S1 ", "S2"]);
    assert_eq!(cut("(?=S)", Some(" "), "S1 S2 S3"), ["S1", "S2", "S3"]);
    assert_eq!(cut("", Some(""), "ab"), ["", ""]);
    assert_eq!(cut(r"\z", None, "ab"), Vec::<&str>::new());
    assert_eq!(cut("", None, ""), [""]);
    assert_eq!(cut("(?m)^", None, "one\ntwo\n"), ["one\n", "two\n"]);
}

#[test]
fn the_paragraph_preset_cuts_at_blank_lines() {
    let text = "\n  first\nstill first\n \t\nsecond\n\n\n\nthird\n\n";
    assert_eq!(by_preset(&PARAGRAPH, text), ["\n  first\nstill first", "\n \t\nsecond", "\n\n\n\nthird\n\n"]);
    assert_eq!(by_preset(&PARAGRAPH, "one"), ["one"]);
    assert_eq!(by_preset(&PARAGRAPH, " \n \n"), Vec::<&str>::new());
}

#[test]
fn the_table_row_preset_cuts_rows() {
    let html = "<table><tr class=x><td>1</td></tr>\n<tr><td>2</td></tr></table>";
    assert_eq!(by_preset(&HTML_TABLE_ROW, html), ["<tr class=x><td>1</td>", "<tr><td>2</td>"]);
}

#[test]
fn the_whole_message_preset_is_one_scope() {
    assert_eq!(by_preset(&WHOLE_MESSAGE, "a\n\nb"), ["a\n\nb"]);
    assert_eq!(by_preset(&WHOLE_MESSAGE, ""), [""]);
}

#[test]
fn a_text_full_of_starts_and_without_a_close_is_read_once() {
    let text = "S".repeat(200_000);
    let segment = segment("S", Some("E"));
    let mut scopes = segment.scopes(&text);
    let mut searches = 0;
    while let Ok(Some(_)) = scopes.next(&mut || {
        searches += 1;
        false
    }) {}
    assert!(searches <= 200_002, "{searches}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn scopes_are_in_order_and_do_not_overlap(
        start in prop::sample::select(vec!["S", "(?=S)", "S*", r"\A", r"\n", "(?m)^", "(?<=E)", "(?:S|x)+", r"\b", ""]),
        close in prop::option::of(prop::sample::select(vec!["E", "(?=E)", "E*", r"\n", "$", "(?<=S)", ""])),
        text in "[SEx\né ]{0,60}",
    ) {
        let segment = segment(start, close);
        let mut scopes = segment.scopes(&text);
        let mut behind = 0;
        while let Ok(Some(scope)) = scopes.next(&mut || false) {
            prop_assert!(scope.start >= behind && scope.start <= scope.end && scope.end <= text.len());
            prop_assert!(text.get(scope.clone()).is_some());
            behind = scope.end;
        }
    }
}
