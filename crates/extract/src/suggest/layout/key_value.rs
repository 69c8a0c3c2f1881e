//! Blocks of lines such as `Time: 16:42` and `Latitude....: 34.7`.

use super::candidate::LayoutCandidate;
use super::text_lines::{LINE_START, TextLine};
use crate::suggest::scan::literal;

const MAX_KEYS: usize = 20;
const MAX_KEY_CHARS: usize = 40;
const MAX_KEY_WORDS: usize = 5;

/// One candidate for each key: a block starts where its first key appears.
pub(super) fn candidates(lines: &[TextLine<'_>]) -> Vec<LayoutCandidate> {
    let keys: Vec<String> = lines.iter().filter_map(|line| key_pattern(line.content)).collect();
    let mut patterns: Vec<&String> = Vec::new();
    for key in &keys {
        if !patterns.contains(&key) {
            patterns.push(key);
        }
        if patterns.len() == MAX_KEYS {
            break;
        }
    }
    patterns.retain(|pattern| starts_blocks(&keys, pattern));
    // Of keys that separate the records equally well, the first one starts them.
    let candidate = |(index, pattern): (u32, &String)| {
        LayoutCandidate::open("Blocks of keys and values", 75 - index, format!("{LINE_START}{pattern}"))
    };
    (0_u32..).zip(patterns).map(candidate).collect()
}

/// True if mostly other keys follow before the same key comes again. Otherwise it is a line with a colon, not a block.
fn starts_blocks(keys: &[String], pattern: &String) -> bool {
    let starts = keys.iter().filter(|key| *key == pattern).count();
    let follows = |pair: &&[String]| matches!(pair, [first, second] if first == pattern && second != pattern);
    2 * keys.windows(2).filter(follows).count() >= starts
}

/// The key at the start of a line, with its separator.
fn key_pattern(line: &str) -> Option<String> {
    let end = line.find([':', '='])?;
    let (before, after) = (line.get(..end)?, line.get(end + 1..)?);
    let key = before.trim_end_matches(['.', ' ', '\t', '_']);
    let is_key = key.chars().next().is_some_and(char::is_alphabetic)
        && key.chars().count() <= MAX_KEY_CHARS
        && key.split_whitespace().count() <= MAX_KEY_WORDS
        && !key.contains(['"', '<', '{', ','])
        && !is_in_clock(before, after)
        && !after.starts_with("//");
    is_key.then(|| {
        let separator = if line.get(end..end + 1) == Some("=") { "=" } else { ":" };
        format!(r"{}[ \t._]*{separator}", words_pattern(key))
    })
}

/// True at the colon of `16:42`.
fn is_in_clock(before: &str, after: &str) -> bool {
    before.ends_with(|last: char| last.is_ascii_digit()) && after.starts_with(|first: char| first.is_ascii_digit())
}

/// The words with any spaces between them and any numbers in them.
pub(super) fn words_pattern(words: &str) -> String {
    let word = |word: &str| {
        let mut pattern = String::new();
        for part in word.split_inclusive(|character: char| character.is_ascii_digit()) {
            let text = part.trim_end_matches(|character: char| character.is_ascii_digit());
            pattern.push_str(&literal(text));
            if text.len() < part.len() && !(text.is_empty() && pattern.ends_with(r"\d+")) {
                pattern.push_str(r"\d+");
            }
        }
        pattern
    };
    words.split_whitespace().map(word).collect::<Vec<String>>().join(r"[ \t]+")
}

#[cfg(test)]
mod tests {
    use super::key_pattern;

    #[test]
    fn recognizes_keys() {
        let table = [
            ("Time: 16:42", Some(r"Time[ \t._]*:")),
            ("Position....: 34.7", Some(r"Position[ \t._]*:")),
            ("Peak current (kA) = 5", Some(r"Peak[ \t]+current[ \t]+\(kA\)[ \t._]*=")),
            ("Strike 12 of 34: now", Some(r"Strike[ \t]+\d+[ \t]+of[ \t]+\d+[ \t._]*:")),
            ("16:42 something", None),
            ("Strike detected on 2025-05-21 16:42:53", None),
            ("https://vendor.example", None),
            ("no key here", None),
        ];
        for (line, expected) in table {
            assert_eq!(key_pattern(line).as_deref(), expected, "{line}");
        }
    }
}
