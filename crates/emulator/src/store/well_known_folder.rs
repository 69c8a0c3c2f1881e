//! The folders that every mailbox has.

/// A folder that comes with the mailbox. Clients may use its name in place of an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum WellKnownFolder {
    Root,
    Inbox,
    Drafts,
    SentItems,
    DeletedItems,
    Archive,
    JunkEmail,
    Outbox,
    ConversationHistory,
    Clutter,
    Scheduled,
    SearchFolders,
    SyncIssues,
    Conflicts,
    LocalFailures,
    ServerFailures,
    RecoverableItemsDeletions,
}

pub(crate) const ROOT_DISPLAY_NAME: &str = "Top of Information Store";

/// How a well-known folder below the root is created.
pub(crate) struct WellKnownFolderSpec {
    pub(crate) folder: WellKnownFolder,
    pub(crate) display_name: &'static str,
    pub(crate) parent: WellKnownFolder,
    pub(crate) is_hidden: bool,
}

/// Parents come before their children.
pub(crate) const WELL_KNOWN_FOLDERS: &[WellKnownFolderSpec] = &[
    visible(WellKnownFolder::Inbox, "Inbox"),
    visible(WellKnownFolder::Drafts, "Drafts"),
    visible(WellKnownFolder::SentItems, "Sent Items"),
    visible(WellKnownFolder::DeletedItems, "Deleted Items"),
    visible(WellKnownFolder::Archive, "Archive"),
    visible(WellKnownFolder::JunkEmail, "Junk Email"),
    visible(WellKnownFolder::Outbox, "Outbox"),
    visible(WellKnownFolder::ConversationHistory, "Conversation History"),
    hidden(WellKnownFolder::Clutter, "Clutter", WellKnownFolder::Root),
    hidden(WellKnownFolder::Scheduled, "Scheduled", WellKnownFolder::Root),
    hidden(WellKnownFolder::SearchFolders, "Search Folders", WellKnownFolder::Root),
    hidden(WellKnownFolder::SyncIssues, "Sync Issues", WellKnownFolder::Root),
    hidden(WellKnownFolder::Conflicts, "Conflicts", WellKnownFolder::SyncIssues),
    hidden(WellKnownFolder::LocalFailures, "Local Failures", WellKnownFolder::SyncIssues),
    hidden(WellKnownFolder::ServerFailures, "Server Failures", WellKnownFolder::SyncIssues),
    hidden(WellKnownFolder::RecoverableItemsDeletions, "Deletions", WellKnownFolder::Root),
];

const fn visible(folder: WellKnownFolder, display_name: &'static str) -> WellKnownFolderSpec {
    WellKnownFolderSpec { folder, display_name, parent: WellKnownFolder::Root, is_hidden: false }
}

const fn hidden(folder: WellKnownFolder, display_name: &'static str, parent: WellKnownFolder) -> WellKnownFolderSpec {
    WellKnownFolderSpec { folder, display_name, parent, is_hidden: true }
}

impl WellKnownFolder {
    /// Ignores case.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Some(match name.to_lowercase().as_str() {
            "msgfolderroot" => Self::Root,
            "inbox" => Self::Inbox,
            "drafts" => Self::Drafts,
            "sentitems" => Self::SentItems,
            "deleteditems" => Self::DeletedItems,
            "archive" => Self::Archive,
            "junkemail" => Self::JunkEmail,
            "outbox" => Self::Outbox,
            "conversationhistory" => Self::ConversationHistory,
            "clutter" => Self::Clutter,
            "scheduled" => Self::Scheduled,
            "searchfolders" => Self::SearchFolders,
            "syncissues" => Self::SyncIssues,
            "conflicts" => Self::Conflicts,
            "localfailures" => Self::LocalFailures,
            "serverfailures" => Self::ServerFailures,
            "recoverableitemsdeletions" => Self::RecoverableItemsDeletions,
            _ => return None,
        })
    }
}
