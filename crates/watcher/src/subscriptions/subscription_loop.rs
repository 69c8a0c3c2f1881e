//! The loop that maintains the subscription of one watcher, and the job that deletes a subscription at the provider.

use super::Subscriptions;
use super::error_text::error_text;
use super::plan::{Plan, must_poll_first, plan};
use crate::error::WatcherError;
use crate::jobs::subscription::SubscriptionJob;
use crate::jobs::unsubscribe::UnsubscribeJob;
use futures_util::FutureExt;
use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::{earlier, later};
use stormwire_graph::SubscriptionId;
use stormwire_store::queue::{Backoff, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker};
use stormwire_store::tables::subscription;
use stormwire_store::tables::watcher;
use stormwire_store::{Schema, StoreError, WatcherId};

/// How long the loop waits for the first poll before it checks again.
const FIRST_POLL_CHECK_DELAY: Duration = Duration::from_millis(200);
/// After this time every subscription has expired by itself.
const MAX_LIFETIME: Duration = Duration::from_hours(7 * 24);

const TIME_LIMIT: Duration = Duration::from_mins(5);
const BACKOFF: Backoff = Backoff { first: Duration::from_secs(15), ceiling: Duration::from_mins(5) };

impl Worker<SubscriptionJob> for Subscriptions {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy { timeout: TIME_LIMIT, backoff: BACKOFF, retry_limit: RetryLimit::Unlimited }
    }

    async fn run(&self, job: SubscriptionJob, _: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.maintain(job).await
    }
}

impl Worker<UnsubscribeJob> for Subscriptions {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy { timeout: TIME_LIMIT, backoff: BACKOFF, retry_limit: RetryLimit::Elapsed(MAX_LIFETIME) }
    }

    async fn run(&self, job: UnsubscribeJob, _: &QueueItem) -> Result<JobOutcome, JobFailure> {
        let open = self.mailboxes.open_address(job.credential_id, &job.mailbox).await?;
        let id = SubscriptionId::new(&job.subscription_id);
        open.mailbox.unsubscribe(&id).await.map_err(WatcherError::from)?;
        Ok(JobOutcome::Done)
    }
}

impl Subscriptions {
    async fn maintain(&self, job: SubscriptionJob) -> Result<JobOutcome, JobFailure> {
        let found = watcher::get(&mut self.store.reader().await?, job.watcher_id).await?;
        let Some(watcher) = found else { return Ok(JobOutcome::Done) };
        if must_poll_first(&watcher, self.started_at) {
            return Ok(JobOutcome::RunAgainAt(later(self.clock.now(), FIRST_POLL_CHECK_DELAY)));
        }
        let now = self.clock.now();
        let maintained = match plan(&watcher, job, self.cadence.renewal_margin, now) {
            Plan::Nothing => return Ok(JobOutcome::Done),
            Plan::Release => {
                self.release(&watcher).await?;
                return Ok(JobOutcome::Done);
            }
            Plan::Create => self.create(&watcher).await,
            Plan::Renew => self.renew(&watcher).await,
            Plan::Check => match self.check(&watcher).await {
                Ok(Some(expires_at)) => Ok(expires_at),
                Ok(None) => self.create(&watcher).await,
                Err(error) => {
                    tracing::warn!(watcher_id = %watcher.id, %error, "cannot check the subscription");
                    self.record_attempt(watcher.id).await?;
                    return Err(error.into());
                }
            },
        };
        match maintained {
            Ok(expires_at) => Ok(JobOutcome::RunAgainAt(self.next_check(expires_at, now))),
            Err(error) => {
                tracing::error!(watcher_id = %watcher.id, %error, "cannot create or renew the subscription");
                let text = error_text(&error, &self.notification_url);
                self.record_failure(watcher.id, text).await?;
                Err(error.into())
            }
        }
    }

    fn next_check(&self, expires_at: Timestamp, now: Timestamp) -> Timestamp {
        let check = later(now, self.cadence.renewal_check_interval);
        // A lifetime shorter than the margin is renewed at its half, not continuously.
        let half = now + (expires_at.duration_since(now)) / 2;
        check.min(earlier(expires_at, self.cadence.renewal_margin).max(half))
    }

    async fn record_attempt(&self, watcher_id: WatcherId) -> Result<(), StoreError> {
        let now = self.clock.now();
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move { subscription::put_attempted(conn, watcher_id, now).await }.boxed()
        });
        unit.await
    }

    async fn record_failure(&self, watcher_id: WatcherId, error: String) -> Result<(), StoreError> {
        let now = self.clock.now();
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move { subscription::put_failed(conn, watcher_id, &error, now).await }.boxed()
        });
        unit.await
    }
}
