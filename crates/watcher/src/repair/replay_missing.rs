//! Processes the messages that are in the folders of a watcher but not in its log, for example after a restored backup.

use super::Repair;
use super::message_folders::{MessageFolder, MessageFolders};
use crate::detection::{DetectedMessage, Detection};
use crate::error::WatcherError;
use crate::filter::is_new_enough;
use crate::provider_timeout::{REQUEST_TIMEOUT, with_timeout};
use futures_util::FutureExt;
use jiff::Timestamp;
use serde_json::json;
use std::time::Duration;
use stormwire_city::accounts::audit;
use stormwire_clock::later;
use stormwire_graph::{ListedMessage, MailError};
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::log;
use stormwire_store::tables::watcher::{self, Watcher};
use stormwire_store::{Schema, StoreError, WatcherId};

const CALL: &str = "list folders";

/// The messages replayed so far, also if it fails later.
struct Replay {
    watcher: Watcher,
    deadline: Timestamp,
    count: u64,
}

impl Repair {
    /// Returns the number of messages that were queued. Large folders may take several calls: each continues where the time
    /// of the last one was up.
    pub async fn replay_missing(&self, watcher_id: WatcherId, actor: Actor) -> Result<u64, WatcherError> {
        let found = watcher::get(&mut self.store.reader().await?, watcher_id).await?;
        let watcher = found.ok_or(WatcherError::Missing("watcher"))?;
        let mut replay = Replay { watcher, deadline: later(self.clock.now(), REQUEST_TIMEOUT), count: 0 };
        let replayed = self.replay_folders(&mut replay).await;
        let count = replay.count;
        match replayed {
            Err(WatcherError::Mail(MailError::TimedOut { .. })) if count > 0 => {}
            result => result?,
        }
        self.record_replay(watcher_id, count, actor).await?;
        Ok(count)
    }

    async fn replay_folders(&self, replay: &mut Replay) -> Result<(), WatcherError> {
        let folders = self.message_folders(&replay.watcher);
        let MessageFolders { open, folders } =
            with_timeout(self.clock.as_ref(), REQUEST_TIMEOUT, CALL, folders).await?;
        for MessageFolder { folder, .. } in &folders {
            let mut link = None;
            loop {
                let left = Duration::try_from(replay.deadline.duration_since(self.clock.now())).unwrap_or_default();
                let listing = open.mailbox.listing(&folder.id, link.as_ref());
                let page = with_timeout(self.clock.as_ref(), left, CALL, listing).await?;
                replay.count += self.claim_missing(&replay.watcher, page.items).await?;
                link = page.next;
                if link.is_none() {
                    break;
                }
            }
        }
        Ok(())
    }

    async fn claim_missing(&self, watcher: &Watcher, items: Vec<ListedMessage>) -> Result<u64, WatcherError> {
        let keys: Vec<String> = items.iter().map(|item| item.key.as_str().to_owned()).collect();
        let known = log::list_known_keys(&mut self.store.reader().await?, watcher.id, &keys).await?;
        let missing: Vec<DetectedMessage> = items
            .into_iter()
            .filter(|item| {
                is_new_enough(watcher, item.received_at) && !known.iter().any(|key| key == item.key.as_str())
            })
            .map(|item| DetectedMessage { message_key: item.key.as_str().to_owned(), received_at: item.received_at })
            .collect();
        if missing.is_empty() {
            return Ok(0);
        }
        let (trigger, now) = (TriggerEvent::Manual, self.clock.now());
        let detection = Detection::new(watcher.id, trigger, missing, self.rng.as_ref(), now);
        let unit = self
            .store
            .write::<_, StoreError, _>(Schema::It, move |conn| async move { detection.claim(conn).await }.boxed());
        Ok(unit.await?.len() as u64)
    }

    async fn record_replay(&self, watcher_id: WatcherId, count: u64, actor: Actor) -> Result<(), StoreError> {
        let now = self.clock.now();
        let change = AuditChange {
            action: "replay-missing",
            resource: "watcher",
            resource_id: Some(watcher_id.get()),
            before: None,
            after: Some(json!({ "count": count })),
        };
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move { audit::record(conn, Schema::It, &actor, change, now).await }.boxed()
        });
        unit.await
    }
}
