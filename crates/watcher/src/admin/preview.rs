//! Shows what a `TextExtract` config finds in a text or a logged message, and where. Stores nothing. Limited in time,
//! number of records and size.

use super::Admin;
use super::actions::in_config;
use super::line_ends::LineEnds;
use crate::error::WatcherError;
use crate::files::context::FileContent;
use crate::files::{FileKey, blocking, file_error, read_sample};
use crate::message_attachments::read_attachments;
use crate::provider_timeout::{REQUEST_TIMEOUT, with_timeout};
use crate::sample_text::{SampleMail, SampleText, SearchedText};
use jiff::Timestamp;
use serde_json::{Map, Value};
use std::time::Duration;
use stormwire_extract::{ExtractionPreview, Extractor, MissingValue, RecordSpan, UnreadSpan, ValueSpan};
use stormwire_graph::{MailError, MessageKey};
use stormwire_lightning::{CityArea, MessageTime, record_warnings};
use stormwire_store::LogId;
use stormwire_store::tables::facility;
use stormwire_store::tables::log::{self, LogEntry};
use stormwire_store::tables::watcher::{self, Watcher, WatcherKind};
use stormwire_workflow::ConfigViolation;
use stormwire_workflow::blocking::run_blocking;
use stormwire_workflow::handlers::text_extract::{compile_for_preview, reads_attachments, warnings};
use tokio::sync::SemaphorePermit;

/// For the search, and for waiting for a permit.
pub(super) const TIME_LIMIT: Duration = Duration::from_secs(10);
const MAX_RECORDS: usize = 10_000;
const MAX_TEXT_BYTES: usize = 1024 * 1024;

#[derive(Debug, Clone)]
pub enum PreviewSource {
    Text(String),
    /// Fetched from the mailbox: bodies are not stored.
    Log(LogId),
}

#[derive(Debug, Clone, Default)]
pub struct Preview {
    /// The first records, up to the limit.
    pub items: Vec<Map<String, Value>>,
    /// The number of all records.
    pub count: usize,
    /// The position of each record, in UTF-16 units of the text.
    pub scopes: Vec<RecordSpan>,
    /// The position of each value, in UTF-16 units of the text.
    pub spans: Vec<ValueSpan>,
    pub misses: Vec<MissingValue>,
    /// Start matches inside other records and possible strikes, in UTF-16 units of the text.
    pub unread: Vec<UnreadSpan>,
    /// Why the action would fail.
    pub error: Option<String>,
    /// The searched text, unless the client sent it.
    pub text: Option<String>,
    /// Whether the limits have removed something.
    pub is_truncated: bool,
    /// Probable mistakes that do not prevent saving, each with the path of its key.
    pub warnings: Vec<String>,
}

impl Admin {
    pub async fn preview(&self, config: Value, source: PreviewSource) -> Result<Preview, WatcherError> {
        let _permit = self.preview_permit().await?;
        let clock = self.clock.clone();
        let compiled = run_blocking(clock.as_ref(), TIME_LIMIT, move |_| {
            compile_for_preview(&config).map(|(_, extractor)| (extractor, config))
        });
        let invalid = |violations: Vec<_>| WatcherError::Invalid(violations.into_iter().map(in_config).collect());
        let (extractor, config) = compiled.await.map_err(invalid)?;
        let sample = self.sample_of(source, reads_attachments(&config)).await?;
        let (area, time) = (self.city_area().await?, message_time(&sample, clock.now()));
        let search = move |out_of_time: &mut dyn FnMut() -> bool| {
            let mut found = search(&extractor, &config, &sample, out_of_time);
            let about_records = record_warnings(&config, &found.items, &area, time)
                .into_iter()
                .map(|warning| ConfigViolation::new(format!("Fields.{}", warning.field), warning.message));
            let all = warnings(&config).into_iter().chain(about_records);
            found.warnings = all.map(|warning| in_config(warning).to_string()).collect();
            found
        };
        Ok(run_blocking(clock.as_ref(), TIME_LIMIT, search).await)
    }

    /// Where strikes are expected now.
    async fn city_area(&self) -> Result<CityArea, WatcherError> {
        let facilities = facility::list(&mut self.store.reader().await?, None, u32::MAX).await?;
        Ok(self.plausible_area.around(&facilities))
    }

    pub(super) async fn sample_of(
        &self,
        source: PreviewSource,
        with_attachments: bool,
    ) -> Result<SampleText, WatcherError> {
        Ok(match source {
            PreviewSource::Text(text) => SampleText::Html(text),
            PreviewSource::Log(id) => self.logged_message(id, with_attachments).await?,
        })
    }

