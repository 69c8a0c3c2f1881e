//! The deliveries in progress.

use crate::plan::DeliveryKey;
use std::collections::{BTreeSet, HashMap};
use std::future::Future;
use tokio::task::{Id, JoinError, JoinSet};

/// Ends with its owner: then the deliveries are aborted.
#[derive(Default)]
pub(crate) struct InFlight {
    tasks: JoinSet<()>,
    keys: HashMap<Id, DeliveryKey>,
}

impl InFlight {
    pub(crate) fn start(&mut self, key: DeliveryKey, delivery: impl Future<Output = ()> + Send + 'static) {
        let id = self.tasks.spawn(delivery).id();
        self.keys.insert(id, key);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Keys leave this set only in [`Self::wait_for_one`]: a delivery that ends while its row is read is not started twice.
    pub(crate) fn keys(&self) -> BTreeSet<DeliveryKey> {
        self.keys.values().copied().collect()
    }

    /// Never returns while nothing is in progress.
    pub(crate) async fn wait_for_one(&mut self) {
        match self.tasks.join_next_with_id().await {
            Some(ended) => self.remove(ended.map(|(id, ())| id)),
            None => std::future::pending().await,
        }
    }

    pub(crate) async fn wait_for_all(&mut self) {
        while !self.is_empty() {
            self.wait_for_one().await;
        }
    }

    fn remove(&mut self, ended: Result<Id, JoinError>) {
        let id = ended.unwrap_or_else(|error| {
            tracing::error!(%error, "a delivery to an event sink ended unexpectedly");
            error.id()
        });
        self.keys.remove(&id);
    }
}
