//! Changes to watchers. Every change is one unit: the fields, the subscription, the loops and the audit entry.

use super::Admin;
use super::folder_check::is_other_folder;
use super::setting_warnings::setting_warnings;
use super::watcher_unit::{check_fields, delete_watcher, insert_watcher, update_watcher, watcher_change};
use crate::error::WatcherError;
use crate::health::HealthReport;
use crate::health::read::read_health;
use crate::jobs::subscription::SubscriptionJob;
use crate::jobs::watcher_loop::{FullScanJob, JunkCheckJob, ReconcileJob};
use futures_util::FutureExt;
use jiff::Timestamp;
use stormwire_city::accounts::audit;
use stormwire_store::queue::{self, ItemStatus, Job};
use stormwire_store::tables::action;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::watcher::{self, Watcher, WatcherFields, WatcherKind};
use stormwire_store::{DbTimestamp, LockTarget, Schema, StoreError, WatcherId, lock_for_update};

/// A watcher with its health and its loops.
#[derive(Debug, Clone)]
pub struct WatcherStatus {
    pub watcher: Watcher,
    pub health: HealthReport,
    /// Empty while it is disabled.
    pub loops: Vec<LoopStatus>,
    /// What an administrator should change, and what was found while saving.
    pub warnings: Vec<String>,
}

/// A periodic loop of a watcher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopStatus {
    /// `Reconcile`, `Listing` or `Subscription`.
    pub name: &'static str,
    pub last_success_at: Option<Timestamp>,
    pub last_failure_at: Option<Timestamp>,
    pub last_error: Option<String>,
    /// In the past while the loop runs.
    pub next_run_at: Timestamp,
}

/// The loops of a watcher, by their kinds in the queue.
pub(super) const LOOPS: [&str; 3] = [ReconcileJob::KIND, SubscriptionJob::KIND, FullScanJob::KIND];

impl LoopStatus {
    pub(super) fn new(name: &'static str, item: ItemStatus) -> Self {
        let at = |at: Option<DbTimestamp>| at.map(|at| at.0);
        Self {
            name,
            last_success_at: at(item.last_success_at),
            last_failure_at: at(item.last_failure_at),
            last_error: item.last_error,
            next_run_at: item.due_at.0,
        }
    }
}

impl Admin {
    pub async fn get(&self, id: WatcherId) -> Result<WatcherStatus, WatcherError> {
        let mut conn = self.store.reader().await?;
        let watcher = watcher::get(&mut conn, id).await?.ok_or(WatcherError::Missing("watcher"))?;
        let health = read_health(&mut conn, &watcher, &self.cadence, self.clock.now()).await?;
        let mut loops = Vec::new();
        for name in LOOPS {
            let item = queue::find(&mut conn, name, &id.to_string()).await?;
            loops.extend(item.map(|item| LoopStatus::new(name, item)));
        }
        let actions = action::list(&mut conn, id).await?;
        let warnings = setting_warnings(&watcher, &actions, &watcher::list(&mut conn).await?);
        Ok(WatcherStatus { watcher, health, loops, warnings })
    }

    pub async fn kind(&self, id: WatcherId) -> Result<WatcherKind, WatcherError> {
        let found = watcher::get(&mut self.store.reader().await?, id).await?;
        Ok(found.ok_or(WatcherError::Missing("watcher"))?.fields.kind)
    }

    pub async fn create(&self, fields: WatcherFields, actor: Actor) -> Result<WatcherStatus, WatcherError> {
        check_fields(&fields)?;
        let mut warnings = self.check_start(&fields, fields.is_enabled).await?;
        let now = self.clock.now();
        let unit = self
            .store
            .write(Schema::It, move |conn| async move { insert_watcher(conn, &fields, &actor, now).await }.boxed());
        let id = unit.await?;
        warnings.extend(self.same_folder_warnings(id).await?);
        let mut created = self.get(id).await?;
        created.warnings.extend(warnings);
        Ok(created)
    }

