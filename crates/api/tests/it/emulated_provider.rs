//! A mail provider in this process.

use serde_json::json;
use std::sync::Arc;
use stormwire_clock::{SeededRng, VirtualClock};
use stormwire_emulator::Emulator;

pub(crate) const MAILBOX: &str = "storm@example.gov";

/// The emulator with one mailbox.
pub(crate) struct EmulatedProvider {
    pub(crate) emulator: Emulator,
    pub(crate) url: String,
}

impl EmulatedProvider {
    pub(crate) async fn start(clock: Arc<VirtualClock>) -> Self {
        let emulator = Emulator::new(clock, Box::new(SeededRng::new(1))).unwrap();
        let address = emulator.listen(([127, 0, 0, 1], 0).into()).await.unwrap();
        emulator.add_mailbox(MAILBOX).unwrap();
        Self { emulator, url: format!("http://{address}") }
    }

    /// Delivers a short message and returns its immutable id.
    pub(crate) fn deliver(&self, folder: &str, subject: &str) -> String {
        let message = json!({
            "subject": subject,
            "from": {"emailAddress": {"name": "Vendor", "address": "vendor@example.com"}},
            "body": {"contentType": "text", "content": "A strike"},
        });
        self.emulator.deliver(MAILBOX, folder, message).unwrap()
    }
}
