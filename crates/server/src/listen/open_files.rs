//! The open-file limit of the process. Every connection is an open file, and most systems start with 1,024.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Databases, log files and connections to others.
const RESERVED: u64 = 256;

/// Raises the soft limit to the hard one, and warns when it is still too low for the configured connections.
pub(crate) fn raise_open_file_limit(connections: Option<usize>) {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised =
        if current == maximum { Ok(()) } else { setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) };
    if let Err(error) = raised {
        tracing::warn!(%error, "cannot raise the open-file limit");
    }
    let (Some(open_files), Some(connections)) = (getrlimit(Resource::Nofile).current, connections) else { return };
    let needed = u64::try_from(connections).unwrap_or(u64::MAX).saturating_add(RESERVED);
    if open_files < needed {
        tracing::warn!(
            open_files,
            needed,
            "the open-file limit is too low for server.limits.connections; raise the hard limit (systemd: LimitNOFILE) or lower server.limits.connections"
        );
    }
}
