//! Plain English: words that confused readers are not used again.
//!
//! [`LIST`] names the words and what to write instead. Every text file is checked, code included: a word of the list is
//! as confusing in a log line or a comment as on a page. Names of types, functions, modules and files have a longer list,
//! because a name is read without a sentence around it.

mod list;
mod words;

use crate::{SourceFile, Violation};
pub use list::WordList;
use list::{Entry, Phrases};
use words::{Word, declared_names, words_of};

/// The word list, relative to the root of the repository.
pub const LIST: &str = "crates/tidy/words.txt";

/// Takes text files of any kind.
pub fn check(files: &[SourceFile], list: &WordList) -> Vec<Violation> {
    files.iter().flat_map(|file| check_file(file, list)).collect()
}

fn check_file(file: &SourceFile, list: &WordList) -> Vec<Violation> {
    let text = find(&words_of(&file.text), &list.text, &list.allowed);
    let mut found: Vec<Violation> = text
        .into_iter()
        .map(|(line, entry)| Violation::at(&file.path, line, format!("\"{}\": {}", entry.phrase, entry.instead)))
        .collect();
    for name in declared_names(file) {
        let words: Vec<Word> = words_of(&name.text).into_iter().map(|word| Word { line: name.line, ..word }).collect();
        found.extend(find(&words, &list.names, &list.allowed).into_iter().map(|(line, entry)| {
            let message = format!("the name `{}` contains \"{}\": {}", name.text, entry.phrase, entry.instead);
            Violation::at(&file.path, line, message)
        }));
    }
    found
}

/// The line and the entry of each match that is not part of an allowed phrase.
fn find<'l>(words: &[Word], phrases: &'l Phrases, allowed: &Phrases) -> Vec<(usize, &'l Entry)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if let Some(phrase) = allowed.matching(&words[at..]).next() {
            at += phrase.len();
            continue;
        }
        found.extend(phrases.matching(&words[at..]).map(|entry| (words[at].line, entry)));
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &str = "\
# A comment.
[text]
reckon* = write calculate
looked at = write polled

[names]
place = write position or path

[allowed]
place holder = a word of HTML
dead reckoning = navigation
";

    fn check_text(path: &str, text: &str) -> Vec<String> {
        let list = WordList::parse(WORDS);
        check(&[SourceFile::new(path, text)], &list).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn finds_a_word_in_a_ui_string() {
        let found = check_text("web/src/a.ts", "const a = 1;\nhtml`<p>Reckon per facility</p>`;\n");
        assert_eq!(found, ["web/src/a.ts:2: \"reckon*\": write calculate"]);
    }

    #[test]
    fn finds_words_in_docs_comments_and_identifiers() {
        for text in ["It is reckoned.", "// reckons", "let reckonedMiles = 1", "fn reckon_all() {}", "RECKONING"] {
            assert_eq!(check_text("a.rs", text).len(), 1, "{text}");
        }
        assert_eq!(check_text("a.rs", "calculate").len(), 0);
    }

    #[test]
    fn finds_a_phrase_across_lines() {
        assert_eq!(check_text("a.md", "the mailbox is looked\nat again").len(), 1);
        assert_eq!(check_text("a.md", "looked for, at").len(), 0);
    }

    #[test]
    fn finds_words_of_names_only_in_names() {
        assert_eq!(check_text("a.md", "in the first place").len(), 0);
        for text in
            ["struct Place;", "pub fn place_of() {}", "mod place;", "const PLACE: u8 = 1;", "enum FirstPlace {}"]
        {
            assert_eq!(check_text("a.rs", text).len(), 1, "{text}");
        }
        assert_eq!(
            check_text("a.ts", "export function place() {}")[0],
            "a.ts:1: the name `place` contains \"place\": write position or path"
        );
        assert_eq!(check_text("crates/a/src/place.rs", "").len(), 1);
    }

    #[test]
    fn accepts_allowed_phrases() {
        assert_eq!(check_text("a.ts", "const placeHolder = 1; // dead reckoning").len(), 0);
    }
}
