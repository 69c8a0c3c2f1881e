//! When, where and of which commit something was measured.

use super::machine::Machine;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};
use std::path::Path;
use std::process::Command;
use stormwire_clock::{Clock, SystemClock};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    pub commit: String,
    pub has_local_changes: bool,
    /// UTC.
    pub started_at: String,
    pub machine: Machine,
}

/// Files that runs write themselves are no local changes.
const WRITTEN: [&str; 5] = [
    ":(exclude)bench/RESULTS.md",
    ":(exclude)bench/results.json",
    ":(exclude)bench/SOAK.md",
    ":(exclude)docs/guide/charts",
    ":(exclude)docs/guide/growth.md",
];

impl Run {
    /// A run that starts now. The sources may have been unpacked without git: then the commit is unknown.
    pub fn start(folder: &Path) -> Result<Self> {
        Ok(Self {
            commit: git(folder, &["rev-parse", "--short", "HEAD"]).unwrap_or_else(|_| "unknown".to_owned()),
            has_local_changes: has_local_changes(folder).unwrap_or_default(),
            started_at: SystemClock.now().strftime("%Y-%m-%d %H:%M UTC").to_string(),
            machine: Machine::read(folder)?,
        })
    }
}

impl Display for Run {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let changes = if self.has_local_changes { " with local changes" } else { "" };
        write!(formatter, "Commit {}{changes}, {}. {}.", self.commit, self.started_at, self.machine)
    }
}

fn has_local_changes(folder: &Path) -> Result<bool> {
    let root = git(folder, &["rev-parse", "--show-toplevel"])?;
    let arguments = [["status", "--porcelain", "--", "."].as_slice(), WRITTEN.as_slice()].concat();
    Ok(!git(Path::new(&root), &arguments)?.is_empty())
}

fn git(folder: &Path, arguments: &[&str]) -> Result<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().context("cannot start git")?;
    ensure!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
