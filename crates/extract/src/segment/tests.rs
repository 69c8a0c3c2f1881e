use proptest::prelude::*;

use super::Segment;
use crate::config::SegmentSpec;
use crate::preset::{HTML_TABLE_ROW, PARAGRAPH, Preset, WHOLE_MESSAGE};

fn segment(start: &str, close: Option<&str>) -> Segment {
    let (start_pattern, close_pattern) = (start.to_owned(), close.map(str::to_owned));
    let spec = SegmentSpec { start_pattern, close_pattern, filter: None };
    Segment::compile(&spec, &mut Vec::new()).expect("patterns that compile")
}

fn split<'t>(start: &str, close: Option<&str>, text: &'t str) -> Vec<&'t str> {
    let segment = segment(start, close);
    let mut scopes = segment.iter_scopes(text);
    let mut found = Vec::new();
    while let Ok(Some(scope)) = scopes.next(&mut || false) {
        found.push(&text[scope]);
        assert!(found.len() <= text.len() + 1, "no more scopes than characters");
    }
    found
}

fn split_by_preset<'t>(preset: &Preset, text: &'t str) -> Vec<&'t str> {
    split(preset.start_pattern, preset.close_pattern, text)
}

#[test]
fn scope_includes_its_start_and_excludes_its_close() {
    assert_eq!(split("<", Some(">"), "a <b> c <d>"), ["<b", "<d"]);
}

#[test]
fn search_resumes_after_the_close() {
    assert_eq!(split("A", Some("A"), "A1A A2A"), ["A1", "A2"]);
    assert_eq!(split("S", Some("E"), "S1 E S2 S3 E S4 E"), ["S1 ", "S2 S3 ", "S4 "]);
}

#[test]
fn start_without_a_close_extends_to_the_next_start() {
    assert_eq!(split("S", Some("E"), "S1 E S2 S3"), ["S1 ", "S2 ", "S3"]);
    assert_eq!(split("S", Some("E"), "S1 S2"), ["S1 ", "S2"]);
}

#[test]
fn scope_without_a_close_pattern_extends_to_the_next_start() {
    assert_eq!(split("S", None, "x S1 S2 S3"), ["S1 ", "S2 ", "S3"]);
    assert_eq!(split("SS", None, "SSS1 S SS2"), ["SSS1 S ", "SS2"]);
}

#[test]
fn no_start_gives_no_scope() {
    assert_eq!(split("S", None, "nothing here"), Vec::<&str>::new());
    assert_eq!(split("S", None, ""), Vec::<&str>::new());
}

#[test]
fn empty_start_matches_advance() {
    assert_eq!(split("", None, "aé🌩"), ["a", "é", "🌩"]);
    assert_eq!(split("(?=S)", None, "x S1 S2"), ["S1 ", "S2"]);
    assert_eq!(split("(?=S)", Some(" "), "S1 S2 S3"), ["S1", "S2", "S3"]);
    assert_eq!(split("", Some(""), "ab"), ["", ""]);
    assert_eq!(split(r"\z", None, "ab"), Vec::<&str>::new());
    assert_eq!(split("", None, ""), [""]);
    assert_eq!(split("(?m)^", None, "one\ntwo\n"), ["one\n", "two\n"]);
}

#[test]
fn paragraph_preset_splits_at_blank_lines() {
    let text = "\n  first\nstill first\n \t\nsecond\n\n\n\nthird\n\n";
    assert_eq!(split_by_preset(&PARAGRAPH, text), ["\n  first\nstill first", "\n \t\nsecond", "\n\n\n\nthird\n\n"]);
    assert_eq!(split_by_preset(&PARAGRAPH, "one"), ["one"]);
    assert_eq!(split_by_preset(&PARAGRAPH, " \n \n"), Vec::<&str>::new());
}

#[test]
fn table_row_preset_splits_rows() {
    let html = "<table><tr class=x><td>1</td></tr>\n<tr><td>2</td></tr></table>";
    assert_eq!(split_by_preset(&HTML_TABLE_ROW, html), ["<tr class=x><td>1</td>", "<tr><td>2</td>"]);
}

#[test]
fn whole_message_preset_is_one_scope() {
    assert_eq!(split_by_preset(&WHOLE_MESSAGE, "a\n\nb"), ["a\n\nb"]);
    assert_eq!(split_by_preset(&WHOLE_MESSAGE, ""), [""]);
}

#[test]
fn text_with_many_starts_and_no_close_is_read_once() {
    let text = "S".repeat(200_000);
    let segment = segment("S", Some("E"));
    let mut scopes = segment.iter_scopes(&text);
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
        let mut scopes = segment.iter_scopes(&text);
        let mut last_end = 0;
        while let Ok(Some(scope)) = scopes.next(&mut || false) {
            prop_assert!(scope.start >= last_end && scope.start <= scope.end && scope.end <= text.len());
            prop_assert!(text.get(scope.clone()).is_some());
            last_end = scope.end;
        }
    }
}
