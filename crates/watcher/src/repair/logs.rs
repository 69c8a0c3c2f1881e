//! Searches and reads the log.

use super::Repair;
use crate::error::WatcherError;
use stormwire_store::LogId;
use stormwire_store::tables::log::{self, LogEntry, LogSearch};
use stormwire_store::tables::log_search::{self, LogMatches};
use stormwire_store::tables::workflow::{self, Run, Step};

/// Rows that one search for a text reads, so that it takes a fraction of a second however long the log is.
const MAX_SCANNED: u32 = 50_000;

/// A row with the steps of its newest run.
#[derive(Debug, Clone)]
pub struct LogDetail {
    pub log: LogEntry,
    pub steps: Vec<Step>,
}

impl Repair {
    /// Newest first.
    pub async fn logs(&self, search: LogSearch) -> Result<Vec<LogEntry>, WatcherError> {
        Ok(log::list(&mut self.store.reader().await?, search).await?)
    }

    /// Newest first. A search for a text may end before the log does.
    pub async fn search_logs(&self, search: LogSearch) -> Result<LogMatches, WatcherError> {
        Ok(log_search::search(&mut self.store.reader().await?, search, MAX_SCANNED).await?)
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
