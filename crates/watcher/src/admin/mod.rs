//! What people do with watchers in the portal, over the API and on the command line: configure, check, try out, see.

pub mod actions;
pub mod connection_check;
mod dry_run;
mod folder_check;
pub mod folders;
mod overview;
pub mod preview;
pub mod samples;
pub mod watchers;
mod workflows;

use crate::cadence::Cadence;
use crate::mailboxes::Mailboxes;
use std::sync::Arc;
use stormwire_city::secrets::Secrets;
use stormwire_clock::Clock;
use stormwire_store::Store;
use stormwire_workflow::Handlers;
use tokio::sync::Semaphore;

/// Previews at a time: the other processors are for everybody else.
const PREVIEWS_AT_ONCE: usize = 2;

/// Manages watchers and their actions.
pub struct Admin {
    store: Store,
    clock: Arc<dyn Clock>,
    secrets: Secrets,
    mailboxes: Mailboxes,
    handlers: Handlers,
    cadence: Cadence,
    notification_url: String,
    preview_permits: Semaphore,
}

/// What [`Admin`] needs.
pub(crate) struct AdminDeps {
    pub(crate) store: Store,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) secrets: Secrets,
    pub(crate) mailboxes: Mailboxes,
    pub(crate) handlers: Handlers,
    pub(crate) cadence: Cadence,
    pub(crate) notification_url: String,
}

impl Admin {
    pub(crate) fn new(deps: AdminDeps) -> Self {
        let AdminDeps { store, clock, secrets, mailboxes, handlers, cadence, notification_url } = deps;
        let preview_permits = Semaphore::new(PREVIEWS_AT_ONCE);
        Self { store, clock, secrets, mailboxes, handlers, cadence, notification_url, preview_permits }
    }

    /// The handlers that actions can use.
    pub fn handlers(&self) -> &Handlers {
        &self.handlers
    }
}
