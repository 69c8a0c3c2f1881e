use crate::store::keys::FolderKey;
use crate::store::message::Message;
use serde::{Deserialize, Serialize};

/// A change to a message in a folder. Causes notifications.
#[derive(Debug, Clone)]
pub(crate) struct MailboxEvent {
    pub(crate) folder: FolderKey,
    pub(crate) change_type: ChangeType,
    pub(crate) before: Option<Message>,
    pub(crate) after: Option<Message>,
}

/// What Graph calls `changeType` in subscriptions, notifications and delta queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum ChangeType {
    Created,
    Updated,
    Deleted,
}

impl ChangeType {
    /// Ignores case.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        let all = [Self::Created, Self::Updated, Self::Deleted];
        all.into_iter().find(|change_type| change_type.name().eq_ignore_ascii_case(name))
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Updated => "updated",
            Self::Deleted => "deleted",
        }
    }
}
