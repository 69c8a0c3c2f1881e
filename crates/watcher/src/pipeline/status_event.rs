//! Fetches a status event, which is a row of the same database.

use super::Pipeline;
use super::claimed_message::ClaimedMessage;
use super::failure_series::FailureSeries;
use super::fetch::{FetchFailure, FetchResult};
use crate::context_seed::Provenance;
use crate::error::WatcherError;
use crate::status_event::context::{envelope, initial_context};
use crate::status_event::{EventWithFacility, exclusion_reason, parse_event_key, read_event};
use stormwire_store::tables::log::LogEntry;

impl Pipeline {
    pub(super) async fn fetch_status_event(&self, message: &ClaimedMessage) -> FetchResult {
        let found = match self.read_claimed_event(&message.log).await {
            Ok(found) => found,
            Err(error) => return FetchResult::Failed(failure(error)),
        };
        let envelope = envelope(&found.event);
        match exclusion_reason(&message.watcher.fields, &found.event) {
            Some(reason) => FetchResult::Filtered { envelope, reason },
            None => FetchResult::Fetched { envelope, context: initial_context(&found, Provenance::of(&message.log)) },
        }
    }

    async fn read_claimed_event(&self, log: &LogEntry) -> Result<EventWithFacility, WatcherError> {
        let missing = || WatcherError::Missing("status event");
        let id = parse_event_key(&log.message_key).ok_or_else(missing)?;
        read_event(&mut self.store.reader().await?, id).await?.ok_or_else(missing)
    }
}

/// Events are purged after a while. A database that cannot be read is tried again.
fn failure(error: WatcherError) -> FetchFailure {
    let (series, reason) = match &error {
        WatcherError::Missing(_) => {
            (FailureSeries::Hopeless, format!("{error}: it does not exist, or was deleted because of its age"))
        }
        _ => (FailureSeries::Source, format!("cannot read the status event: {error}")),
    };
    FetchFailure { envelope: None, reason, error, series }
}
