//! Watching mailboxes: detection, claim, pipeline, disposition.
//!
//! A message comes in by a notification ([`intake`]) or by looking ([`reconcile`], [`listing`]); either claims it as a
//! row of the log and puts it into the queue in one unit. [`message`] takes it from there: fetch, filter, first phase,
//! disposition; [`phase_two`] does what may wait. Subscriptions are kept alive by [`subscription`]. Every loop is an item
//! of the queue. Decisions are pure: [`status`], [`filter`], [`health`], the plans inside the loops.
//!
//! Knows no HTTP and no SQL; the provider is a [`stormwire_graph::Mailbox`].

pub mod actions;
pub mod balance;
pub(crate) mod claim;
mod context;
mod disposition;
pub mod error;
pub mod examine;
mod filter;
mod folder;
mod gather;
mod health;
pub mod intake;
pub mod jobs;
mod listing;
pub mod logs;
mod loops;
mod mailboxes;
mod message;
pub mod operator;
mod overview;
mod phase_two;
mod place;
pub mod preview;
mod reconcile;
pub mod regression;
pub mod sample;
mod standing;
pub mod status;
mod strays;
mod subscription;
pub mod switchover;
pub mod trial;
mod workflow;
mod working_folder;

pub use error::WatchError;
use gather::Gather;
pub use health::{Health, State as HealthState};
pub use loops::{schedule, works};
pub use mailboxes::FolderNode;
pub use standing::Standing;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, Rng};
use stormwire_graph::{FolderId, Graph};
use stormwire_store::Store;
use stormwire_store::queue::until_stored;
use stormwire_workflow::Runner;
use tokio::sync::Semaphore;

/// Everything that watching needs.
#[derive(Clone)]
pub struct Watch(Arc<Inner>);

struct Inner {
    parts: Parts,
    /// Calls of the provider that wait to be stored.
    gather: Gather,
    /// The folders that messages are put into, by the watched one and their name: asked for once.
    known_folders: Mutex<HashMap<(FolderId, String), FolderId>>,
    /// Whose turn it is to search for a preview.
    previews: Semaphore,
}

/// What it is made of.
pub struct Parts {
    /// All rows.
    pub store: Store,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Run ids and client states.
    pub chance: Arc<dyn Rng>,
    /// The keys.
    pub secrets: Secrets,
    /// The provider.
    pub graph: Arc<Graph>,
    /// Runs the actions.
    pub runner: Runner,
    /// How often and how long.
    pub cadence: Cadence,
    /// Where the provider tells us of messages.
    pub notification_url: String,
    /// Where it tells us of trouble.
    pub lifecycle_url: String,
    /// Attachments while a message is in hand.
    pub work_folder: PathBuf,
    /// What we send mail as: never a reason to run.
    pub own_address: Option<String>,
    /// When this process began: its first look comes before its first subscription.
    pub started_at: Timestamp,
}

/// How often and how long.
#[derive(Debug, Clone, Copy)]
pub struct Cadence {
    /// Between two looks at a mailbox.
    pub reconciliation: Duration,
    /// Between two full listings.
    pub full_listing: Duration,
    /// A subscription with less time left than this is renewed.
    pub renewal_margin: Duration,
    /// Between two looks at a subscription.
    pub renewal_check: Duration,
    /// The lifetime that is asked for.
    pub subscription: Duration,
}

impl Watch {
    /// From its parts.
    pub fn new(parts: Parts) -> Self {
        let (known_folders, previews) = (Mutex::default(), Semaphore::new(preview::AT_ONCE));
        Self(Arc::new(Inner { parts, gather: Gather::default(), known_folders, previews }))
    }

    /// Writes down what has happened, and does not give up because the database is away for a while: a first phase that
    /// is forgotten would wait for a person. Only for what comes to the same when it is written twice.
    async fn until_stored<'a, T>(
        &self,
        attempt: impl FnMut() -> BoxFuture<'a, Result<T, WatchError>> + Send,
    ) -> Result<T, WatchError> {
        until_stored(self.clock.as_ref(), WatchError::is_passing, attempt).await
    }
}

impl std::ops::Deref for Watch {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0.parts
    }
}
