//! Memory of a process.

use anyhow::{Context, Result};

pub fn resident_mib() -> Result<u64> {
    resident_mib_of(std::process::id())
}

pub fn resident_mib_of(pid: u32) -> Result<u64> {
    mib_of(pid, "VmRSS:")
}

/// The peak of resident memory so far.
pub fn peak_mib_of(pid: u32) -> Result<u64> {
    mib_of(pid, "VmHWM:")
}

/// Of a process and the processes that it has started.
pub fn resident_kib_of_family(pid: u32) -> Result<u64> {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"))?;
    let mut sum = kib_of(pid, "VmRSS:")?;
    for child in children.split_whitespace() {
        sum += kib_of(child.parse()?, "VmRSS:")?;
    }
    Ok(sum)
}

fn mib_of(pid: u32, name: &str) -> Result<u64> {
    Ok(kib_of(pid, name)? / 1024)
}

fn kib_of(pid: u32, name: &str) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(name))
        .with_context(|| format!("{name} not found in /proc/{pid}/status"))?;
    Ok(line.split_whitespace().next().context("no number")?.parse()?)
}
