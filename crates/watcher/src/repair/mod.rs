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

pub(crate) struct RepairDeps {
    pub(crate) store: Store,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) rng: Arc<dyn Rng>,
    pub(crate) mailboxes: Mailboxes,
    pub(crate) file_roots: FileRoots,
    pub(crate) work_folder: PathBuf,
}

impl Repair {
    pub(crate) fn new(deps: RepairDeps) -> Self {
        let RepairDeps { store, clock, rng, mailboxes, file_roots, work_folder } = deps;
        Self { store, clock, rng, mailboxes, file_roots, work_folder }
    }
}
