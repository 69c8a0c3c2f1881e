//! Keeps root from leaving files that the service cannot read: its data and its key belong to the service account.

use anyhow::{Result, bail};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use stormwire_city::config::Config;
use stormwire_store::Database;

/// Fails if root runs a command on the files of another user. What root creates there, such as a new key, would be closed
/// to the service, which then does not start.
pub(super) fn refuse_root(config: &Config) -> Result<()> {
    if !rustix::process::geteuid().is_root() {
        return Ok(());
    }
    let database = match &config.database {
        Database::Sqlite(folder) => Some(folder.as_path()),
        Database::Postgres(_) => None,
    };
    for path in database.into_iter().chain([config.key_file.as_path()]) {
        if let Some((found, uid)) = nearest_owner(path).filter(|(_, uid)| *uid != 0) {
            let user = user_name(&std::fs::read_to_string("/etc/passwd").unwrap_or_default(), uid);
            bail!(
                "{} belongs to the user {user}, and the service could not read what root creates there; \
                 run the command as that user: sudo -u {user} stormwire …",
                found.display()
            );
        }
    }
    Ok(())
}

/// The path and its owner, or the nearest folder above it that exists. Folders above a relative path do not count.
fn nearest_owner(path: &Path) -> Option<(PathBuf, u32)> {
    path.ancestors().find_map(|path| Some((path.to_owned(), std::fs::metadata(path).ok()?.uid())))
}

/// `#1000` if the user has no name, as `sudo -u` takes it.
fn user_name(passwd: &str, uid: u32) -> String {
    let name = passwd.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)?.parse() == Ok(uid)).then(|| name.to_owned())
    });
    name.unwrap_or_else(|| format!("#{uid}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_does_not_exist_has_the_owner_of_the_folder_above() {
        let folder = tempfile::tempdir().unwrap();
        let owner = std::fs::metadata(folder.path()).unwrap().uid();
        let expected = Some((folder.path().to_owned(), owner));
        assert_eq!(nearest_owner(&folder.path().join("data/deep")), expected);
        assert_eq!(nearest_owner(folder.path()), expected);
        assert_eq!(nearest_owner(Path::new("no-such-folder/data")), None);
    }

    #[test]
    fn users_are_named_as_sudo_takes_them() {
        let passwd = "root:x:0:0:root:/root:/bin/bash\nstormwire:x:998:997::/var/lib/stormwire:/usr/sbin/nologin\n";
        for (uid, expected) in [(0, "root"), (998, "stormwire"), (997, "#997")] {
            assert_eq!(user_name(passwd, uid), expected);
        }
    }
}
