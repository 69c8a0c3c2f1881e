//! Scans a watched folder and claims the files that are complete and new.

use super::Intake;
use crate::detection::{DetectedMessage, Detection};
use crate::error::WatcherError;
use crate::files::reappearance::{Ended, Reappearance, decide};
use crate::files::{
    FileIdentity, FileKey, ListedFile, NameMatch, OpenFolder, blocking, by_stat, file_error, identify, max_file_bytes,
    pattern,
};
use crate::filter::is_new_enough;
use crate::restart::restart;
use crate::status::is_end;
use futures_util::FutureExt;
use jiff::{SignedDuration, Timestamp};
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::log::{self, FinishedMessage};
use stormwire_store::tables::watcher::Watcher;
use stormwire_store::{LockTarget, LogId, RunId, Schema, StoreError, lock_for_update};

/// Files of one unit.
const BATCH: usize = 500;

/// A scan of a folder.
pub(super) struct FolderScan {
    pub(super) found_new: bool,
    /// When a file that is being written may be complete.
    pub(super) next_at: Option<Timestamp>,
}

/// A complete file that was read for its claim.
struct Candidate {
    file: ListedFile,
    key: FileKey,
}

/// What a batch of files leads to.
#[derive(Default)]
struct Claims {
    new: Vec<DetectedMessage>,
    put_back: Vec<LogId>,
}

impl Intake {
    pub(super) async fn scan_folder(&self, watcher: &Watcher) -> Result<FolderScan, WatcherError> {
        let (folder, listed) = self.list_folder(watcher).await?;
        self.folder_events.watch(watcher.id, folder.path());
        let stable_for = SignedDuration::from_secs(watcher.fields.stable_seconds.into());
        let now = self.clock.now();
        let observation = self.folder_memories.with(watcher.id, |memory| memory.observe(listed, stable_for, now));
        let mut found_new = false;
        for files in observation.complete.chunks(BATCH) {
            let candidates = self.read_candidates(watcher, &folder, files.to_vec()).await?;
            found_new |= self.claim_files(watcher, &folder, &candidates).await?;
        }
        Ok(FolderScan { found_new, next_at: observation.next_at })
    }

    /// Without hidden files and those that are older than a watcher that ignores them.
    async fn list_folder(&self, watcher: &Watcher) -> Result<(Arc<OpenFolder>, Vec<ListedFile>), WatcherError> {
        let (roots, fields, names) = (self.file_roots.clone(), watcher.fields.clone(), pattern(&watcher.fields)?);
        let listing = blocking(self.clock.as_ref(), move || {
            let folder = roots.open(&fields)?;
            let mut listed = folder.list().map_err(|error| file_error(folder.path(), &error))?;
            listed.retain(|file| names.check(&file.name.to_string_lossy()) != NameMatch::Hidden);
            Ok((Arc::new(folder), listed))
        });
        let (folder, mut listed) = listing.await?;
        listed.retain(|file| is_new_enough(watcher, Some(file.stat.arrived_at())));
        Ok((folder, listed))
    }

    /// A file that changes while it is read is left to the next scan.
    async fn read_candidates(
        &self,
        watcher: &Watcher,
        folder: &Arc<OpenFolder>,
        files: Vec<ListedFile>,
    ) -> Result<Vec<Candidate>, WatcherError> {
        let known: Vec<Option<FileIdentity>> =
            self.folder_memories.with(watcher.id, |memory| files.iter().map(|file| memory.identity(file)).collect());
        let (folder, max_bytes) = (folder.clone(), max_file_bytes(&watcher.fields));
        let read = blocking(self.clock.as_ref(), move || {
            let mut candidates = Vec::new();
            for (file, known) in files.into_iter().zip(known) {
                let identity = match known {
                    Some(identity) => Some(identity),
                    None => read_identity(&folder, &file, max_bytes)
                        .map_err(|error| file_error(&folder.path().join(&file.name), &error))?,
                };
                candidates.extend(identity.map(|identity| Candidate { key: FileKey::new(identity, &file.name), file }));
            }
            Ok(candidates)
        });
        let candidates = read.await?;
        self.folder_memories.with(watcher.id, |memory| {
            for Candidate { file, key } in &candidates {
                memory.remember(&file.name, key.identity);
            }
        });
        Ok(candidates)
    }

