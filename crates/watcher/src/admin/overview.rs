//! Lists all watchers with a fixed number of SQL statements.

use super::Admin;
use super::watchers::{LOOPS, LoopStatus, WatcherStatus};
use crate::error::WatcherError;
use crate::health::{HealthFacts, SILENT_MESSAGES, assess, read_filing_errors, read_outcomes};
use std::collections::HashMap;
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_lightning::source;
use stormwire_store::tables::log::Detection;
use stormwire_store::tables::log_counts::{self, StatusCount};
use stormwire_store::tables::watcher::{self, WatcherKind};
use stormwire_store::{Conn, StoreError, WatcherId, queue};

const TALLY_PERIOD: Duration = Duration::from_hours(24);

impl Admin {
    /// The watchers of one kind, or of all, by name.
    pub async fn list(&self, kind: Option<WatcherKind>) -> Result<Vec<WatcherStatus>, WatcherError> {
        let mut conn = self.store.reader().await?;
        let mut watchers = watcher::list(&mut conn).await?;
        watchers.retain(|watcher| kind.is_none_or(|kind| watcher.fields.kind == kind));
        let mut loops = list_loops(&mut conn).await?;
        let mut newest = list_newest_detections(&mut conn).await?;
        let feeding = source::list_feeding(&mut conn).await?;
        let now = self.clock.now();
        let outcomes = read_outcomes(&mut conn, None, now).await?;
        let filing_errors = read_filing_errors(&mut conn, None, now).await?;
        let status = watchers.into_iter().map(|watcher| {
            let facts = HealthFacts {
                newest: newest.remove(&watcher.id).unwrap_or_default(),
                outcomes: outcomes.iter().find(|one| one.watcher_id == watcher.id).copied(),
                filing_error: filing_errors
                    .iter()
                    .find(|one| one.watcher_id == watcher.id)
                    .map(|one| one.error.clone()),
                interval: self.cadence.poll_interval_of(&watcher.fields, feeding.contains(&watcher.id)),
            };
            let health = assess(&watcher, &facts, now);
            let loops = loops.remove(&watcher.id).unwrap_or_default();
            WatcherStatus { watcher, health, loops, warnings: Vec::new() }
        });
        Ok(status.collect())
    }

    /// The number of messages by watcher and status in the last 24 hours.
    pub async fn count_recent_by_status(&self) -> Result<Vec<StatusCount>, WatcherError> {
        let since = earlier(self.clock.now(), TALLY_PERIOD);
        Ok(log_counts::count_by_status(&mut self.store.reader().await?, since).await?)
    }
}

async fn list_loops(conn: &mut Conn) -> Result<HashMap<WatcherId, Vec<LoopStatus>>, StoreError> {
    let mut all: HashMap<WatcherId, Vec<LoopStatus>> = HashMap::new();
    for name in LOOPS {
        for item in queue::list_of_kind(conn, name).await? {
            if let Ok(watcher_id) = item.unique_key.parse() {
                all.entry(watcher_id).or_default().push(LoopStatus::new(name, item.status));
            }
        }
    }
    Ok(all)
}

async fn list_newest_detections(conn: &mut Conn) -> Result<HashMap<WatcherId, Vec<Detection>>, StoreError> {
    let mut all: HashMap<WatcherId, Vec<Detection>> = HashMap::new();
    for one in log_counts::newest_of_all(conn, SILENT_MESSAGES).await? {
        all.entry(one.watcher_id).or_default().push(one.detection);
    }
    Ok(all)
}