    pub(super) async fn preview_permit(&self) -> Result<SemaphorePermit<'_>, WatcherError> {
        tokio::select! {
            Ok(permit) = self.preview_permits.acquire() => Ok(permit),
            () = self.clock.sleep(TIME_LIMIT) => Err(WatcherError::Busy),
        }
    }

    async fn logged_message(&self, log_id: LogId, with_attachments: bool) -> Result<SampleText, WatcherError> {
        let mut conn = self.store.reader().await?;
        let log = log::get(&mut conn, log_id).await?.ok_or(WatcherError::Missing("log row"))?;
        let watcher = watcher::get(&mut conn, log.watcher_id).await?;
        drop(conn);
        let watcher =
            watcher.ok_or_else(|| WatcherError::Conflict("the watcher of this message was deleted".into()))?;
        let fetched = self.fetch_message(&watcher, &log, with_attachments);
        match with_timeout(self.clock.as_ref(), REQUEST_TIMEOUT, "read message", fetched).await {
            Err(WatcherError::Mail(MailError::NotFound { .. })) => Err(WatcherError::MessageGone),
            mail => Ok(SampleText::Mail(Box::new(mail?))),
        }
    }

    /// Fetches a message of the log from the provider, or reads a file of it.
    pub(super) async fn fetch_message(
        &self,
        watcher: &Watcher,
        log: &LogEntry,
        with_attachments: bool,
    ) -> Result<SampleMail, WatcherError> {
        if watcher.fields.kind == WatcherKind::File {
            return Ok(SampleMail::from_file(self.read_file(watcher, &log.message_key).await?, &log.message_key));
        }
        let open = self.mailboxes.open(&watcher.fields).await?;
        let key = MessageKey::new(&log.message_key);
        let message = open.mailbox.message(&key).await?;
        let attachments =
            if with_attachments { read_attachments(&open, &key, &watcher.fields).await? } else { Vec::new() };
        Ok(SampleMail { message, attachments })
    }

    /// Reads a file of the log, wherever it was filed.
    pub(super) async fn read_file(&self, watcher: &Watcher, message_key: &str) -> Result<FileContent, WatcherError> {
        let key = FileKey::parse(message_key).ok_or(WatcherError::Missing("file"))?;
        let (roots, fields) = (self.file_roots.clone(), watcher.fields.clone());
        let content = blocking(self.clock.as_ref(), move || {
            let folder = roots.open(&fields)?;
            read_sample(&folder, &key).map_err(|error| file_error(folder.path(), &error))
        });
        content.await?.ok_or(WatcherError::Missing("file"))
    }
}

fn message_time(sample: &SampleText, now: Timestamp) -> MessageTime {
    match sample {
        SampleText::Mail(mail) => MessageTime::ReceivedAt(mail.message.received_at),
        SampleText::Text(_) | SampleText::Html(_) => MessageTime::Now(now),
    }
}

fn search(
    extractor: &Extractor,
    config: &Value,
    sample: &SampleText,
    out_of_time: &mut dyn FnMut() -> bool,
) -> Preview {
    let SearchedText { text, source } = match sample.searched_text(config) {
        Ok(searched) => searched,
        Err(error) => return Preview { error: Some(error.to_string()), ..Preview::default() },
    };
    let ExtractionPreview { items, mut scopes, mut spans, mut unread, misses, error } =
        extractor.preview(&text, source, out_of_time);
    let shown = match sample {
        SampleText::Mail(_) => Some(text),
        SampleText::Text(given) | SampleText::Html(given) => {
            if text != *given {
                let of_spans = spans.iter_mut().flat_map(|span| [&mut span.start, &mut span.end]);
                let of_scopes = scopes.iter_mut().flat_map(|scope| [&mut scope.start, &mut scope.end]);
                let of_unread = unread.iter_mut().flat_map(|start| [&mut start.start, &mut start.end]);
                shift_to_original(of_spans.chain(of_scopes).chain(of_unread), given);
            }
            None
        }
    };
    let found = Preview {
        count: items.len(),
        items,
        scopes,
        spans,
        misses,
        unread,
        error: error.map(|error| error.to_string()),
        text: shown,
        ..Preview::default()
    };
    found.truncate()
}

impl Preview {
    fn truncate(mut self) -> Self {
        let end = self.text.as_deref().map_or(0, |text| text.floor_char_boundary(MAX_TEXT_BYTES.min(text.len())));
        self.is_truncated = self.items.len() > MAX_RECORDS
            || self.misses.len() > MAX_RECORDS
            || self.text.as_ref().is_some_and(|text| text.len() > end);
        self.items.truncate(MAX_RECORDS);
        self.misses.truncate(MAX_RECORDS);
        self.scopes.truncate(MAX_RECORDS);
        self.spans.retain(|span| span.record < MAX_RECORDS);
        if let Some(text) = &mut self.text {
            text.truncate(end);
        }
        self
    }
}

