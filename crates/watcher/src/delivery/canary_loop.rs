//! The loop that sends test messages to the mailbox of one watcher. The row is written before the message is sent, because
//! the message may arrive before the provider's response does.

use super::DeliveryChecks;
use super::canary_mark::{CanaryMark, test_message};
use super::canary_plan::{CanaryStep, plan};
use crate::error::WatcherError;
use crate::jobs::watcher_loop::CanaryJob;
use futures_util::FutureExt;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_graph::MailError;
use stormwire_lightning::source;
use stormwire_store::queue::{Backoff, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker};
use stormwire_store::tables::delivery;
use stormwire_store::tables::watcher::{self, Watcher};
use stormwire_store::{Schema, StoreError, WatcherId};

impl Worker<CanaryJob> for DeliveryChecks {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy {
            timeout: Duration::from_mins(2),
            backoff: Backoff { first: Duration::from_secs(5), ceiling: Duration::from_mins(1) },
            retry_limit: RetryLimit::Unlimited,
        }
    }

    async fn run(&self, job: CanaryJob, _: &QueueItem) -> Result<JobOutcome, JobFailure> {
        let Some(interval) = self.canary_interval else { return Ok(JobOutcome::Done) };
        self.check_delivery(job.watcher_id, interval).await
    }
}

impl DeliveryChecks {
    async fn check_delivery(&self, watcher_id: WatcherId, interval: Duration) -> Result<JobOutcome, JobFailure> {
        let mut conn = self.store.reader().await?;
        let found = watcher::get(&mut conn, watcher_id).await?;
        let feeds = source::is_feeding(&mut conn, watcher_id).await?;
        let last = delivery::get(&mut conn, watcher_id).await?.canary;
        drop(conn);
        let Some(watcher) = found.filter(|watcher| watcher.fields.is_enabled && feeds) else {
            // When it feeds again, an old message proves nothing.
            self.store.write(Schema::It, move |conn| delivery::clear_canary(conn, watcher_id).boxed()).await?;
            return Ok(JobOutcome::Done);
        };
        match plan(last.as_ref(), interval, self.clock.now()) {
            CanaryStep::WaitUntil(at) => Ok(JobOutcome::RunAgainAt(at)),
            CanaryStep::Send => {
                self.send_canary(&watcher).await?;
                Ok(JobOutcome::RunAgainAt(later(self.clock.now(), interval)))
            }
        }
    }

    async fn send_canary(&self, watcher: &Watcher) -> Result<(), WatcherError> {
        let (watcher_id, now) = (watcher.id, self.clock.now());
        let nonce = self.rng.uuid();
        let mark = CanaryMark { watcher_id, nonce: nonce.clone() }.sign(&self.secrets)?;
        let prepared = nonce.clone();
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move { delivery::prepare_canary(conn, watcher_id, &prepared, now).await }.boxed()
        });
        unit.await?;
        let sent = self.send_marked(watcher, &mark).await;
        let error = sent.as_ref().err().map(ToString::to_string);
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move { delivery::put_canary_sent(conn, watcher_id, &nonce, error.as_deref()).await }.boxed()
        });
        unit.await?;
        sent
    }

    async fn send_marked(&self, watcher: &Watcher, mark: &str) -> Result<(), WatcherError> {
        let open = self.mailboxes.open(&watcher.fields).await?;
        match open.mailbox.send(&test_message(&watcher.fields.mailbox_address, mark)).await {
            // If it was not sent, it will be missed.
            Ok(()) | Err(MailError::OutcomeUnknown { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
