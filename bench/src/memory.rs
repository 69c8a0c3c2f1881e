//! How much memory this process has.

use anyhow::{Context, Result};

/// Resident now.
pub(crate) fn resident_mib() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    let kib: u64 = line.split_whitespace().next().context("no figure")?.parse()?;
    Ok(kib / 1024)
}
