//! Recognizes test messages of stormwire, which are filed and never processed.

use super::Pipeline;
use super::claimed_message::ClaimedMessage;
use crate::delivery::canary_mark::{self, CanaryMark};
use crate::error::WatcherError;
use futures_util::FutureExt;
use stormwire_graph::Message;
use stormwire_store::tables::delivery;
use stormwire_store::{Schema, StoreError};

/// Why a test message is skipped. Stored in the log, where it identifies the row.
pub(super) const CANARY_REASON: &str = "a test message of stormwire";

impl Pipeline {
    /// Whether this is a test message. Records that it has arrived.
    pub(super) async fn recognize_canary(
        &self,
        message: &ClaimedMessage,
        mail: &Message,
    ) -> Result<bool, WatcherError> {
        let Some(mark) = canary_mark::recognize(&self.secrets, mail)? else { return Ok(false) };
        let (CanaryMark { watcher_id, nonce }, now) = (mark, self.clock.now());
        // Another watcher of the same mailbox sees it too; only the one that it was sent for counts it.
        if watcher_id == message.watcher.id {
            let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                async move { delivery::put_canary_seen(conn, watcher_id, &nonce, now).await }.boxed()
            });
            unit.await?;
        }
        Ok(true)
    }
}
