//! File system events: a change in a watched folder starts its scan at once. Events are hints. Shares of other machines send
//! none, and the periodic scan finds everything.

use crate::jobs::watcher_loop::ReconcileJob;
use futures_util::FutureExt;
use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind, RenameMode};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_store::tables::watcher;
use stormwire_store::{Schema, Store, StoreError, WatcherId, queue};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// Between two scans that events start, so that a burst of files needs few of them.
const PAUSE: Duration = Duration::from_millis(250);

/// The watched folders of this process.
pub(super) struct FolderEvents {
    store: Store,
    clock: Arc<dyn Clock>,
    changes: Arc<FolderChanges>,
    running: Mutex<Option<Running>>,
}

struct Running {
    watcher: RecommendedWatcher,
    wake_task: JoinHandle<()>,
}

#[derive(Default)]
struct FolderChanges {
    folders: Mutex<HashMap<PathBuf, BTreeSet<WatcherId>>>,
    changed: Mutex<BTreeSet<WatcherId>>,
    wake: Notify,
}

impl FolderEvents {
    pub(super) fn new(store: Store, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock, changes: Arc::default(), running: Mutex::default() }
    }

    /// Watching a folder again is harmless, and necessary if the folder was deleted and created again.
    pub(super) fn watch(&self, watcher_id: WatcherId, folder: &Path) {
        lock(&self.changes.folders).entry(folder.to_owned()).or_default().insert(watcher_id);
        let mut running = lock(&self.running);
        if running.is_none() {
            *running = self.start();
        }
        let Some(running) = running.as_mut() else { return };
        if let Err(error) = running.watcher.watch(folder, RecursiveMode::NonRecursive) {
            tracing::debug!(%error, %watcher_id, "no file system events; the folder is scanned periodically");
        }
    }

    /// A watcher that is disabled or cannot be read.
    pub(super) fn remove(&self, watcher_id: WatcherId) {
        let mut unused = Vec::new();
        lock(&self.changes.folders).retain(|folder, watchers| {
            if watchers.remove(&watcher_id) && watchers.is_empty() {
                unused.push(folder.clone());
            }
            !watchers.is_empty()
        });
        // Not while the folders are locked: the thread of the events, which must answer, may wait for them.
        let mut running = lock(&self.running);
        let Some(running) = running.as_mut() else { return };
        for folder in unused {
            // It may be gone already.
            let _ = running.watcher.unwatch(&folder);
        }
    }

    fn start(&self) -> Option<Running> {
        let changes = self.changes.clone();
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| match event {
            Ok(event) => changes.record(&event),
            Err(error) => tracing::debug!(%error, "file system events were lost; the next scan finds all files"),
        });
        let watcher = watcher
            .inspect_err(|error| tracing::warn!(%error, "no file system events; folders are scanned periodically"))
            .ok()?;
        let wake_task = tokio::spawn(wake_scans(self.changes.clone(), self.store.clone(), self.clock.clone()));
        Some(Running { watcher, wake_task })
    }
}

impl Drop for FolderEvents {
    fn drop(&mut self) {
        if let Some(running) = lock(&self.running).take() {
            running.wake_task.abort();
        }
    }
}

impl FolderChanges {
    fn record(&self, event: &Event) {
        if !event.need_rescan() && !may_complete_a_file(event.kind) {
            return;
        }
        let folders = lock(&self.folders);
        let of_path = |path: &PathBuf| path.parent().and_then(|folder| folders.get(folder));
        let mut found: BTreeSet<WatcherId> = event.paths.iter().filter_map(of_path).flatten().copied().collect();
        if event.need_rescan() {
            found.extend(folders.values().flatten());
        }
        drop(folders);
        if !found.is_empty() {
            lock(&self.changed).extend(found);
            self.wake.notify_one();
        }
    }
}

/// A file that is removed, or moved away when it is filed, needs no scan.
fn may_complete_a_file(kind: EventKind) -> bool {
    match kind {
        EventKind::Modify(ModifyKind::Name(mode)) => mode != RenameMode::From,
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        EventKind::Modify(ModifyKind::Metadata(_)) | EventKind::Remove(_) => false,
        EventKind::Create(_) | EventKind::Modify(_) | EventKind::Any | EventKind::Other => true,
    }
}

async fn wake_scans(changes: Arc<FolderChanges>, store: Store, clock: Arc<dyn Clock>) {
    loop {
        changes.wake.notified().await;
        let watcher_ids = std::mem::take(&mut *lock(&changes.changed));
        let now = clock.now();
        let unit = store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move {
                // All units lock the queue before watchers.
                for watcher_id in watcher_ids.iter().copied() {
                    queue::enqueue(conn, &ReconcileJob { watcher_id }, now, now).await?;
                }
                for watcher_id in watcher_ids {
                    watcher::put_notified(conn, watcher_id, now).await?;
                }
                Ok(())
            }
            .boxed()
        });
        if let Err(error) = unit.await {
            tracing::debug!(%error, "an event started no scan; the next periodic one finds the files");
        }
        clock.sleep(PAUSE).await;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::event::{CreateKind, DataChange, MetadataKind, RemoveKind};

    #[test]
    fn events_of_new_content_start_a_scan() {
        for (kind, expected) in [
            (EventKind::Create(CreateKind::File), true),
            (EventKind::Access(AccessKind::Close(AccessMode::Write)), true),
            (EventKind::Access(AccessKind::Close(AccessMode::Read)), false),
            (EventKind::Access(AccessKind::Open(AccessMode::Any)), false),
            (EventKind::Modify(ModifyKind::Data(DataChange::Any)), true),
            (EventKind::Modify(ModifyKind::Name(RenameMode::To)), true),
            (EventKind::Modify(ModifyKind::Name(RenameMode::From)), false),
            (EventKind::Modify(ModifyKind::Metadata(MetadataKind::Any)), false),
            (EventKind::Remove(RemoveKind::File), false),
        ] {
            assert_eq!(may_complete_a_file(kind), expected, "{kind:?}");
        }
    }

    #[test]
    fn an_event_wakes_the_watchers_of_its_folder() {
        let changes = FolderChanges::default();
        let (one, other) = (WatcherId::new(1), WatcherId::new(2));
        lock(&changes.folders).insert("/srv/a".into(), [one].into());
        lock(&changes.folders).insert("/srv/b".into(), [one, other].into());
        let created = |path: &str| Event::new(EventKind::Create(CreateKind::File)).add_path(path.into());
        changes.record(&created("/srv/a/x.csv"));
        changes.record(&created("/srv/a/Processed/x.csv"));
        assert_eq!(std::mem::take(&mut *lock(&changes.changed)), [one].into());
        changes.record(&created("/srv/b/x.csv"));
        assert_eq!(*lock(&changes.changed), [one, other].into());
    }
}
