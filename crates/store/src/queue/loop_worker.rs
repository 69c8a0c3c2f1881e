//! Duties that one process holds for all, as long as the service runs.

use super::failure::JobFailure;
use super::item::QueueItem;
use super::job::{AnyWorker, Job, JobOutcome, Worker, worker};
use super::plan::{Backoff, RetryLimit, RetryPolicy};
use super::rows::enqueue;
use crate::{Conn, StoreError};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

/// Loops run before messages: a thousand messages must not let a subscription expire.
pub const LOOP_PRIORITY: i64 = 1 << 50;

/// A duty. Its item has no data, becomes due again after each run, and is retried without a limit.
pub trait LoopWorker: Sized + Send + Sync + 'static {
    /// Rows outlive an upgrade: never change it.
    const KIND: &'static str;

    /// A run that takes longer is ended and repeated.
    const TIMEOUT: Duration;

    /// Between two runs that fail.
    const BACKOFF: Backoff = Backoff { first: Duration::from_millis(500), ceiling: Duration::from_secs(5) };

    fn run_loop(&self) -> impl Future<Output = Result<JobOutcome, JobFailure>> + Send;

    /// Puts the item into the queue unless it is there.
    fn schedule(conn: &mut Conn, now: Timestamp) -> impl Future<Output = Result<(), StoreError>> + Send {
        async move { enqueue(conn, &LoopJob::<Self>::default(), now, now).await.map(|_| ()) }
    }
}

/// Prepares a duty for the dispatcher.
pub fn loop_worker<W: LoopWorker>(duty: Arc<W>) -> Arc<dyn AnyWorker> {
    worker::<LoopJob<W>>(duty)
}

/// The only item of a duty.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub struct LoopJob<W> {
    #[serde(skip)]
    worker: PhantomData<fn(W)>,
}

impl<W> Default for LoopJob<W> {
    fn default() -> Self {
        Self { worker: PhantomData }
    }
}

impl<W: LoopWorker> Job for LoopJob<W> {
    const KIND: &'static str = W::KIND;

    fn unique_key(&self) -> Option<String> {
        Some("all".into())
    }

    fn priority(&self) -> i64 {
        LOOP_PRIORITY
    }
}

impl<W: LoopWorker> Worker<LoopJob<W>> for W {
    fn policy(&self) -> RetryPolicy {
        RetryPolicy { timeout: W::TIMEOUT, backoff: W::BACKOFF, retry_limit: RetryLimit::Unlimited }
    }

    async fn run(&self, _job: LoopJob<W>, _item: &QueueItem) -> Result<JobOutcome, JobFailure> {
        self.run_loop().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    struct Duty;

    impl LoopWorker for Duty {
        const KIND: &'static str = "Duty";
        const TIMEOUT: Duration = Duration::from_mins(1);

        async fn run_loop(&self) -> Result<JobOutcome, JobFailure> {
            Ok(JobOutcome::Done)
        }
    }

    #[test]
    fn the_item_of_a_duty_is_unique_urgent_and_empty() {
        let job = LoopJob::<Duty>::default();
        assert_eq!((job.unique_key().as_deref(), job.priority()), (Some("all"), LOOP_PRIORITY));
        assert_eq!(serde_json::to_value(&job).unwrap(), json!({}));
        // As earlier versions have stored it.
        assert!(serde_json::from_value::<LoopJob<Duty>>(json!({})).is_ok());
        assert_eq!(<LoopJob<Duty> as Job>::KIND, "Duty");
        assert_eq!(Worker::<LoopJob<Duty>>::policy(&Duty).timeout, Duration::from_mins(1));
    }
}
