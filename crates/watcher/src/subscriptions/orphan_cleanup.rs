//! Deletes what a crash has left behind: at the provider, subscriptions with exactly our notification URL that no watcher
//! holds; on disk, working folders of ended runs. Other applications may share the registration, so other subscriptions are
//! never touched.

use super::Subscriptions;
use super::clear::RETIRED_RETENTION;
use crate::error::WatcherError;
use crate::jobs::orphan_cleanup::OrphanCleanupJob;
use crate::working_folder::{WorkingFolder, run_folders};
use futures_util::FutureExt;
use std::collections::HashSet;
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_graph::Subscription;
use stormwire_store::queue::{Backoff, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker};
use stormwire_store::tables::watcher::{self, Mode, Watcher, WatcherFields, WatcherKind};
use stormwire_store::tables::{log, subscription};
use stormwire_store::{RunId, Schema, StoreError};

impl Worker<OrphanCleanupJob> for Subscriptions {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy {
            timeout: Duration::from_mins(5),
            backoff: Backoff { first: Duration::from_secs(15), ceiling: Duration::from_mins(5) },
            retry_limit: RetryLimit::Unlimited,
        }
    }

    async fn run(&self, _: OrphanCleanupJob, _: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.delete_orphans().await
    }
}

impl Subscriptions {
    /// Runs once per start, for every credential that watchers use.
    async fn delete_orphans(&self) -> Result<JobOutcome, JobFailure> {
        let old = earlier(self.clock.now(), RETIRED_RETENTION);
        self.store.write(Schema::It, move |conn| subscription::purge_retired(conn, old).boxed()).await?;
        self.delete_orphaned_folders().await?;
        let watchers = watcher::list(&mut self.store.reader().await?).await?;
        let mut checked = HashSet::new();
        let subscribes =
            |fields: &WatcherFields| fields.kind == WatcherKind::Mailbox && fields.mode == Mode::Subscription;
        for watcher in watchers.iter().filter(|watcher| subscribes(&watcher.fields)) {
            if checked.insert(watcher.fields.credential_id) {
                self.delete_orphaned_subscriptions(watcher).await?;
            }
        }
        Ok(JobOutcome::Done)
    }

    async fn delete_orphaned_folders(&self) -> Result<(), JobFailure> {
        let folders = run_folders(&self.work_folder, self.clock.as_ref()).await?;
        let runs: Vec<RunId> = folders.iter().map(|folder| folder.run_id.clone()).collect();
        let open = log::open_runs(&mut self.store.reader().await?, &runs).await?;
        for folder in folders.iter().filter(|folder| !open.contains(&folder.run_id)) {
            WorkingFolder::new(&self.work_folder, folder.watcher_id, &folder.run_id, self.clock.clone())
                .delete_from_disk()
                .await?;
        }
        Ok(())
    }

    /// For the credential of this watcher.
    async fn delete_orphaned_subscriptions(&self, watcher: &Watcher) -> Result<(), JobFailure> {
        let open = self.mailboxes.open(&watcher.fields).await?;
        let found = open.mailbox.subscriptions().await.map_err(WatcherError::from)?;
        // Read after the list: a subscription in the list is stored by now, or is still being created.
        let watchers = watcher::list(&mut self.store.reader().await?).await?;
        let is_creating =
            |one: &Watcher| one.state.sealed_client_state.is_some() && one.state.subscription_id.is_none();
        if watchers.iter().any(is_creating) {
            let error = "a subscription is being created; orphans cannot be identified yet".to_owned();
            return Err(JobFailure::Retry { after: Some(Duration::from_secs(15)), at_most: None, error });
        }
        for orphan in find_orphans(&found, &watchers, &self.notification_url) {
            tracing::warn!(subscription_id = %orphan.id, "deleting an orphaned subscription");
            let (id, now) = (orphan.id.as_str().to_owned(), self.clock.now());
            let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                async move { subscription::mark_retired(conn, &id, now).await }.boxed()
            });
            unit.await?;
            open.mailbox.unsubscribe(&orphan.id).await.map_err(WatcherError::from)?;
        }
        Ok(())
    }
}

fn find_orphans<'a>(
    found: &'a [Subscription],
    watchers: &'a [Watcher],
    our_url: &'a str,
) -> impl Iterator<Item = &'a Subscription> {
    let held: HashSet<&str> = watchers.iter().filter_map(|one| one.state.subscription_id.as_deref()).collect();
    found.iter().filter(move |one| one.notification_url == our_url && !held.contains(one.id.as_str()))
}
