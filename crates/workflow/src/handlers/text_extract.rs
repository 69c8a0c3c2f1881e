//! `TextExtract`: turns text into records by patterns. `Extract` is its only operation; `docs/guide/reference/actions/text-extract.md` describes the
//! config.
//!
//! `stormwire_extract` does the extraction. This handler finds the text in the context, runs the extraction on the blocking
//! pool with a timeout, and stores `{Items, Count}` at one key of the root.

mod missing_attachment;

use crate::blocking::run_blocking;
use crate::config::unused_keys;
use crate::context::parse_path;
use crate::{ConfigViolation, Context, ContextError, Effect, Handler, StepError, StepRun, StepSummary};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use schemars::schema_for;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_extract::{DEFAULT_SOURCE, ExtractConfig, Extraction, Extractor, TextSource};
use stormwire_store::CredentialId;
use tracing::warn;

/// Of the search of all patterns. Shorter than the timeout of the step, so that the error can name the pattern.
pub const PATTERN_TIMEOUT: Duration = Duration::from_secs(40);

pub(super) struct TextExtract {
    pub(super) clock: Arc<dyn Clock>,
}

/// Returns all violations at once.
pub fn compile(config: &Value) -> Result<(ExtractConfig, Extractor), Vec<ConfigViolation>> {
    with_source_path(config, ExtractConfig::compile(config))
}

/// Like [`compile`], but accepts a config without fields.
pub fn compile_for_preview(config: &Value) -> Result<(ExtractConfig, Extractor), Vec<ConfigViolation>> {
    with_source_path(config, ExtractConfig::compile_for_preview(config))
}

/// Adds what is wrong with the path of the text, which the extractor does not know.
fn with_source_path(
    config: &Value,
    compiled: Result<(ExtractConfig, Extractor), Vec<stormwire_extract::ConfigViolation>>,
) -> Result<(ExtractConfig, Extractor), Vec<ConfigViolation>> {
    let path = Some(source_path(config)).filter(|path| path.starts_with('$'));
    let path_error = path.and_then(|path| parse_path(path).err());
    let path_violation = path_error.map(|error| ConfigViolation::new("Op.Source", error.to_string()));
    match (compiled, path_violation) {
        (Ok(compiled), None) => Ok(compiled),
        (compiled, path_violation) => {
            let violations = compiled.err().unwrap_or_default().into_iter();
            Err(violations.map(|one| ConfigViolation::new(one.path, one.message)).chain(path_violation).collect())
        }
    }
}

/// Returns what can be saved but is probably a mistake.
pub fn warnings(config: &Value) -> Vec<ConfigViolation> {
    let warnings = ExtractConfig::warnings_in(config).into_iter();
    let warnings = warnings.map(|warning| ConfigViolation::new(warning.path, warning.message));
    let entries = |key: &str| config.get(key).and_then(Value::as_object);
    warnings.chain(unused_keys("TextExtract", entries("Data"), entries("FieldMap"))).collect()
}

/// The path of the text. Works for a config that is otherwise invalid.
pub fn source_path(config: &Value) -> &str {
    let path = config.pointer("/Op/Source").and_then(Value::as_str);
    path.filter(|path| !path.trim().is_empty()).unwrap_or(DEFAULT_SOURCE)
}

/// Whether `Op.Source` can lead to the text of an attachment.
pub fn reads_attachments(config: &Value) -> bool {
    let path = source_path(config);
    path.contains("Attachments") || path.contains("..") || path.contains('*')
}

/// The text at `Op.Source`. Only the raw body of an HTML message counts as HTML, whose tags are removed from values.
pub fn text_at<'c>(context: &'c Context, path: &str) -> Result<(&'c str, TextSource), StepError> {
    let failed = |error: String| StepError::Failed(format!("Op.Source: {error}"));
    let explained =
        |error: ContextError| missing_attachment::reason(context, path).unwrap_or_else(|| error.to_string());
    let (location, found) = context.get_with_location(path).map_err(|error| failed(explained(error)))?;
    let text = found.as_str().ok_or_else(|| failed(format!("the value at {path} is not text")))?;
    let is_raw_html = location == "$['_RawBody']" && context.root()["_RawBodyIsHtml"] == true;
    Ok((text, if is_raw_html { TextSource::HtmlBody } else { TextSource::Text }))
}

/// Compiles here too, because that takes time as well.
fn extract(
    config: &Value,
    text: &str,
    source: TextSource,
    out_of_time: &mut dyn FnMut() -> bool,
) -> Result<(ExtractConfig, Extraction), StepError> {
    let (config, extractor) = compile(config)?;
    let extraction = extractor.extract(text, source, out_of_time);
    Ok((config, extraction.map_err(|error| StepError::Failed(error.to_string()))?))
}

impl Handler for TextExtract {
    fn action_type(&self) -> &'static str {
        "TextExtract"
    }

    fn effect(&self) -> Effect {
        Effect::None
    }

    fn schema(&self) -> Value {
        schema_for!(ExtractConfig).to_value()
    }

    fn validate(&self, config: &Value) -> Vec<ConfigViolation> {
        compile(config).err().unwrap_or_default()
    }

    fn warnings(&self, config: &Value, _credential_id: Option<CredentialId>) -> Vec<ConfigViolation> {
        warnings(config)
    }

    fn input(&self, config: &Value, context: &Context) -> Option<String> {
        let path = source_path(config);
        let (text, source) = text_at(context, path).ok()?;
        let kind = if source == TextSource::HtmlBody { "HTML" } else { "text" };
        Some(format!("{path}: {} bytes of {kind}", text.len()))
    }

    fn run<'a>(&'a self, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        async move {
            let (text, source) = text_at(step.context, source_path(step.config))?;
            let (config, text) = (step.config.clone(), text.to_owned());
            let extraction = run_blocking(self.clock.as_ref(), PATTERN_TIMEOUT, move |out_of_time| {
                extract(&config, &text, source, out_of_time)
            });
            let (config, Extraction { items, count, unread }) = extraction.await?;
            let items: Vec<Value> = items.into_iter().map(Value::Object).collect();
            step.context.set(config.target_key(), json!({ "Items": items, "Count": count }));
            // A trial on many messages reports this in its response.
            if unread > 0 && step.recorder.is_none() {
                let (watcher_id, action_id) = (step.watcher_id.get(), step.action_id.get());
                warn!(unread, count, watcher_id, action_id, "text that looks like more strikes was not read");
            }
            Ok(StepSummary::with_counts(&json!({ "count": count, "unread": unread, "target": config.op.target })))
        }
        .boxed()
    }
}

#[cfg(test)]
mod tests;
