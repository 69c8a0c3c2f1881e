use super::words::Word;
use std::collections::BTreeMap;

/// The words of `words.txt`.
#[derive(Clone, Debug, Default)]
pub struct WordList {
    /// Not used in any text.
    pub(super) text: Phrases,
    /// Not used in names of types, functions, constants, modules and files.
    pub(super) names: Phrases,
    /// Phrases that contain such a word and are fine.
    pub(super) allowed: Phrases,
}

/// By their first letter: a word of a text is compared with the few phrases that can start with it.
#[derive(Clone, Debug, Default)]
pub(super) struct Phrases(BTreeMap<char, Vec<Entry>>);

impl Phrases {
    fn push(&mut self, entry: Entry) {
        self.0.entry(first_letter(&entry.phrase)).or_default().push(entry);
    }

    /// Those that the words start with.
    pub(super) fn matching(&self, words: &[Word]) -> impl Iterator<Item = &Entry> {
        let letter = words.first().map(|word| first_letter(&word.text)).unwrap_or_default();
        self.0.get(&letter).into_iter().flatten().filter(move |entry| entry.matches(words))
    }
}

fn first_letter(text: &str) -> char {
    text.chars().next().unwrap_or_default()
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// As written in the list.
    pub(super) phrase: String,
    /// What to write instead, or why the phrase is allowed.
    pub(super) instead: String,
}

impl WordList {
    /// Reads sections `[text]`, `[names]` and `[allowed]` with lines `phrase = instead`. A `*` at the end of a word
    /// matches any ending.
    pub fn parse(text: &str) -> Self {
        let mut list = Self::default();
        let mut section = "";
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if line.starts_with('[') {
                section = line;
                continue;
            }
            let Some((phrase, instead)) = line.split_once('=') else { panic!("not `phrase = instead`: {line}") };
            let entry = Entry { phrase: phrase.trim().to_owned(), instead: instead.trim().to_owned() };
            match section {
                "[text]" => list.text.push(entry),
                "[names]" => list.names.push(entry),
                "[allowed]" => list.allowed.push(entry),
                other => panic!("unknown section {other}"),
            }
        }
        list
    }
}

impl Entry {
    /// The number of words.
    pub(super) fn len(&self) -> usize {
        self.phrase.split(' ').count()
    }

    /// Whether the words start with this phrase.
    fn matches(&self, words: &[Word]) -> bool {
        let matches = |(pattern, word): (&str, &Word)| match pattern.strip_suffix('*') {
            Some(start) => word.text.starts_with(start),
            None => word.text == pattern,
        };
        // Most words differ from the first one already.
        self.phrase.split(' ').zip(words).all(matches) && self.len() <= words.len()
    }
}
