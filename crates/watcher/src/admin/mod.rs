//! What users do with watchers in the portal, over the API and on the command line: configure, check, test, view.

pub mod action_unit;
pub mod actions;
pub mod connection_check;
pub mod context_paths;
pub mod file_explanation;
mod folder_check;
pub mod folders;
mod line_ends;
mod mailbox_test;
mod overview;
pub mod preview;
pub mod samples;
mod sender_rule;
mod setting_warnings;
pub mod shadow_run;
mod subscription_test;
pub mod suggest;
pub mod watcher_unit;
pub mod watchers;
mod workflows;

use crate::cadence::Cadence;
use crate::files::FileRoots;
use crate::mailboxes::Mailboxes;
use crate::shared_deps::SharedDeps;
use shadow_run::ShadowPermits;
use std::sync::Arc;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, Rng};
use stormwire_lightning::PlausibleArea;
use stormwire_store::Store;
use stormwire_workflow::{Handlers, Runner};
use tokio::sync::Semaphore;

/// Keeps processors free for other work.
const MAX_CONCURRENT_PREVIEWS: usize = 2;
/// Each may read gigabytes.
const MAX_CONCURRENT_EXPLANATIONS: usize = 1;

/// Manages watchers and their actions.
pub struct Admin {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    secrets: Secrets,
    mailboxes: Mailboxes,
    file_roots: FileRoots,
    handlers: Handlers,
    runner: Runner,
    cadence: Cadence,
    notification_url: String,
    lifecycle_url: String,
    plausible_area: PlausibleArea,
    preview_permits: Semaphore,
    explanation_permits: Arc<Semaphore>,
    shadow_permits: ShadowPermits,
}

pub(crate) struct AdminDeps {
    pub(crate) shared: SharedDeps,
    pub(crate) runner: Runner,
    pub(crate) notification_url: String,
    pub(crate) lifecycle_url: String,
    pub(crate) plausible_area: PlausibleArea,
}

impl Admin {
    pub(crate) fn new(deps: AdminDeps) -> Self {
        let AdminDeps { shared, runner, notification_url, lifecycle_url, plausible_area } = deps;
        let SharedDeps { store, clock, rng, secrets, mailboxes, file_roots, cadence } = shared;
        Self {
            store,
            clock,
            rng,
            secrets,
            mailboxes,
            file_roots,
            handlers: runner.handlers().clone(),
            runner,
            cadence,
            notification_url,
            lifecycle_url,
            plausible_area,
            preview_permits: Semaphore::new(MAX_CONCURRENT_PREVIEWS),
            explanation_permits: Arc::new(Semaphore::new(MAX_CONCURRENT_EXPLANATIONS)),
            shadow_permits: ShadowPermits::default(),
        }
    }

    pub fn handlers(&self) -> &Handlers {
        &self.handlers
    }
}
