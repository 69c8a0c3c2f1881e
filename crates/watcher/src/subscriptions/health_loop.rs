//! The loop that assesses all watchers, stores and reports changes of health, and replaces silent subscriptions.

use super::Subscriptions;
use crate::health::HealthReport;
use crate::health::read::read_health_of_all;
use crate::jobs::health::HealthJob;
use crate::jobs::subscription::SubscriptionJob;
use crate::operator_mail;
use futures_util::FutureExt;
use std::time::Duration;
use stormwire_clock::later;
use stormwire_mailer::operator;
use stormwire_store::queue::{self, Backoff, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker};
use stormwire_store::tables::watcher::{self, Health, Watcher, WatcherKind};
use stormwire_store::{Schema, StoreError};

const INTERVAL: Duration = Duration::from_secs(5);

impl Worker<HealthJob> for Subscriptions {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy {
            timeout: Duration::from_mins(1),
            backoff: Backoff { first: Duration::from_secs(5), ceiling: Duration::from_secs(30) },
            retry_limit: RetryLimit::Unlimited,
        }
    }

    async fn run(&self, _: HealthJob, _: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.assess_all().await
    }
}

fn measure(watcher: &Watcher, health: Health) {
    let id = watcher.id.to_string();
    metrics::gauge!("stormwire_watcher_healthy", "watcher" => id.clone()).set(match health {
        Health::Live | Health::Polling => 1.0,
        Health::Degraded => 0.0,
        Health::Disabled => -1.0,
    });
    if let Some(expires_at) = watcher.state.subscription_expires_at {
        metrics::gauge!("stormwire_subscription_expiry_timestamp_seconds", "watcher" => id)
            .set(expires_at.as_duration().as_secs_f64());
    }
}

impl Subscriptions {
    async fn assess_all(&self) -> Result<JobOutcome, JobFailure> {
        let mut conn = self.store.reader().await?;
        let watchers = watcher::list(&mut conn).await?;
        let reports = read_health_of_all(&mut conn, &watchers, &self.cadence, self.clock.now()).await?;
        drop(conn);
        for (watcher, report) in watchers.iter().zip(reports) {
            measure(watcher, report.health);
            self.record_health(watcher, report).await?;
        }
        self.assess_credentials().await?;
        Ok(JobOutcome::RunAgainAt(later(self.clock.now(), INTERVAL)))
    }

    /// Requests one replacement each time a subscription becomes silent.
    async fn record_health(&self, watcher: &Watcher, report: HealthReport) -> Result<(), StoreError> {
        let state = &watcher.state;
        let is_unchanged = state.health == report.health && state.health_reason == report.reason;
        if is_unchanged || self.is_too_early(watcher, &report) {
            return Ok(());
        }
        let is_degraded = report.health == Health::Degraded;
        let has_recovered = state.health == Health::Degraded && matches!(report.health, Health::Live | Health::Polling);
        let (id, now) = (watcher.id, self.clock.now());
        let mail = (state.health != report.health && (is_degraded || has_recovered))
            .then(|| operator_mail::health_changed(watcher, is_degraded, report.reason.as_deref(), now));
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                watcher::put_health(conn, id, report.health, report.reason.as_deref(), now).await?;
                if report.is_silent {
                    queue::enqueue(conn, &SubscriptionJob::replace(id, now), now, now).await?;
                }
                if let Some(mail) = mail {
                    operator::enqueue(conn, mail, now).await?;
                }
                Ok::<_, StoreError>(())
            }
            .boxed()
        });
        unit.await
    }

    /// A watcher that was just enabled gets a first attempt before the operator is notified.
    fn is_too_early(&self, watcher: &Watcher, report: &HealthReport) -> bool {
        let state = &watcher.state;
        let first_attempt_at = match watcher.fields.kind {
            WatcherKind::Mailbox => state.subscription_attempted_at,
            WatcherKind::StatusEvent | WatcherKind::File => state.last_checked_at,
        };
        report.health == Health::Degraded
            && first_attempt_at.is_none_or(|at| at < self.started_at)
            && state.last_check_failed_at.is_none_or(|at| at < self.started_at)
            && state.last_check_error.is_none()
    }
}
