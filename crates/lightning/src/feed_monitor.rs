//! Logs and mails the operator when the feed becomes unhealthy and when it recovers: once each, also across restarts.
//!
//! The health of the feed is recorded here, and status events follow from it. A mail about it does not wait for events: a city
//! without facilities has none.

use super::feed::{Feed, FeedFacts, FeedSource, assess};
use super::source::{FeedRules, read_facts};
use futures_util::FutureExt;
use jiff::{SignedDuration, Timestamp};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use stormwire_clock::{Clock, later};
use stormwire_mailer::operator::{self, OperatorMail};
use stormwire_store::queue::{Backoff, JobFailure, JobOutcome, LoopWorker};
use stormwire_store::tables::alarm;
use stormwire_store::tables::facility;
use stormwire_store::tables::feed::{self as rows, FeedReport};
use stormwire_store::tables::text::truncate_for_column;
use stormwire_store::{Schema, Store, StoreError};

const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// The first polls of a process must end within this time.
const STARTUP_GRACE: Duration = Duration::from_mins(2);
/// Between two records of an unchanged health.
const RECORD_INTERVAL: Duration = Duration::from_secs(30);
/// After a longer pause nobody knows how healthy the feed was.
pub(super) const MAX_UNRECORDED: SignedDuration = SignedDuration::from_secs(60);
/// In characters.
const REASON_LENGTH: usize = 1_000;

pub struct FeedMonitor {
    store: Store,
    clock: Arc<dyn Clock>,
    rules: FeedRules,
    started_at: Timestamp,
    /// The last check found the feed unhealthy. A mail is sent only after two such checks in a row.
    was_unhealthy: AtomicBool,
    /// The health last recorded by this process, and when.
    recorded: Mutex<Option<(bool, Timestamp)>>,
}

impl FeedMonitor {
    pub fn new(store: Store, clock: Arc<dyn Clock>, rules: FeedRules) -> Self {
        let started_at = clock.now();
        Self { store, clock, rules, started_at, was_unhealthy: AtomicBool::new(false), recorded: Mutex::new(None) }
    }

    /// For the availability of truth, and for the outages that replays and reports show. Every change is recorded, and
    /// otherwise now and then.
    async fn record_health(&self, healthy: bool, now: Timestamp) -> Result<(), StoreError> {
        let is_recorded = |(was, at): (bool, Timestamp)| was == healthy && now < later(at, RECORD_INTERVAL);
        if self.recorded_health().is_some_and(is_recorded) {
            return Ok(());
        }
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            alarm::record_health(conn, healthy, now, MAX_UNRECORDED).boxed()
        });
        unit.await?;
        *self.recorded.lock().unwrap_or_else(PoisonError::into_inner) = Some((healthy, now));
        Ok(())
    }

    fn recorded_health(&self) -> Option<(bool, Timestamp)> {
        *self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new process polls each mailbox once before it sends an alarm, and a loader that starts with it gets a moment.
    fn is_too_early(&self, facts: &FeedFacts, now: Timestamp) -> bool {
        let is_starting = |source: &FeedSource| source.is_starting(self.started_at) && !source.problems(now).is_empty();
        now < later(self.started_at, STARTUP_GRACE)
            && (facts.sources.iter().any(is_starting)
                || facts.external.is_some_and(|loader| loader.problem(now).is_some()))
    }

    /// Stores the change and queues the mail in one unit of work. The log has every change, also when mail is over its
    /// limit or cannot be sent.
    async fn report(&self, feed: Feed, facts: &FeedFacts, now: Timestamp) -> Result<(), StoreError> {
        let reason = feed.reason.map(|reason| truncate_for_column(&reason, REASON_LENGTH));
        let found = FeedReport { healthy: feed.healthy, reason };
        let advice = feed.advice.unwrap_or_default();
        let external = facts.external.map(|_| "another program".to_owned());
        let names: Vec<String> = facts.sources.iter().map(|source| source.name.clone()).chain(external).collect();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let last = rows::report(conn).await?;
                if last == found {
                    return Ok(None);
                }
                rows::put_report(conn, &found, now).await?;
                if let Some(mail) = health_change_mail(last.healthy, &found, &advice, &names, now) {
                    operator::enqueue(conn, mail, now).await?;
                }
                Ok::<_, StoreError>(Some(found))
            }
            .boxed()
        });
        if let Some(changed) = unit.await? {
            log_change(&changed);
        }
        Ok(())
    }
}

