//! Looking: the changes of the watched folder since the last look. Backs up the notifications, and is all there is for
//! watchers that only poll.

use super::claim::{self, Seen};
use super::mailboxes::Opened;
use super::{Watch, WatchError};
use futures_util::FutureExt;
use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_graph::{Change, Changes, DeltaLink, FolderId, MailError, Next};
use stormwire_store::queue::{Failure, Outcome};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::credential;
use stormwire_store::tables::job::{self, Job};
use stormwire_store::{Schema, StoreError};

/// The loop's kind in the queue.
pub(super) const KIND: &str = "Reconcile";

impl Watch {
    /// One look at the watched folder of a watcher.
    pub(super) async fn reconcile(&self, job_id: i64) -> Result<Outcome, Failure> {
        let Some(job) = job::get(&mut self.store.reader().await?, job_id).await? else { return Ok(Outcome::Done) };
        if !job.fields.is_enabled {
            return Ok(Outcome::Done);
        }
        let (credential_id, looked) = match self.open(&job).await {
            Ok(opened) => (Some(opened.credential_id), self.look(&job, &opened).await),
            Err(error) => (None, Err(error)),
        };
        let now = self.clock.now();
        match looked {
            Ok(difference) => {
                let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                    async move {
                        if let Some(id) = credential_id {
                            credential::put_sign_in(conn, id, None).await?;
                        }
                        job::checked(conn, job_id, difference, now).await
                    }
                    .boxed()
                });
                unit.await?;
                Ok(Outcome::Again(later(now, self.interval(&job))))
            }
            Err(error) => {
                let words = match &error {
                    WatchError::Mail(MailError::NotFound { .. }) => {
                        format!("{error}; if the folder was deleted, pick a folder anew")
                    }
                    _ => error.to_string(),
                };
                let refused = matches!(error, WatchError::Mail(MailError::SignIn { .. }));
                let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                    async move {
                        if let Some(id) = credential_id.filter(|_| refused) {
                            credential::put_sign_in(conn, id, Some(&words)).await?;
                        }
                        job::check_failed(conn, job_id, &words, now).await
                    }
                    .boxed()
                });
                unit.await?;
                Err(error.into())
            }
        }
    }

    /// How often a watcher looks.
    pub(super) fn interval(&self, job: &Job) -> Duration {
        let own = job.fields.reconciliation_interval_seconds.and_then(|seconds| u64::try_from(seconds).ok());
        own.map_or(self.cadence.reconciliation, Duration::from_secs)
    }

    /// Follows the changes to their end. The link is stored with the claims of its page, so that neither is lost
    /// without the other. Says how far our clock is ahead of the provider's.
    async fn look(&self, job: &Job, opened: &Opened) -> Result<Option<i64>, WatchError> {
        let folder = self.folder(job, opened).await?;
        let mut link = job.state.delta_link.as_ref().map(DeltaLink::new);
        loop {
            let page = self.page(opened, &folder, link.take(), job.id).await?;
            let (next, more) = match page.next {
                Next::More(next) => (next, true),
                Next::Done(next) => (next, false),
            };
            let watched = self.take_page(job, &folder, page.items, &next).await?;
            if !more || !watched {
                return Ok(opened.clock_difference_ms());
            }
            link = Some(next);
        }
    }

    /// A lost place means beginning anew; the log makes what comes again harmless.
    async fn page(
        &self,
        opened: &Opened,
        folder: &FolderId,
        link: Option<DeltaLink>,
        job_id: i64,
    ) -> Result<Changes, WatchError> {
        match opened.mailbox.changes(folder, link.as_ref()).await {
            Err(MailError::SyncStateLost { .. }) if link.is_some() => {
                tracing::warn!(job = job_id, "the provider has lost the place in the folder; listing it anew");
                let place = folder.as_str().to_owned();
                let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                    async move { job::advance(conn, job_id, &place, None).await }.boxed()
                });
                unit.await?;
                Ok(opened.mailbox.changes(folder, None).await?)
            }
            other => Ok(other?),
        }
    }

    /// Claims what is new on a page and stores where to go on. False: another folder is watched by now.
    async fn take_page(
        &self,
        job: &Job,
        folder: &FolderId,
        items: Vec<Change>,
        next: &DeltaLink,
    ) -> Result<bool, WatchError> {
        let messages = items
            .into_iter()
            .filter(|change| !change.removed && is_wanted(job, change.received_at))
            .map(|change| (change.key.as_str().to_owned(), change.received_at));
        let seen = Seen { job_id: job.id, trigger: TriggerEvent::Reconciliation, messages: messages.collect() };
        let sightings = seen.sightings(self.chance.as_ref(), self.clock.now());
        let (id, folder, next) = (job.id, folder.as_str().to_owned(), next.as_str().to_owned());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                if !job::advance(conn, id, &folder, Some(&next)).await? {
                    return Ok(false);
                }
                claim::put(conn, &seen, sightings).await?;
                Ok::<_, StoreError>(true)
            }
            .boxed()
        });
        Ok(unit.await?)
    }
}

/// Mail that lay there before the watcher was made counts unless someone said otherwise. The provider gives whole seconds.
pub(super) fn is_wanted(job: &Job, received_at: Option<Timestamp>) -> bool {
    if job.fields.process_existing != Some(false) {
        return true;
    }
    received_at.is_none_or(|at| at.as_second() >= job.state.created_at.as_second())
}
