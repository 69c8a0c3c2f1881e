//! Text as words, so that `reckonedAt`, `reckoned_at` and "reckoned at" are the same two words.

use crate::SourceFile;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// In lower case.
    pub(super) text: String,
    /// Counted from 1.
    pub(super) line: usize,
}

/// A name and the line that declares it.
pub(super) struct DeclaredName {
    pub(super) text: String,
    pub(super) line: usize,
}

const RUST_KEYWORDS: [&str; 8] = ["struct", "enum", "trait", "type", "fn", "const", "static", "mod"];
const TYPESCRIPT_KEYWORDS: [&str; 6] = ["class", "interface", "type", "function", "const", "enum"];

pub(super) fn words_of(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut word = String::new();
        let mut previous = ' ';
        for letter in line.chars().chain([' ']) {
            let starts_word = letter.is_uppercase() && previous.is_lowercase();
            if (!letter.is_alphabetic() || starts_word) && !word.is_empty() {
                words.push(Word { text: std::mem::take(&mut word), line: index + 1 });
            }
            if letter.is_alphabetic() {
                word.extend(letter.to_lowercase());
            }
            previous = letter;
        }
    }
    words
}

/// The file's own name, and what the file declares.
pub(super) fn declared_names(file: &SourceFile) -> Vec<DeclaredName> {
    let keywords: &[&str] = match file.path.rsplit_once('.') {
        Some((_, "rs")) => &RUST_KEYWORDS,
        Some((_, "ts")) => &TYPESCRIPT_KEYWORDS,
        _ => return Vec::new(),
    };
    let file_name = file.path.rsplit('/').next().unwrap_or_default();
    let mut names = vec![DeclaredName { text: file_name.to_owned(), line: 1 }];
    for (index, line) in file.text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
        let tokens: Vec<&str> = line.split_whitespace().collect();
        let declared = tokens.windows(2).filter(|pair| keywords.contains(&pair[0])).map(|pair| {
            let end = pair[1].find(|letter: char| !letter.is_alphanumeric() && letter != '_');
            pair[1][..end.unwrap_or(pair[1].len())].to_owned()
        });
        names.extend(declared.map(|text| DeclaredName { text, line: index + 1 }));
    }
    names
}
