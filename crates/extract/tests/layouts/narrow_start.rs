//! Layouts with other ways to separate their strikes: start patterns that match only what strikes begin with, as people write
//! them first, and what is suggested.

use stormwire_extract::suggest::layouts as suggest_layouts;
use stormwire_extract::{Extractor, SegmentSpec};

use crate::folder::{Layout, layouts};
use crate::text_piece::cut;

/// How much of a strike the start pattern matches, from its first letter or digit.
const START_CHARS: usize = 14;

pub(crate) fn layouts_with_narrow_starts() -> Vec<Layout> {
    layouts().into_iter().map(with_narrow_start).collect()
}

/// Each layout with each suggested way that gives its expected records.
pub(crate) fn layouts_with_suggested_segments() -> Vec<Layout> {
    let mut found = Vec::new();
    for layout in layouts() {
        let mail = &layout.mails[0];
        let (text, source) = (mail.text.clone(), mail.source);
        let expected = serde_json::to_value(&mail.expected["Items"]).expect("JSON");
        for choice in suggest_layouts(&text, source, &mut || false) {
            let name = format!("{} by {:?}", layout.name, choice.segment);
            let suggested = Layout { name, ..with_segment(layouts_named(&layout.name), choice.segment) };
            let preview = suggested.extractor.preview(&text, source, &mut || false);
            if serde_json::to_value(&preview.items).expect("JSON") == expected {
                assert_eq!(preview.unread, [], "{}", suggested.name);
                found.push(suggested);
            }
        }
    }
    found
}

fn layouts_named(name: &str) -> Layout {
    layouts().into_iter().find(|layout| layout.name == name).expect("a layout")
}

fn with_segment(layout: Layout, segment: SegmentSpec) -> Layout {
    let mut config = layout.config.clone();
    config.segment = segment;
    let extractor = Extractor::new(&config).unwrap_or_else(|error| panic!("{}: {error:?}", layout.name));
    Layout { config, extractor, ..layout }
}

fn with_narrow_start(layout: Layout) -> Layout {
    let strikes = cut(&layout, &layout.mails[0]).strikes;
    let mut starts: Vec<String> = strikes.iter().map(|strike| start_of(strike.text.trim_start())).collect();
    starts.sort();
    starts.dedup();
    let start_pattern = format!(r"(?m)^[ \t]*(?:{})", starts.join("|"));
    let segment = SegmentSpec { start_pattern, ..layout.config.segment.clone() };
    with_segment(layout, segment)
}

/// A pattern for the first characters, with any number where a number is and any white space where white space is.
fn start_of(text: &str) -> String {
    let mut pattern = String::new();
    let marks = text.chars().take_while(|letter| !letter.is_alphanumeric()).count();
    for letter in text.chars().take(marks + START_CHARS) {
        let part = match letter {
            '0'..='9' => r"\d+".to_owned(),
            ' ' | '\t' => r"[ \t]+".to_owned(),
            letter if letter.is_whitespace() => r"\s+".to_owned(),
            letter if letter.is_alphanumeric() => letter.to_string(),
            '<' | '>' | '"' => letter.to_string(),
            letter => format!(r"\{letter}"),
        };
        if !part.ends_with('+') || !pattern.ends_with(&part) {
            pattern.push_str(&part);
        }
    }
    pattern
}
