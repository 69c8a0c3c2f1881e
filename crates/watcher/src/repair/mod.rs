//! Work on single messages: search the log, retry, replay, dismiss, and find discrepancies.

pub mod balance;
mod dismiss;
mod file_listing;
pub mod forwarding_comparison;
pub mod logs;
mod message_folders;
mod replay_missing;
mod retry;

use crate::files::FileRoots;
use crate::mailboxes::Mailboxes;
use crate::shared_deps::SharedDeps;
use std::path::PathBuf;
use std::sync::Arc;
use stormwire_clock::{Clock, Rng};
use stormwire_store::Store;

/// Searches and repairs the log.
pub struct Repair {
    store: Store,
    clock: Arc<dyn Clock>,
    rng: Arc<dyn Rng>,
    mailboxes: Mailboxes,
    file_roots: FileRoots,
    work_folder: PathBuf,
}

impl Repair {
    pub(crate) fn new(deps: SharedDeps, work_folder: PathBuf) -> Self {
        let SharedDeps { store, clock, rng, mailboxes, file_roots, .. } = deps;
        Self { store, clock, rng, mailboxes, file_roots, work_folder }
    }
}
