//! A folder: what lies in it by the time it was received, and what changed in it in order.

use crate::store::id::IdType;
use crate::store::message::Message;
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Well-known name, display name, well-known name of the parent, hidden.
pub(crate) const WELL_KNOWN: &[(&str, &str, &str, bool)] = &[
    ("inbox", "Inbox", "msgfolderroot", false),
    ("drafts", "Drafts", "msgfolderroot", false),
    ("sentitems", "Sent Items", "msgfolderroot", false),
    ("deleteditems", "Deleted Items", "msgfolderroot", false),
    ("archive", "Archive", "msgfolderroot", false),
    ("junkemail", "Junk Email", "msgfolderroot", false),
    ("outbox", "Outbox", "msgfolderroot", false),
    ("conversationhistory", "Conversation History", "msgfolderroot", false),
    ("clutter", "Clutter", "msgfolderroot", true),
    ("scheduled", "Scheduled", "msgfolderroot", true),
    ("searchfolders", "Search Folders", "msgfolderroot", true),
    ("syncissues", "Sync Issues", "msgfolderroot", true),
    ("conflicts", "Conflicts", "syncissues", true),
    ("localfailures", "Local Failures", "syncissues", true),
    ("serverfailures", "Server Failures", "syncissues", true),
    ("recoverableitemsdeletions", "Deletions", "msgfolderroot", true),
];

#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) number: u32,
    /// Only the root has none.
    pub(crate) parent: Option<u32>,
    pub(crate) name: String,
    pub(crate) is_hidden: bool,
    /// Those that come with the mailbox cannot be removed.
    pub(crate) is_well_known: bool,
    pub(crate) by_received: BTreeSet<(Timestamp, u64)>,
    pub(crate) unread: usize,
    pub(crate) size: usize,
    changes: BTreeMap<u64, Change>,
    /// When each message that once lay here last left.
    left: HashMap<u64, u64>,
}

/// The newest thing that happened to a message in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) version: u64,
    pub(crate) item: u64,
    pub(crate) placement: u32,
    pub(crate) kind: ChangeKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChangeKind {
    Arrived,
    /// Moved here from another folder.
    MovedIn,
    /// Marked read or unread.
    Read,
    Updated,
    Left,
}

impl Folder {
    pub(crate) fn new(number: u32, parent: Option<u32>, name: &str) -> Self {
        Self {
            number,
            parent,
            name: name.to_owned(),
            is_hidden: false,
            is_well_known: false,
            by_received: BTreeSet::new(),
            unread: 0,
            size: 0,
            changes: BTreeMap::new(),
            left: HashMap::new(),
        }
    }

    /// Takes a message in.
    pub(crate) fn enter(&mut self, message: &Message, kind: ChangeKind) {
        self.by_received.insert((message.received_at, message.item));
        self.unread += usize::from(!message.marks.is_read);
        self.size += message.content.size();
        self.note(message, kind);
    }

    /// Lets it go; `version` counts the leaving.
    pub(crate) fn leave(&mut self, message: &Message, version: u64) {
        self.by_received.remove(&(message.received_at, message.item));
        self.unread -= usize::from(!message.marks.is_read);
        self.size -= message.content.size();
        self.changes.remove(&message.version);
        let Message { item, placement, .. } = *message;
        self.changes.insert(version, Change { version, item, placement, kind: ChangeKind::Left });
        self.left.insert(item, version);
    }

    /// Takes note that a message here has changed from one state to another.
    pub(crate) fn update(&mut self, before: &Message, after: &Message) {
        self.unread -= usize::from(!before.marks.is_read);
        self.unread += usize::from(!after.marks.is_read);
        self.changes.remove(&before.version);
        let read = before.marks.is_read != after.marks.is_read;
        self.note(after, if read { ChangeKind::Read } else { ChangeKind::Updated });
    }

    fn note(&mut self, message: &Message, kind: ChangeKind) {
        let Message { version, item, placement, .. } = *message;
        self.changes.insert(version, Change { version, item, placement, kind });
    }

    /// What changed after a version, oldest first.
    pub(crate) fn changes_after(&self, version: u64) -> impl Iterator<Item = &Change> {
        self.changes.range(version + 1..).map(|(_, change)| change)
    }

    /// A known fault of the real service: with immutable ids, a message that left and came back since the last round
    /// is told of once, as gone.
    pub(crate) fn hides(&self, change: &Change, since: u64, ids: IdType) -> bool {
        ids == IdType::Immutable
            && change.kind != ChangeKind::Left
            && self.left.get(&change.item).is_some_and(|left| *left > since)
    }
}
