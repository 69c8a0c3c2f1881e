//! The kind of value that each key takes, also of keys that have no default.

use std::collections::BTreeMap;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum KeyKind {
    Text,
    /// A number or a boolean.
    Scalar,
    List,
    /// Names that users choose, with their values.
    Map,
    /// The keys below.
    Section(Vec<(&'static str, KeyKind)>),
}

impl KeyKind {
    /// Of a dotted key; `None` if there is no such key.
    pub(super) fn find(&self, key: &str) -> Option<&Self> {
        key.split('.').try_fold(self, |kind, part| match kind {
            Self::Section(keys) => keys.iter().find(|(name, _)| *name == part).map(|(_, kind)| kind),
            _ => None,
        })
    }
}

pub(super) trait HasKind {
    fn kind() -> KeyKind;
}

impl HasKind for String {
    fn kind() -> KeyKind {
        KeyKind::Text
    }
}

impl HasKind for i64 {
    fn kind() -> KeyKind {
        KeyKind::Scalar
    }
}

impl HasKind for bool {
    fn kind() -> KeyKind {
        KeyKind::Scalar
    }
}

impl<T> HasKind for Vec<T> {
    fn kind() -> KeyKind {
        KeyKind::List
    }
}

impl<T> HasKind for BTreeMap<String, T> {
    fn kind() -> KeyKind {
        KeyKind::Map
    }
}

impl<T: HasKind> HasKind for Option<T> {
    fn kind() -> KeyKind {
        T::kind()
    }
}
