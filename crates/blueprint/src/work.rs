//! What a file changes, and what is written for it.

use crate::installation::Installation;
use crate::plan::{Change, PlannedChange, Section};
use crate::resolve::Wanted;
use jiff::Timestamp;
use stormwire_store::tables::audit::Actor;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ApplyOptions {
    /// Remove what the file does not name.
    pub prune: bool,
    /// Write nothing.
    pub dry_run: bool,
}

/// What a file changes, or has changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied {
    pub changes: Vec<PlannedChange>,
    /// What a person must enter, with what waits for it.
    pub missing_secrets: Vec<String>,
}

/// What is written.
#[derive(Debug)]
pub(crate) struct Work {
    /// From which the changes were computed.
    pub(crate) installation: Installation,
    pub(crate) wanted: Wanted,
    pub(crate) changes: Vec<PlannedChange>,
    pub(crate) actor: Actor,
    pub(crate) now: Timestamp,
}

impl Work {
    /// Whether an entry is added or changed.
    pub(crate) fn writes(&self, section: Section, name: &str) -> bool {
        self.changes.iter().any(|one| one.section == section && one.name == name && one.change != Change::Remove)
    }

    pub(crate) fn removed(&self, section: Section) -> impl Iterator<Item = &str> {
        let is_removed = move |one: &&PlannedChange| one.section == section && one.change == Change::Remove;
        self.changes.iter().filter(is_removed).map(|one| one.name.as_str())
    }

    pub(crate) fn changes_organization(&self) -> bool {
        self.changes.iter().any(|one| one.section == Section::Policy)
    }
}