fn log_change(FeedReport { healthy, reason }: &FeedReport) {
    match healthy {
        Some(true) => tracing::info!("the strike feed is healthy"),
        Some(false) => tracing::warn!(reason = reason.as_deref().unwrap_or_default(), "the strike feed is unhealthy"),
        None => tracing::info!("nothing feeds strikes"),
    }
}

/// The mail about a change, if it needs one.
fn health_change_mail(
    was: Option<bool>,
    found: &FeedReport,
    advice: &str,
    names: &[String],
    now: Timestamp,
) -> Option<OperatorMail> {
    let (state, text) = match (was, found.healthy) {
        (Some(true) | None, Some(false)) => (
            "is unhealthy",
            format!(
                "{}\n\n{advice}\n\nUntil this is fixed, do not rely on the status Clear: strikes may be missing.\n",
                found.reason.as_deref().unwrap_or_default()
            ),
        ),
        (Some(false), Some(true)) => ("has recovered", "Strikes are arriving normally again.\n".to_owned()),
        _ => return None,
    };
    Some(OperatorMail {
        // Unique per change, so that every change is mailed, also after a mail outage.
        reason: format!("feed at {now}"),
        subject: format!("stormwire: the strike feed {state}"),
        text: format!("Sources of strikes: {}\n\n{text}", names.join(", ")),
        page: Some("/portal/system".into()),
    })
}

impl LoopWorker for FeedMonitor {
    const KIND: &'static str = "FeedHealth";
    const TIMEOUT: Duration = Duration::from_mins(1);
    const BACKOFF: Backoff = Backoff { first: CHECK_INTERVAL, ceiling: Duration::from_secs(30) };

    async fn run_loop(&self) -> Result<JobOutcome, JobFailure> {
        let now = self.clock.now();
        let mut conn = self.store.reader().await?;
        let facilities = facility::list(&mut conn, None, u32::MAX).await?;
        let facts = read_facts(&mut conn, &self.rules, &facilities, now).await?;
        drop(conn);
        let feed = assess(&facts, now);
        metrics::gauge!("stormwire_feed_healthy").set(match feed.healthy {
            Some(true) => 1.0,
            Some(false) => 0.0,
            None => -1.0,
        });
        if let Some(healthy) = feed.healthy {
            self.record_health(healthy, now).await?;
        }
        let is_unhealthy = feed.healthy == Some(false);
        let is_confirmed = self.was_unhealthy.swap(is_unhealthy, Ordering::Relaxed) || !is_unhealthy;
        if is_confirmed && !self.is_too_early(&facts, now) {
            self.report(feed, &facts, now).await?;
        }
        Ok(JobOutcome::RunAgainAt(later(now, CHECK_INTERVAL)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mails_only_when_health_changes() {
        let now = "2026-05-01T12:00:00Z".parse().unwrap();
        let report = |healthy| FeedReport { healthy, reason: (healthy == Some(false)).then(|| "why".to_owned()) };
        for (was, is, subject) in [
            (None, None, None),
            (None, Some(true), None),
            (None, Some(false), Some("stormwire: the strike feed is unhealthy")),
            (Some(true), Some(true), None),
            (Some(true), Some(false), Some("stormwire: the strike feed is unhealthy")),
            (Some(true), None, None),
            (Some(false), Some(false), None),
            (Some(false), Some(true), Some("stormwire: the strike feed has recovered")),
            (Some(false), None, None),
        ] {
            let mail = health_change_mail(was, &report(is), "Do this.", &["Storm".into()], now);
            assert_eq!(mail.as_ref().map(|mail| mail.subject.as_str()), subject, "{was:?} {is:?}");
            assert!(mail.is_none_or(|mail| is != Some(false) || mail.text.contains("why\n\nDo this.")));
        }
    }
}
