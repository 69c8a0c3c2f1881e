//! What decoders share while they unpack large images: a lock that bounds memory, and a folder for unpacked pixels.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Lets one large image at a time be decoded in memory.
#[derive(Debug, Default)]
pub struct LargeImageLock(Mutex<()>);

impl LargeImageLock {
    pub(crate) fn lock(&self) -> MutexGuard<'_, ()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The folder for unpacked images.
#[derive(Debug)]
pub struct ScratchFolder {
    path: PathBuf,
    pub(crate) large_images: LargeImageLock,
}

impl ScratchFolder {
    /// The folder must exist.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), large_images: LargeImageLock::default() }
    }

    /// A path in the folder that no file has yet.
    pub(crate) fn unused_path(&self, image: &Path) -> PathBuf {
        let name = image.file_name().unwrap_or_default().to_string_lossy();
        let mut path = self.path.join(format!("{name}.rgb"));
        while path.exists() {
            path.as_mut_os_string().push("~");
        }
        path
    }
}
