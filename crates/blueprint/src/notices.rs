//! What a person must do before everything in a file runs.

use crate::installation::ItRows;
use crate::plan::{PlannedChange, Section};
use crate::resolve::{Wanted, WantedWatcher, credential_secret};
use std::path::Path;
use stormwire_store::tables::watcher::WatcherKind;

/// Where a watcher or a sink that lacks secrets is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WaitState {
    /// The file does not change it.
    Running,
    Disabled,
    /// By a dry run.
    WillBeDisabled,
    WillBeStopped,
    Stopped,
}

/// From what notices are made.
pub(crate) struct Notices<'a> {
    /// Before the file is applied.
    pub(crate) it: &'a ItRows,
    pub(crate) wanted: &'a Wanted,
    pub(crate) changes: &'a [PlannedChange],
    pub(crate) is_dry_run: bool,
}

impl Notices<'_> {
    /// Of the whole file, also of what it does not change: secrets that were not entered after the last run.
    pub(crate) fn missing_secrets(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for one in &self.wanted.watchers {
            let name = one.entry.name();
            let is_running = self.it.watcher(name).is_some_and(|stored| stored.watcher.fields.is_enabled);
            let state = self.state(Section::Watcher, name, is_running);
            lines.extend(one.missing_secrets.iter().map(|secret| secret_line("watcher", name, secret, state)));
        }
        for one in &self.wanted.sinks {
            let name = &one.fields.name;
            let is_running = self.it.sink(name).is_some_and(|stored| stored.fields.is_enabled);
            let state = self.state(Section::Sink, name, is_running);
            lines.extend(one.missing_secrets.iter().map(|secret| secret_line("sink", name, secret, state)));
        }
        lines.extend(self.unused_credentials());
        lines
    }

    fn state(&self, section: Section, name: &str, is_running: bool) -> WaitState {
        let is_written = self.changes.iter().any(|one| one.section == section && one.name == name);
        wait_state(is_written, is_running, self.is_dry_run)
    }

    /// Credentials without a secret that nothing in the file needs.
    fn unused_credentials(&self) -> Vec<String> {
        let has_secret = |name: &str| self.it.credential(name).is_some_and(|stored| stored.has_secret);
        let is_listed = |name: &str| {
            let secret = credential_secret(name);
            self.wanted.watchers.iter().any(|one| one.missing_secrets.contains(&secret))
        };
        let names = self.wanted.credentials.iter().map(|one| one.name.as_str());
        let unused = names.filter(|name| !has_secret(name) && !is_listed(name));
        unused.map(|name| format!("credential {name:?} has no secret yet: enter it")).collect()
    }

    /// Folders that watchers cannot read from.
    pub(crate) fn missing_folders(&self) -> Vec<String> {
        self.wanted.watchers.iter().filter_map(missing_folder).collect()
    }
}

const fn wait_state(is_written: bool, is_running: bool, is_dry_run: bool) -> WaitState {
    match (is_written, is_running, is_dry_run) {
        (false, true, _) => WaitState::Running,
        (false, false, _) | (true, false, false) => WaitState::Disabled,
        (true, false, true) => WaitState::WillBeDisabled,
        (true, true, true) => WaitState::WillBeStopped,
        (true, true, false) => WaitState::Stopped,
    }
}

fn secret_line(what: &str, name: &str, secret: &str, state: WaitState) -> String {
    match state {
        WaitState::Running => format!("{what} {name:?} is enabled without {secret}: enter it"),
        WaitState::Disabled => format!("{what} {name:?} is disabled: enter {secret}, then enable it"),
        WaitState::WillBeDisabled => format!("{what} {name:?} will be disabled: enter {secret}, then enable it"),
        WaitState::WillBeStopped => {
            format!("{what} {name:?} is enabled now and will be disabled: enter {secret}, then enable it again")
        }
        WaitState::Stopped => {
            format!("{what} {name:?} was enabled and is now disabled: enter {secret}, then enable it again")
        }
    }
}

fn missing_folder(wanted: &WantedWatcher) -> Option<String> {
    let fields = &wanted.fields;
    let folder = fields.folder.as_ref().filter(|_| fields.kind == WatcherKind::File && fields.is_enabled)?;
    let is_missing = !Path::new(folder).is_dir();
    is_missing.then(|| format!("watcher {:?}: folder {folder:?} not found on this server; create it", fields.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_happens_to_a_running_watcher() {
        for (is_written, is_running, is_dry_run, expected) in [
            (true, false, true, "will be disabled"),
            (true, false, false, "is disabled"),
            (true, true, true, "is enabled now and will be disabled"),
            (true, true, false, "was enabled and is now disabled"),
            (false, false, true, "is disabled"),
            (false, true, false, "is enabled without the secret: enter it"),
        ] {
            let line = secret_line("watcher", "A", "the secret", wait_state(is_written, is_running, is_dry_run));
            assert!(line.starts_with(&format!("watcher \"A\" {expected}")), "{line}");
            assert!(line.contains("the secret"), "{line}");
        }
    }
}
