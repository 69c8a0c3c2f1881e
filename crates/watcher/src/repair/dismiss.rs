//! Dismisses a message that an operator has dealt with in another way.

use super::Repair;
use super::retry::log_change;
use crate::error::WatcherError;
use crate::jobs::message::MessageJob;
use crate::working_folder::WorkingFolder;
use futures_util::FutureExt;
use stormwire_city::accounts::audit;
use stormwire_store::queue::{self, Job, QueueState};
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::log::{self, LogEntry, LogStatus};
use stormwire_store::tables::workflow::{self, RunStatus};
use stormwire_store::{Conn, LockTarget, LogId, Schema, StoreError, lock_for_update};

impl Repair {
    /// The row stays in the log and no longer counts against health and feed. The run of an interrupted message ends. The first
    /// dismissal is kept.
    pub async fn dismiss(&self, id: LogId, actor: Actor) -> Result<LogEntry, WatcherError> {
        let now = self.clock.now();
        let unit = self.store.write::<_, WatcherError, _>(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Log(id)).await?;
                let before = log::get(conn, id).await?.ok_or(WatcherError::Missing("log row"))?;
                if before.dismissed_at.is_some() {
                    return Ok(before);
                }
                let facts =
                    DismissFacts { is_held: is_held(conn, id).await?, has_strikes: log::has_strikes(conn, id).await? };
                if let Some(why) = obstacle(before.status, facts) {
                    return Err(WatcherError::Conflict(why.into()));
                }
                log::dismiss(conn, id, &actor.username, now).await?;
                if before.status == LogStatus::Processing {
                    workflow::end_run(conn, &before.run_id, RunStatus::Failed, now).await?;
                }
                audit::record(conn, Schema::It, &actor, log_change("dismiss", id), now).await?;
                log::get(conn, id).await?.ok_or(WatcherError::Missing("log row"))
            }
            .boxed()
        });
        let dismissed = unit.await?;
        if dismissed.status == LogStatus::Processing {
            // If it cannot be removed, the next start removes it.
            let folder =
                WorkingFolder::new(&self.work_folder, dismissed.watcher_id, &dismissed.run_id, self.clock.clone());
            if let Err(error) = folder.delete_from_disk().await {
                tracing::warn!(log_id = %id, %error, "cannot remove the working folder of a dismissed message");
            }
        }
        Ok(dismissed)
    }
}

async fn is_held(conn: &mut Conn, id: LogId) -> Result<bool, StoreError> {
    let item = queue::find(conn, MessageJob::KIND, &MessageJob::key(id)).await?;
    Ok(item.is_some_and(|item| item.state == QueueState::Leased))
}

#[derive(Debug, Clone, Copy)]
struct DismissFacts {
    /// A running process works on it.
    is_held: bool,
    /// It wrote strikes, which may be implausible.
    has_strikes: bool,
}

/// Why a message cannot be dismissed.
fn obstacle(status: LogStatus, facts: DismissFacts) -> Option<&'static str> {
    match status {
        LogStatus::Processing if facts.is_held => Some("the message is being processed; wait until it has finished"),
        LogStatus::Failed | LogStatus::Processing => None,
        LogStatus::Success => {
            (!facts.has_strikes).then_some("the message succeeded and stored no strikes; there is nothing to dismiss")
        }
        LogStatus::Skipped => Some("the message was skipped and counts against nothing; there is nothing to dismiss"),
        LogStatus::Detected | LogStatus::DbComplete => {
            Some("the message is not finished and continues by itself; wait until it has finished")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_interrupted_and_implausible_messages_can_be_dismissed() {
        let facts = |is_held, has_strikes| DismissFacts { is_held, has_strikes };
        for (status, facts, expected) in [
            (LogStatus::Failed, facts(false, false), true),
            (LogStatus::Failed, facts(true, true), true),
            (LogStatus::Processing, facts(false, true), true),
            (LogStatus::Processing, facts(true, true), false),
            (LogStatus::Success, facts(false, true), true),
            (LogStatus::Success, facts(false, false), false),
            (LogStatus::Skipped, facts(false, false), false),
            (LogStatus::Detected, facts(false, false), false),
            (LogStatus::DbComplete, facts(false, true), false),
        ] {
            assert_eq!(obstacle(status, facts).is_none(), expected, "{status} {facts:?}");
        }
    }
}
