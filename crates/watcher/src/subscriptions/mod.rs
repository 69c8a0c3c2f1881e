//! Maintains one subscription per enabled watcher in subscription mode: creates, renews, checks and replaces it. Also cleans
//! up after a crash, and assesses the health of watchers and credentials.

pub(crate) mod clear;
mod credential_status;
pub(crate) mod error_text;
mod health_loop;
mod lifetime;
mod orphan_cleanup;
mod plan;
mod subscription_loop;

use crate::cadence::Cadence;
use crate::mailboxes::Mailboxes;
use crate::shared_deps::SharedDeps;
use jiff::Timestamp;
use std::path::PathBuf;
use std::sync::Arc;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, Rng};
use stormwire_store::Store;

pub(crate) struct Subscriptions {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    secrets: Secrets,
    mailboxes: Mailboxes,
    cadence: Cadence,
    notification_url: String,
    lifecycle_url: String,
    work_folder: PathBuf,
    /// Each mailbox is polled once after this before its subscription is created and before the operator is notified.
    started_at: Timestamp,
}

pub(crate) struct SubscriptionsDeps {
    pub(crate) shared: SharedDeps,
    pub(crate) notification_url: String,
    pub(crate) lifecycle_url: String,
    pub(crate) work_folder: PathBuf,
    pub(crate) started_at: Timestamp,
}

impl Subscriptions {
    pub(crate) fn new(deps: SubscriptionsDeps) -> Self {
        let SubscriptionsDeps { shared, notification_url, lifecycle_url, work_folder, started_at } = deps;
        let SharedDeps { store, clock, rng, secrets, mailboxes, cadence, .. } = shared;
        Self {
            store,
            clock,
            rng,
            secrets,
            mailboxes,
            cadence,
            notification_url,
            lifecycle_url,
            work_folder,
            started_at,
        }
    }
}
