//! Processes a claimed message, file or status event: fetch, filter, Phase 1, filing, Phase 2.
//!
//! [`plan`] decides the next step, [`process`] performs it, [`transition`] writes every change of status.

mod attachments;
mod canary;
mod claimed_message;
mod failure_series;
mod fetch;
mod fetch_failure;
mod file;
mod filing;
mod folder_cache;
mod interruption;
mod phase_one;
mod phase_two;
mod plan;
mod process;
mod progress;
mod resume;
mod status_event;
mod transition;

use crate::files::FileRoots;
use crate::mailboxes::Mailboxes;
use crate::shared_deps::SharedDeps;
use crate::working_folder::WorkingFolder;
use claimed_message::ClaimedMessage;
use folder_cache::FolderCache;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, Rng};
use stormwire_store::Store;
use stormwire_workflow::Runner;

/// For one run of a queue item. Every part has a shorter limit, so this one only ends a worker that hangs. Longer than a
/// database outage: a message whose worker is stopped in `Processing` waits for an operator.
const TIME_LIMIT: Duration = Duration::from_hours(24);

/// Processes claimed messages.
pub(crate) struct Pipeline {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    secrets: Secrets,
    mailboxes: Mailboxes,
    file_roots: FileRoots,
    runner: Runner,
    work_folder: PathBuf,
    own_address: Option<String>,
    folder_cache: FolderCache,
}

pub(crate) struct PipelineDeps {
    pub(crate) shared: SharedDeps,
    pub(crate) runner: Runner,
    pub(crate) work_folder: PathBuf,
    pub(crate) own_address: Option<String>,
}

impl Pipeline {
    pub(crate) fn new(deps: PipelineDeps) -> Self {
        let PipelineDeps { shared, runner, work_folder, own_address } = deps;
        let SharedDeps { store, clock, rng, secrets, mailboxes, file_roots, .. } = shared;
        let folder_cache = FolderCache::default();
        Self { store, clock, rng, secrets, mailboxes, file_roots, runner, work_folder, own_address, folder_cache }
    }

    fn working_folder(&self, message: &ClaimedMessage) -> WorkingFolder {
        WorkingFolder::new(&self.work_folder, message.watcher.id, &message.log.run_id, self.clock.clone())
    }
}
