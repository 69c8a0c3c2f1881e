//! `TextExtract`: text to records, by patterns. `Extract` is its only operation; `docs/guide/reference/actions/text-extract.md` says what a config holds.
//!
//! The work is `stormwire_extract`'s. Here the text is found in the context, searched aside of the async threads within a
//! time, and `{Items, Count}` written at one key of the root.

use crate::blocking::run_blocking;
use crate::context::parse;
use crate::{ConfigViolation, Context, ContextError, Effect, Handler, StepError, StepRun, StepSummary};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use schemars::schema_for;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_extract::{DEFAULT_SOURCE, ExtractConfig, Extraction, Extractor, TextSource};

/// How long the patterns may search, so that the error can still name the one that was at work.
pub const TIME: Duration = Duration::from_secs(40);

pub(super) struct TextExtract {
    pub(super) clock: Arc<dyn Clock>,
}

/// Reads a config, or says everything that is wrong with it.
pub fn compile(config: &Value) -> Result<(ExtractConfig, Extractor), Vec<ConfigViolation>> {
    let read = ExtractConfig::compile(config);
    let path = Some(source_path(config)).filter(|path| path.starts_with('$'));
    let bad_path = path.and_then(|path| parse(path).err());
    let bad_path = bad_path.map(|error| ConfigViolation::new("Op.Source", error.to_string()));
    match (read, bad_path) {
        (Ok(read), None) => Ok(read),
        (read, bad_path) => {
            let faults = read.err().unwrap_or_default().into_iter();
            Err(faults.map(|fault| ConfigViolation::new(fault.path, fault.message)).chain(bad_path).collect())
        }
    }
}

/// What can be saved and is probably not meant so.
pub fn warnings(config: &Value) -> Vec<ConfigViolation> {
    let told = ExtractConfig::warnings_in(config).into_iter();
    told.map(|warning| ConfigViolation::new(warning.path, warning.message)).collect()
}

/// The path of the text, without a look at the rest of the config.
pub fn source_path(config: &Value) -> &str {
    let given = config.pointer("/Op/Source").and_then(Value::as_str);
    given.filter(|path| !path.trim().is_empty()).unwrap_or(DEFAULT_SOURCE)
}

/// The text that a config's `Op.Source` leads to. Markup is dropped from values of the raw body of an HTML message, and
/// from nothing else.
pub fn text_at<'c>(context: &'c Context, path: &str) -> Result<(&'c str, TextSource), StepError> {
    let failed = |words: String| StepError::Failed(format!("Op.Source: {words}"));
    let (place, found) = context.locate(path).map_err(|error: ContextError| failed(error.to_string()))?;
    let text = found.as_str().ok_or_else(|| failed(format!("what stands at {path} is not text")))?;
    let is_raw_html = place == "$['_RawBody']" && context.root()["_RawBodyIsHtml"] == true;
    Ok((text, if is_raw_html { TextSource::HtmlBody } else { TextSource::Text }))
}

/// Compiling is work too.
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

    fn documentation(&self) -> Option<&'static str> {
        Some(include_str!("../../../../docs/guide/reference/actions/text-extract.md"))
    }

    fn faults(&self, config: &Value) -> Vec<ConfigViolation> {
        compile(config).err().unwrap_or_default()
    }

    fn warnings(&self, config: &Value) -> Vec<ConfigViolation> {
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
            let ended = run_blocking(self.clock.as_ref(), TIME, move |out_of_time| {
                extract(&config, &text, source, out_of_time)
            });
            let (config, Extraction { items, count }) = ended.await?;
            let items: Vec<Value> = items.into_iter().map(Value::Object).collect();
            step.context.set(config.target_key(), json!({ "Items": items, "Count": count }));
            Ok(StepSummary::new(format!("{count} records at {}", config.op.target)))
        }
        .boxed()
    }
}

#[cfg(test)]
mod tests;
