//! The messages of a shadow run: found in the log or in a folder, and fetched as a run would fetch them, but in memory.

use super::super::Admin;
use crate::context_seed::{self, Provenance};
use crate::error::WatcherError;
use crate::files::context as file_context;
use crate::files::{
    FAILED, FileKey, FileRoots, NameMatch, OpenFolder, PROCESSED, blocking, display_name, file_error, identify,
    max_file_bytes, pattern, unnumbered, watched_folder,
};
use crate::filter::exclusion_reason;
use crate::mailboxes::OpenMailbox;
use crate::message_attachments::read_attachments;
use crate::provider_timeout::{REQUEST_TIMEOUT, with_timeout};
use crate::status_event::{context as event_context, parse_event_key, read_event};
use jiff::Timestamp;
use std::ffi::OsStr;
use std::io;
use stormwire_graph::{MailError, MessageKey};
use stormwire_store::tables::log::{self, LogEntry, LogStatus};
use stormwire_store::tables::log_search::list_unskipped;
use stormwire_store::tables::watcher::{Watcher, WatcherFields, WatcherKind};
use stormwire_workflow::Context;

/// The same for all batches, so that they are the messages of one run: skipped messages, for which the workflow does not run, may
/// be most of the log.
const MAX_SCANNED_ROWS: u32 = 20_000;

/// Which of the messages, newest first.
#[derive(Debug, Clone, Copy)]
pub(super) struct MessageRange {
    pub(super) skip: u16,
    pub(super) count: u16,
}

impl MessageRange {
    /// How many must be listed.
    fn end(self) -> u16 {
        self.skip.saturating_add(self.count)
    }

    fn of<T>(self, newest_first: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        newest_first.into_iter().skip(self.skip.into()).take(self.count.into())
    }
}

/// A message before it is fetched.
pub(super) struct MessageSource {
    /// `None` if the log does not know it.
    pub(super) log: Option<LogEntry>,
    pub(super) message_key: String,
    pub(super) subject: Option<String>,
    pub(super) received_at: Option<Timestamp>,
}

impl MessageSource {
    fn of_log(log: LogEntry) -> Self {
        let (message_key, subject) = (log.message_key.clone(), log.subject.clone());
        let received_at = log.received_at.map(|at| at.0);
        Self { log: Some(log), message_key, subject, received_at }
    }

    /// What the log has as processed has passed the filters of its time.
    fn was_processed(&self) -> bool {
        self.log.as_ref().is_some_and(|log| log.status != LogStatus::Skipped)
    }
}

pub(super) struct FetchedMessage {
    pub(super) subject: Option<String>,
    pub(super) received_at: Option<Timestamp>,
    /// What the workflow starts with.
    pub(super) context: Context,
}

/// Where messages are fetched from. A mailbox is opened once for all of them.
pub(super) struct MessageReader {
    pub(super) watcher: Watcher,
    mailbox: Option<OpenMailbox>,
    with_attachments: bool,
}

impl MessageReader {
    fn mailbox(&self) -> Result<&OpenMailbox, WatcherError> {
        self.mailbox.as_ref().ok_or(WatcherError::Missing("mailbox"))
    }
}

impl Admin {
    pub(super) async fn message_reader(
        &self,
        watcher: Watcher,
        with_attachments: bool,
    ) -> Result<MessageReader, WatcherError> {
        let mailbox = match watcher.fields.kind {
            WatcherKind::Mailbox => Some(self.mailboxes.open(&watcher.fields).await?),
            WatcherKind::File | WatcherKind::StatusEvent => None,
        };
        Ok(MessageReader { watcher, mailbox, with_attachments })
    }

