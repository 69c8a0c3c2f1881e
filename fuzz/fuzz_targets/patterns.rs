//! A pattern in the first line, and the text that it is searched in.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stormwire_extract::PatternMatcher;
use stormwire_fuzz::{deadline, lines};

fuzz_target!(|input: &str| {
    let [pattern, text] = lines(input);
    let Ok(matcher) = PatternMatcher::compile(pattern) else { return };
    let found = matcher.is_match(text, &mut deadline(2_000));
    let is_literal = pattern.chars().all(|character| character.is_ascii_alphanumeric() || character == ' ');
    if is_literal && let Ok(found) = found {
        assert_eq!(found, text.contains(pattern), "a pattern without special characters is the text itself");
    }
});
