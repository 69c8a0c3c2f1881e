//! The machine that measured.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};
use std::path::Path;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Machine {
    pub cpu: String,
    pub cores: usize,
    pub memory_mib: u64,
    pub kernel: String,
    /// Of the folder where databases are created.
    pub filesystem: String,
}

impl Machine {
    /// `data` is the folder where databases are created.
    pub fn read(data: &Path) -> Result<Self> {
        let text = |path: &str| std::fs::read_to_string(path).with_context(|| format!("cannot read {path}"));
        let data = data.canonicalize()?;
        Ok(Self {
            cpu: cpu_model(&text("/proc/cpuinfo")?),
            cores: std::thread::available_parallelism()?.get(),
            memory_mib: memory_mib(&text("/proc/meminfo")?).context("no MemTotal in /proc/meminfo")?,
            kernel: format!("Linux {}", text("/proc/sys/kernel/osrelease")?.trim()),
            filesystem: filesystem_of(&data, &text("/proc/self/mountinfo")?)
                .with_context(|| format!("no file system of {} in /proc/self/mountinfo", data.display()))?,
        })
    }
}

impl Display for Machine {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Self { cpu, cores, memory_mib, kernel, filesystem } = self;
        write!(formatter, "{cpu}, {cores} cores, {memory_mib} MiB of memory, {kernel}, data on {filesystem}")
    }
}

/// Some architectures do not name it.
fn cpu_model(cpuinfo: &str) -> String {
    let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name"));
    let name = model.map(|rest| rest.trim_start_matches([' ', '\t', ':']).trim());
    name.filter(|name| !name.is_empty()).unwrap_or("unnamed processor").to_owned()
}

fn memory_mib(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024)
}

/// The type of the innermost mount that contains the folder. Later mounts hide earlier ones.
fn filesystem_of(folder: &Path, mountinfo: &str) -> Option<String> {
    let mounts = mountinfo.lines().filter_map(|line| {
        let (mount, filesystem) = line.split_once(" - ")?;
        Some((mount.split(' ').nth(4)?, filesystem.split(' ').next()?))
    });
    let containing = mounts.filter(|(point, _)| folder.starts_with(point));
    containing.max_by_key(|(point, _)| point.len()).map(|(_, kind)| kind.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_processor_and_memory() {
        let cpuinfo = "processor\t: 0\nmodel name\t: AMD EPYC 7763 64-Core\nprocessor\t: 1\nmodel name\t: other\n";
        assert_eq!(cpu_model(cpuinfo), "AMD EPYC 7763 64-Core");
        assert_eq!(cpu_model("processor\t: 0\nBogoMIPS\t: 50.00\n"), "unnamed processor");
        assert_eq!(memory_mib("MemTotal:        8131480 kB\nMemFree: 1 kB\n"), Some(7_940));
        assert_eq!(memory_mib("MemFree: 1 kB\n"), None);
    }

    #[test]
    fn data_is_on_the_innermost_mount() {
        let mounts = "22 1 8:1 / / rw,noatime shared:1 - ext4 /dev/sda1 rw\n\
                      30 22 0:26 / /srv rw - xfs /dev/sdb1 rw\n\
                      31 22 0:27 / /srv/data rw - tmpfs tmpfs rw\n";
        for (folder, kind) in [("/srv/data/bench", "tmpfs"), ("/srv/database", "xfs"), ("/home", "ext4")] {
            assert_eq!(filesystem_of(Path::new(folder), mounts).as_deref(), Some(kind), "{folder}");
        }
        assert_eq!(filesystem_of(Path::new("/home"), ""), None);
    }
}
