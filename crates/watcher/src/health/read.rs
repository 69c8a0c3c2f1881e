//! Loads the facts that the health of watchers is derived from.

use super::{HealthFacts, HealthReport, SILENT_MESSAGES, assess};
use crate::cadence::Cadence;
use crate::filing_error::is_filing_error;
use crate::working_folder::WORKING_FOLDER_ERROR;
use jiff::Timestamp;
use std::collections::{BTreeSet, HashMap};
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

/// How long messages may wait for the working folder before that is reported. One attempt may fail on a share.
const READING_DELAY: Duration = Duration::from_mins(1);

pub(crate) async fn read_health(
    conn: &mut Conn,
    watcher: &Watcher,
    cadence: &Cadence,
    now: Timestamp,
) -> Result<HealthReport, StoreError> {
    let rows = HealthRows::read_one(conn, watcher.id, now).await?;
    Ok(assess(watcher, &rows.facts(watcher, cadence), now))
}

/// In the order of the watchers, with as many statements for a thousand watchers as for one.
pub(crate) async fn read_health_of_all(
    conn: &mut Conn,
    watchers: &[Watcher],
    cadence: &Cadence,
    now: Timestamp,
) -> Result<Vec<HealthReport>, StoreError> {
    let rows = HealthRows::read_all(conn, now).await?;
    Ok(watchers.iter().map(|watcher| assess(watcher, &rows.facts(watcher, cadence), now)).collect())
}

/// Of one watcher, or of all.
struct HealthRows {
    feeding: BTreeSet<WatcherId>,
    newest: HashMap<WatcherId, Vec<Detection>>,
    outcomes: Vec<RecentOutcomes>,
    filing_errors: Vec<FilingError>,
    unread_errors: Vec<FilingError>,
}

impl HealthRows {
    async fn read_one(conn: &mut Conn, id: WatcherId, now: Timestamp) -> Result<Self, StoreError> {
        let is_feeding = source::is_feeding(conn, id).await?;
        Ok(Self {
            feeding: is_feeding.then_some(id).into_iter().collect(),
            newest: HashMap::from([(id, log::list_newest(conn, id, SILENT_MESSAGES).await?)]),
            outcomes: outcomes(conn, Some(id), now).await?,
            filing_errors: filing_errors(conn, Some(id), now).await?,
            unread_errors: unread_errors(conn, Some(id), now).await?,
        })
    }

    async fn read_all(conn: &mut Conn, now: Timestamp) -> Result<Self, StoreError> {
        Ok(Self {
            feeding: source::list_feeding(conn).await?,
            newest: newest_detections(conn).await?,
            outcomes: outcomes(conn, None, now).await?,
            filing_errors: filing_errors(conn, None, now).await?,
            unread_errors: unread_errors(conn, None, now).await?,
        })
    }

    fn facts(&self, watcher: &Watcher, cadence: &Cadence) -> HealthFacts {
        let id = watcher.id;
        // Test runs never degrade.
        let unread = self.unread_errors.iter().filter(|_| !watcher.fields.test_mode);
        let mut unfinished = self.filing_errors.iter().chain(unread);
        HealthFacts {
            newest: self.newest.get(&id).cloned().unwrap_or_default(),
            outcomes: self.outcomes.iter().find(|one| one.watcher_id == id).copied(),
            unfinished: unfinished.find(|one| one.watcher_id == id).map(|one| one.error.clone()),
            interval: cadence.poll_interval_of(&watcher.fields, self.feeding.contains(&id)),
        }
    }
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

/// What the operator reads about messages that cannot be filed, or whose working folder cannot be removed. Of one watcher, or of
/// all.
async fn filing_errors(
    conn: &mut Conn,
    watcher: Option<WatcherId>,
    now: Timestamp,
) -> Result<Vec<FilingError>, StoreError> {
    let processed = log_counts::filing_errors(conn, watcher).await?;
    let ended = log_counts::unfiled_errors(conn, watcher, earlier(now, FILING_DELAY)).await?;
    let describe =
        |state: &str, found: FilingError| FilingError { error: format!("{state}: {}", found.error), ..found };
    let describe_ended = |found: FilingError| {
        let missing = if is_filing_error(&found.error) { "filed" } else { "finished" };
        describe(&format!("Failed or skipped, but not {missing}"), found)
    };
    let processed = processed.into_iter().map(|found| describe("Processed, but not filed", found));
    Ok(processed.chain(ended.into_iter().map(describe_ended)).collect())
}

/// What the operator reads about messages that cannot be read, because their attachments cannot be stored. Of one watcher, or of all.
async fn unread_errors(
    conn: &mut Conn,
    watcher: Option<WatcherId>,
    now: Timestamp,
) -> Result<Vec<FilingError>, StoreError> {
    let found = log_counts::unread_errors(conn, watcher, earlier(now, READING_DELAY), WORKING_FOLDER_ERROR).await?;
    let describe = |found: FilingError| FilingError { error: format!("Not processed: {}", found.error), ..found };
    Ok(found.into_iter().map(describe).collect())
}
