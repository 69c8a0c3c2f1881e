//! Processor time of a process.

use anyhow::{Context, Result};
use std::time::Duration;

/// The kernel counts in hundredths of a second on all machines that Linux supports today.
const TICK: Duration = Duration::from_millis(10);

/// In user and kernel mode, by all threads.
pub fn cpu_time_of(pid: u32) -> Result<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The second field is the name in parentheses, which may contain spaces.
    let (_, fields) = stat.rsplit_once(") ").context("unexpected format of /proc/PID/stat")?;
    let ticks = |field: usize| fields.split(' ').nth(field - 3).context("too few fields in /proc/PID/stat");
    let ticks: u32 = ticks(14)?.parse::<u32>()? + ticks(15)?.parse::<u32>()?;
    Ok(TICK * ticks)
}
