//! A kind of background work: its typed payload, and who does it.

use super::failure::Failure;
use super::item::Item;
use super::plan::Policy;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::marker::PhantomData;
use std::sync::Arc;

/// What is put into the queue: the value itself is the payload, as JSON.
///
/// Rows outlive an upgrade: never change [`Job::KIND`] or the JSON name of a field, and give a new field a default.
pub trait Job: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The name under which it is stored.
    const KIND: &'static str;

    /// At most one row per kind and key: enqueueing again pulls a ready item forward, brings a dead one back, and has
    /// a leased one run once more.
    fn unique_key(&self) -> Option<String> {
        None
    }

    /// A process runs at most [`super::LANE`] items of one lane at a time.
    fn lane(&self) -> Option<String> {
        None
    }

    fn priority(&self) -> i64 {
        0
    }
}

/// Does the jobs of one kind. One type may do several kinds.
pub trait Worker<J: Job>: Send + Sync + 'static {
    /// How long a run may take, how it is retried, when it is dead-lettered.
    fn policy(&self) -> Policy;

    /// May run more than once for the same item, in another process, after a crash: effects need a key.
    fn run(&self, job: J, item: &Item) -> impl Future<Output = Result<Outcome, Failure>> + Send;
}

/// How a run ended well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It leaves the queue.
    Done,
    /// It comes back then.
    Again(Timestamp),
    /// The worker ended the item itself, in the transaction of its effect.
    Ended,
}

/// A worker of whatever kind, as the dispatcher sees it. Made by [`worker`].
pub trait AnyWorker: Send + Sync {
    fn kind(&self) -> &'static str;

    fn policy(&self) -> Policy;

    fn run<'a>(&'a self, item: &'a Item) -> BoxFuture<'a, Result<Outcome, Failure>>;
}

/// Prepares a worker for the dispatcher: `queue::worker::<RetentionJob>(Arc::new(retention))`.
pub fn worker<J: Job>(worker: Arc<impl Worker<J>>) -> Arc<dyn AnyWorker> {
    Arc::new(Erased { worker, job: PhantomData })
}

struct Erased<J, W> {
    worker: Arc<W>,
    job: PhantomData<fn(J)>,
}

impl<J: Job, W: Worker<J>> AnyWorker for Erased<J, W> {
    fn kind(&self) -> &'static str {
        J::KIND
    }

    fn policy(&self) -> Policy {
        self.worker.policy()
    }

    fn run<'a>(&'a self, item: &'a Item) -> BoxFuture<'a, Result<Outcome, Failure>> {
        match read::<J>(item) {
            Ok(job) => self.worker.run(job, item).boxed(),
            Err(failure) => std::future::ready(Err(failure)).boxed(),
        }
    }
}

fn read<J: Job>(item: &Item) -> Result<J, Failure> {
    J::deserialize(&item.payload).map_err(|error| {
        Failure::Fatal(format!("the payload of {} cannot be read: {error}: {}", J::KIND, item.payload))
    })
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

    fn item(payload: Value) -> Item {
        let id = QueueItemId::new(1);
        Item { id, kind: Greet::KIND.into(), payload, attempts: 1, lease: 1, first_failure_at: None, lane: None }
    }

    #[test]
    fn payload_that_does_not_parse_is_fatal_and_named() {
        assert_eq!(read::<Greet>(&item(json!({"name": "Ada"}))), Ok(Greet { name: "Ada".into() }));
        let failure = read::<Greet>(&item(json!({"nome": "Ada"}))).unwrap_err();
        assert_eq!(
            failure,
            Failure::Fatal(r#"the payload of Greet cannot be read: missing field `name`: {"nome":"Ada"}"#.into())
        );
    }
}
