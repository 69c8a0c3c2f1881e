//! A kind of background job: its typed payload and its worker.

use super::failure::JobFailure;
use super::item::QueueItem;
use super::plan::RetryPolicy;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::marker::PhantomData;
use std::sync::Arc;

/// The payload of a queue item, stored as JSON.
///
/// Rows outlive an upgrade: never change [`Job::KIND`] or the JSON name of a field, and give a new field a default.
pub trait Job: Serialize + DeserializeOwned + Send + Sync + 'static {
    const KIND: &'static str;

    /// At most one row per kind and key: enqueueing again moves a ready item forward, revives a dead one, and makes a
    /// leased one run once more. The payloads are merged: a field that not every request gives is left out if it is `None`, so
    /// that the next request does not remove it.
    fn unique_key(&self) -> Option<String> {
        None
    }

    /// A process runs at most [`super::LANE_LIMIT`] items of one lane at a time.
    fn lane(&self) -> Option<String> {
        None
    }

    fn priority(&self) -> i64 {
        0
    }
}

/// Runs the jobs of one kind. One type may run several kinds.
pub trait Worker<J: Job>: Send + Sync + 'static {
    /// How long a run may take, how it is retried, when it is dead-lettered.
    fn policy(&self) -> RetryPolicy;

    /// After a crash this may run again for the same item, in another process: effects need an idempotency key.
    fn run(&self, job: J, item: &QueueItem) -> impl Future<Output = Result<JobOutcome, JobFailure>> + Send;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobOutcome {
    /// The item leaves the queue.
    Done,
    /// The item is due again at that time.
    RunAgainAt(Timestamp),
    /// The worker ended the item itself, in the transaction of its effect.
    AlreadyEnded,
}

/// A worker without its job type. Created by [`worker`].
pub trait AnyWorker: Send + Sync {
    fn kind(&self) -> &'static str;

    fn policy(&self) -> RetryPolicy;

    fn run<'a>(&'a self, item: &'a QueueItem) -> BoxFuture<'a, Result<JobOutcome, JobFailure>>;
}

/// Prepares a worker for the dispatcher: `queue::worker::<RetentionJob>(Arc::new(retention))`.
pub fn worker<J: Job>(worker: Arc<impl Worker<J>>) -> Arc<dyn AnyWorker> {
    Arc::new(ErasedWorker { worker, job: PhantomData })
}

struct ErasedWorker<J, W> {
    worker: Arc<W>,
    job: PhantomData<fn(J)>,
}

impl<J: Job, W: Worker<J>> AnyWorker for ErasedWorker<J, W> {
    fn kind(&self) -> &'static str {
        J::KIND
    }

    fn policy(&self) -> RetryPolicy {
        self.worker.policy()
    }

    fn run<'a>(&'a self, item: &'a QueueItem) -> BoxFuture<'a, Result<JobOutcome, JobFailure>> {
        match parse_payload::<J>(item) {
            Ok(job) => self.worker.run(job, item).boxed(),
            Err(failure) => std::future::ready(Err(failure)).boxed(),
        }
    }
}

fn parse_payload<J: Job>(item: &QueueItem) -> Result<J, JobFailure> {
    J::deserialize(&item.payload)
        .map_err(|error| JobFailure::Fatal(format!("invalid payload of {}: {error}: {}", J::KIND, item.payload)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::QueueItemId;
    use serde::Deserialize;
    use serde_json::{Value, json};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Greet {
        name: String,
    }

    impl Job for Greet {
        const KIND: &'static str = "Greet";
    }

    fn item(payload: Value) -> QueueItem {
        let id = QueueItemId::new(1);
        QueueItem { id, kind: Greet::KIND.into(), payload, attempts: 1, lease: 1, first_failure_at: None, lane: None }
    }

    #[test]
    fn invalid_payload_is_fatal_and_named() {
        assert_eq!(parse_payload::<Greet>(&item(json!({"name": "Ada"}))), Ok(Greet { name: "Ada".into() }));
        let failure = parse_payload::<Greet>(&item(json!({"nome": "Ada"}))).unwrap_err();
        assert_eq!(
            failure,
            JobFailure::Fatal(r#"invalid payload of Greet: missing field `name`: {"nome":"Ada"}"#.into())
        );
    }
}
