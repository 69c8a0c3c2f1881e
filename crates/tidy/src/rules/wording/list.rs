use super::words::Word;

/// The words of `words.txt`.
#[derive(Clone, Debug, Default)]
pub struct WordList {
    /// Not used in any text.
    pub(super) text: Vec<Entry>,
    /// Not used in names of types, functions, constants, modules and files.
    pub(super) names: Vec<Entry>,
    /// Phrases that contain such a word and are fine.
    pub(super) allowed: Vec<Entry>,
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
    pub(super) fn matches(&self, words: &[Word]) -> bool {
        let matches = |(pattern, word): (&str, &Word)| match pattern.strip_suffix('*') {
            Some(start) => word.text.starts_with(start),
            None => word.text == pattern,
        };
        self.len() <= words.len() && self.phrase.split(' ').zip(words).all(matches)
    }
}
