//! What starts the workflows of a crash test. Everything else about the test is the same for all kinds of watchers.

use super::fields::watcher_fields;
use super::status_events::{became_active, record_events};
use serde_json::{Value, json};
use stormwire_clock::{Clock, SystemClock};
use stormwire_emulator::Emulator;
use stormwire_store::tables::watcher::{AllowList, WatcherFields};
use stormwire_store::{CredentialId, FacilityId, Store};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CrashSource {
    /// Each watcher has a mailbox.
    Mailboxes,
    /// Each watcher has a facility.
    StatusEvents,
}

impl CrashSource {
    /// Creates what the watcher with this number watches.
    pub(super) fn prepare(self, emulator: &Emulator, number: usize, credential: CredentialId) -> WatcherFields {
        match self {
            Self::Mailboxes => {
                emulator.add_mailbox(&mailbox(number)).expect("add the mailbox");
                watcher_fields(&mailbox(number), credential)
            }
            Self::StatusEvents => {
                let facility_ids = AllowList(Some(vec![FacilityId::new(facility(number))]));
                WatcherFields { facility_ids, ..WatcherFields::of_status_events(format!("watcher {number}")) }
            }
        }
    }

    /// The columns of a strike that identify what started the workflow.
    pub(super) fn strike_fields(self) -> Value {
        match self {
            Self::Mailboxes => json!({"Name": "$.Message.Subject", "Timestamp": "$.ReceivedAt"}),
            Self::StatusEvents => json!({"Name": "$.MessageKey", "Timestamp": "$.Event.At"}),
        }
    }

    /// Starts one run of the watcher with this number.
    pub(super) async fn deliver(self, emulator: &Emulator, store: &Store, watcher: usize, subject: &str) {
        match self {
            Self::Mailboxes => {
                let message = json!({"subject": subject, "body": {"contentType": "text", "content": "Strike"}});
                emulator.deliver(&mailbox(watcher), "Inbox", message).expect("deliver the message");
            }
            Self::StatusEvents => {
                let now = SystemClock.now();
                record_events(store, vec![became_active(facility(watcher), now)], now).await;
            }
        }
    }

    /// Everything was filed, where there is something to file.
    pub(super) fn check_filed(self, emulator: &Emulator, watchers: usize) {
        if self == Self::StatusEvents {
            return;
        }
        for mailbox in (0..watchers).map(mailbox) {
            let folders: Vec<_> = emulator.messages(&mailbox).iter().map(|one| one["folder"].clone()).collect();
            assert!(folders.iter().all(|folder| folder == "Inbox/Processed"), "{mailbox}: {folders:?}");
        }
    }
}

fn mailbox(number: usize) -> String {
    format!("storm{number}@example.gov")
}

fn facility(number: usize) -> i64 {
    i64::try_from(number).expect("a small number") + 1
}
