//! What most parts of the crate need.

use crate::cadence::Cadence;
use crate::files::FileRoots;
use crate::mailboxes::Mailboxes;
use std::sync::Arc;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, Rng};
use stormwire_store::Store;

#[derive(Clone)]
pub(crate) struct SharedDeps {
    pub(crate) store: Store,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) rng: Arc<dyn Rng>,
    pub(crate) secrets: Secrets,
    pub(crate) mailboxes: Mailboxes,
    pub(crate) file_roots: FileRoots,
    pub(crate) cadence: Cadence,
}
