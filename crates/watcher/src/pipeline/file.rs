//! Fetches a file: finds it again, compares it with its claim and copies it to the working folder. Moves it when it is filed.

use super::Pipeline;
use super::claimed_message::ClaimedMessage;
use super::failure_series::FailureSeries;
use super::fetch::{FetchFailure, FetchResult, TOO_OLD_REASON};
use super::filing::FilingOutcome;
use crate::attachment_text::{TextBudget, file_text};
use crate::context_seed::Provenance;
use crate::error::WatcherError;
use crate::files::context::{FileContent, envelope, envelope_of_name, initial_context};
use crate::files::{
    FileIdentity, FileKey, LocatedFile, NameMatch, Search, blocking, copy_hashed, display_name, file_error, file_into,
    locate, max_file_bytes, pattern,
};
use crate::filter::is_new_enough;
use crate::working_folder::folder_error;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use stormwire_graph::MessageKey;
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::log::MessageEnvelope;
use stormwire_store::tables::watcher::Watcher;

/// Why a file that appears again is skipped. Stored in the log, where it identifies the row.
pub(super) const DUPLICATE_REASON: &str = "a file with this name and content was processed before";
/// The new content gets a row of its own, so that nothing is left to do for this one.
const REPLACED_REASON: &str = "the file has changed since it was detected; the new content is another file";

/// Also if another file of this name failed: nobody can see which of them it was.
const CHANGED_IN_FAILED_REASON: &str = "the file in Failed has other content than the file that failed; if you corrected it, \
    move it back into the watched folder, where it gets its own row in the log, and dismiss this row";

impl Pipeline {
    pub(super) async fn fetch_file(&self, message: &ClaimedMessage) -> FetchResult {
        match self.read_file(message).await {
            Ok(result) => result,
            Err(error) => FetchResult::Failed(failure(error)),
        }
    }

    async fn read_file(&self, message: &ClaimedMessage) -> Result<FetchResult, WatcherError> {
        let key = FileKey::parse(&message.log.message_key).ok_or(WatcherError::Missing("file"))?;
        let name = display_name(&key.name);
        let located = match self.search(&message.watcher, &key).await? {
            Search::Found(located) => located,
            Search::Replaced => return Ok(replaced(envelope_of_name(&name))),
            Search::ChangedInFailed => return Ok(FetchResult::Failed(changed_in_failed())),
            Search::Missing => return Err(WatcherError::Missing("file")),
        };
        let received_at = message.log.received_at.map_or_else(|| located.stat.arrived_at(), |at| at.0);
        let envelope = envelope(&name, received_at, located.stat.size_bytes);
        if let Some(skipped) = skip(message, &key, &located, &envelope)? {
            return Ok(skipped);
        }
        let max_bytes = max_file_bytes(&message.watcher.fields);
        if located.stat.size_bytes > max_bytes {
            return Ok(FetchResult::Failed(too_large(message, &located, envelope)));
        }
        let copied = self.copy_file(message, located, name, max_bytes).await?;
        let is_claimed = |digest| key.identity == FileIdentity::Content(digest);
        Ok(match copied {
            CopiedFile { content, digest } if is_claimed(digest) || is_by_stat(&key) => {
                let context = initial_context(&content, Provenance::of(&message.log));
                FetchResult::Fetched { envelope, context }
            }
            CopiedFile { .. } => replaced(envelope),
        })
    }

    async fn search(&self, watcher: &Watcher, key: &FileKey) -> Result<Search, WatcherError> {
        let (roots, fields, key) = (self.file_roots.clone(), watcher.fields.clone(), key.clone());
        let search = blocking(self.clock.as_ref(), move || {
            let folder = roots.open(&fields)?;
            locate(&folder, &key).map_err(|error| unavailable(file_error(&folder.path().join(&key.name), &error)))
        });
        search.await
    }

    async fn copy_file(
        &self,
        message: &ClaimedMessage,
        located: LocatedFile,
        name: String,
        max_bytes: u64,
    ) -> Result<CopiedFile, WatcherError> {
        let working_folder = self.working_folder(message);
        let (path, to) = working_folder.file(0, &name).await?;
        let to = to.into_std().await;
        let copy = FileCopy { located, name, to, path, max_bytes };
        blocking(self.clock.as_ref(), move || copy.run()).await
    }

