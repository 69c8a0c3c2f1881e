//! Processes a message again on an operator's request.

use super::Repair;
use crate::detection::{DetectedMessage, Detection, is_storable};
use crate::error::WatcherError;
use crate::jobs::message::MessageJob;
use crate::jobs::phase_two::PhaseTwoJob;
use crate::working_folder::WorkingFolder;
use futures_util::FutureExt;
use jiff::Timestamp;
use serde_json::json;
use stormwire_city::accounts::audit;
use stormwire_store::queue::{self, Job, QueueState};
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::log::{self, LogEntry};
use stormwire_store::tables::watcher;
use stormwire_store::tables::workflow::{self, RunStatus};
use stormwire_store::{Conn, LockTarget, LogId, RunId, Schema, WatcherId, lock_for_update};

impl Repair {
    /// Starts over under a new run and cancels queued work of the old run. Fails while the message is being processed.
    pub async fn retry(&self, id: LogId, force: bool, actor: Actor) -> Result<LogEntry, WatcherError> {
        let (run_id, now) = (RunId::new(self.rng.uuid()), self.clock.now());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Log(id)).await?;
                let before = log::get(conn, id).await?.ok_or(WatcherError::Missing("log row"))?;
                if watcher::get(conn, before.watcher_id).await?.is_none() {
                    return Err(WatcherError::Conflict("the watcher of this message was deleted".into()));
                }
                restart(conn, &before, &run_id, force, now).await?;
                audit::record(conn, Schema::It, &actor, log_change("retry", id), now).await?;
                let after = log::get(conn, id).await?.ok_or(WatcherError::Missing("log row"))?;
                Ok((before, after))
            }
            .boxed()
        });
        let (before, after) = unit.await?;
        // If the old folder cannot be removed, the retry is still valid. The next start removes the folder.
        let removed = WorkingFolder::new(&self.work_folder, before.watcher_id, &before.run_id).delete_from_disk().await;
        if let Err(error) = removed {
            tracing::warn!(log_id = %id, %error, "cannot remove the working folder of the previous run");
        }
        Ok(after)
    }

    /// Processes a message by its id at the provider. A message that is in the log is retried.
    pub async fn replay(
        &self,
        watcher_id: WatcherId,
        message_key: &str,
        actor: Actor,
    ) -> Result<LogEntry, WatcherError> {
        if !is_storable(message_key) {
            return Err(WatcherError::invalid_field("messageKey", "must be 1 to 512 characters"));
        }
        let mut conn = self.store.reader().await?;
        watcher::get(&mut conn, watcher_id).await?.ok_or(WatcherError::Missing("watcher"))?;
        let known = log::find(&mut conn, watcher_id, message_key).await?;
        drop(conn);
        if let Some(known) = known {
            return self.retry(known.id, false, actor).await;
        }
        let (key, now) = (message_key.to_owned(), self.clock.now());
        let messages = vec![DetectedMessage { message_key: key.clone(), received_at: None }];
        let detection = Detection::new(watcher_id, TriggerEvent::Manual, messages, self.rng.as_ref(), now);
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                detection.claim(conn).await?;
                let created = log::find(conn, watcher_id, &key).await?.ok_or(WatcherError::Missing("log row"))?;
                audit::record(conn, Schema::It, &actor, log_change("replay", created.id), now).await?;
                Ok::<_, WatcherError>(created)
            }
            .boxed()
        });
        unit.await
    }
}

async fn restart(
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

pub(super) fn log_change(action: &'static str, id: LogId) -> AuditChange {
    AuditChange { action, resource: "log", resource_id: Some(id.get()), before: None, after: Some(json!({})) }
}
