//! Which facilities of a list a client wants: by name or by id.

use std::collections::{BTreeSet, HashSet};
use stormwire_store::FacilityId;

/// The default includes every facility.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FacilityFilter {
    /// Simplified. A name must contain all of them. None is a part of another, which would cost time and exclude nothing.
    words: Vec<String>,
    ids: Option<HashSet<FacilityId>>,
}

impl FacilityFilter {
    /// `search` has words separated by spaces, in any order.
    pub fn new(search: Option<&str>, ids: Option<Vec<FacilityId>>) -> Self {
        let all: BTreeSet<String> = search.unwrap_or_default().split_whitespace().map(simplified).collect();
        let is_needed = |word: &&String| !all.iter().any(|other| other != *word && other.contains(word.as_str()));
        let words = all.iter().filter(is_needed).cloned().collect();
        Self { words, ids: ids.map(HashSet::from_iter) }
    }

    pub(crate) fn includes_all(&self) -> bool {
        self.words.is_empty() && self.ids.is_none()
    }

    /// `name` is simplified, and called only if names matter.
    pub(crate) fn includes<'a>(&self, id: FacilityId, name: impl FnOnce() -> &'a str) -> bool {
        if self.ids.as_ref().is_some_and(|ids| !ids.contains(&id)) {
            return false;
        }
        if self.words.is_empty() {
            return true;
        }
        let name = name();
        self.words.iter().all(|word| name.contains(word))
    }
}

/// Without accents, in lower case: a search for “cafe” finds “Café”, as in the pages, which search short lists themselves.
pub(crate) fn simplified(text: &str) -> String {
    let is_mark = |one: &char| ('\u{300}'..='\u{36f}').contains(one);
    text.chars().flat_map(char::to_lowercase).filter(|one| !is_mark(one)).map(without_accent).collect()
}

/// Of the languages of the Americas; others keep their accents.
fn without_accent(character: char) -> char {
    match character {
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' => 'o',
        'ù'..='ü' => 'u',
        'ý' | 'ÿ' => 'y',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn includes(filter: &FacilityFilter, id: i64, name: &str) -> bool {
        let name = simplified(name);
        filter.includes(FacilityId::new(id), || &name)
    }

    #[test]
    fn names_contain_every_word_whatever_their_case_and_accents() {
        for (search, name, expected) in [
            ("", "Aspen Pool", true),
            ("  ", "Aspen Pool", true),
            ("pool", "Aspen Pool", true),
            ("POOL asp", "Aspen Pool", true),
            ("pool birch", "Aspen Pool", false),
            ("cafe", "Café del Niño", true),
            ("NIÑO", "Cafe del Nino", true),
            ("cafe", "Cafe\u{301}", true),
            ("ä", "Strasse A", true),
            ("50%", "Aspen Pool", false),
        ] {
            let filter = FacilityFilter::new(Some(search), None);
            assert_eq!(includes(&filter, 1, name), expected, "{search:?} in {name:?}");
        }
    }

    #[test]
    fn ids_and_words_must_both_match() {
        let filter = FacilityFilter::new(Some("pool"), Some(vec![FacilityId::new(1), FacilityId::new(2)]));
        assert!(includes(&filter, 1, "Pool"));
        assert!(!includes(&filter, 2, "Library"));
        assert!(!includes(&filter, 3, "Pool"));
        assert!(!filter.includes_all() && FacilityFilter::new(Some(" "), None).includes_all());
    }

    #[test]
    fn words_inside_other_words_are_not_compared() {
        let filter = FacilityFilter::new(Some("p po POOL pool ol asp"), None);
        assert_eq!(filter.words, ["asp", "pool"]);
        let marks = FacilityFilter::new(Some("\u{301} pool"), None);
        assert_eq!(marks.words, ["pool"]);
    }

    #[test]
    fn without_words_names_are_not_read() {
        let filter = FacilityFilter::new(None, Some(vec![FacilityId::new(1)]));
        assert!(filter.includes(FacilityId::new(1), || unreachable!("only ids matter")));
    }
}
