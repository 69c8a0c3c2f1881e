//! The loop that forgets: once an hour, in small bites, what is older than `watch.retention_days`.

use crate::queue::{self, Backoff, Failure, GiveUp, Item, Job, Outcome, Policy, Worker};
use crate::tables::retention;
use crate::{Conn, Schema, Store, StoreError};
use futures_util::FutureExt;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, earlier, later};

const INTERVAL: Duration = Duration::from_hours(1);
/// Rows touched in one transaction: claims wait no longer than that.
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

/// Purges envelopes, steps and errors after their time.
pub struct Retention {
    store: Store,
    clock: Arc<dyn Clock>,
    keep: Duration,
}

impl Retention {
    /// Keeps rows that long.
    pub fn new(store: Store, clock: Arc<dyn Clock>, keep: Duration) -> Self {
        Self { store, clock, keep }
    }

    /// Makes sure that the loop is in the queue.
    pub async fn schedule(conn: &mut Conn, now: Timestamp) -> Result<(), StoreError> {
        queue::enqueue(conn, &RetentionJob {}, now, now).await.map(|_| ())
    }

    async fn purge(&self) -> Result<Outcome, Failure> {
        let cutoff = earlier(self.clock.now(), self.keep);
        loop {
            let batch = self.store.write(Schema::It, move |conn| retention::purge(conn, cutoff, BATCH_ROWS).boxed());
            if batch.await? == 0 {
                return Ok(Outcome::Again(later(self.clock.now(), INTERVAL)));
            }
        }
    }
}

impl Worker<RetentionJob> for Retention {
    fn policy(&self) -> Policy {
        Policy {
            limit: Duration::from_mins(10),
            backoff: Backoff { first: Duration::from_mins(1), ceiling: INTERVAL },
            give_up: GiveUp::Never,
        }
    }

    async fn run(&self, _job: RetentionJob, _item: &Item) -> Result<Outcome, Failure> {
        self.purge().await
    }
}
