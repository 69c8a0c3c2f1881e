//! The folders outside which no file is read or moved.

use super::folder::OpenFolder;
use super::{file_error, watched_folder};
use crate::error::WatcherError;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use stormwire_store::tables::watcher::WatcherFields;

#[derive(Debug, Clone)]
pub(crate) struct FileRoots(Arc<[PathBuf]>);

/// A folder and the root that contains it, both without symbolic links.
#[derive(Debug, PartialEq, Eq)]
struct ContainedFolder {
    root: PathBuf,
    relative: PathBuf,
}

impl FileRoots {
    pub(crate) fn new(roots: Vec<PathBuf>) -> Self {
        Self(roots.into())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Opens the folder of a watcher.
    pub(crate) fn open(&self, fields: &WatcherFields) -> Result<OpenFolder, WatcherError> {
        let folder = Path::new(watched_folder(fields));
        let resolved = std::fs::canonicalize(folder).map_err(|error| file_error(folder, &error))?;
        let ContainedFolder { root, relative } = self.containing(&resolved).ok_or_else(|| self.outside(folder))?;
        OpenFolder::open_below(&root, &relative).map_err(|error| file_error(folder, &error))
    }

    /// Why no watcher may read this folder; `None` if it may. A folder that does not exist is judged by its path.
    pub(crate) fn rejection(&self, fields: &WatcherFields) -> Option<WatcherError> {
        let folder = Path::new(watched_folder(fields));
        let is_plain = folder.is_absolute() && folder.components().all(|part| part != Component::ParentDir);
        let is_inside = match std::fs::canonicalize(folder) {
            Ok(resolved) => self.containing(&resolved).is_some(),
            Err(_) => self.0.iter().any(|root| folder.starts_with(root)),
        };
        (!is_plain || !is_inside).then(|| self.outside(folder))
    }

    fn containing(&self, resolved: &Path) -> Option<ContainedFolder> {
        self.0.iter().find_map(|root| {
            let root = std::fs::canonicalize(root).ok()?;
            let relative = resolved.strip_prefix(&root).ok()?.to_owned();
            Some(ContainedFolder { root, relative })
        })
    }

    fn outside(&self, folder: &Path) -> WatcherError {
        let roots: Vec<String> = self.0.iter().map(|root| root.display().to_string()).collect();
        let text = if roots.is_empty() {
            "no folder may be watched; set files.roots in the configuration of the service".to_owned()
        } else {
            let roots = roots.join(", ");
            match std::fs::canonicalize(folder).ok().filter(|real| folder.is_absolute() && real != folder) {
                Some(real) => format!(
                    "{} leads to {} by a symbolic link or .., which is not inside one of the folders in files.roots: {roots}",
                    folder.display(),
                    real.display()
                ),
                None => format!(
                    "{} is not an absolute path inside one of the folders in files.roots: {roots}",
                    folder.display()
                ),
            }
        };
        WatcherError::invalid_field("folder", text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn nothing_outside_the_roots_is_opened() {
        let (inside, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (root, other) = (inside.path(), outside.path());
        fs::create_dir_all(root.join("share/in")).unwrap();
        fs::create_dir(other.join("in")).unwrap();
        symlink(other, root.join("out")).unwrap();
        symlink(root.join("share"), root.join("alias")).unwrap();
        symlink(root.join("share"), other.join("back")).unwrap();
        let roots = FileRoots::new(vec!["/no/such/root".into(), root.to_owned()]);
        for (folder, is_allowed) in [
            (root.to_owned(), true),
            (root.join("share/in"), true),
            (root.join("share/in/"), true),
            (root.join("alias/in"), true),
            (other.join("back/in"), true),
            (root.join("out"), false),
            (root.join("out/in"), false),
            (other.to_owned(), false),
            (other.join("in"), false),
            (PathBuf::from("/"), false),
            (PathBuf::from("/etc"), false),
            (root.parent().unwrap().to_owned(), false),
        ] {
            let fields = WatcherFields::of_files("Share", folder.to_str().unwrap());
            assert_eq!(roots.open(&fields).is_ok(), is_allowed, "{}", folder.display());
            assert_eq!(roots.rejection(&fields).is_none(), is_allowed, "{}", folder.display());
        }
        let out = WatcherFields::of_files("Share", root.join("out").to_str().unwrap());
        let text = roots.rejection(&out).unwrap().to_string();
        let real = other.canonicalize().unwrap();
        assert!(text.contains(&format!("leads to {} by a symbolic link", real.display())), "{text}");
        for path in ["share", "", "../etc"] {
            assert!(roots.rejection(&WatcherFields::of_files("Share", path)).is_some(), "{path}");
        }
        let escaped = root.join("share/../../etc");
        assert!(roots.rejection(&WatcherFields::of_files("Share", escaped.to_str().unwrap())).is_some());
        let missing = WatcherFields::of_files("Share", root.join("missing").to_str().unwrap());
        assert!(roots.rejection(&missing).is_none() && roots.open(&missing).is_err(), "it may be mounted later");
    }

    #[test]
    fn a_link_that_replaces_a_part_of_the_path_is_not_followed() {
        let (inside, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir(outside.path().join("in")).unwrap();
        symlink(outside.path(), inside.path().join("share")).unwrap();
        assert!(OpenFolder::open_below(inside.path(), Path::new("share/in")).is_err());
        assert!(OpenFolder::open_below(inside.path(), Path::new("../etc")).is_err());
    }

    #[test]
    fn without_roots_nothing_may_be_watched() {
        let fields = WatcherFields::of_files("Share", "/srv");
        let error = FileRoots::new(Vec::new()).rejection(&fields).unwrap().to_string();
        assert_eq!(error, "folder: no folder may be watched; set files.roots in the configuration of the service");
    }
}
