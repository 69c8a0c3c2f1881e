//! An opened folder. Every access is relative to it and follows no symbolic link.

use super::filed_name::{free_number, numbered};
use jiff::Timestamp;
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, RenameFlags, Stat};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

const OPEN_FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
/// Without blocking, because opening a pipe would wait for its writer.
const OPEN_FILE: OFlags = OFlags::RDONLY.union(OFlags::NOFOLLOW).union(OFlags::NONBLOCK).union(OFlags::CLOEXEC);

/// What changes if a file is written or replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileStat {
    pub(crate) size_bytes: u64,
    pub(crate) modified_at: Timestamp,
    /// Of the content, the name or the rights. Nobody can set it.
    changed_at: Timestamp,
    inode: u64,
    has_other_names: bool,
}

impl FileStat {
    /// `None` if it is not a regular file.
    fn of(stat: &Stat) -> Option<Self> {
        if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
            return None;
        }
        let time = |seconds, nanoseconds: u64| {
            // Whole microseconds, as the database stores them.
            let nanoseconds = i32::try_from(nanoseconds / 1_000 * 1_000).unwrap_or_default();
            Timestamp::new(seconds, nanoseconds).unwrap_or(Timestamp::UNIX_EPOCH)
        };
        Some(Self {
            size_bytes: u64::try_from(stat.st_size).unwrap_or_default(),
            modified_at: time(stat.st_mtime, stat.st_mtime_nsec),
            changed_at: time(stat.st_ctime, stat.st_ctime_nsec),
            inode: stat.st_ino,
            has_other_names: stat.st_nlink > 1,
        })
    }

    /// When the file got its content or its name, so that a file with an old date that was copied here is new.
    pub(crate) fn arrived_at(&self) -> Timestamp {
        self.modified_at.max(self.changed_at)
    }

    #[cfg(test)]
    pub(crate) fn for_test(size_bytes: u64, modified_at: Timestamp) -> Self {
        Self { size_bytes, modified_at, changed_at: modified_at, inode: 1, has_other_names: false }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListedFile {
    pub(crate) name: OsString,
    pub(crate) stat: FileStat,
}

#[derive(Debug)]
pub(crate) struct OpenFolder {
    fd: OwnedFd,
    /// Without symbolic links.
    path: PathBuf,
}

impl OpenFolder {
    /// Opens a folder below `root` part by part. A symbolic link in `relative` is an error: neither path had one when it was
    /// resolved.
    pub(super) fn open_below(root: &Path, relative: &Path) -> io::Result<Self> {
        let mut fd = rustix::fs::open(root, OPEN_FOLDER, Mode::empty())?;
        for part in relative.components() {
            let Component::Normal(name) = part else { return Err(io::ErrorKind::InvalidInput.into()) };
            fd = rustix::fs::openat(&fd, name, OPEN_FOLDER | OFlags::NOFOLLOW, Mode::empty())?;
        }
        Ok(Self { fd, path: root.join(relative) })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The regular files. Folders, symbolic links and devices are left out.
    pub(crate) fn list(&self) -> io::Result<Vec<ListedFile>> {
        let mut files = Vec::new();
        for entry in Dir::read_from(&self.fd)? {
            let name = OsStr::from_bytes(entry?.file_name().to_bytes()).to_owned();
            files.extend(self.stat(&name)?.map(|stat| ListedFile { name, stat }));
        }
        Ok(files)
    }

    /// `None` if there is no regular file of this name.
    pub(crate) fn stat(&self, name: &OsStr) -> io::Result<Option<FileStat>> {
        match rustix::fs::statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(FileStat::of(&stat)),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// `None` if there is no regular file of this name.
    pub(crate) fn open_file(&self, name: &OsStr) -> io::Result<Option<(File, FileStat)>> {
        let fd = match rustix::fs::openat(&self.fd, name, OPEN_FILE, Mode::empty()) {
            Ok(fd) => fd,
            // A symbolic link, or a socket.
            Err(Errno::NOENT | Errno::LOOP | Errno::NXIO) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let stat = FileStat::of(&rustix::fs::fstat(&fd)?);
        Ok(stat.map(|stat| (File::from(fd), stat)))
    }

    /// `None` if it does not exist.
    pub(crate) fn subfolder(&self, name: &str) -> io::Result<Option<Self>> {
        match rustix::fs::openat(&self.fd, name, OPEN_FOLDER | OFlags::NOFOLLOW, Mode::empty()) {
            Ok(fd) => Ok(Some(Self { fd, path: self.path.join(name) })),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn create_subfolder(&self, name: &str) -> io::Result<Self> {
        if let Some(found) = self.subfolder(name)? {
            return Ok(found);
        }
        match rustix::fs::mkdirat(&self.fd, name, Mode::from_raw_mode(0o777)) {
            // Another process has just created it.
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(error.into()),
        }
        self.subfolder(name)?.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Moves a file under the wanted name, or with a number that is free. A crash leaves it in one of both folders, or under
    /// two names, which the next call repairs. Returns false if another file got the name meanwhile: that one stays.
    pub(super) fn move_file(&self, name: &OsStr, stat: &FileStat, target: &Self, wanted: &OsStr) -> io::Result<bool> {
        if stat.has_other_names && target.contains_inode(stat.inode)? {
            rustix::fs::unlinkat(&self.fd, name, AtFlags::empty())?;
            return Ok(true);
        }
        loop {
            let number = free_number(|number| target.exists(&numbered(wanted, number)).map_err(io::Error::from))?;
            let new_name = numbered(wanted, number);
            match self.move_without_replacing(name, target, &new_name) {
                Ok(()) => return self.check_moved(name, stat, target, &new_name),
                Err(Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// File systems without such a rename, such as NFS, have hard links.
    fn move_without_replacing(&self, name: &OsStr, target: &Self, new_name: &OsStr) -> Result<(), Errno> {
        match rustix::fs::renameat_with(&self.fd, name, &target.fd, new_name, RenameFlags::NOREPLACE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
                rustix::fs::linkat(&self.fd, name, &target.fd, new_name, AtFlags::empty())?;
                rustix::fs::unlinkat(&self.fd, name, AtFlags::empty())
            }
            moved => moved,
        }
    }

    /// Moves a file back that replaced the one that was meant in the last moment: it was not processed.
    fn check_moved(&self, name: &OsStr, stat: &FileStat, target: &Self, new_name: &OsStr) -> io::Result<bool> {
        if target.stat(new_name)?.is_none_or(|moved| moved.inode == stat.inode) {
            return Ok(true);
        }
        target.move_without_replacing(new_name, self, name)?;
        Ok(false)
    }

    fn exists(&self, name: &OsStr) -> Result<bool, Errno> {
        match rustix::fs::statat(&self.fd, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(_) => Ok(true),
            Err(Errno::NOENT) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn contains_inode(&self, inode: u64) -> io::Result<bool> {
        Ok(self.list()?.iter().any(|file| file.stat.inode == inode))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    fn open(path: &Path) -> OpenFolder {
        OpenFolder::open_below(path, Path::new("")).unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn file_all(folder: &OpenFolder, name: &str) -> bool {
        let target = folder.create_subfolder("Processed").unwrap();
        let (_, stat) = folder.open_file(OsStr::new(name)).unwrap().unwrap();
        folder.move_file(OsStr::new(name), &stat, &target, OsStr::new(name)).unwrap()
    }

    #[test]
    fn only_regular_files_are_listed_and_opened() {
        let temporary = tempfile::tempdir().unwrap();
        let path = temporary.path();
        fs::write(path.join("a.csv"), "1").unwrap();
        fs::create_dir(path.join("folder")).unwrap();
        symlink("/etc/passwd", path.join("link")).unwrap();
        let folder = open(path);
        let listed = folder.list().unwrap();
        assert_eq!(listed.iter().map(|file| file.name.as_os_str()).collect::<Vec<_>>(), ["a.csv"]);
        assert_eq!(listed[0].stat.size_bytes, 1);
        for name in ["link", "folder", "missing"] {
            assert!(folder.open_file(OsStr::new(name)).unwrap().is_none(), "{name}");
            assert_eq!(folder.stat(OsStr::new(name)).unwrap(), None, "{name}");
        }
    }

    #[test]
    fn a_moved_file_replaces_no_other() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = open(temporary.path());
        for content in ["1", "2", "3"] {
            fs::write(temporary.path().join("a.csv"), content).unwrap();
            assert!(file_all(&folder, "a.csv"));
        }
        let processed = temporary.path().join("Processed");
        assert_eq!(names(&processed), ["a (2).csv", "a (3).csv", "a.csv"]);
        assert_eq!(fs::read_to_string(processed.join("a (3).csv")).unwrap(), "3");
        assert_eq!(names(temporary.path()), ["Processed"]);
    }

    #[test]
    fn a_crash_between_link_and_unlink_leaves_one_file() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = open(temporary.path());
        let processed = temporary.path().join("Processed");
        fs::create_dir(&processed).unwrap();
        fs::write(temporary.path().join("a.csv"), "1").unwrap();
        fs::hard_link(temporary.path().join("a.csv"), processed.join("a.csv")).unwrap();
        assert!(file_all(&folder, "a.csv"));
        assert_eq!((names(temporary.path()), names(&processed)), (vec!["Processed".into()], vec!["a.csv".into()]));
    }

    #[test]
    fn a_file_that_replaced_another_in_the_last_moment_stays() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = open(temporary.path());
        let path = temporary.path().join("a.csv");
        fs::write(&path, "old").unwrap();
        // Held open, so that its inode is not used again.
        let (_file, stat) = folder.open_file(OsStr::new("a.csv")).unwrap().unwrap();
        fs::write(temporary.path().join("new"), "new").unwrap();
        fs::rename(temporary.path().join("new"), &path).unwrap();
        let target = folder.create_subfolder("Processed").unwrap();
        let name = OsStr::new("a.csv");
        assert!(!folder.move_file(name, &stat, &target, name).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(target.path()), Vec::<String>::new());
    }

    #[test]
    fn a_linked_subfolder_is_not_used() {
        let (temporary, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        symlink(outside.path(), temporary.path().join("Processed")).unwrap();
        assert!(open(temporary.path()).create_subfolder("Processed").is_err());
    }
}
