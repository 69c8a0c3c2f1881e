//! Deletes what a crash has left behind. At the provider: subscriptions with exactly our notification URL that no watcher
//! holds (the application registration is shared, so no other is ever touched). On the disk: working folders of runs that
//! have ended.

use super::Subscriptions;
use super::release::RETIRED;
use crate::error::WatcherError;
use crate::jobs::strays::StraysJob;
use crate::working_folder::{WorkingFolder, run_folders};
use futures_util::FutureExt;
use std::collections::HashSet;
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_graph::Subscription;
use stormwire_store::queue::{Backoff, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker};
use stormwire_store::tables::watcher::{self, Mode, Watcher};
use stormwire_store::tables::{log, subscription};
use stormwire_store::{RunId, Schema, StoreError};

impl Worker<StraysJob> for Subscriptions {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy {
            timeout: Duration::from_mins(5),
            backoff: Backoff { first: Duration::from_secs(15), ceiling: Duration::from_mins(5) },
            retry_limit: RetryLimit::Unlimited,
        }
    }

    async fn run(&self, _: StraysJob, _: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.delete_strays().await
    }
}

impl Subscriptions {
    /// Once per start, under every credential that watchers use.
    async fn delete_strays(&self) -> Result<JobOutcome, JobFailure> {
        let old = earlier(self.clock.now(), RETIRED);
        self.store.write(Schema::It, move |conn| subscription::purge_retired(conn, old).boxed()).await?;
        self.delete_stray_folders().await?;
        let watchers = watcher::list(&mut self.store.reader().await?).await?;
        let mut checked = HashSet::new();
        for watcher in watchers.iter().filter(|watcher| watcher.fields.mode == Mode::Subscription) {
            if checked.insert(watcher.fields.credential_id) {
                self.delete_stray_subscriptions(watcher).await?;
            }
        }
        Ok(JobOutcome::Done)
    }

    async fn delete_stray_folders(&self) -> Result<(), JobFailure> {
        let folders = run_folders(&self.work_folder).await?;
        let runs: Vec<RunId> = folders.iter().map(|folder| folder.run_id.clone()).collect();
        let open = log::open_runs(&mut self.store.reader().await?, &runs).await?;
        for folder in folders.iter().filter(|folder| !open.contains(&folder.run_id)) {
            WorkingFolder::new(&self.work_folder, folder.watcher_id, &folder.run_id).remove().await?;
        }
        Ok(())
    }

    /// Under the credential of this watcher.
    async fn delete_stray_subscriptions(&self, watcher: &Watcher) -> Result<(), JobFailure> {
        let open = self.mailboxes.open(&watcher.fields).await?;
        let found = open.mailbox.subscriptions().await.map_err(WatcherError::from)?;
        // Read after the list: what was created before it is known by now, or is still being created.
        let watchers = watcher::list(&mut self.store.reader().await?).await?;
        let is_creating =
            |one: &Watcher| one.state.sealed_client_state.is_some() && one.state.subscription_id.is_none();
        if watchers.iter().any(is_creating) {
            let error = "a subscription is being made; strays cannot be told from it".to_owned();
            return Err(JobFailure::Retry { after: Some(Duration::from_secs(15)), error });
        }
        for stray in strays(&found, &watchers, &self.notification_url) {
            tracing::warn!(subscription = %stray.id, "deleting a subscription of ours that no watcher holds");
            let (id, now) = (stray.id.as_str().to_owned(), self.clock.now());
            let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                async move { subscription::retire(conn, &id, now).await }.boxed()
            });
            unit.await?;
            open.mailbox.unsubscribe(&stray.id).await.map_err(WatcherError::from)?;
        }
        Ok(())
    }
}

fn strays<'a>(
    found: &'a [Subscription],
    watchers: &'a [Watcher],
    our_url: &'a str,
) -> impl Iterator<Item = &'a Subscription> {
    let held: HashSet<&str> = watchers.iter().filter_map(|one| one.state.subscription_id.as_deref()).collect();
    found.iter().filter(move |one| one.notification_url == our_url && !held.contains(one.id.as_str()))
}
