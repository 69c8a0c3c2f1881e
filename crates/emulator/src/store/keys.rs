//! Internal keys. Clients only see the encoded ids of [`crate::store::exchange_id`].

use serde::{Deserialize, Serialize};
use std::fmt;

/// Numbers the mailboxes of the emulator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MailboxKey(pub(crate) u32);

/// Numbers the folders of one mailbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct FolderKey(pub(crate) u32);

/// Numbers the messages of one mailbox. Survives moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct MessageKey(pub(crate) u64);

/// The change counter of a mailbox: every change to a message gets the next value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub(crate) struct Version(pub(crate) u64);

impl Version {
    pub(crate) fn next(self) -> Self {
        Self(self.0 + 1)
    }

    pub(crate) fn saturating_sub(self, changes: u64) -> Self {
        Self(self.0.saturating_sub(changes))
    }
}

/// The id of a mailbox's user: a GUID.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct UserId(pub(crate) String);

impl fmt::Display for UserId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
