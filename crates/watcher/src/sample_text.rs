//! Runs patterns on a sample text instead of a message, for the preview and the command line. Stores nothing.

use crate::context_seed::{Provenance, SeedAttachment, initial_context};
use crate::files::context::FileContent;
use crate::message_attachments::from_eml;
use serde_json::{Value, json};
use stormwire_clock::Clock;
use stormwire_extract::{Extraction, TextSource, normalize_line_endings};
use stormwire_graph::{Body, FolderId, Message, MessageKey, parse_eml, parse_eml_attachments};
use stormwire_store::WatcherId;
use stormwire_workflow::blocking::run_blocking;
pub use stormwire_workflow::handlers::text_extract::warnings;
use stormwire_workflow::handlers::text_extract::{PATTERN_TIMEOUT, compile, source_path, text_at};
use stormwire_workflow::{ConfigViolation, Context, StepError};

#[derive(Debug, Clone)]
pub enum SampleText {
    Mail(Box<SampleMail>),
    /// The body of a plain text message, or the value at any other path that `Op.Source` names.
    Text(String),
    /// The same, but `_RawBody` is treated as HTML.
    Html(String),
}

/// A message with its attachments.
#[derive(Debug, Clone)]
pub struct SampleMail {
    pub(crate) message: Message,
    pub(crate) attachments: Vec<SeedAttachment>,
}

impl SampleMail {
    /// From a saved email file. `None` if it is not one.
    pub fn from_eml(bytes: &[u8]) -> Option<Self> {
        let message = parse_eml(bytes)?;
        Some(Self { message, attachments: from_eml(parse_eml_attachments(bytes)) })
    }

    /// A file as a message with its text: the paths that `Op.Source` can name are the same.
    pub(crate) fn from_file(content: FileContent, key: &str) -> Self {
        let received_at = content.stat.arrived_at();
        let message = Message {
            key: MessageKey::new(key),
            internet_message_id: None,
            subject: Some(content.attachment.name.clone()),
            from: None,
            to: Vec::new(),
            received_at,
            body: Body { content: content.raw_text.unwrap_or_default(), is_html: false },
            has_attachments: true,
            headers: Vec::new(),
            parent_folder: FolderId::new(""),
            is_read: false,
            categories: Vec::new(),
        };
        Self { message, attachments: vec![content.attachment] }
    }
}

/// The text as the patterns see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SearchedText {
    pub(crate) text: String,
    pub(crate) source: TextSource,
}

impl SampleText {
    /// The text that a config's `Op.Source` leads to.
    pub(crate) fn searched_text(&self, config: &Value) -> Result<SearchedText, StepError> {
        self.context().searched_text(source_path(config))
    }

    /// Converting the body to text takes long, so it is built once for several paths.
    pub(crate) fn context(&self) -> SampleContext<'_> {
        let (context, given) = match self {
            Self::Mail(mail) => (mail_context(mail), None),
            Self::Text(text) => (text_context(text, false), Some(text.as_str())),
            Self::Html(text) => (text_context(text, true), Some(text.as_str())),
        };
        SampleContext { context, given }
    }
}

/// The context that a run would start with.
pub(crate) struct SampleContext<'s> {
    context: Context,
    /// The text that a person sent instead of a message.
    given: Option<&'s str>,
}

impl SampleContext<'_> {
    /// The text at a context path.
    pub(crate) fn searched_text(&self, path: &str) -> Result<SearchedText, StepError> {
        match (text_at(&self.context, path), self.given) {
            (Ok((text, source)), _) => Ok(SearchedText { text: text.to_owned(), source }),
            // In a run, an earlier step would have set it.
            (Err(_), Some(given)) => Ok(SearchedText { text: given.to_owned(), source: TextSource::Text }),
            (Err(error), None) => Err(error),
        }
    }
}

/// A sample belongs to no watcher. No row has this id.
const SAMPLE_WATCHER: WatcherId = WatcherId::new(0);

fn mail_context(SampleMail { message, attachments }: &SampleMail) -> Context {
    let from =
        Provenance { message_key: message.key.as_str(), watcher_id: SAMPLE_WATCHER, detected_at: message.received_at };
    initial_context(message, attachments, from)
}

fn text_context(text: &str, is_html: bool) -> Context {
    let Value::Object(root) =
        json!({ "BodyText": normalize_line_endings(text), "_RawBody": text, "_RawBodyIsHtml": is_html })
    else {
        return Context::default();
    };
    Context::new(root)
}

/// Why nothing was extracted from a sample.
#[derive(Debug, thiserror::Error)]
pub enum SampleError {
    /// All violations of the config.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Config(Vec<ConfigViolation>),
    /// The action would fail on the sample.
    #[error("{0}")]
    Failed(String),
}

/// Runs a `TextExtract` config over a sample.
pub async fn extract(clock: &dyn Clock, config: Value, sample: SampleText) -> Result<Extraction, SampleError> {
    let work = move |out_of_time: &mut dyn FnMut() -> bool| {
        let (_, extractor) = compile(&config).map_err(SampleError::Config)?;
        let SearchedText { text, source } =
            sample.searched_text(&config).map_err(|error| SampleError::Failed(error.to_string()))?;
        let found = extractor.extract(&text, source, out_of_time);
        found.map_err(|error| SampleError::Failed(error.to_string()))
    };
    run_blocking(clock, PATTERN_TIMEOUT, work).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_email_has_the_text_of_its_attachments() {
        let csv = "Content-Type: text/csv\r\nContent-Disposition: attachment; filename=strikes.csv";
        let eml = format!(
            "Subject: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\
             Content-Type: text/plain\r\n\r\nSee below\r\n--b\r\n{csv}\r\n\r\nLat\r\n34.7\r\n--b--\r\n"
        );
        let sample = SampleText::Mail(Box::new(SampleMail::from_eml(eml.as_bytes()).unwrap()));
        let at = |source: &str| sample.searched_text(&json!({"Op": {"Source": source}}));
        assert_eq!(at("$.Attachments[?@.Name=='strikes.csv'].Text").unwrap().text, "Lat\n34.7");
        assert_eq!(at("$.BodyText").unwrap().text.trim(), "See below");
        let missing = at("$.Attachments[1].Text").unwrap_err().to_string();
        assert_eq!(
            missing,
            "Op.Source: no attachment at $.Attachments[1]. The message has 1 attachment: \"strikes.csv\""
        );
    }
}
