//! What a crash has left behind. At the provider: subscriptions with exactly our notification URL that no watcher holds;
//! the application registration is shared, so no other is ever touched. On the disk: working folders of runs that have
//! come to their end.

use super::intake::RETIRED;
use super::working_folder::{self, WorkingFolder};
use super::{Watch, WatchError};
use futures_util::FutureExt;
use std::collections::HashSet;
use std::time::Duration;
use stormwire_clock::earlier;
use stormwire_graph::Subscription;
use stormwire_store::queue::{Failure, Outcome};
use stormwire_store::tables::job::{self, Job, Mode};
use stormwire_store::tables::{log, subscription as rows};
use stormwire_store::{Schema, StoreError};

/// The kind in the queue.
pub(super) const KIND: &str = "Strays";

impl Watch {
    /// Looks once, under every credential that watchers use.
    pub(super) async fn delete_strays(&self) -> Result<Outcome, Failure> {
        let old = earlier(self.clock.now(), RETIRED);
        self.store.write(Schema::It, move |conn| rows::forget(conn, old).boxed()).await?;
        self.delete_stray_folders().await?;
        let jobs = job::list(&mut self.store.reader().await?).await?;
        let mut looked_at = HashSet::new();
        for job in jobs.iter().filter(|job| job.fields.mode == Mode::Subscription) {
            if looked_at.insert(job.fields.credential_id) {
                self.delete_strays_of(job).await?;
            }
        }
        Ok(Outcome::Done)
    }

    async fn delete_stray_folders(&self) -> Result<(), Failure> {
        let there = working_folder::runs(&self.work_folder).await?;
        let runs: Vec<String> = there.iter().map(|(_, run)| run.clone()).collect();
        let open = log::open_runs(&mut self.store.reader().await?, &runs).await?;
        for (job_id, run) in there.iter().filter(|(_, run)| !open.contains(run)) {
            WorkingFolder::new(&self.work_folder, *job_id, run).remove().await?;
        }
        Ok(())
    }

    async fn delete_strays_of(&self, job: &Job) -> Result<(), Failure> {
        let opened = self.open(job).await?;
        let there = opened.mailbox.subscriptions().await.map_err(WatchError::from)?;
        // Read after the list: what was made before it is known by now, or is still being made.
        let jobs = job::list(&mut self.store.reader().await?).await?;
        if jobs.iter().any(|job| job.state.sealed_client_state.is_some() && job.state.subscription_id.is_none()) {
            let error = "a subscription is being made; strays cannot be told from it".to_owned();
            return Err(Failure::Retry { after: Some(Duration::from_secs(15)), error });
        }
        for stray in strays(&there, &jobs, &self.notification_url) {
            tracing::warn!(subscription = %stray.id, "deleting a subscription of ours that no watcher holds");
            let (id, now) = (stray.id.as_str().to_owned(), self.clock.now());
            let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                async move { rows::retire(conn, &id, now).await }.boxed()
            });
            unit.await?;
            opened.mailbox.unsubscribe(&stray.id).await.map_err(WatchError::from)?;
        }
        Ok(())
    }
}

fn strays<'a>(there: &'a [Subscription], jobs: &'a [Job], ours: &'a str) -> impl Iterator<Item = &'a Subscription> {
    let held: HashSet<&str> = jobs.iter().filter_map(|job| job.state.subscription_id.as_deref()).collect();
    there.iter().filter(move |one| one.notification_url == ours && !held.contains(one.id.as_str()))
}