    /// Idempotent. Files of a watcher that moves none stay where they are.
    pub(super) async fn move_file(
        &self,
        watcher: &Watcher,
        key: &MessageKey,
        destination: &'static str,
    ) -> Result<FilingOutcome, WatcherError> {
        let Some(key) = FileKey::parse(key.as_str()) else { return Ok(FilingOutcome::Gone) };
        if !watcher.fields.move_on_process {
            return Ok(FilingOutcome::Filed);
        }
        let (roots, fields) = (self.file_roots.clone(), watcher.fields.clone());
        let filed = blocking(self.clock.as_ref(), move || {
            let folder = roots.open(&fields)?;
            file_into(&folder, &key, destination).map_err(|error| file_error(&folder.path().join(destination), &error))
        });
        Ok(if filed.await? { FilingOutcome::Filed } else { FilingOutcome::Gone })
    }
}

/// A file to be copied to the working folder, so that Phase 2 has it after it was moved.
struct FileCopy {
    located: LocatedFile,
    name: String,
    to: File,
    path: PathBuf,
    max_bytes: u64,
}

struct CopiedFile {
    content: FileContent,
    digest: [u8; 32],
}

impl FileCopy {
    fn run(self) -> Result<CopiedFile, WatcherError> {
        let Self { mut located, name, to, path, max_bytes } = self;
        let of_source = |error: io::Error| unavailable(file_error(&located.path, &error));
        let mut from = located.file.take().ok_or_else(|| of_source(io::ErrorKind::PermissionDenied.into()))?;
        let digest = copy(&mut from, to, max_bytes).map_err(|error| match error {
            CopyError::Source(error) => of_source(error),
            CopyError::Copy(error) => folder_error(&path, &error),
        })?;
        let text = match TextBudget::default().reserve(located.stat.size_bytes) {
            Ok(()) => file_text(&name, &std::fs::read(&path).map_err(|error| folder_error(&path, &error))?),
            Err(reason) => Err(reason),
        };
        let copy = Some(path.display().to_string());
        Ok(CopiedFile { content: FileContent::new(&located, name, text, copy), digest })
    }
}

/// On which side the copy failed.
#[derive(Debug)]
enum CopyError {
    Source(io::Error),
    Copy(io::Error),
}

fn copy(from: &mut File, to: File, max_bytes: u64) -> Result<[u8; 32], CopyError> {
    let mut to = WorkingCopy { file: to, error: None };
    copy_hashed(from, &mut to, max_bytes).map_err(|error| to.error.map_or(CopyError::Source(error), CopyError::Copy))
}

/// Remembers its own error.
struct WorkingCopy {
    file: File,
    error: Option<io::Error>,
}

