//! Searches and reads the log.

use super::Repair;
use crate::error::WatcherError;
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_store::LogId;
use stormwire_store::tables::log::{self, LogEntry, LogSearch};
use stormwire_store::tables::workflow::{self, Run, Step};

/// How far back a text is searched when the request has no time range.
const TEXT_SEARCH_PERIOD: Duration = Duration::from_hours(30 * 24);

/// A row with the steps of its newest run.
#[derive(Debug, Clone)]
pub struct LogDetail {
    pub log: LogEntry,
    pub steps: Vec<Step>,
}

impl Repair {
    /// Newest first. A text search without a time range covers the last 30 days, because it reads every row.
    pub async fn logs(&self, mut search: LogSearch) -> Result<Vec<LogEntry>, WatcherError> {
        if search.text.is_some() && search.from.is_none() && search.to.is_none() {
            search.from = Some(earlier(self.clock.now(), TEXT_SEARCH_PERIOD));
        }
        Ok(log::list(&mut self.store.reader().await?, search).await?)
    }

    pub async fn log(&self, id: LogId) -> Result<LogDetail, WatcherError> {
        let mut conn = self.store.reader().await?;
        let log = log::get(&mut conn, id).await?.ok_or(WatcherError::Missing("log row"))?;
        let steps = workflow::list_steps(&mut conn, &log.run_id).await?;
        Ok(LogDetail { log, steps })
    }

    /// Oldest first.
    pub async fn runs(&self, log_id: LogId) -> Result<Vec<Run>, WatcherError> {
        Ok(workflow::runs(&mut self.store.reader().await?, log_id).await?)
    }
}
