//! Data retention: once an hour, in small batches, purges what is older than `watch.retention_days`, returns free pages to
//! the disk, and measures the size of the database.

use crate::queue::{self, Backoff, Job, JobFailure, JobOutcome, QueueItem, RetryLimit, RetryPolicy, Worker};
use crate::tables::{change, retention, system};
use crate::{Conn, Schema, Store, StoreError};
use futures_util::FutureExt;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, earlier, later};

const INTERVAL: Duration = Duration::from_hours(1);
/// Rows per transaction: claims wait for at most one such transaction.
const BATCH_ROWS: u32 = 500;

#[derive(Debug, Serialize, Deserialize)]
pub struct RetentionJob {}

impl Job for RetentionJob {
    const KIND: &'static str = "Retention";

    fn unique_key(&self) -> Option<String> {
        Some("all".into())
    }

    fn priority(&self) -> i64 {
        -10
    }
}

/// Purges envelopes, steps, errors, status events, periods of the feed and revisions older than `keep`.
pub struct Retention {
    store: Store,
    clock: Arc<dyn Clock>,
    keep: Duration,
}

impl Retention {
    pub fn new(store: Store, clock: Arc<dyn Clock>, keep: Duration) -> Self {
        Self { store, clock, keep }
    }

    /// Puts the job into the queue unless it is there.
    pub async fn schedule(conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
        queue::enqueue(conn, &RetentionJob {}, now, now).await.map(|_| ())
    }

    async fn purge(&self) -> Result<JobOutcome, JobFailure> {
        let cutoff = earlier(self.clock.now(), self.keep);
        loop {
            let batch = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
                async move {
                    let purged = retention::purge(conn, cutoff, BATCH_ROWS).await?;
                    Ok(purged + change::merge_records(conn, BATCH_ROWS).await?)
                }
                .boxed()
            });
            if batch.await? == 0 {
                break;
            }
        }
        let purge_organization = || {
            self.store.write::<_, StoreError, _>(Schema::Organization, move |conn| {
                retention::purge_organization(conn, cutoff, BATCH_ROWS).boxed()
            })
        };
        while purge_organization().await? > 0 {}
        while self.store.write::<_, StoreError, _>(Schema::It, |conn| retention::reclaim(conn).boxed()).await? > 0 {}
        self.measure().await?;
        Ok(JobOutcome::RunAgainAt(later(self.clock.now(), INTERVAL)))
    }

    async fn measure(&self) -> Result<(), StoreError> {
        let bytes = system::database(&mut self.store.reader().await?).await?.bytes;
        let now = self.clock.now();
        let unit = self
            .store
            .write(Schema::It, move |conn| async move { system::record_disk_use(conn, bytes, now).await }.boxed());
        unit.await
    }
}

impl Worker<RetentionJob> for Retention {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy {
            timeout: Duration::from_mins(10),
            backoff: Backoff { first: Duration::from_mins(1), ceiling: INTERVAL },
            retry_limit: RetryLimit::Unlimited,
        }
    }

    async fn run(&self, _job: RetentionJob, _item: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.purge().await
    }
}
