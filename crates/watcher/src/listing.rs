//! The slow full listing: what lies in the folder and is in no log. Delta with immutable ids loses messages that left
//! and came back between two looks.

use super::claim::{self, Seen};
use super::reconcile::is_wanted;
use super::{Watch, WatchError};
use futures_util::FutureExt;
use stormwire_clock::later;
use stormwire_graph::Listed;
use stormwire_store::queue::{Failure, Outcome};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::job::{self, Job};
use stormwire_store::tables::log;
use stormwire_store::{Schema, StoreError};

/// The loop's kind in the queue.
pub(super) const KIND: &str = "Listing";

impl Watch {
    /// One full listing of the watched folder of a watcher.
    pub(super) async fn list_fully(&self, job_id: i64) -> Result<Outcome, Failure> {
        let Some(job) = job::get(&mut self.store.reader().await?, job_id).await? else { return Ok(Outcome::Done) };
        if !job.fields.is_enabled {
            return Ok(Outcome::Done);
        }
        self.walk_listing(&job).await?;
        let now = self.clock.now();
        self.store.write(Schema::It, move |conn| job::listed(conn, job_id, now).boxed()).await?;
        Ok(Outcome::Again(later(now, self.cadence.full_listing)))
    }

    async fn walk_listing(&self, job: &Job) -> Result<(), WatchError> {
        let opened = self.open(job).await?;
        let folder = self.folder(job, &opened).await?;
        let mut page = opened.mailbox.listing(&folder, None).await?;
        loop {
            self.take_listed(job, page.items).await?;
            let Some(next) = page.next else { return Ok(()) };
            page = opened.mailbox.listing(&folder, Some(&next)).await?;
        }
    }

    /// Most of what lies there is known; only the rest is worth a unit.
    async fn take_listed(&self, job: &Job, items: Vec<Listed>) -> Result<(), WatchError> {
        let wanted = items.into_iter().filter(|item| is_wanted(job, item.received_at));
        let mut messages: Vec<_> = wanted.map(|item| (item.key.as_str().to_owned(), item.received_at)).collect();
        let keys: Vec<String> = messages.iter().map(|(key, _)| key.clone()).collect();
        let known = log::known(&mut self.store.reader().await?, job.id, &keys).await?;
        messages.retain(|(key, _)| !known.contains(key));
        if messages.is_empty() {
            return Ok(());
        }
        tracing::info!(job = job.id, found = messages.len(), "the full listing found what the changes did not tell");
        let seen = Seen { job_id: job.id, trigger: TriggerEvent::Reconciliation, messages };
        let sightings = seen.sightings(self.chance.as_ref(), self.clock.now());
        let unit = self
            .store
            .write(Schema::It, move |conn| async move { claim::put(conn, &seen, sightings).await.map(|_| ()) }.boxed());
        Ok(unit.await.map_err(|error: StoreError| error)?)
    }
}
