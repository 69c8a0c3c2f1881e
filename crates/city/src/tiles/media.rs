//! The folder that is served under `/media`: finds the file of a path, and paints missing demo images on request.

use std::collections::HashMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use stormwire_clock::{Clock, blocking};
use thiserror::Error;
use tokio::sync::Semaphore;

/// Images painted at once.
const MAX_PAINTING: usize = 2;

/// Paints images that are not in the folder yet: for the demo, whose city is synthetic.
pub trait TilePainter: Send + Sync {
    /// Writes the image into `folder` under its path, such as `aerial/a-2024.jpg`. Returns false if there is no such image.
    /// Slow; never called twice at once for a path.
    fn paint(&self, folder: &Path, path: &str) -> io::Result<bool>;
}

#[derive(Debug, Clone, Error)]
pub enum MediaError {
    #[error("cannot create the image {path}: {problem}")]
    NotPainted { path: String, problem: String },
}

#[derive(Clone)]
pub struct Media {
    folder: Arc<Path>,
    painter: Option<Arc<dyn TilePainter>>,
    permits: Arc<Semaphore>,
    path_locks: Arc<Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>>,
}

impl Media {
    /// With a painter, missing images are painted on request.
    pub fn new(folder: &Path, painter: Option<Arc<dyn TilePainter>>) -> Self {
        let permits = Arc::new(Semaphore::new(MAX_PAINTING));
        Self { folder: folder.into(), painter, permits, path_locks: Arc::default() }
    }

    /// The file of a path below `/media`; `None` if there is none. A path never leads out of the folder, not even through a
    /// symbolic link, and never names a hidden file.
    pub async fn find(&self, path: &str, clock: &dyn Clock) -> Result<Option<PathBuf>, MediaError> {
        let _outside = clock.outside();
        let Some(relative) = safe_path(path) else { return Ok(None) };
        if let Some(found) = self.existing_file(&relative).await {
            return Ok(Some(found));
        }
        match &self.painter {
            Some(painter) if self.paint(painter.clone(), path, clock).await? => Ok(self.existing_file(&relative).await),
            _ => Ok(None),
        }
    }

    async fn existing_file(&self, relative: &Path) -> Option<PathBuf> {
        let root = tokio::fs::canonicalize(&self.folder).await.ok()?;
        let file = tokio::fs::canonicalize(root.join(relative)).await.ok()?;
        let is_file = tokio::fs::metadata(&file).await.is_ok_and(|found| found.is_file());
        (file.starts_with(&root) && is_file).then_some(file)
    }

    /// Concurrent requests for the same image wait for the first one.
    async fn paint(&self, painter: Arc<dyn TilePainter>, path: &str, clock: &dyn Clock) -> Result<bool, MediaError> {
        let path_lock = self.path_lock(path);
        let _guard = path_lock.lock().await;
        let _permit = self.permits.acquire().await;
        let (folder, requested) = (self.folder.clone(), path.to_owned());
        if tokio::fs::try_exists(folder.join(path)).await.unwrap_or(false) {
            return Ok(true);
        }
        let outcome = blocking(clock, move || painter.paint(&folder, &requested)).await;
        let outcome = outcome.unwrap_or_else(|_| Err(io::Error::other("the painter panicked")));
        outcome.map_err(|error| MediaError::NotPainted { path: path.to_owned(), problem: error.to_string() })
    }

    fn path_lock(&self, path: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut locks = self.path_locks.lock().unwrap_or_else(PoisonError::into_inner);
        locks.retain(|_, lock| lock.strong_count() > 0);
        if let Some(lock) = locks.get(path).and_then(Weak::upgrade) {
            return lock;
        }
        let lock = Arc::default();
        locks.insert(path.to_owned(), Arc::downgrade(&lock));
        lock
    }
}

/// `None` unless every segment is an ordinary, visible file name.
fn safe_path(path: &str) -> Option<PathBuf> {
    let is_plain = |name: &str| !name.starts_with('.') && !name.contains(['\\', ':', '\0']);
    let is_good = !path.is_empty() && path.split('/').all(|name| !name.is_empty() && is_plain(name));
    let path = Path::new(path);
    (is_good && path.components().all(|part| matches!(part, Component::Normal(_)))).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use stormwire_clock::SystemClock;

    #[test]
    fn rejects_paths_that_leave_the_folder() {
        for good in ["aerial/a-2024.jpg", "a", "aerial/old town-2024.jpg", "a/b/c"] {
            assert!(safe_path(good).is_some(), "{good}");
        }
        for bad in [
            "",
            "/",
            "..",
            "../x",
            "a/../b",
            "a/..",
            "./a",
            "a/./b",
            "/etc/passwd",
            "a//b",
            "a/",
            "..\\x",
            "a\\..\\b",
            "C:/x",
            "C:x",
            "a\0b",
            ".hidden",
            "aerial/.a.part",
            "%2e%2e\\",
        ] {
            assert!(safe_path(bad).is_none(), "{bad:?}");
        }
    }

    #[tokio::test]
    async fn rejects_symbolic_links_that_leave_the_folder() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("media");
        std::fs::create_dir_all(folder.join("aerial")).unwrap();
        std::fs::write(parent.path().join("secret"), "s").unwrap();
        std::fs::write(folder.join("aerial/a.jpg"), "a").unwrap();
        std::os::unix::fs::symlink(parent.path().join("secret"), folder.join("out.jpg")).unwrap();
        std::os::unix::fs::symlink(parent.path(), folder.join("up")).unwrap();
        std::os::unix::fs::symlink(folder.join("aerial/a.jpg"), folder.join("in.jpg")).unwrap();
        let media = Media::new(&folder, None);
        assert!(media.find("aerial/a.jpg", &SystemClock).await.unwrap().is_some());
        assert!(media.find("in.jpg", &SystemClock).await.unwrap().is_some(), "a link that stays inside is fine");
        for path in ["out.jpg", "up/secret", "up/media/aerial/a.jpg/..", "aerial", "none.jpg"] {
            assert!(media.find(path, &SystemClock).await.unwrap().is_none(), "{path}");
        }
        assert!(Media::new(&parent.path().join("none"), None).find("a.jpg", &SystemClock).await.unwrap().is_none());
    }

    struct CountingPainter(AtomicUsize);

    impl TilePainter for CountingPainter {
        fn paint(&self, folder: &Path, path: &str) -> io::Result<bool> {
            self.0.fetch_add(1, Ordering::SeqCst);
            if path == "broken.jpg" {
                return Err(io::Error::other("disk full"));
            }
            std::fs::create_dir_all(folder)?;
            if path == "a.jpg" {
                std::fs::write(folder.join(path), "painted")?;
            }
            Ok(path == "a.jpg")
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn concurrent_requests_paint_an_image_once() {
        let parent = tempfile::tempdir().unwrap();
        let painter = Arc::new(CountingPainter(AtomicUsize::new(0)));
        let media = Media::new(&parent.path().join("media"), Some(painter.clone()));
        let requests = (0..8).map(|_| media.find("a.jpg", &SystemClock));
        for found in futures_util::future::join_all(requests).await {
            assert_eq!(std::fs::read_to_string(found.unwrap().unwrap()).unwrap(), "painted");
        }
        assert_eq!(painter.0.load(Ordering::SeqCst), 1);
        assert!(media.find("b.jpg", &SystemClock).await.unwrap().is_none());
        let error = media.find("broken.jpg", &SystemClock).await.unwrap_err();
        assert!(error.to_string().contains("disk full"), "{error}");
        assert!(media.path_locks.lock().unwrap().len() <= 1, "unused locks are removed");
    }
}
