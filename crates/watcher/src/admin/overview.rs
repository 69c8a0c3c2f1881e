//! Lists all watchers with a fixed number of SQL statements.

use super::Admin;
use super::watchers::{LOOPS, LoopStatus, WatcherStatus};
use crate::error::WatcherError;
use crate::health::read::read_health_of_all;
use std::collections::HashMap;
use std::time::Duration;
use stormwire_clock::earlier;
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
        let health = read_health_of_all(&mut conn, &watchers, &self.cadence, self.clock.now()).await?;
        let status = watchers.into_iter().zip(health).map(|(watcher, health)| {
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
