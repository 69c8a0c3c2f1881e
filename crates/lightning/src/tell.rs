//! Tells the operator when the feed turns unhealthy and when it has recovered: once each, also over restarts.

use super::feed::{Feeder, judge};
use super::source::read_feeders;
use futures_util::FutureExt;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use stormwire_clock::{Clock, later};
use stormwire_mailer::operator::{self, OperatorMail};
use stormwire_store::queue::{self, Backoff, Failure, GiveUp, Item, Job, LOOP_PRIORITY, Outcome, Policy, Worker};
use stormwire_store::tables::feed::{self as rows, FeedReport};
use stormwire_store::tables::text::cut;
use stormwire_store::{Conn, Schema, Store, StoreError};

const ROUND: Duration = Duration::from_secs(5);
/// The first looks of a process end within this time, or something is wrong.
const BEGINNING: Duration = Duration::from_mins(2);
/// As much of a reason as is kept.
const REASON_LENGTH: usize = 1_000;

#[derive(Debug, Serialize, Deserialize)]
pub struct FeedHealthJob {}

impl Job for FeedHealthJob {
    const KIND: &'static str = "FeedHealth";

    fn unique_key(&self) -> Option<String> {
        Some("all".into())
    }

    fn priority(&self) -> i64 {
        LOOP_PRIORITY
    }
}

/// Checks the health of the feed.
pub struct FeedWatch {
    store: Store,
    clock: Arc<dyn Clock>,
    reconciliation: Duration,
    started_at: Timestamp,
    /// The last round found it unhealthy too: a moment's trouble alarms nobody.
    suspected: AtomicBool,
}

impl FeedWatch {
    /// From now on; `reconciliation` is how often a watcher looks that says nothing else.
    pub fn new(store: Store, clock: Arc<dyn Clock>, reconciliation: Duration) -> Self {
        let started_at = clock.now();
        Self { store, clock, reconciliation, started_at, suspected: AtomicBool::new(false) }
    }

    /// Makes sure that the loop is in the queue.
    pub async fn schedule(conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
        queue::enqueue(conn, &FeedHealthJob {}, now, now).await.map(|_| ())
    }

    async fn check(&self) -> Result<Outcome, Failure> {
        let now = self.clock.now();
        let feeders = read_feeders(&mut self.store.reader().await?, self.reconciliation, now).await?;
        let feed = judge(&feeders, now);
        metrics::gauge!("stormwire_feed_healthy").set(match feed.healthy {
            Some(true) => 1.0,
            Some(false) => 0.0,
            None => -1.0,
        });
        let is_bad = feed.healthy == Some(false);
        let is_sure = self.suspected.swap(is_bad, Ordering::Relaxed) || !is_bad;
        if is_sure && !self.is_too_early(&feeders, now) {
            let reason = feed.reason.map(|reason| cut(&reason, REASON_LENGTH));
            self.note(FeedReport { healthy: feed.healthy, reason }, &feeders, now).await?;
        }
        Ok(Outcome::Again(later(now, ROUND)))
    }

    /// A process that has just begun has its first look at each mailbox before anyone is alarmed.
    fn is_too_early(&self, feeders: &[Feeder], now: Timestamp) -> bool {
        let begins = |feeder: &Feeder| feeder.is_beginning(self.started_at) && !feeder.troubles(now).is_empty();
        now < later(self.started_at, BEGINNING) && feeders.iter().any(begins)
    }

    /// A turn is stored and told in one unit.
    async fn note(&self, found: FeedReport, feeders: &[Feeder], now: Timestamp) -> Result<(), StoreError> {
        let names: Vec<String> = feeders.iter().map(|feeder| feeder.name.clone()).collect();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                let last = rows::report(conn).await?;
                if last == found {
                    return Ok(());
                }
                rows::put_report(conn, &found, now).await?;
                match mail(last.healthy, &found, &names, now) {
                    Some(mail) => operator::enqueue(conn, mail, now).await,
                    None => Ok(()),
                }
            }
            .boxed()
        });
        unit.await
    }
}

/// What the operator is told of a turn, if anything.
fn mail(was: Option<bool>, found: &FeedReport, names: &[String], now: Timestamp) -> Option<OperatorMail> {
    let (word, text) = match (was, found.healthy) {
        (Some(true) | None, Some(false)) => (
            "is unhealthy",
            format!(
                "{}\n\nUntil this is mended nobody should trust a Clear: strikes may be missing.\n",
                found.reason.as_deref().unwrap_or_default()
            ),
        ),
        (Some(false), Some(true)) => ("has recovered", "Strikes arrive as they should.\n".to_owned()),
        _ => return None,
    };
    Some(OperatorMail {
        // Each turn is told, also when mail could not be sent for a while.
        reason: format!("feed at {now}"),
        subject: format!("stormwire: the strike feed {word}"),
        text: format!("Watchers that feed: {}\n\n{text}", names.join(", ")),
    })
}

impl Worker<FeedHealthJob> for FeedWatch {
    fn policy(&self) -> Policy {
        Policy {
            limit: Duration::from_mins(1),
            backoff: Backoff { first: ROUND, ceiling: Duration::from_secs(30) },
            give_up: GiveUp::Never,
        }
    }

    async fn run(&self, _job: FeedHealthJob, _item: &Item) -> Result<Outcome, Failure> {
        self.check().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_turn_to_worse_and_back_is_told_and_nothing_else() {
        let now = "2026-05-01T12:00:00Z".parse().unwrap();
        let told = |healthy| FeedReport { healthy, reason: (healthy == Some(false)).then(|| "why".to_owned()) };
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
            let mail = mail(was, &told(is), &["Storm".into()], now);
            assert_eq!(mail.as_ref().map(|mail| mail.subject.as_str()), subject, "{was:?} {is:?}");
            assert!(mail.is_none_or(|mail| is != Some(false) || mail.text.contains("why")));
        }
    }
}
