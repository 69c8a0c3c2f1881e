//! The folder that is served under `/media`: which file a path means, and the one that is painted when it is asked for.

use std::collections::HashMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use thiserror::Error;
use tokio::sync::Semaphore;

/// As many pictures as are painted at once.
const PAINTING: usize = 2;

/// Paints pictures that do not lie in the folder yet: the demo's city has no camera above it.
pub trait Painter: Send + Sync {
    /// Puts the picture into `folder` under its path, `aerial/a-2024.jpg`; false when there is no such picture. Takes its
    /// time, and is called for one path at a time.
    fn paint(&self, folder: &Path, path: &str) -> io::Result<bool>;
}

/// Why a picture cannot be had.
#[derive(Debug, Clone, Error)]
pub enum MediaError {
    /// It cannot be painted or read.
    #[error("the picture {path} cannot be made: {problem}")]
    Unpainted {
        path: String,
        /// What is in the way.
        problem: String,
    },
}

#[derive(Clone)]
pub struct Media {
    folder: Arc<Path>,
    painter: Option<Arc<dyn Painter>>,
    hands: Arc<Semaphore>,
    turns: Arc<Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>>,
}

impl Media {
    /// Of this folder; what is missing in it is painted, if there is someone who can.
    pub fn new(folder: &Path, painter: Option<Arc<dyn Painter>>) -> Self {
        let hands = Arc::new(Semaphore::new(PAINTING));
        Self { folder: folder.into(), painter, hands, turns: Arc::default() }
    }

    /// The file that a path below `/media` means; `None` when there is none. A path never leads out of the folder, not
    /// even by a link in it, and names no hidden file.
    pub async fn find(&self, path: &str) -> Result<Option<PathBuf>, MediaError> {
        let Some(relative) = plain(path) else { return Ok(None) };
        if let Some(found) = self.look(&relative).await {
            return Ok(Some(found));
        }
        match &self.painter {
            Some(painter) if self.paint(painter.clone(), path).await? => Ok(self.look(&relative).await),
            _ => Ok(None),
        }
    }

    async fn look(&self, relative: &Path) -> Option<PathBuf> {
        let root = tokio::fs::canonicalize(&self.folder).await.ok()?;
        let file = tokio::fs::canonicalize(root.join(relative)).await.ok()?;
        let is_file = tokio::fs::metadata(&file).await.is_ok_and(|found| found.is_file());
        (file.starts_with(&root) && is_file).then_some(file)
    }

    /// Whoever asks for the same picture waits for the one who paints it.
    async fn paint(&self, painter: Arc<dyn Painter>, path: &str) -> Result<bool, MediaError> {
        let turn = self.turn(path);
        let _turn = turn.lock().await;
        let _hand = self.hands.acquire().await;
        let (folder, asked) = (self.folder.clone(), path.to_owned());
        if tokio::fs::try_exists(folder.join(path)).await.unwrap_or(false) {
            return Ok(true);
        }
        let outcome = tokio::task::spawn_blocking(move || painter.paint(&folder, &asked)).await;
        let outcome = outcome.unwrap_or_else(|_| Err(io::Error::other("the painter panicked")));
        outcome.map_err(|error| MediaError::Unpainted { path: path.to_owned(), problem: error.to_string() })
    }

    fn turn(&self, path: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        turns.retain(|_, turn| turn.strong_count() > 0);
        if let Some(turn) = turns.get(path).and_then(Weak::upgrade) {
            return turn;
        }
        let turn = Arc::default();
        turns.insert(path.to_owned(), Arc::downgrade(&turn));
        turn
    }
}

/// A path of plain names, or nothing.
fn plain(path: &str) -> Option<PathBuf> {
    let is_plain = |name: &str| !name.starts_with('.') && !name.contains(['\\', ':', '\0']);
    let is_good = !path.is_empty() && path.split('/').all(|name| !name.is_empty() && is_plain(name));
    let path = Path::new(path);
    (is_good && path.components().all(|part| matches!(part, Component::Normal(_)))).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_path_is_made_of_plain_names() {
        for good in ["aerial/a-2024.jpg", "a", "aerial/old town-2024.jpg", "a/b/c"] {
            assert!(plain(good).is_some(), "{good}");
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
            assert!(plain(bad).is_none(), "{bad:?}");
        }
    }

    #[tokio::test]
    async fn a_link_that_leads_out_of_the_folder_names_nothing() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("media");
        std::fs::create_dir_all(folder.join("aerial")).unwrap();
        std::fs::write(place.path().join("secret"), "s").unwrap();
        std::fs::write(folder.join("aerial/a.jpg"), "a").unwrap();
        std::os::unix::fs::symlink(place.path().join("secret"), folder.join("out.jpg")).unwrap();
        std::os::unix::fs::symlink(place.path(), folder.join("up")).unwrap();
        std::os::unix::fs::symlink(folder.join("aerial/a.jpg"), folder.join("in.jpg")).unwrap();
        let media = Media::new(&folder, None);
        assert!(media.find("aerial/a.jpg").await.unwrap().is_some());
        assert!(media.find("in.jpg").await.unwrap().is_some(), "a link that stays inside is fine");
        for path in ["out.jpg", "up/secret", "up/media/aerial/a.jpg/..", "aerial", "none.jpg"] {
            assert!(media.find(path).await.unwrap().is_none(), "{path}");
        }
        assert!(Media::new(&place.path().join("none"), None).find("a.jpg").await.unwrap().is_none());
    }

    struct Counting(AtomicUsize);

    impl Painter for Counting {
        fn paint(&self, folder: &Path, path: &str) -> io::Result<bool> {
            self.0.fetch_add(1, Ordering::SeqCst);
            if path == "broken.jpg" {
                return Err(io::Error::other("no paint left"));
            }
            std::fs::create_dir_all(folder)?;
            if path == "a.jpg" {
                std::fs::write(folder.join(path), "painted")?;
            }
            Ok(path == "a.jpg")
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_missing_picture_is_painted_once_however_many_ask() {
        let place = tempfile::tempdir().unwrap();
        let painter = Arc::new(Counting(AtomicUsize::new(0)));
        let media = Media::new(&place.path().join("media"), Some(painter.clone()));
        let asked = (0..8).map(|_| media.find("a.jpg"));
        for found in futures_util::future::join_all(asked).await {
            assert_eq!(std::fs::read_to_string(found.unwrap().unwrap()).unwrap(), "painted");
        }
        assert_eq!(painter.0.load(Ordering::SeqCst), 1);
        assert!(media.find("b.jpg").await.unwrap().is_none());
        let refused = media.find("broken.jpg").await.unwrap_err();
        assert!(refused.to_string().contains("no paint left"), "{refused}");
        assert!(media.turns.lock().unwrap().len() <= 1, "nothing is kept of those who have gone");
    }
}