    /// The newest messages of the log or of a folder, newest first.
    pub(super) async fn shadow_messages(
        &self,
        reader: &MessageReader,
        folder: Option<&str>,
        range: MessageRange,
    ) -> Result<Vec<MessageSource>, WatcherError> {
        let Some(folder) = folder else { return self.logged_messages(&reader.watcher, range).await };
        let mut found = match reader.watcher.fields.kind {
            WatcherKind::Mailbox => self.messages_in_folder(reader, folder, range).await?,
            WatcherKind::File => self.files_in_folder(&reader.watcher.fields, folder, range).await?,
            WatcherKind::StatusEvent => {
                return Err(WatcherError::invalid_field("folder", "status changes are in no folder; leave it out"));
            }
        };
        let mut conn = self.store.reader().await?;
        for message in &mut found {
            message.log = log::find(&mut conn, reader.watcher.id, &message.message_key).await?;
        }
        Ok(found)
    }

    async fn logged_messages(
        &self,
        watcher: &Watcher,
        range: MessageRange,
    ) -> Result<Vec<MessageSource>, WatcherError> {
        let MessageRange { skip, count } = range;
        let mut conn = self.store.reader().await?;
        let rows = list_unskipped(&mut conn, watcher.id, skip, count, MAX_SCANNED_ROWS).await?;
        Ok(rows.into_iter().map(MessageSource::of_log).collect())
    }

    async fn messages_in_folder(
        &self,
        reader: &MessageReader,
        path: &str,
        range: MessageRange,
    ) -> Result<Vec<MessageSource>, WatcherError> {
        let mailbox = &reader.mailbox()?.mailbox;
        let list = async {
            let folder = mailbox.folder_by_path(path).await?;
            mailbox.message_summaries(&folder.id, Timestamp::UNIX_EPOCH, range.end()).await
        };
        let listed = match with_timeout(self.clock.as_ref(), REQUEST_TIMEOUT, "list folder", list).await {
            Err(WatcherError::Mail(MailError::NotFound { .. })) => {
                return Err(WatcherError::invalid_field("folder", format!("folder {path:?} not found in the mailbox")));
            }
            listed => listed?,
        };
        let source = |message: stormwire_graph::MessageSummary| MessageSource {
            log: None,
            message_key: message.key.as_str().to_owned(),
            subject: message.subject,
            received_at: message.received_at,
        };
        Ok(range.of(listed).map(source).collect())
    }

    async fn files_in_folder(
        &self,
        fields: &WatcherFields,
        name: &str,
        range: MessageRange,
    ) -> Result<Vec<MessageSource>, WatcherError> {
        let (roots, fields, name) = (self.file_roots.clone(), fields.clone(), name.to_owned());
        blocking(self.clock.as_ref(), move || {
            let folder = open_folder(&roots, &fields, &name)?;
            list_files(&folder, &fields, range).map_err(|error| file_error(folder.path(), &error))
        })
        .await
    }

    /// `None` if the watcher does not process such a message.
    pub(super) async fn fetch_for_shadow_run(
        &self,
        reader: &MessageReader,
        source: &MessageSource,
    ) -> Result<Option<FetchedMessage>, WatcherError> {
        let from = match &source.log {
            Some(log) => Provenance::of(log),
            None => Provenance {
                message_key: &source.message_key,
                watcher_id: reader.watcher.id,
                detected_at: source.received_at.unwrap_or_else(|| self.clock.now()),
            },
        };
        match reader.watcher.fields.kind {
            WatcherKind::Mailbox => self.fetch_mail_for_shadow_run(reader, source, from).await,
            WatcherKind::File if is_excluded_file(&reader.watcher.fields, source)? => Ok(None),
            WatcherKind::File => self.read_file_for_shadow_run(&reader.watcher, from).await.map(Some),
            WatcherKind::StatusEvent => self.read_event_for_shadow_run(from).await.map(Some),
        }
    }

