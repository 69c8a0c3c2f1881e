//! A folder: its messages by time received, and its changes in order.

use crate::store::exchange_id::IdType;
use crate::store::keys::{FolderKey, MessageKey, Version};
use crate::store::message::{Message, MessageIdentity};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};

#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) key: FolderKey,
    /// `None` only for the root.
    pub(crate) parent: Option<FolderKey>,
    pub(crate) name: String,
    pub(crate) is_hidden: bool,
    /// Well-known folders cannot be removed.
    pub(crate) is_well_known: bool,
    pub(crate) by_received: BTreeSet<ReceivedOrder>,
    pub(crate) unread: usize,
    pub(crate) size: usize,
    /// Holds only the newest change of each message.
    changes: BTreeMap<Version, FolderChange>,
    /// When each message that was ever in this folder last left it.
    left_at: HashMap<MessageKey, Version>,
}

/// The sort key of a folder's messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct ReceivedOrder {
    pub(crate) received_at: Timestamp,
    pub(crate) message: MessageKey,
}

impl ReceivedOrder {
    /// Sorts before every message.
    pub(crate) const START: Self = Self { received_at: Timestamp::MIN, message: MessageKey(0) };

    fn from_message(message: &Message) -> Self {
        Self { received_at: message.received_at, message: message.key }
    }
}

/// The newest change to a message in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FolderChange {
    pub(crate) version: Version,
    pub(crate) message: MessageIdentity,
    pub(crate) kind: FolderChangeKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FolderChangeKind {
    Arrived,
    /// Moved here from another folder.
    MovedIn,
    /// Marked read or unread.
    ReadStateChanged,
    Updated,
    /// Moved to another folder or deleted.
    Left,
}

impl Folder {
    pub(crate) fn new(key: FolderKey, parent: Option<FolderKey>, name: &str) -> Self {
        Self {
            key,
            parent,
            name: name.to_owned(),
            is_hidden: false,
            is_well_known: false,
            by_received: BTreeSet::new(),
            unread: 0,
            size: 0,
            changes: BTreeMap::new(),
            left_at: HashMap::new(),
        }
    }

    pub(crate) fn add(&mut self, message: &Message, kind: FolderChangeKind) {
        self.by_received.insert(ReceivedOrder::from_message(message));
        self.unread += usize::from(!message.properties.is_read);
        self.size += message.content.size();
        self.record_change(message, kind);
    }

    /// `version` is the version of the removal.
    pub(crate) fn remove(&mut self, message: &Message, version: Version) {
        self.by_received.remove(&ReceivedOrder::from_message(message));
        self.unread -= usize::from(!message.properties.is_read);
        self.size -= message.content.size();
        self.changes.remove(&message.version);
        let change = FolderChange { version, message: message.identity(), kind: FolderChangeKind::Left };
        self.changes.insert(version, change);
        self.left_at.insert(message.key, version);
    }

    pub(crate) fn update(&mut self, before: &Message, after: &Message) {
        self.unread -= usize::from(!before.properties.is_read);
        self.unread += usize::from(!after.properties.is_read);
        self.changes.remove(&before.version);
        let read_changed = before.properties.is_read != after.properties.is_read;
        let kind = if read_changed { FolderChangeKind::ReadStateChanged } else { FolderChangeKind::Updated };
        self.record_change(after, kind);
    }

    fn record_change(&mut self, message: &Message, kind: FolderChangeKind) {
        let version = message.version;
        self.changes.insert(version, FolderChange { version, message: message.identity(), kind });
    }

    /// Oldest first.
    pub(crate) fn changes_after(&self, version: Version) -> impl Iterator<Item = &FolderChange> {
        self.changes.range(version.next()..).map(|(_, change)| change)
    }

    /// A known bug of the real service: with immutable ids, a message that left and came back since the last round is
    /// returned only as removed.
    pub(crate) fn is_lost_return(&self, change: &FolderChange, since: Version, id_type: IdType) -> bool {
        id_type == IdType::Immutable
            && change.kind != FolderChangeKind::Left
            && self.left_at.get(&change.message.key).is_some_and(|left| *left > since)
    }
}