    /// Returns whether there was anything to claim.
    async fn claim_files(
        &self,
        watcher: &Watcher,
        folder: &Arc<OpenFolder>,
        candidates: &[Candidate],
    ) -> Result<bool, WatcherError> {
        let Claims { new, put_back } = self.find_claims(watcher, folder, candidates).await?;
        if new.is_empty() && put_back.is_empty() {
            return Ok(false);
        }
        let (trigger, now) = (TriggerEvent::Reconciliation, self.clock.now());
        let detection = Detection::new(watcher.id, trigger, new, self.rng.as_ref(), now);
        let unit = self.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move { detection.claim(conn).await.map(|claimed| !claimed.is_empty()) }.boxed()
        });
        let mut found_new = unit.await?;
        for log_id in put_back {
            found_new |= self.process_again(log_id).await?;
        }
        Ok(found_new)
    }

    async fn find_claims(
        &self,
        watcher: &Watcher,
        folder: &Arc<OpenFolder>,
        candidates: &[Candidate],
    ) -> Result<Claims, WatcherError> {
        let keys: Vec<String> = candidates.iter().map(|one| one.key.text()).collect();
        let mut conn = self.store.reader().await?;
        let known = log::list_known_keys(&mut conn, watcher.id, &keys).await?;
        let finished = log::list_finished(&mut conn, watcher.id, &known).await?;
        let finished: HashMap<&str, &FinishedMessage> =
            finished.iter().map(|one| (one.message_key.as_str(), one)).collect();
        let mut claims = Claims::default();
        let mut repeated = Vec::new();
        for (candidate, key) in candidates.iter().zip(&keys) {
            let arrived_at = candidate.file.stat.arrived_at();
            match finished.get(key.as_str()) {
                Some(before) if is_still_here(folder, &candidate.file) => {
                    let ended = Ended { status: before.status, at: before.ended_at.0 };
                    match decide(&watcher.fields, ended, arrived_at) {
                        Reappearance::Stays => {}
                        Reappearance::PutBack => claims.put_back.push(before.id),
                        Reappearance::Duplicate => repeated.push(repetition(candidate)),
                    }
                }
                Some(_) => {}
                None if known.contains(key) => {}
                None => {
                    claims.new.push(DetectedMessage { message_key: key.clone(), received_at: Some(arrived_at) });
                }
            }
        }
        let keys: Vec<String> = repeated.iter().map(|one: &DetectedMessage| one.message_key.clone()).collect();
        let known = log::list_known_keys(&mut conn, watcher.id, &keys).await?;
        claims.new.extend(repeated.into_iter().filter(|one| !known.contains(&one.message_key)));
        Ok(claims)
    }

    /// A file that was not processed and was put back into the folder. Returns false if it is being processed already.
    async fn process_again(&self, log_id: LogId) -> Result<bool, WatcherError> {
        let (run_id, now) = (RunId::new(self.rng.uuid()), self.clock.now());
        let unit = self.store.write::<_, WatcherError, _>(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Log(log_id)).await?;
                let before = log::get(conn, log_id).await?.ok_or(WatcherError::Missing("log row"))?;
                if !is_end(before.status) {
                    return Err(WatcherError::Conflict("another process was faster".into()));
                }
                restart(conn, &before, &run_id, false, now).await
            }
            .boxed()
        });
        match unit.await {
            Ok(()) => Ok(true),
            Err(WatcherError::Conflict(_) | WatcherError::Missing(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// `None` if the file has changed or is gone. A file that cannot be read is claimed by its size and time, so that its failure is
/// visible in the log.
fn read_identity(folder: &OpenFolder, file: &ListedFile, max_bytes: u64) -> io::Result<Option<FileIdentity>> {
    let opened = match folder.open_file(&file.name) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(Some(by_stat(&file.stat))),
        opened => opened?,
    };
    let Some((mut opened, stat)) = opened.filter(|(_, stat)| *stat == file.stat) else { return Ok(None) };
    let identity = identify(&mut opened, &stat, max_bytes)?;
    Ok(Some(identity).filter(|_| is_still_here(folder, file)))
}

/// After its row was read: a file that was filed meanwhile has not appeared again.
fn is_still_here(folder: &OpenFolder, file: &ListedFile) -> bool {
    folder.stat(&file.name).is_ok_and(|stat| stat == Some(file.stat))
}

/// The same file again has a key of its own, which is the same in every scan and every process.
fn repetition(candidate: &Candidate) -> DetectedMessage {
    let arrived_at = candidate.file.stat.arrived_at();
    let key = FileKey { repeated_at: Some(arrived_at.as_microsecond()), ..candidate.key.clone() };
    DetectedMessage { message_key: key.text(), received_at: Some(arrived_at) }
}
