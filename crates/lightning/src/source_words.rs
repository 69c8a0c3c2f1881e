//! What the parts of a watcher are called in its problems: a watcher of a folder has no mailbox and no messages.

use stormwire_store::tables::watcher::WatcherKind;

pub(super) struct SourceWords {
    pub(super) source: &'static str,
    /// What may be missing if the source is not found.
    pub(super) source_parts: &'static str,
    /// What a poll does.
    pub(super) polled: &'static str,
    pub(super) item: &'static str,
    pub(super) check_location: &'static str,
    pub(super) grant_access: &'static str,
    pub(super) check_settings: &'static str,
    pub(super) retry_or_dismiss: &'static str,
    pub(super) open_in_log: &'static str,
    pub(super) compare_times: &'static str,
    pub(super) correct_positions: &'static str,
}

const MAILBOX: SourceWords = SourceWords {
    source: "the vendor's mailbox",
    source_parts: "the vendor's mailbox or its watched folder",
    polled: "polled",
    item: "message",
    check_location: "Check the mailbox and the folder of the watcher.",
    grant_access: "Grant the application access to the mailbox.",
    check_settings: "Check the settings and the credential of the watcher.",
    retry_or_dismiss: "Retry or dismiss the message in the log.",
    open_in_log: "Open the message in the log to see what it waits for.",
    compare_times: "Compare the time zone in the workbench with the vendor's mail.",
    correct_positions: "Correct the coordinates in the workbench, or dismiss the message.",
};

const FOLDER: SourceWords = SourceWords {
    source: "the watched folder",
    source_parts: "the watched folder",
    polled: "scanned",
    item: "file",
    check_location: "Check the folder of the watcher, and mount the share.",
    grant_access: "Grant the account of the service access to the folder.",
    check_settings: "Check the settings of the watcher, and files.roots in the configuration.",
    retry_or_dismiss: "Retry or dismiss the file in the log.",
    open_in_log: "Open the file in the log to see what it waits for.",
    compare_times: "Compare the time zone in the workbench with the file.",
    correct_positions: "Correct the coordinates in the workbench, or dismiss the file.",
};

pub(super) fn words_of(kind: WatcherKind) -> &'static SourceWords {
    match kind {
        WatcherKind::File => &FOLDER,
        WatcherKind::Mailbox | WatcherKind::StatusEvent => &MAILBOX,
    }
}
