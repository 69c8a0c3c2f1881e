//! Looks at the files that the configuration names, and changes none of them.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use stormwire_city::config::{Config, FileFacts};

pub(crate) fn file_facts(config: &Config) -> FileFacts {
    let server = &config.server;
    let log = server.security_log.as_deref().map(check_appendable);
    FileFacts {
        tls_key_mode: server.tls.as_ref().and_then(|tls| mode(&tls.key)),
        security_log_error: log.and_then(Result::err).map(|error| error.to_string()),
        missing_roots: config.file_roots.iter().filter(|root| !root.is_dir()).cloned().collect(),
    }
}

/// Whether the file can be appended to, or created. It is not created: another user than that of the service may run the
/// check.
fn check_appendable(path: &Path) -> io::Result<()> {
    match OpenOptions::new().append(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            tempfile::tempfile_in(folder).map(drop)
        }
        opened => opened.map(drop),
    }
}

#[cfg(unix)]
fn mode(path: &Path) -> Option<u32> {
    let metadata = std::fs::metadata(path).ok()?;
    Some(std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()))
}

#[cfg(not(unix))]
fn mode(_: &Path) -> Option<u32> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_appendable_if_it_or_its_folder_can_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("security.jsonl");
        assert!(check_appendable(&path).is_ok());
        assert!(!path.exists(), "the check does not create it");
        std::fs::write(&path, "line\n").unwrap();
        assert!(check_appendable(&path).is_ok());
        assert!(check_appendable(folder.path()).is_err(), "a folder");
        assert!(check_appendable(&folder.path().join("missing/security.jsonl")).is_err());
    }
}
