//! What starts the workflow of a watcher.

use super::workflow::WorkflowTrigger;
use crate::text_enum::text_enum;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

text_enum! {
    /// What starts the workflow of a watcher. Everything else about watchers is the same for all kinds.
    pub enum WatcherKind in "it.MailboxWatcherJob.Kind" {
        /// A message in a mailbox.
        Mailbox = "Mailbox",
        /// A change of the status of a facility.
        StatusEvent = "StatusEvent",
        /// A file in a folder.
        File = "File",
    }
}

impl WatcherKind {
    /// As runs record it.
    pub const fn trigger(self) -> WorkflowTrigger {
        match self {
            Self::Mailbox => WorkflowTrigger::MailboxWatcherJob,
            Self::StatusEvent => WorkflowTrigger::StatusEvent,
            Self::File => WorkflowTrigger::FileWatcherJob,
        }
    }
}

/// The values that a filter allows; `None`: all. Stored as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AllowList<T>(pub Option<Vec<T>>);

impl<T> AllowList<T> {
    /// Allows everything.
    pub const ALL: Self = Self(None);
}

impl<T: PartialEq> AllowList<T> {
    pub fn allows(&self, value: &T) -> bool {
        self.0.as_ref().is_none_or(|values| values.contains(value))
    }
}

impl<T: Serialize> AllowList<T> {
    pub(super) fn text(&self) -> Option<String> {
        self.0.as_ref().map(|values| serde_json::json!(values).to_string())
    }
}

// Not derived: a list of values without a default has one.
impl<T> Default for AllowList<T> {
    fn default() -> Self {
        Self::ALL
    }
}

impl<T: DeserializeOwned> TryFrom<Option<String>> for AllowList<T> {
    type Error = serde_json::Error;

    fn try_from(text: Option<String>) -> Result<Self, serde_json::Error> {
        text.map(|text| serde_json::from_str(&text)).transpose().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_allows_its_values_and_no_list_allows_all() {
        let some = AllowList::<i64>::try_from(Some("[1,2]".to_owned())).unwrap();
        assert_eq!((some.allows(&2), some.allows(&3), some.text().as_deref()), (true, false, Some("[1,2]")));
        let all = AllowList::<i64>::try_from(None).unwrap();
        assert_eq!((all.allows(&3), all.text()), (true, None));
        assert!(AllowList::<i64>::try_from(Some("1".to_owned())).is_err());
    }
}
