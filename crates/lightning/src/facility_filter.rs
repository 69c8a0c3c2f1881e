//! Which facilities of a list a client wants: by name or by id.

use std::collections::HashSet;
use stormwire_store::FacilityId;
use stormwire_store::tables::facility::Facility;

/// The default includes every facility.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FacilityFilter {
    /// Without accents, in lower case. A name must contain all of them.
    words: Vec<String>,
    ids: Option<HashSet<FacilityId>>,
}

impl FacilityFilter {
    /// `search` has words separated by spaces, in any order.
    pub fn new(search: Option<&str>, ids: Option<Vec<FacilityId>>) -> Self {
        let words = search.unwrap_or_default().split_whitespace().map(simplified).collect();
        Self { words, ids: ids.map(HashSet::from_iter) }
    }

    pub(crate) fn includes_all(&self) -> bool {
        self.words.is_empty() && self.ids.is_none()
    }

    pub(crate) fn includes(&self, facility: &Facility) -> bool {
        let is_chosen = self.ids.as_ref().is_none_or(|ids| ids.contains(&facility.id));
        is_chosen && self.matches(&facility.name)
    }

    fn matches(&self, name: &str) -> bool {
        if self.words.is_empty() {
            return true;
        }
        let name = simplified(name);
        self.words.iter().all(|word| name.contains(word))
    }
}

/// A search for “cafe” finds “Café”, as in the pages, which search short lists themselves.
fn simplified(text: &str) -> String {
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

    fn facility(id: i64, name: &str) -> Facility {
        Facility { id: FacilityId::new(id), name: name.into(), point: None, lat_long: None, policy_id: None }
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
            assert_eq!(filter.includes(&facility(1, name)), expected, "{search:?} in {name:?}");
        }
    }

    #[test]
    fn ids_and_words_must_both_match() {
        let filter = FacilityFilter::new(Some("pool"), Some(vec![FacilityId::new(1), FacilityId::new(2)]));
        assert!(filter.includes(&facility(1, "Pool")));
        assert!(!filter.includes(&facility(2, "Library")));
        assert!(!filter.includes(&facility(3, "Pool")));
        assert!(!filter.includes_all() && FacilityFilter::new(Some(" "), None).includes_all());
    }
}
