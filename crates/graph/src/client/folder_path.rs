//! Matches folder names against a path, step by step. Pure. A name may contain a slash, so a step may have several matches;
//! the shorter name is tried first.

/// The provider's own folder names, which are the same in every language.
const WELL_KNOWN_NAMES: [&str; 17] = [
    "archive",
    "clutter",
    "conflicts",
    "conversationhistory",
    "deleteditems",
    "drafts",
    "inbox",
    "junkemail",
    "localfailures",
    "msgfolderroot",
    "outbox",
    "recoverableitemsdeletions",
    "scheduled",
    "searchfolders",
    "sentitems",
    "serverfailures",
    "syncissues",
];

/// The part of a path that is still to be matched, in lower case. Empty at the end.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct RemainingPath(String);

impl RemainingPath {
    /// `None` if the path is empty.
    pub(super) fn parse(path: &str) -> Option<Self> {
        let path = path.trim().trim_matches('/').to_lowercase();
        (!path.is_empty()).then_some(Self(path))
    }

    /// The well-known name at its beginning, and the rest.
    pub(super) fn well_known(&self) -> Option<(&'static str, Self)> {
        WELL_KNOWN_NAMES.into_iter().find_map(|name| Some((name, self.strip_name(name)?)))
    }

    /// The indexes of the names that it begins with, and the rest after each, in the order to try them.
    pub(super) fn matches(&self, names: &[&str]) -> Vec<(usize, Self)> {
        let mut matches: Vec<_> = names
            .iter()
            .enumerate()
            .filter_map(|(index, name)| Some((index, self.strip_name(&name.to_lowercase())?)))
            .collect();
        matches.sort_by_key(|(index, _)| names[*index].len());
        matches
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The rest after a name, or `None` if it does not begin with the name.
    fn strip_name(&self, name: &str) -> Option<Self> {
        match self.0.strip_prefix(name)? {
            "" => Some(Self(String::new())),
            rest => rest.strip_prefix('/').map(|rest| Self(rest.to_owned())),
        }
    }
}

pub(super) fn is_same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignores_case_and_outer_slashes() {
        for path in ["Inbox/Storm", " /inbox/STORM/ "] {
            assert_eq!(RemainingPath::parse(path).unwrap().0, "inbox/storm");
        }
        for path in ["", "  ", "/", "//"] {
            assert_eq!(RemainingPath::parse(path), None);
        }
    }

    #[test]
    fn the_first_name_may_be_well_known() {
        let cases = [
            ("Inbox", Some(("inbox", ""))),
            ("INBOX/Storm alerts", Some(("inbox", "storm alerts"))),
            ("Inboxes", None),
            ("Sent Items", None),
            ("sentitems/a/b", Some(("sentitems", "a/b"))),
        ];
        for (path, expected) in cases {
            let expected = expected.map(|(name, rest)| (name, RemainingPath(rest.into())));
            assert_eq!(RemainingPath::parse(path).unwrap().well_known(), expected, "{path}");
        }
    }

    #[test]
    fn finds_all_matches_shortest_name_first() {
        type Match<'a> = (usize, &'a str);
        let cases: [(&str, &[&str], &[Match]); 6] = [
            ("a/b", &["A/B", "a", "b"], &[(1, "b"), (0, "")]),
            ("a/b", &["x"], &[]),
            ("a/b/c", &["a/b", "A"], &[(1, "b/c"), (0, "c")]),
            ("störung", &["STÖRUNG"], &[(0, "")]),
            ("alerts", &["alert", "alerts 2"], &[]),
            ("a", &["", "a"], &[(1, "")]),
        ];
        for (path, names, expected) in cases {
            let expected: Vec<_> =
                expected.iter().map(|(index, rest)| (*index, RemainingPath((*rest).to_owned()))).collect();
            assert_eq!(RemainingPath::parse(path).unwrap().matches(names), expected, "{path}");
        }
    }
}
