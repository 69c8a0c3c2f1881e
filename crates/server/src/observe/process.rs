//! The conventional `process_` metrics, from `/proc`.

use jiff::Timestamp;
use rustix::process::{Resource, getrlimit};
use std::fs;
use stormwire_api::write_metric;

/// Leaves out what the system does not report.
pub(super) fn write_process_metrics(text: &mut String, started_at: Timestamp) {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let sample = |value: Option<f64>| value.map(|value| (String::new(), value));
    let bytes = |name: &str| status_number(&status, name).map(|kibibytes| kibibytes * 1_024.0);
    write_metric(text, "process_cpu_seconds_total", sample(cpu_ticks(&stat).map(|ticks| ticks / ticks_per_second())));
    write_metric(text, "process_resident_memory_bytes", sample(bytes("VmRSS")));
    write_metric(text, "process_virtual_memory_bytes", sample(bytes("VmSize")));
    write_metric(text, "process_open_fds", sample(count_files("/proc/self/fd")));
    write_metric(text, "process_max_fds", sample(open_file_limit()));
    write_metric(text, "process_threads", sample(status_number(&status, "Threads")));
    write_metric(text, "process_start_time_seconds", sample(Some(started_at.as_duration().as_secs_f64())));
}

/// A number of `/proc/self/status`, such as `VmRSS:   1234 kB`.
pub(crate) fn status_number(status: &str, name: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.split_whitespace().next()?.parse().ok()
}

/// User and system time of `/proc/self/stat`. The name of the program is in parentheses and may contain spaces.
fn cpu_ticks(stat: &str) -> Option<f64> {
    let after_name = stat.rsplit_once(')')?.1;
    let mut fields = after_name.split_whitespace().skip(11);
    let (user, system): (f64, f64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some(user + system)
}

#[expect(clippy::cast_precision_loss, reason = "usually 100")]
fn ticks_per_second() -> f64 {
    rustix::param::clock_ticks_per_second() as f64
}

#[expect(clippy::cast_precision_loss, reason = "metrics are floating-point numbers")]
fn count_files(folder: &str) -> Option<f64> {
    // The folder itself is open while it is read.
    fs::read_dir(folder).ok().map(|entries| entries.count().saturating_sub(1) as f64)
}

#[expect(clippy::cast_precision_loss, reason = "metrics are floating-point numbers")]
fn open_file_limit() -> Option<f64> {
    getrlimit(Resource::Nofile).current.map(|limit| limit as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_formats_of_proc() {
        let status = "Name:\tstorm wire\nVmSize:\t  200 kB\nVmRSS:\t  100 kB\nThreads:\t7\n";
        assert_eq!(status_number(status, "VmRSS"), Some(100.0));
        assert_eq!(status_number(status, "Threads"), Some(7.0));
        assert_eq!(status_number(status, "Vm"), None);
        let stat = "42 (storm (wire) x) S 1 42 42 0 -1 4194304 10 0 0 0 150 50 0 0 20 0 7";
        assert_eq!(cpu_ticks(stat), Some(200.0));
        assert_eq!(cpu_ticks(""), None);
    }

    #[test]
    fn every_metric_has_a_value_on_linux() {
        let mut text = String::new();
        write_process_metrics(&mut text, Timestamp::UNIX_EPOCH);
        let values: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(values.len(), 7, "{text}");
    }
}
