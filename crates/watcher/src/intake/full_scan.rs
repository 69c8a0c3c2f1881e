//! The full folder scan: claims messages that are not in the log. Delta queries with immutable ids miss messages that were
//! moved out of the folder and back between two polls.

use super::Intake;
use crate::detection::{DetectedMessage, Detection};
use crate::error::WatcherError;
use crate::filter::is_new_enough;
use crate::jobs::watcher_loop::FullScanJob;
use futures_util::FutureExt;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_graph::ListedMessage;
use stormwire_store::queue::{Backoff, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::log;
use stormwire_store::tables::watcher::{self, Watcher};
use stormwire_store::{Schema, StoreError, WatcherId};

impl Worker<FullScanJob> for Intake {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy {
            timeout: Duration::from_hours(1),
            backoff: Backoff { first: Duration::from_secs(2), ceiling: Duration::from_mins(1) },
            retry_limit: RetryLimit::Unlimited,
        }
    }

    async fn run(&self, job: FullScanJob, _: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.scan(job.watcher_id).await
    }
}

impl Intake {
    async fn scan(&self, watcher_id: WatcherId) -> Result<JobOutcome, JobFailure> {
        let found = watcher::get(&mut self.store.reader().await?, watcher_id).await?;
        let Some(watcher) = found.filter(|watcher| watcher.fields.is_enabled) else { return Ok(JobOutcome::Done) };
        self.scan_pages(&watcher).await?;
        let now = self.clock.now();
        self.store.write(Schema::It, move |conn| watcher::put_listed(conn, watcher_id, now).boxed()).await?;
        Ok(JobOutcome::RunAgainAt(later(now, self.cadence.full_scan_interval)))
    }

    async fn scan_pages(&self, watcher: &Watcher) -> Result<(), WatcherError> {
        let open = self.mailboxes.open(&watcher.fields).await?;
        let folder = self.mailboxes.resolve_folder(watcher, &open).await?;
        let mut page = open.mailbox.listing(&folder, None).await?;
        loop {
            self.claim_unknown(watcher, page.items).await?;
            let Some(next) = page.next else { return Ok(()) };
            page = open.mailbox.listing(&folder, Some(&next)).await?;
        }
    }

    /// Most messages are in the log already. A unit is written only for the others.
    async fn claim_unknown(&self, watcher: &Watcher, items: Vec<ListedMessage>) -> Result<(), WatcherError> {
        let new_enough = items.into_iter().filter(|item| is_new_enough(watcher, item.received_at));
        let mut messages: Vec<DetectedMessage> = new_enough
            .map(|item| DetectedMessage { message_key: item.key.as_str().to_owned(), received_at: item.received_at })
            .collect();
        let keys: Vec<String> = messages.iter().map(|one| one.message_key.clone()).collect();
        let known = log::list_known_keys(&mut self.store.reader().await?, watcher.id, &keys).await?;
        messages.retain(|one| !known.contains(&one.message_key));
        if messages.is_empty() {
            return Ok(());
        }
        tracing::info!(watcher_id = %watcher.id, found = messages.len(), "full folder scan found messages that polling missed");
        let (trigger, now) = (TriggerEvent::Reconciliation, self.clock.now());
        let detection = Detection::new(watcher.id, trigger, messages, self.rng.as_ref(), now);
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move { detection.claim(conn).await.map(|_| ()) }.boxed()
        });
        Ok(unit.await?)
    }
}