/// The text was searched with `\n` line ends. Moves the positions to the line ends of the text that the client sent.
fn shift_to_original<'a>(positions: impl Iterator<Item = &'a mut usize>, given: &str) {
    let ends = LineEnds::of(given);
    for position in positions {
        *position = ends.to_given(*position);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn preview(config: &Value, sample: &SampleText) -> Preview {
        let (_, extractor) = compile_for_preview(config).unwrap();
        search(&extractor, config, sample, &mut || false)
    }

    fn config(source: &str) -> Value {
        json!({
            "Op": { "Action": "Extract", "Source": source },
            "Segment": { "StartPattern": r"(?:\A|\n[ \t]*\n)\s*(?=\S)" },
            "Fields": { "V": { "Pattern": "= (.*)" }, "W": { "Pattern": "(?s)w.*w" } },
        })
    }

    #[test]
    fn spans_refer_to_the_sent_text_with_any_line_ends() {
        let text = "🌩\r\n= one\r\n\r\nx = 2nd\rwé\r\nw\r\n\n= three";
        let found = preview(&config("$.BodyText"), &SampleText::Html(text.into()));
        let units: Vec<u16> = text.encode_utf16().collect();
        let slices: Vec<String> =
            found.spans.iter().map(|span| String::from_utf16(&units[span.start..span.end]).unwrap()).collect();
        assert_eq!(slices, ["one", "2nd", "wé\r\nw", "three"]);
        let scopes: Vec<String> =
            found.scopes.iter().map(|scope| String::from_utf16(&units[scope.start..scope.end]).unwrap()).collect();
        assert_eq!(scopes.concat(), text, "the records of this config are adjacent");
        assert_eq!(scopes.len(), 3);
        let values: Vec<&str> = found.items.iter().filter_map(|item| item["V"].as_str()).collect();
        assert_eq!(values, ["one", "2nd", "three"]);
    }

    #[test]
    fn unread_starts_refer_to_the_sent_text_and_need_no_fields() {
        let config = json!({
            "Op": { "Action": "Extract" },
            "Segment": { "StartPattern": r"(?m)^\d+", "ClosePattern": r"\n\n" },
        });
        let text = "1 a\r\n22 b\r\n333 c\r\n\r\nBye";
        let found = preview(&config, &SampleText::Html(text.into()));
        let unread: Vec<&str> = found.unread.iter().map(|start| &text[start.start..start.end]).collect();
        assert_eq!((found.count, unread), (1, vec!["22", "333"]));
    }

    #[test]
    fn op_source_decides_whether_the_text_is_html() {
        let text = SampleText::Html("= <b>Smith &amp; Sons</b>".into());
        let value = |source: &str| preview(&config(source), &text).items[0]["V"].clone();
        assert_eq!(value("$._RawBody"), "Smith & Sons", "the body of an HTML message");
        assert_eq!(value("$.BodyText"), "<b>Smith &amp; Sons</b>");
        assert_eq!(value("$.Message.Subject"), "<b>Smith &amp; Sons</b>");
        assert_eq!(value("$.Other"), "<b>Smith &amp; Sons</b>", "an earlier step would have set it");
    }

    #[test]
    fn output_is_limited_but_all_records_are_counted() {
        let config = json!({
            "Op": { "Action": "Extract" },
            "Segment": { "StartPattern": "x" },
            "Fields": { "V": { "Pattern": "x" }, "W": { "Pattern": "w" } },
        });
        let found = preview(&config, &SampleText::Text("x ".repeat(MAX_RECORDS + 5)));
        assert_eq!(
            (found.count, found.items.len(), found.spans.len(), found.misses.len()),
            (MAX_RECORDS + 5, MAX_RECORDS, MAX_RECORDS, MAX_RECORDS)
        );
        assert!(found.is_truncated && found.error.is_none());
        assert!(!preview(&config, &SampleText::Text("x".repeat(50))).is_truncated);
    }

    #[test]
    fn a_failing_action_shows_its_error_and_what_was_found() {
        let mut config = config("$.BodyText");
        config["Fields"]["V"]["Required"] = json!(true);
        let found = preview(&config, &SampleText::Text("= a\n\nb\n\n= c".into()));
        assert_eq!(
            found.error.as_deref(),
            Some("record 1: required field V is missing: the pattern `= (.*)` did not match")
        );
        assert_eq!((found.count, found.spans.len()), (3, 2));
        assert!(found.misses.iter().any(|miss| (miss.record, miss.field.as_str()) == (1, "V")));
    }
}
