//! The queue job that sends the all-clear mail of a mailing list.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use stormwire_store::queue::{self, Job, QueueState};
use stormwire_store::{Conn, StoreError};

#[derive(Debug, Serialize, Deserialize)]
pub(in super::super) struct AllClearJob {
    /// The key of the list.
    pub(super) list: String,
}

impl Job for AllClearJob {
    const KIND: &'static str = "AllClear";

    fn unique_key(&self) -> Option<String> {
        Some(self.list.clone())
    }
}

/// Call it when statuses have changed: a list may be clear before the time that was known when it was last mailed, because the
/// feed has recovered, or because a policy or strikes were changed.
pub async fn check_all_clear_mails(conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
    for item in queue::list_of_kind(conn, AllClearJob::KIND).await? {
        if item.status.state == QueueState::Ready {
            enqueue(conn, &item.unique_key, now, now).await?;
        }
    }
    Ok(())
}

/// The job checks itself whether all facilities are clear.
pub(super) async fn enqueue(conn: &mut Conn, list: &str, due_at: Timestamp, now: Timestamp) -> Result<(), StoreError> {
    queue::enqueue(conn, &AllClearJob { list: list.to_owned() }, due_at, now).await.map(|_| ())
}
