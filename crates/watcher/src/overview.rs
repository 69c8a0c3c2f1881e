//! All watchers at once: a handful of statements however many there are.

use super::health::{SILENT_MESSAGES, health};
use super::jobs::{LOOPS, LoopState, Watched};
use super::{Watch, WatchError};
use std::collections::HashMap;
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_store::tables::job;
use stormwire_store::tables::log::Found;
use stormwire_store::tables::tally::{self, Tally};
use stormwire_store::{Conn, StoreError, queue};

/// What counts as of late.
const LATELY: Duration = Duration::from_hours(24);

impl Watch {
    /// All watchers, by name.
    pub async fn jobs(&self) -> Result<Vec<Watched>, WatchError> {
        let mut conn = self.store.reader().await?;
        let jobs = job::list(&mut conn).await?;
        let mut loops = loops(&mut conn).await?;
        let mut newest = newest(&mut conn).await?;
        let now = self.clock.now();
        let watched = jobs.into_iter().map(|job| {
            let newest = newest.remove(&job.id).unwrap_or_default();
            let health = health(&job, &newest, self.interval(&job), now);
            Watched { loops: loops.remove(&job.id).unwrap_or_default(), health, job, warnings: Vec::new() }
        });
        Ok(watched.collect())
    }

    /// How many messages of each watcher came to what in the last 24 hours.
    pub async fn tally(&self) -> Result<Vec<Tally>, WatchError> {
        let since = earlier(self.clock.now(), LATELY);
        Ok(tally::tally(&mut self.store.reader().await?, since).await?)
    }
}

async fn loops(conn: &mut Conn) -> Result<HashMap<i64, Vec<LoopState>>, StoreError> {
    let mut all: HashMap<i64, Vec<LoopState>> = HashMap::new();
    for name in LOOPS {
        for item in queue::of_kind(conn, name).await? {
            if let Ok(job) = item.unique_key.parse() {
                all.entry(job).or_default().push(LoopState::new(name, item.standing));
            }
        }
    }
    Ok(all)
}

async fn newest(conn: &mut Conn) -> Result<HashMap<i64, Vec<Found>>, StoreError> {
    let mut all: HashMap<i64, Vec<Found>> = HashMap::new();
    for one in tally::newest_of_all(conn, SILENT_MESSAGES).await? {
        all.entry(one.job_id).or_default().push(one.found);
    }
    Ok(all)
}
