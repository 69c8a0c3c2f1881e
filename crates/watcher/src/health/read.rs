//! Loads the facts that the health of watchers is derived from.

use super::{HealthFacts, HealthReport, SILENT_MESSAGES, assess};
use crate::cadence::Cadence;
use jiff::Timestamp;
use std::collections::HashMap;
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_lightning::source;
use stormwire_store::tables::log::{self, Detection};
use stormwire_store::tables::log_counts::{self, FilingError, RecentOutcomes};
use stormwire_store::tables::watcher::Watcher;
use stormwire_store::{Conn, StoreError, WatcherId};

/// More than half of this many messages must not fail.
const JUDGED_MESSAGES: u32 = 20;
/// Older messages do not count.
const JUDGED_PERIOD: Duration = Duration::from_hours(1);

/// How long failed and skipped messages may wait to be filed before that is reported. Filing is retried for a day, because an
/// outage ends by itself; a destination that cannot be used needs a person, who must not wait for that day.
const FILING_DELAY: Duration = Duration::from_mins(5);

pub(crate) async fn read_health(
    conn: &mut Conn,
    watcher: &Watcher,
    cadence: &Cadence,
    now: Timestamp,
) -> Result<HealthReport, StoreError> {
    let feeds = source::is_feeding(conn, watcher.id).await?;
    let facts = HealthFacts {
        newest: log::list_newest(conn, watcher.id, SILENT_MESSAGES).await?,
        outcomes: outcomes(conn, Some(watcher.id), now).await?.into_iter().next(),
        filing_error: filing_errors(conn, Some(watcher.id), now).await?.into_iter().next().map(|found| found.error),
        interval: cadence.poll_interval_of(&watcher.fields, feeds),
    };
    Ok(assess(watcher, &facts, now))
}

/// In the order of the watchers, with as many statements for a thousand watchers as for one.
pub(crate) async fn read_health_of_all(
    conn: &mut Conn,
    watchers: &[Watcher],
    cadence: &Cadence,
    now: Timestamp,
) -> Result<Vec<HealthReport>, StoreError> {
    let feeding = source::list_feeding(conn).await?;
    let mut newest = newest_detections(conn).await?;
    let outcomes = outcomes(conn, None, now).await?;
    let filing_errors = filing_errors(conn, None, now).await?;
    let assess_one = |watcher: &Watcher| {
        let filing_error = filing_errors.iter().find(|one| one.watcher_id == watcher.id);
        let facts = HealthFacts {
            newest: newest.remove(&watcher.id).unwrap_or_default(),
            outcomes: outcomes.iter().find(|one| one.watcher_id == watcher.id).copied(),
            filing_error: filing_error.map(|one| one.error.clone()),
            interval: cadence.poll_interval_of(&watcher.fields, feeding.contains(&watcher.id)),
        };
        assess(watcher, &facts, now)
    };
    Ok(watchers.iter().map(assess_one).collect())
}

async fn newest_detections(conn: &mut Conn) -> Result<HashMap<WatcherId, Vec<Detection>>, StoreError> {
    let mut all: HashMap<WatcherId, Vec<Detection>> = HashMap::new();
    for one in log_counts::newest_of_all(conn, SILENT_MESSAGES).await? {
        all.entry(one.watcher_id).or_default().push(one.detection);
    }
    Ok(all)
}

/// Of one watcher, or of all.
async fn outcomes(
    conn: &mut Conn,
    watcher: Option<WatcherId>,
    now: Timestamp,
) -> Result<Vec<RecentOutcomes>, StoreError> {
    log_counts::recent_outcomes(conn, watcher, earlier(now, JUDGED_PERIOD), JUDGED_MESSAGES).await
}

/// What the operator reads about messages that cannot be filed. Of one watcher, or of all.
async fn filing_errors(
    conn: &mut Conn,
    watcher: Option<WatcherId>,
    now: Timestamp,
) -> Result<Vec<FilingError>, StoreError> {
    let describe = |status: &str, found: FilingError| FilingError {
        error: format!("{status}, but not filed: {}", found.error),
        ..found
    };
    let processed = log_counts::filing_errors(conn, watcher).await?;
    let ended = log_counts::unfiled_errors(conn, watcher, earlier(now, FILING_DELAY)).await?;
    let processed = processed.into_iter().map(|found| describe("Processed", found));
    Ok(processed.chain(ended.into_iter().map(|found| describe("Failed or skipped", found))).collect())
}
