//! Blocks of lines such as `Time: 16:42` and `Latitude....: 34.7`.

use super::candidate::LayoutCandidate;
use super::text_lines::{LINE_START, TextLine};
use crate::suggest::scan::literal;

const MAX_KEYS: usize = 20;
const MAX_KEY_CHARS: usize = 40;
const MAX_KEY_WORDS: usize = 5;

/// One candidate for each key: a block starts where its first key appears.
pub(super) fn candidates(lines: &[TextLine<'_>]) -> Vec<LayoutCandidate> {
    let mut patterns: Vec<String> = Vec::new();
    for line in lines {
        let Some(pattern) = key_pattern(line.content) else { continue };
        if !patterns.contains(&pattern) {
            patterns.push(pattern);
        }
        if patterns.len() == MAX_KEYS {
            break;
        }
    }
    // Of keys that separate the records equally well, the first one starts them.
    let candidate = |(index, pattern): (u32, String)| {
        LayoutCandidate::open("Blocks of keys and values", 75 - index, format!("{LINE_START}{pattern}"))
    };
    (0_u32..).zip(patterns).map(candidate).collect()
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
        && !after.starts_with("//");
    is_key.then(|| {
        let separator = if line.get(end..end + 1) == Some("=") { "=" } else { ":" };
        format!(r"{}[ \t._]*{separator}", words_pattern(key))
    })
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
            ("https://vendor.example", None),
            ("no key here", None),
        ];
        for (line, expected) in table {
            assert_eq!(key_pattern(line).as_deref(), expected, "{line}");
        }
    }
}
