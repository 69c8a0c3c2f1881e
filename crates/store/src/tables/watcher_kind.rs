//! What starts the workflow of a watcher.

use super::workflow::WorkflowTrigger;
use crate::text_enum::text_enum;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::error::BoxDynError;
use sqlx::{Database, Decode, Type};

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

impl<T: DeserializeOwned> AllowList<T> {
    fn read(text: Option<&str>) -> Result<Self, serde_json::Error> {
        text.map(serde_json::from_str).transpose().map(Self)
    }
}

impl<DB: Database, T> Type<DB> for AllowList<T>
where
    str: Type<DB>,
{
    fn type_info() -> DB::TypeInfo {
        <str as Type<DB>>::type_info()
    }

    fn compatible(ty: &DB::TypeInfo) -> bool {
        <str as Type<DB>>::compatible(ty)
    }
}

impl<'r, DB: Database, T: DeserializeOwned> Decode<'r, DB> for AllowList<T>
where
    &'r str: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        Ok(Self::read(<Option<&'r str> as Decode<'r, DB>>::decode(value)?)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_allows_its_values_and_no_list_allows_all() {
        let some = AllowList::<i64>::read(Some("[1,2]")).unwrap();
        assert_eq!((some.allows(&2), some.allows(&3), some.text().as_deref()), (true, false, Some("[1,2]")));
        let all = AllowList::<i64>::read(None).unwrap();
        assert_eq!((all.allows(&3), all.text()), (true, None));
        assert!(AllowList::<i64>::read(Some("1")).is_err());
    }
}
