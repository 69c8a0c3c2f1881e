//! Starts a message over, under a new run.

use crate::error::WatcherError;
use crate::jobs::message::MessageJob;
use crate::jobs::phase_two::PhaseTwoJob;
use jiff::Timestamp;
use stormwire_store::queue::{self, Job, QueueState};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::log::{self, LogEntry};
use stormwire_store::tables::workflow::{self, RunStatus};
use stormwire_store::{Conn, RunId};

/// Cancels queued work of the old run. Fails while the message is being processed.
pub(crate) async fn restart(
    conn: &mut Conn,
    before: &LogEntry,
    run_id: &RunId,
    force: bool,
    now: Timestamp,
) -> Result<(), WatcherError> {
    let items = [(MessageJob::KIND, MessageJob::key(before.id)), (PhaseTwoJob::KIND, PhaseTwoJob::key(before.id))];
    for (kind, key) in &items {
        if queue::find(conn, kind, key).await?.is_some_and(|item| item.state == QueueState::Leased) {
            return Err(WatcherError::Conflict("the message is being processed; retry after it has finished".into()));
        }
    }
    for (kind, key) in &items {
        queue::remove(conn, kind, key).await?;
    }
    workflow::end_run(conn, &before.run_id, RunStatus::Failed, now).await?;
    log::reset(conn, before.id, run_id, force).await?;
    let job = MessageJob::new(before.id, before.watcher_id, TriggerEvent::Manual, now);
    queue::enqueue_many(conn, &[job], now).await?;
    Ok(())
}