    /// `revise` computes the new fields from the current ones. It is called twice, before the provider is asked and inside
    /// the unit, so that no concurrent change is lost.
    pub async fn update<E, F>(&self, id: WatcherId, revise: F, actor: Actor) -> Result<WatcherStatus, E>
    where
        E: From<WatcherError> + From<StoreError> + Send + 'static,
        F: Fn(&WatcherFields) -> Result<WatcherFields, E> + Send + 'static,
    {
        let before = self.get(id).await?.watcher.fields;
        let wanted = revise(&before)?;
        if wanted.kind != before.kind {
            let message = "cannot be changed; create another watcher";
            return Err(WatcherError::invalid_field("kind", message).into());
        }
        check_fields(&wanted)?;
        let mut warnings = self.check_change(&before, &wanted).await?;
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Watcher(id)).await?;
                let Some(before) = watcher::get(conn, id).await? else { return Ok(false) };
                let fields = revise(&before.fields)?;
                update_watcher(conn, &before, &fields, &actor, now).await?;
                Ok::<_, E>(true)
            }
            .boxed()
        });
        if !unit.await? {
            return Err(WatcherError::Missing("watcher").into());
        }
        warnings.extend(self.same_folder_warnings(id).await?);
        let mut updated = self.get(id).await?;
        updated.warnings.extend(warnings);
        Ok(updated)
    }

    /// Asks the provider about a change that affects the folder or starts the watcher.
    async fn check_change(&self, before: &WatcherFields, wanted: &WatcherFields) -> Result<Vec<String>, WatcherError> {
        let (moves, starts) = (is_other_folder(before, wanted), wanted.is_enabled && !before.is_enabled);
        if starts && let Some(reason) = self.start_rejection(wanted) {
            return Err(WatcherError::Conflict(reason.to_string()));
        }
        if !moves && (!starts || wanted.process_existing.is_some()) {
            return Ok(Vec::new());
        }
        match self.check_start(wanted, starts).await {
            // Saved settings may be enabled: the loops report what is wrong.
            Err(WatcherError::Invalid { .. }) if !moves => Ok(Vec::new()),
            warnings => warnings,
        }
    }

    /// Why a watcher must not be enabled, without asking the provider.
    pub fn start_rejection(&self, fields: &WatcherFields) -> Option<WatcherError> {
        if fields.kind == WatcherKind::File { self.file_roots.rejection(fields) } else { None }
    }

    /// Asks the provider about the folder. Returns warnings.
    async fn check_start(&self, fields: &WatcherFields, starts: bool) -> Result<Vec<String>, WatcherError> {
        let folder = match fields.kind {
            WatcherKind::Mailbox => self.check_folder(fields).await?,
            WatcherKind::File => self.check_file_folder(fields).await?,
            WatcherKind::StatusEvent => return Ok(Vec::new()),
        };
        if starts {
            folder.allows_start(fields)?;
        }
        Ok(folder.warning.into_iter().collect())
    }

    pub async fn set_enabled(
        &self,
        id: WatcherId,
        is_enabled: bool,
        actor: Actor,
    ) -> Result<WatcherStatus, WatcherError> {
        self.update(id, move |before| Ok(WatcherFields { is_enabled, ..before.clone() }), actor).await
    }

    /// Keeps its log.
    pub async fn delete(&self, id: WatcherId, actor: Actor) -> Result<(), WatcherError> {
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Watcher(id)).await?;
                let Some(before) = watcher::get(conn, id).await? else { return Ok(false) };
                delete_watcher(conn, &before, &actor, now).await?;
                Ok::<_, WatcherError>(true)
            }
            .boxed()
        });
        if unit.await? { Ok(()) } else { Err(WatcherError::Missing("watcher")) }
    }

    /// Polls now. For a mailbox, also searches the Junk folder and checks the subscription.
    pub async fn reload(&self, id: WatcherId, actor: Actor) -> Result<(), WatcherError> {
        let has_mailbox = self.get(id).await?.watcher.fields.kind == WatcherKind::Mailbox;
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                queue::enqueue(conn, &ReconcileJob { watcher_id: id }, now, now).await?;
                if has_mailbox {
                    queue::enqueue(conn, &SubscriptionJob::check(id), now, now).await?;
                    queue::enqueue(conn, &JunkCheckJob { watcher_id: id }, now, now).await?;
                }
                audit::record(conn, Schema::It, &actor, watcher_change("reload", id, None, None), now).await
            }
            .boxed()
        });
        Ok(unit.await?)
    }
}
