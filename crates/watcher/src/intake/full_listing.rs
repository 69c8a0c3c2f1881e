//! The slow listing of the whole folder: claims what is in no log. Delta with immutable ids misses messages that left
//! and came back between two polls.

use super::Intake;
use crate::claim::{Detected, Detection};
use crate::error::WatcherError;
use crate::filter::is_new_enough;
use crate::jobs::listing::ListingJob;
use futures_util::FutureExt;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_graph::Listed;
use stormwire_store::queue::{Backoff, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::log;
use stormwire_store::tables::watcher::{self, Watcher};
use stormwire_store::{Schema, StoreError, WatcherId};

impl Worker<ListingJob> for Intake {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy {
            timeout: Duration::from_hours(1),
            backoff: Backoff { first: Duration::from_secs(2), ceiling: Duration::from_mins(1) },
            retry_limit: RetryLimit::Unlimited,
        }
    }

    async fn run(&self, job: ListingJob, _: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.list(job.watcher_id).await
    }
}

impl Intake {
    async fn list(&self, watcher_id: WatcherId) -> Result<JobOutcome, JobFailure> {
        let found = watcher::get(&mut self.store.reader().await?, watcher_id).await?;
        let Some(watcher) = found.filter(|watcher| watcher.fields.is_enabled) else { return Ok(JobOutcome::Done) };
        self.list_pages(&watcher).await?;
        let now = self.clock.now();
        self.store.write(Schema::It, move |conn| watcher::put_listed(conn, watcher_id, now).boxed()).await?;
        Ok(JobOutcome::RunAgainAt(later(now, self.cadence.full_listing)))
    }

    async fn list_pages(&self, watcher: &Watcher) -> Result<(), WatcherError> {
        let open = self.mailboxes.open(&watcher.fields).await?;
        let folder = self.mailboxes.resolve_folder(watcher, &open).await?;
        let mut page = open.mailbox.listing(&folder, None).await?;
        loop {
            self.claim_listed(watcher, page.items).await?;
            let Some(next) = page.next else { return Ok(()) };
            page = open.mailbox.listing(&folder, Some(&next)).await?;
        }
    }

    /// Most of what is in the folder is in the log; only the rest is worth a unit.
    async fn claim_listed(&self, watcher: &Watcher, items: Vec<Listed>) -> Result<(), WatcherError> {
        let new_enough = items.into_iter().filter(|item| is_new_enough(watcher, item.received_at));
        let mut messages: Vec<Detected> = new_enough
            .map(|item| Detected { message_key: item.key.as_str().to_owned(), received_at: item.received_at })
            .collect();
        let keys: Vec<String> = messages.iter().map(|one| one.message_key.clone()).collect();
        let known = log::known(&mut self.store.reader().await?, watcher.id, &keys).await?;
        messages.retain(|one| !known.contains(&one.message_key));
        if messages.is_empty() {
            return Ok(());
        }
        tracing::info!(job = %watcher.id, found = messages.len(), "the full listing found what the changes did not tell");
        let (trigger, now) = (TriggerEvent::Reconciliation, self.clock.now());
        let detection = Detection::new(watcher.id, trigger, messages, self.rng.as_ref(), now);
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move { detection.claim(conn).await.map(|_| ()) }.boxed()
        });
        Ok(unit.await?)
    }
}
