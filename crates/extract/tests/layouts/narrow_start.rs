//! Layouts with a start pattern that matches only what strikes begin with, as people write it first.

use stormwire_extract::Extractor;

use crate::folder::{Layout, layouts};
use crate::text_piece::cut;

/// How much of a strike the start pattern matches, from its first letter or digit.
const START_CHARS: usize = 14;

pub(crate) fn layouts_with_narrow_starts() -> Vec<Layout> {
    layouts().into_iter().map(with_narrow_start).collect()
}

fn with_narrow_start(layout: Layout) -> Layout {
    let mut config = layout.config.clone();
    let strikes = cut(&layout, &layout.mails[0]).strikes;
    let mut starts: Vec<String> = strikes.iter().map(|strike| start_of(strike.text.trim_start())).collect();
    starts.sort();
    starts.dedup();
    config.segment.start_pattern = format!(r"(?m)^[ \t]*(?:{})", starts.join("|"));
    let extractor = Extractor::new(&config).unwrap_or_else(|error| panic!("{}: {error:?}", layout.name));
    Layout { config, extractor, ..layout }
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
