//! The queue item that mails a list when the storm is over.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use stormwire_store::queue::{self, Job};
use stormwire_store::{Conn, StoreError};

/// Tells one list that the storm is over.
#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct ClosingJob {
    /// The key of the list.
    pub(super) list: String,
}

impl Job for ClosingJob {
    const KIND: &'static str = "AllClear";

    fn unique_key(&self) -> Option<String> {
        Some(self.list.clone())
    }
}

/// Puts the work into the queue; it looks for itself whether it is time.
pub(super) async fn enqueue(conn: &mut Conn, list: &str, due_at: Timestamp, now: Timestamp) -> Result<(), StoreError> {
    queue::enqueue(conn, &ClosingJob { list: list.to_owned() }, due_at, now).await.map(|_| ())
}
