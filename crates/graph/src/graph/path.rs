//! How a path of folder names is read, step by step: pure. A name may itself hold a slash, so that a step can have more
//! than one reading; the one with the shorter name is tried first, as people write paths.

/// The provider's own names for folders, the same in every language.
const WELL_KNOWN: [&str; 17] = [
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

/// What is still to be walked, in small letters; nothing at the end.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Rest(String);

impl Rest {
    /// The whole path; none when it names nothing.
    pub(super) fn of(path: &str) -> Option<Self> {
        let path = path.trim().trim_matches('/').to_lowercase();
        (!path.is_empty()).then_some(Self(path))
    }

    /// The provider's name at its beginning, and what follows.
    pub(super) fn well_known(&self) -> Option<(&'static str, Self)> {
        WELL_KNOWN.into_iter().find_map(|name| Some((name, self.after(name)?)))
    }

    /// Which of these names it can begin with, and what follows each; names in the order to try them in.
    pub(super) fn readings(&self, names: &[&str]) -> Vec<(usize, Self)> {
        let mut readings: Vec<_> =
            names.iter().enumerate().filter_map(|(at, name)| Some((at, self.after(&name.to_lowercase())?))).collect();
        readings.sort_by_key(|(at, _)| names[*at].len());
        readings
    }

    /// Whether the folder is reached.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What follows a name with which it begins.
    fn after(&self, name: &str) -> Option<Self> {
        match self.0.strip_prefix(name)? {
            "" => Some(Self(String::new())),
            rest => rest.strip_prefix('/').map(|rest| Self(rest.to_owned())),
        }
    }
}

/// Whether two names mean the same folder.
pub(super) fn same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_read_whatever_its_case_and_its_slashes_at_the_ends() {
        for path in ["Inbox/Storm", " /inbox/STORM/ "] {
            assert_eq!(Rest::of(path).unwrap().0, "inbox/storm");
        }
        for path in ["", "  ", "/", "//"] {
            assert_eq!(Rest::of(path), None);
        }
    }

    #[test]
    fn the_first_name_may_be_the_providers() {
        let cases = [
            ("Inbox", Some(("inbox", ""))),
            ("INBOX/Storm alerts", Some(("inbox", "storm alerts"))),
            ("Inboxes", None),
            ("Sent Items", None),
            ("sentitems/a/b", Some(("sentitems", "a/b"))),
        ];
        for (path, expected) in cases {
            let expected = expected.map(|(name, rest)| (name, Rest(rest.into())));
            assert_eq!(Rest::of(path).unwrap().well_known(), expected, "{path}");
        }
    }

    #[test]
    fn every_reading_of_a_step_is_found_the_shorter_name_first() {
        type Reading<'a> = (usize, &'a str);
        let cases: [(&str, &[&str], &[Reading]); 6] = [
            ("a/b", &["A/B", "a", "b"], &[(1, "b"), (0, "")]),
            ("a/b", &["x"], &[]),
            ("a/b/c", &["a/b", "A"], &[(1, "b/c"), (0, "c")]),
            ("störung", &["STÖRUNG"], &[(0, "")]),
            ("alerts", &["alert", "alerts 2"], &[]),
            ("a", &["", "a"], &[(1, "")]),
        ];
        for (path, names, expected) in cases {
            let expected: Vec<_> = expected.iter().map(|(at, rest)| (*at, Rest((*rest).to_owned()))).collect();
            assert_eq!(Rest::of(path).unwrap().readings(names), expected, "{path}");
        }
    }
}
