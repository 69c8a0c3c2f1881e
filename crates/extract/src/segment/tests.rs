use proptest::prelude::*;

use super::Segment;
use crate::config::SegmentSpec;
use crate::preset::{HTML_TABLE_ROW, PARAGRAPH, Preset, WHOLE_MESSAGE};

fn segment(start: &str, close: Option<&str>) -> Segment {
    let (start_pattern, close_pattern) = (start.to_owned(), close.map(str::to_owned));
    let spec = SegmentSpec { start_pattern, close_pattern, filter: None, ignore: None, header: None };
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

fn unread<'t>(start: &str, close: Option<&str>, text: &'t str) -> Vec<&'t str> {
    let found = segment(start, close).split(text, 1000, &mut || false);
    assert_eq!(found.unread.count, found.unread.ranges.len());
    found.unread.ranges.into_iter().map(|range| &text[range]).collect()
}

#[test]
fn start_inside_a_record_is_unread() {
    assert_eq!(unread(r"S\d", Some("E"), "S1 E S2 S3 S4 E S5"), ["S3", "S4"]);
    assert_eq!(unread(r"S\d", Some(r"\n[ \t]*\n"), "S1\nS2\nS3\n\nS4"), ["S2", "S3"]);
    assert_eq!(unread(r"S\d", None, "S1 S2 S3"), Vec::<&str>::new());
    assert_eq!(unread("(?m)^", Some(r"\n\n"), "a\nb\n\nc"), ["", ""], "empty matches count too");
}

#[test]
fn start_inside_a_close_is_unread_unless_the_next_record_begins_there() {
    assert_eq!(unread("-----", Some("-----"), "----- 1 ----- 2 -----"), ["-----"], "record 2 is lost");
    assert_eq!(unread(r"\n\s*S", Some(r"\n\n"), "\nS1\n\nS2"), ["\n\nS"]);
    assert_eq!(unread(r"\s*S", Some(r"\n"), "S1\nS2"), Vec::<&str>::new());
    assert_eq!(unread(PARAGRAPH.start_pattern, Some(r"\n\n"), "a\n\nb"), ["\n\n"]);
}

#[test]
fn presets_leave_nothing_unread() {
    for preset in [PARAGRAPH, HTML_TABLE_ROW, WHOLE_MESSAGE] {
        for text in ["a\n\nb\n \nc", "<table><tr><td>1</td></tr>\n<tr class=b><td>2</td></tr></table>", ""] {
            assert_eq!(unread(preset.start_pattern, preset.close_pattern, text), Vec::<&str>::new(), "{}", preset.name);
        }
    }
}

#[test]
fn ranges_of_unread_starts_are_limited_but_all_are_counted() {
    let text = format!("{}E", "S".repeat(20_000));
    let found = segment("S", Some("E")).split(&text, 1000, &mut || false);
    assert_eq!((found.scopes.len(), found.unread.count, found.unread.ranges.len()), (1, 19_999, 10_000));
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

    /// Wherever the start pattern matches, there is a scope, an unread match, or a match of one of those that overlaps it.
    #[test]
    fn every_start_match_is_a_scope_or_unread(
        start in prop::sample::select(vec!["S", "SS", "S+x?", "(?=S)", r"\n?S", "(?m)^S"]),
        close in prop::option::of(prop::sample::select(vec!["E", "(?=E)", r"\n", r"\n\n", "S", "x|E"])),
        text in "[SEx\n ]{0,60}",
    ) {
        let segment = segment(start, close);
        let find = |at: usize| segment.start.find(&text, at, &mut || false).unwrap().map(|found| found.whole);
        let split = segment.split(&text, 1000, &mut || false);
        let of_scopes = split.scopes.iter().map(|scope| find(scope.start).unwrap());
        let known: Vec<std::ops::Range<usize>> = split.unread.ranges.iter().cloned().chain(of_scopes).collect();
        for found in (0..text.len()).filter_map(find).filter(|found| found.start < text.len()) {
            let overlaps = |one: &std::ops::Range<usize>| {
                one.start == found.start || (one.start < found.end && found.start < one.end)
            };
            prop_assert!(known.iter().any(overlaps), "{:?} in {:?}", found, text);
        }
    }
}
