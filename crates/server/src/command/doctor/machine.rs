//! The machine: versions, limits and free space.

use crate::version::VERSION_AND_COMMIT;
use rustix::process::{Resource, getrlimit};
use std::path::Path;
use stormwire_city::config::Config;
use stormwire_clock::{Clock, SystemClock};
use stormwire_store::Database;

pub(super) fn describe() -> Vec<String> {
    let system = rustix::system::uname();
    let text = |name: &std::ffi::CStr| name.to_string_lossy().into_owned();
    let processors = std::thread::available_parallelism().map_or(0, std::num::NonZero::get);
    let limit = getrlimit(Resource::Nofile);
    let or_none = |value: Option<u64>| value.map_or("unlimited".to_owned(), |value| value.to_string());
    vec![
        format!("stormwire {VERSION_AND_COMMIT}"),
        format!("time: {}", SystemClock.now()),
        format!(
            "system: {} {} {}, {}",
            text(system.sysname()),
            text(system.release()),
            text(system.machine()),
            release()
        ),
        format!("processors: {processors}, memory: {}", memory()),
        format!("open-file limit of this command: {} (hard: {})", or_none(limit.current), or_none(limit.maximum)),
    ]
}

/// The name of the distribution.
fn release() -> String {
    let text = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    name.map_or("unknown distribution".to_owned(), |name| name.trim_matches('"').to_owned())
}

fn memory() -> String {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let of = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.map_or("unknown", str::trim).to_owned()
    };
    format!("{}, available: {}", of("MemTotal"), of("MemAvailable"))
}

/// The free space of each folder that the service writes to.
pub(super) fn disks(config: &Config) -> Vec<String> {
    let data = match &config.database {
        Database::Sqlite(folder) => Some(folder.as_path()),
        Database::Postgres(_) => None,
    };
    let folders = [("data", data), ("work", Some(config.paths.work.as_path())), ("media", Some(&config.paths.media))];
    folders.into_iter().filter_map(|(name, folder)| Some(format!("{name}: {}", free_space(folder?)))).collect()
}

fn free_space(folder: &Path) -> String {
    let name = folder.display();
    // A folder that does not exist yet will be on the file system of its parent.
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let Some(existing) = absolute.ancestors().find(|ancestor| ancestor.exists()) else {
        return format!("{name}: missing");
    };
    match rustix::fs::statvfs(existing) {
        Ok(found) => {
            let mebibytes = |blocks: u64| blocks.saturating_mul(found.f_frsize) / (1 << 20);
            let (free, total) = (mebibytes(found.f_bavail), mebibytes(found.f_blocks));
            format!("{name}: {free} MiB free of {total} MiB")
        }
        Err(error) => format!("{name}: {error}"),
    }
}
