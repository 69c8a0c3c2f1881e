//! The open-file limit of the benchmark: each of its streams is an open file, and most systems start with 1,024.

use anyhow::{Context, Result, ensure};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the soft limit to the hard one, and fails if that is too low. The service and nginx raise theirs.
pub(super) fn allow_open_files(needed: usize) -> Result<()> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current != maximum {
        setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })
            .context("cannot raise the open-file limit")?;
    }
    let is_enough = maximum.is_none_or(|limit| usize::try_from(limit).is_ok_and(|limit| limit >= needed));
    ensure!(is_enough, "{needed} open files are needed; raise the hard limit (ulimit -Hn {needed})");
    Ok(())
}
