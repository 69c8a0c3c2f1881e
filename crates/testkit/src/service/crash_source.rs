//! What starts the workflows of a crash test. Everything else about the test is the same for all kinds of watchers.

use super::fields::watcher_fields;
use super::service_config::ServiceConfig;
use super::status_events::{became_active, record_events};
use super::watched_files::{WatchedFiles, assert_all_filed};
use serde_json::{Value, json};
use stormwire_clock::{Clock, SystemClock};
use stormwire_emulator::Emulator;
use stormwire_store::tables::watcher::{AllowList, WatcherFields};
use stormwire_store::{CredentialId, FacilityId};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CrashSource {
    /// Each watcher has a mailbox.
    Mailboxes,
    /// Each watcher has a facility.
    StatusEvents,
    /// Each watcher has a folder.
    Files,
}

/// Where the sources are.
#[derive(Clone, Copy)]
pub(super) struct CrashSetup<'a> {
    pub(super) emulator: &'a Emulator,
    pub(super) config: &'a ServiceConfig,
}

impl CrashSource {
    /// Creates what the watcher with this number watches.
    pub(super) fn prepare(self, setup: CrashSetup<'_>, number: usize, credential: CredentialId) -> WatcherFields {
        match self {
            Self::Mailboxes => {
                setup.emulator.add_mailbox(&mailbox(number)).expect("add the mailbox");
                watcher_fields(&mailbox(number), credential)
            }
            Self::StatusEvents => {
                let facility_ids = AllowList(Some(vec![FacilityId::new(facility(number))]));
                WatcherFields { facility_ids, ..WatcherFields::of_status_events(format!("watcher {number}")) }
            }
            Self::Files => folder(setup, number).fields(),
        }
    }

    /// The columns of a strike that identify what started the workflow.
    pub(super) fn strike_fields(self) -> Value {
        match self {
            Self::Mailboxes => json!({"Name": "$.Message.Subject", "Timestamp": "$.ReceivedAt"}),
            Self::StatusEvents => json!({"Name": "$.MessageKey", "Timestamp": "$.Event.At"}),
            Self::Files => json!({"Name": "$.File.Name", "Timestamp": "$.File.ModifiedAt"}),
        }
    }

    /// Starts one run of the watcher with this number.
    pub(super) async fn deliver(self, setup: CrashSetup<'_>, watcher: usize, subject: &str) {
        match self {
            Self::Mailboxes => {
                let message = json!({"subject": subject, "body": {"contentType": "text", "content": "Strike"}});
                setup.emulator.deliver(&mailbox(watcher), "Inbox", message).expect("deliver the message");
            }
            Self::StatusEvents => {
                let now = SystemClock.now();
                record_events(&setup.config.store, vec![became_active(facility(watcher), now)], now).await;
            }
            Self::Files => folder(setup, watcher).put(format!("{subject}.csv"), subject),
        }
    }

    /// Everything was filed, where there is something to file.
    pub(super) fn check_filed(self, setup: CrashSetup<'_>, watchers: usize, messages: usize) {
        match self {
            Self::Mailboxes => {
                for mailbox in (0..watchers).map(mailbox) {
                    let all = setup.emulator.messages(&mailbox);
                    let folders: Vec<_> = all.iter().map(|one| one["folder"].clone()).collect();
                    assert!(folders.iter().all(|folder| folder == "Inbox/Processed"), "{mailbox}: {folders:?}");
                }
            }
            Self::StatusEvents => {}
            Self::Files => {
                let folders: Vec<WatchedFiles> = (0..watchers).map(|number| folder(setup, number)).collect();
                assert_all_filed(&folders, messages);
            }
        }
    }
}

pub(super) fn mailbox(number: usize) -> String {
    format!("storm{number}@example.gov")
}

fn facility(number: usize) -> i64 {
    i64::try_from(number).expect("a small number") + 1
}

fn folder(setup: CrashSetup<'_>, number: usize) -> WatchedFiles {
    WatchedFiles::create(&setup.config.folder, &format!("watcher {number}"))
}
