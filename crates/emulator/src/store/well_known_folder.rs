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
    visible_folder(WellKnownFolder::Inbox, "Inbox"),
    visible_folder(WellKnownFolder::Drafts, "Drafts"),
    visible_folder(WellKnownFolder::SentItems, "Sent Items"),
    visible_folder(WellKnownFolder::DeletedItems, "Deleted Items"),
    visible_folder(WellKnownFolder::Archive, "Archive"),
    visible_folder(WellKnownFolder::JunkEmail, "Junk Email"),
    visible_folder(WellKnownFolder::Outbox, "Outbox"),
    visible_folder(WellKnownFolder::ConversationHistory, "Conversation History"),
    hidden_folder(WellKnownFolder::Clutter, "Clutter", WellKnownFolder::Root),
    hidden_folder(WellKnownFolder::Scheduled, "Scheduled", WellKnownFolder::Root),
    hidden_folder(WellKnownFolder::SearchFolders, "Search Folders", WellKnownFolder::Root),
    hidden_folder(WellKnownFolder::SyncIssues, "Sync Issues", WellKnownFolder::Root),
    hidden_folder(WellKnownFolder::Conflicts, "Conflicts", WellKnownFolder::SyncIssues),
    hidden_folder(WellKnownFolder::LocalFailures, "Local Failures", WellKnownFolder::SyncIssues),
    hidden_folder(WellKnownFolder::ServerFailures, "Server Failures", WellKnownFolder::SyncIssues),
    hidden_folder(WellKnownFolder::RecoverableItemsDeletions, "Deletions", WellKnownFolder::Root),
];

const fn visible_folder(folder: WellKnownFolder, display_name: &'static str) -> WellKnownFolderSpec {
    WellKnownFolderSpec { folder, display_name, parent: WellKnownFolder::Root, is_hidden: false }
}

const fn hidden_folder(
    folder: WellKnownFolder,
    display_name: &'static str,
    parent: WellKnownFolder,
) -> WellKnownFolderSpec {
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