    async fn fetch_mail_for_shadow_run(
        &self,
        reader: &MessageReader,
        source: &MessageSource,
        from: Provenance<'_>,
    ) -> Result<Option<FetchedMessage>, WatcherError> {
        let (open, fields) = (reader.mailbox()?, &reader.watcher.fields);
        let key = MessageKey::new(&source.message_key);
        let fetch = async {
            let mail = open.mailbox.message(&key).await?;
            let attachments =
                if reader.with_attachments { read_attachments(open, &key, fields).await? } else { Vec::new() };
            Ok::<_, WatcherError>((mail, attachments))
        };
        let (mail, attachments) = match with_timeout(self.clock.as_ref(), REQUEST_TIMEOUT, "read message", fetch).await
        {
            Err(WatcherError::Mail(MailError::NotFound { .. })) => return Err(WatcherError::MessageGone),
            fetched => fetched?,
        };
        if !source.was_processed() && exclusion_reason(fields, None, &mail).is_some() {
            return Ok(None);
        }
        let context = context_seed::initial_context(&mail, &attachments, from);
        Ok(Some(FetchedMessage { subject: mail.subject, received_at: Some(mail.received_at), context }))
    }

    async fn read_file_for_shadow_run(
        &self,
        watcher: &Watcher,
        from: Provenance<'_>,
    ) -> Result<FetchedMessage, WatcherError> {
        let file = self.read_file(watcher, from.message_key).await?;
        let context = file_context::initial_context(&file, from);
        let received_at = Some(file.stat.arrived_at());
        Ok(FetchedMessage { subject: Some(file.attachment.name), received_at, context })
    }

    async fn read_event_for_shadow_run(&self, from: Provenance<'_>) -> Result<FetchedMessage, WatcherError> {
        let missing = || WatcherError::Missing("status event");
        let id = parse_event_key(from.message_key).ok_or_else(missing)?;
        let found = read_event(&mut self.store.reader().await?, id).await?.ok_or_else(missing)?;
        let envelope = event_context::envelope(&found.event);
        let context = event_context::initial_context(&found, from);
        Ok(FetchedMessage { subject: envelope.subject, received_at: envelope.received_at, context })
    }
}

/// The watched folder, or where its files are filed.
fn open_folder(roots: &FileRoots, fields: &WatcherFields, name: &str) -> Result<OpenFolder, WatcherError> {
    let watched = roots.open(fields)?;
    if name == watched_folder(fields) {
        return Ok(watched);
    }
    let invalid = |message: String| WatcherError::invalid_field("folder", message);
    if ![PROCESSED, FAILED].contains(&name) {
        return Err(invalid(format!("must be {:?}, {PROCESSED} or {FAILED}", watched_folder(fields))));
    }
    let found = watched.subfolder(name).map_err(|error| file_error(watched.path(), &error))?;
    found.ok_or_else(|| invalid(format!("there is no folder {name} in {:?}", watched_folder(fields))))
}

/// A file may have got a number when it was filed, and the pattern is about the name before.
fn is_excluded_file(fields: &WatcherFields, source: &MessageSource) -> Result<bool, WatcherError> {
    let Some(FileKey { name, .. }) = FileKey::parse(&source.message_key) else { return Ok(false) };
    let names = pattern(fields)?;
    let is_matched = |name: &OsStr| names.check(&name.to_string_lossy()) == NameMatch::Matched;
    let has_matched = is_matched(&name) || unnumbered(&name).is_some_and(|name| is_matched(&name));
    Ok(!source.was_processed() && !has_matched)
}

fn list_files(folder: &OpenFolder, fields: &WatcherFields, range: MessageRange) -> io::Result<Vec<MessageSource>> {
    let mut files = folder.list()?;
    // By name within the same instant, so that batches do not overlap.
    files.sort_by(|a, b| b.stat.arrived_at().cmp(&a.stat.arrived_at()).then_with(|| a.name.cmp(&b.name)));
    let mut found = Vec::new();
    for file in range.of(&files) {
        let Some((mut opened, stat)) = folder.open_file(&file.name)? else { continue };
        let identity = identify(&mut opened, &stat, max_file_bytes(fields))?;
        found.push(MessageSource {
            log: None,
            message_key: FileKey::new(identity, &file.name).text(),
            subject: Some(display_name(&file.name)),
            received_at: Some(stat.arrived_at()),
        });
    }
    Ok(found)
}
