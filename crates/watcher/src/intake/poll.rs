//! Polling: reads the changes since the last poll, of the watched folder or of the status of facilities, or scans the files of a
//! folder. Backs up the notifications, and is the only detection for watchers without them.

use super::Intake;
use super::files::FolderScan;
use crate::detection::{DetectedMessage, Detection};
use crate::error::WatcherError;
use crate::filter::is_new_enough;
use crate::jobs::watcher_loop::ReconcileJob;
use crate::mailboxes::OpenMailbox;
use futures_util::FutureExt;
use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_graph::{ChangesPage, DeltaLink, FolderId, MailError, MessageChange, NextChanges};
use stormwire_lightning::source;
use stormwire_store::queue::{Backoff, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::credential;
use stormwire_store::tables::watcher::{self, Watcher, WatcherKind};
use stormwire_store::{CredentialId, Schema, StoreError, WatcherId};

/// A successful poll.
struct Polled {
    found_new: bool,
    /// How far this machine's clock is ahead of the provider's, if known.
    clock_difference_ms: Option<i64>,
    /// When the next poll is due, if sooner than usual.
    next_at: Option<Timestamp>,
}

impl Polled {
    /// Of a source without a clock of its own.
    fn new(found_new: bool) -> Self {
        Self { found_new, clock_difference_ms: None, next_at: None }
    }
}

/// Why the messages of a page were not claimed.
#[derive(Debug)]
enum NotClaimed {
    /// Another folder is watched by now.
    OtherFolder,
    Store(StoreError),
}

impl From<StoreError> for NotClaimed {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl Worker<ReconcileJob> for Intake {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy {
            timeout: Duration::from_hours(1),
            backoff: Backoff { first: Duration::from_secs(1), ceiling: Duration::from_mins(1) },
            retry_limit: RetryLimit::Unlimited,
        }
    }

    async fn run(&self, job: ReconcileJob, _: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.poll(job.watcher_id).await
    }
}

impl Intake {
    async fn poll(&self, watcher_id: WatcherId) -> Result<JobOutcome, JobFailure> {
        let mut conn = self.store.reader().await?;
        let found = watcher::get(&mut conn, watcher_id).await?;
        let feeds = source::is_feeding(&mut conn, watcher_id).await?;
        drop(conn);
        let Some(watcher) = found.filter(|watcher| watcher.fields.is_enabled) else {
            self.folder_events.remove(watcher_id);
            self.folder_memories.remove(watcher_id);
            return Ok(JobOutcome::Done);
        };
        let (credential_id, polled) = match watcher.fields.kind {
            WatcherKind::Mailbox => self.poll_mailbox(&watcher).await,
            WatcherKind::StatusEvent => (None, self.follow_status_events(&watcher).await.map(Polled::new)),
            WatcherKind::File => {
                let scanned = self.scan_folder(&watcher).await.map(|FolderScan { found_new, next_at }| {
                    // Files have no provider with a clock of its own.
                    Polled { found_new, clock_difference_ms: Some(0), next_at }
                });
                (None, scanned)
            }
        };
        match polled {
            Ok(Polled { found_new, clock_difference_ms, next_at }) => {
                let now = self.clock.now();
                let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                    async move {
                        if let Some(id) = credential_id {
                            credential::put_sign_in(conn, id, None).await?;
                        }
                        watcher::poll_succeeded(conn, watcher_id, clock_difference_ms, now).await
                    }
                    .boxed()
                });
                unit.await?;
                let usual = later(now, self.cadence.pause_after_poll(&watcher, feeds, found_new, now));
                Ok(JobOutcome::RunAgainAt(next_at.map_or(usual, |next| next.min(usual))))
            }
            Err(error) => {
                self.record_failure(watcher_id, credential_id, &error).await?;
                // A failed poll must not delay an alarm more than a poll that found nothing.
                let pause = self.cadence.pause_after_poll(&watcher, feeds, false, self.clock.now());
                Err(JobFailure::from(error).retried_within(pause))
            }
        }
    }

    /// With the credential that was used.
    async fn poll_mailbox(&self, watcher: &Watcher) -> (Option<CredentialId>, Result<Polled, WatcherError>) {
        match self.mailboxes.open(&watcher.fields).await {
            Ok(open) => (Some(open.credential_id), self.follow_changes(watcher, &open).await),
            Err(error) => (None, Err(error)),
        }
    }

    async fn record_failure(
        &self,
        watcher_id: WatcherId,
        credential_id: Option<CredentialId>,
        error: &WatcherError,
    ) -> Result<(), StoreError> {
        let text = match error {
            WatcherError::Mail(MailError::NotFound { .. }) => {
                format!("{error}; if the folder was deleted, select another one")
            }
            _ => error.to_string(),
        };
        let is_sign_in = matches!(error, WatcherError::Mail(MailError::SignIn { .. }));
        let (kind, now) = (error.poll_error_kind(), self.clock.now());
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move {
                if let Some(id) = credential_id.filter(|_| is_sign_in) {
                    credential::put_sign_in(conn, id, Some(&text)).await?;
                }
                watcher::poll_failed(conn, watcher_id, &text, kind, now).await
            }
            .boxed()
        });
        unit.await
    }

    /// Reads all pages of changes. Each link is stored in the same unit as the claims of its page.
    async fn follow_changes(&self, watcher: &Watcher, open: &OpenMailbox) -> Result<Polled, WatcherError> {
        let folder = self.mailboxes.resolve_folder(watcher, open).await?;
        let mut link = watcher.state.delta_link.as_ref().map(DeltaLink::new);
        let mut found_new = false;
        loop {
            let page = self.changes(watcher.id, open, &folder, link.take()).await?;
            let (next, has_more) = match page.next {
                NextChanges::More(next) => (next, true),
                NextChanges::Done(next) => (next, false),
            };
            let claimed = self.claim_page(watcher, &folder, page.items, &next).await?;
            found_new |= claimed.is_some_and(|count| count > 0);
            if !has_more || claimed.is_none() {
                return Ok(Polled { clock_difference_ms: open.clock_difference_ms(), ..Polled::new(found_new) });
            }
            link = Some(next);
        }
    }

    /// Starts over if the provider has lost the delta state. Known messages are not claimed again.
    async fn changes(
        &self,
        watcher_id: WatcherId,
        open: &OpenMailbox,
        folder: &FolderId,
        link: Option<DeltaLink>,
    ) -> Result<ChangesPage, WatcherError> {
        match open.mailbox.changes(folder, link.as_ref()).await {
            Err(MailError::SyncStateLost { .. }) if link.is_some() => {
                tracing::warn!(%watcher_id, "delta state lost, listing the folder from the start");
                let watched = folder.as_str().to_owned();
                let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                    async move { watcher::put_delta_link(conn, watcher_id, &watched, None).await }.boxed()
                });
                unit.await?;
                Ok(open.mailbox.changes(folder, None).await?)
            }
            other => Ok(other?),
        }
    }

    /// Claims the new messages of a page and stores the next link. Returns their count, or `None` if another folder is
    /// watched by now.
    async fn claim_page(
        &self,
        watcher: &Watcher,
        folder: &FolderId,
        items: Vec<MessageChange>,
        next: &DeltaLink,
    ) -> Result<Option<usize>, WatcherError> {
        let messages = items
            .into_iter()
            .filter(|change| !change.removed && is_new_enough(watcher, change.received_at))
            .map(|change| DetectedMessage {
                message_key: change.key.as_str().to_owned(),
                received_at: change.received_at,
            });
        let (trigger, now) = (TriggerEvent::Reconciliation, self.clock.now());
        let detection = Detection::new(watcher.id, trigger, messages.collect(), self.rng.as_ref(), now);
        let (id, folder, next) = (watcher.id, folder.as_str().to_owned(), next.as_str().to_owned());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let claimed = detection.claim(conn).await?;
                let is_still_watched = watcher::put_delta_link(conn, id, &folder, Some(&next)).await?;
                if is_still_watched { Ok(claimed.len()) } else { Err(NotClaimed::OtherFolder) }
            }
            .boxed()
        });
        match unit.await {
            Ok(count) => Ok(Some(count)),
            Err(NotClaimed::OtherFolder) => Ok(None),
            Err(NotClaimed::Store(error)) => Err(error.into()),
        }
    }
}
