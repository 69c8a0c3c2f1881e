//! Processes a message again on an operator's request.

use super::Repair;
use crate::detection::{DetectedMessage, Detection, is_storable};
use crate::error::WatcherError;
use crate::files::{FileKey, blocking, file_error, find_current, max_file_bytes};
use crate::restart::restart;
use crate::working_folder::WorkingFolder;
use futures_util::FutureExt;
use serde_json::json;
use std::ffi::OsString;
use stormwire_city::accounts::audit;
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::log::{self, LogEntry};
use stormwire_store::tables::watcher::{self, Watcher, WatcherKind};
use stormwire_store::{LockTarget, LogId, RunId, Schema, WatcherId, lock_for_update};

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
        let removed = WorkingFolder::new(&self.work_folder, before.watcher_id, &before.run_id, self.clock.clone())
            .delete_from_disk()
            .await;
        if let Err(error) = removed {
            tracing::warn!(log_id = %id, %error, "cannot remove the working folder of the previous run");
        }
        Ok(after)
    }

    /// Processes a message by its id at the provider, or a file by its name. What is in the log is retried.
    pub async fn replay(&self, watcher_id: WatcherId, item: &str, actor: Actor) -> Result<LogEntry, WatcherError> {
        if !is_storable(item) {
            return Err(WatcherError::invalid_field("messageKey", "must be 1 to 512 characters"));
        }
        let found = watcher::get(&mut self.store.reader().await?, watcher_id).await?;
        let watcher = found.ok_or(WatcherError::Missing("watcher"))?;
        let key = match watcher.fields.kind {
            WatcherKind::File => self.key_of_file(&watcher, item).await?,
            WatcherKind::Mailbox | WatcherKind::StatusEvent => item.to_owned(),
        };
        let known = log::find(&mut self.store.reader().await?, watcher_id, &key).await?;
        if let Some(known) = known {
            return self.retry(known.id, false, actor).await;
        }
        let now = self.clock.now();
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

impl Repair {
    /// Of the file that has this name now. A key stays as it is.
    async fn key_of_file(&self, watcher: &Watcher, item: &str) -> Result<String, WatcherError> {
        if FileKey::parse(item).is_some() {
            return Ok(item.to_owned());
        }
        if item.contains('/') {
            return Err(WatcherError::invalid_field("fileName", "must be a name without /: subfolders are not read"));
        }
        let (roots, fields, name) = (self.file_roots.clone(), watcher.fields.clone(), OsString::from(item));
        let found = blocking(self.clock.as_ref(), move || {
            let folder = roots.open(&fields)?;
            let found = find_current(&folder, &name, max_file_bytes(&fields));
            found.map_err(|error| file_error(folder.path(), &error))
        });
        Ok(found.await?.ok_or(WatcherError::Missing("file"))?.text())
    }
}

pub(super) fn log_change(action: &'static str, id: LogId) -> AuditChange {
    AuditChange { action, resource: "log", resource_id: Some(id.get()), before: None, after: Some(json!({})) }
}