impl Write for WorkingCopy {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.file.write(buffer).map_err(|error| {
            let kind = error.kind();
            // `write_all` goes on after it.
            if kind != io::ErrorKind::Interrupted {
                self.error = Some(error);
            }
            kind.into()
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn replaced(envelope: MessageEnvelope) -> FetchResult {
    FetchResult::Skipped { envelope, reason: REPLACED_REASON, is_left_in_place: true }
}

fn is_by_stat(key: &FileKey) -> bool {
    matches!(key.identity, FileIdentity::Stat { .. })
}

/// What a person retries or replays is neither a duplicate nor too old.
fn skip(
    message: &ClaimedMessage,
    key: &FileKey,
    located: &LocatedFile,
    envelope: &MessageEnvelope,
) -> Result<Option<FetchResult>, WatcherError> {
    let is_manual = message.log.trigger_event == TriggerEvent::Manual;
    let skipped =
        |reason, is_left_in_place| FetchResult::Skipped { envelope: envelope.clone(), reason, is_left_in_place };
    if !is_manual && key.repeated_at.is_some() {
        return Ok(Some(skipped(DUPLICATE_REASON, false)));
    }
    if !is_manual && !is_new_enough(&message.watcher, Some(located.stat.arrived_at())) {
        return Ok(Some(skipped(TOO_OLD_REASON, true)));
    }
    let fields = &message.watcher.fields;
    let reason = match pattern(fields)?.check(&key.name.to_string_lossy()) {
        NameMatch::Matched => return Ok(None),
        NameMatch::Unmatched => format!("the name does not match the pattern {:?}", fields.pattern),
        NameMatch::Hidden => {
            format!("it is a hidden or temporary file, which the pattern {:?} does not name", fields.pattern)
        }
    };
    Ok(Some(FetchResult::Filtered { envelope: envelope.clone(), reason }))
}

fn changed_in_failed() -> FetchFailure {
    FetchFailure {
        envelope: None,
        reason: CHANGED_IN_FAILED_REASON.into(),
        error: WatcherError::Conflict(CHANGED_IN_FAILED_REASON.into()),
        // It may be moved back at this moment.
        series: FailureSeries::Rejected,
    }
}

fn too_large(message: &ClaimedMessage, located: &LocatedFile, envelope: MessageEnvelope) -> FetchFailure {
    let (size, limit) = (located.stat.size_bytes, message.watcher.fields.max_file_mb);
    let reason = format!(
        "the file has {size} bytes, and the maximum of the watcher is {limit} MB ({} bytes). Increase it (maxFileMb), then retry.",
        max_file_bytes(&message.watcher.fields)
    );
    FetchFailure {
        envelope: Some(envelope),
        error: WatcherError::Conflict(reason.clone()),
        reason,
        series: FailureSeries::Hopeless,
    }
}

/// "Not found" means the folder: a file that is gone is not an error of the file system.
fn unavailable(error: WatcherError) -> WatcherError {
    match error {
        WatcherError::File { path, problem, kind: io::ErrorKind::NotFound } => {
            WatcherError::File { path, problem, kind: io::ErrorKind::Other }
        }
        other => other,
    }
}

/// A folder that is gone or must not be read is retried until somebody fixes it. What concerns one file ends.
fn failure(error: WatcherError) -> FetchFailure {
    let is_of_folder = |kind: io::ErrorKind| matches!(kind, io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
    let series = match &error {
        WatcherError::Missing(_) => FailureSeries::Rejected,
        WatcherError::File { kind, .. } if !is_of_folder(*kind) => FailureSeries::Unavailable,
        _ => FailureSeries::Source,
    };
    let reason = match &error {
        WatcherError::Missing(_) => "file not found: it was moved, deleted or renamed by another program".to_owned(),
        _ => format!("cannot read the file: {error}"),
    };
    FetchFailure { envelope: None, reason, error, series }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_working_folder_is_no_error_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        std::fs::write(&path, "1,2").unwrap();
        let copy_to = |to: &str| {
            let to = File::options().write(true).create(true).truncate(true).open(to).unwrap();
            copy(&mut File::open(&path).unwrap(), to, 100)
        };
        assert!(copy_to(folder.path().join("copy").to_str().unwrap()).is_ok());
        let error = copy_to("/dev/full").unwrap_err();
        assert!(matches!(&error, CopyError::Copy(error) if error.kind() == io::ErrorKind::StorageFull), "{error:?}");
        let error = folder_error(&path, &io::ErrorKind::StorageFull.into());
        assert_eq!(failure(error).series, FailureSeries::Source, "it is tried until there is room");
    }

    #[test]
    fn a_file_that_was_changed_in_failed_says_what_to_do() {
        let FetchFailure { reason, series, .. } = changed_in_failed();
        assert_eq!(series, FailureSeries::Rejected);
        assert!(reason.contains("move it back") && reason.contains("dismiss this row"), "{reason}");
    }

    #[test]
    fn only_errors_of_one_file_end() {
        let file = |kind| WatcherError::File { path: "/srv/a".into(), problem: "x".into(), kind };
        for (error, expected) in [
            (WatcherError::Missing("file"), FailureSeries::Rejected),
            (file(io::ErrorKind::NotFound), FailureSeries::Source),
            (file(io::ErrorKind::PermissionDenied), FailureSeries::Unavailable),
            (WatcherError::invalid_field("folder", "outside"), FailureSeries::Source),
        ] {
            let text = error.to_string();
            assert_eq!(failure(error).series, expected, "{text}");
        }
    }
}
