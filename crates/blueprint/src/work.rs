//! What is exported, what a file changes, and what is written for it.

use crate::document::{CredentialEntry, Document};
use crate::error::FileProblem;
use crate::installation::Installation;
use crate::plan::{Change, PlannedChange, Section};
use crate::resolve::{Wanted, WantedPolicy, WantedSink, WantedWatcher};
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
    /// What else keeps something in the file from working.
    pub warnings: Vec<String>,
}

/// The file of an installation.
#[derive(Debug)]
pub struct Exported {
    pub text: String,
    pub document: Document,
    /// What looks like a secret and is in the file.
    pub warnings: Vec<FileProblem>,
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
    fn writes(&self, section: Section, name: &str) -> bool {
        self.changes.iter().any(|one| one.section == section && one.name == name && one.change != Change::Remove)
    }

    pub(crate) fn written_credentials(&self) -> Vec<&CredentialEntry> {
        self.wanted.credentials.iter().filter(|one| self.writes(Section::Credential, &one.name)).collect()
    }

    pub(crate) fn written_policies(&self) -> Vec<&WantedPolicy> {
        self.wanted.policies.iter().filter(|one| self.writes(Section::Policy, &one.fields.name)).collect()
    }

    pub(crate) fn written_watchers(&self) -> Vec<&WantedWatcher> {
        self.wanted.watchers.iter().filter(|one| self.writes(Section::Watcher, one.entry.name())).collect()
    }

    pub(crate) fn written_sinks(&self) -> Vec<&WantedSink> {
        self.wanted.sinks.iter().filter(|one| self.writes(Section::Sink, &one.fields.name)).collect()
    }

    /// The names of the entries that are removed.
    pub(crate) fn removed(&self, section: Section) -> Vec<&str> {
        let removed = self.changes.iter().filter(|one| one.section == section && one.change == Change::Remove);
        removed.map(|one| one.name.as_str()).collect()
    }

    pub(crate) fn changes_organization(&self) -> bool {
        self.changes.iter().any(|one| one.section == Section::Policy)
    }
}
