//! What a `TextExtract` config would find in a text or in a message of the log, with the places where it was found.
//! Writes nothing; bounded in time, in number and in size.

use super::actions::in_config;
use super::sample::{Sample, Searched};
use super::{Watch, WatchError};
use serde_json::{Map, Value};
use std::time::Duration;
use stormwire_extract::{Examination, Extractor, Miss, Scope, Span};
use stormwire_graph::{MailError, MessageKey};
use stormwire_store::tables::{job, log};
use stormwire_workflow::aside::aside;
use stormwire_workflow::handlers::text_extract::{compile, warnings};
use tokio::sync::SemaphorePermit;

/// How long one may search, and how long it may wait for its turn.
const TIME: Duration = Duration::from_secs(10);
/// How many search at once: the others are to keep a processor.
pub(super) const AT_ONCE: usize = 2;
/// How many records are shown.
const RECORDS: usize = 10_000;
/// How much of a message is shown, in bytes.
const SHOWN: usize = 1024 * 1024;

/// Over which text.
#[derive(Debug, Clone)]
pub enum PreviewOf {
    /// One that was sent along.
    Text(String),
    /// The message of a row of the log, fetched anew.
    Log(i64),
}

/// What was seen.
#[derive(Debug, Clone)]
pub struct Preview {
    /// The records, as many as are shown.
    pub items: Vec<Map<String, Value>>,
    /// How many there are.
    pub count: usize,
    /// Where each record lies, in UTF-16 units of the text.
    pub scopes: Vec<Scope>,
    /// Where each value was found, in UTF-16 units of the text.
    pub spans: Vec<Span>,
    /// What was not found.
    pub misses: Vec<Miss>,
    /// Why the action would fail.
    pub error: Option<String>,
    /// What was searched, where it was not sent along.
    pub text: Option<String>,
    /// Whether not all of it is shown.
    pub is_cut: bool,
    /// What could be saved and is probably not meant so, each with the path of its key.
    pub warnings: Vec<String>,
}

impl Watch {
    /// Shows what a config would find.
    pub async fn preview(&self, config: Value, of: PreviewOf) -> Result<Preview, WatchError> {
        let _turn = self.turn().await?;
        let clock = self.clock.clone();
        let compiled = aside(clock.as_ref(), TIME, move |_| compile(&config).map(|(_, extractor)| (extractor, config)));
        let invalid = |faults: Vec<_>| WatchError::Invalid(faults.into_iter().map(in_config).collect());
        let (extractor, config) = compiled.await.map_err(invalid)?;
        let warnings = warnings(&config).into_iter().map(|warning| in_config(warning).to_string()).collect();
        let sample = match of {
            PreviewOf::Text(text) => Sample::Markup(text),
            PreviewOf::Log(id) => self.message_of(id).await?,
        };
        let work = move |out_of_time: &mut dyn FnMut() -> bool| look(&extractor, &config, &sample, out_of_time);
        Ok(Preview { warnings, ..aside(clock.as_ref(), TIME, work).await })
    }

    async fn turn(&self) -> Result<SemaphorePermit<'_>, WatchError> {
        tokio::select! {
            Ok(turn) = self.0.previews.acquire() => Ok(turn),
            () = self.clock.sleep(TIME) => Err(WatchError::Busy),
        }
    }

    /// Bodies are not stored.
    async fn message_of(&self, log_id: i64) -> Result<Sample, WatchError> {
        let mut conn = self.store.reader().await?;
        let log = log::get(&mut conn, log_id).await?.ok_or(WatchError::Missing("log row"))?;
        let job = job::get(&mut conn, log.job_id).await?;
        drop(conn);
        let job = job.ok_or_else(|| WatchError::Conflict("its watcher is gone".into()))?;
        let opened = self.open(&job).await?;
        match opened.mailbox.message(&MessageKey::new(&log.message_key)).await {
            Ok(message) => Ok(Sample::Mail(Box::new(message))),
            Err(MailError::NotFound { .. }) => Err(WatchError::Missing("message in the mailbox any more")),
            Err(error) => Err(error.into()),
        }
    }
}

fn look(extractor: &Extractor, config: &Value, sample: &Sample, out_of_time: &mut dyn FnMut() -> bool) -> Preview {
    let Searched { text, source } = match sample.searched(config) {
        Ok(searched) => searched,
        Err(error) => return Preview::failed(error.to_string()),
    };
    let Examination { items, mut scopes, mut spans, misses, error } = extractor.examine(&text, source, out_of_time);
    let shown = match sample {
        Sample::Mail(_) => Some(text),
        Sample::Text(given) | Sample::Markup(given) => {
            if text != *given {
                let of_spans = spans.iter_mut().flat_map(|span| [&mut span.start, &mut span.end]);
                put_back(of_spans.chain(scopes.iter_mut().flat_map(|scope| [&mut scope.start, &mut scope.end])), given);
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
        error: error.map(|error| error.to_string()),
        text: shown,
        is_cut: false,
        warnings: Vec::new(),
    };
    found.cut()
}

impl Preview {
    fn failed(error: String) -> Self {
        Self {
            items: Vec::new(),
            count: 0,
            scopes: Vec::new(),
            spans: Vec::new(),
            misses: Vec::new(),
            error: Some(error),
            text: None,
            is_cut: false,
            warnings: Vec::new(),
        }
    }

    /// No more than people can look at.
    fn cut(mut self) -> Self {
        let end = self.text.as_deref().map_or(0, |text| text.floor_char_boundary(SHOWN.min(text.len())));
        self.is_cut = self.items.len() > RECORDS
            || self.misses.len() > RECORDS
            || self.text.as_ref().is_some_and(|text| text.len() > end);
        self.items.truncate(RECORDS);
        self.misses.truncate(RECORDS);
        self.scopes.truncate(RECORDS);
        self.spans.retain(|span| span.record < RECORDS);
        if let Some(text) = &mut self.text {
            text.truncate(end);
        }
        self
    }
}

/// The text was searched with `\n` line ends. Whoever sent it with others looks for the values in what they sent.
fn put_back<'a>(places: impl Iterator<Item = &'a mut usize>, given: &str) {
    // Where, in units of the searched text, a line ends that had two characters for it.
    let mut ends = Vec::new();
    let mut unit = 0;
    let mut characters = given.chars().peekable();
    while let Some(character) = characters.next() {
        if character == '\r' && characters.peek() == Some(&'\n') {
            ends.push(unit);
        } else {
            unit += character.len_utf16();
        }
    }
    for place in places {
        *place += ends.partition_point(|end| *end < *place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn seen(config: &Value, sample: &Sample) -> Preview {
        let (_, extractor) = compile(config).unwrap();
        look(&extractor, config, sample, &mut || false)
    }

    fn config(source: &str) -> Value {
        json!({
            "Op": { "Action": "Extract", "Source": source },
            "Segment": { "StartPattern": r"(?:\A|\n[ \t]*\n)\s*(?=\S)" },
            "Fields": { "V": { "Pattern": "= (.*)" }, "W": { "Pattern": "(?s)w.*w" } },
        })
    }

    #[test]
    fn spans_lie_in_the_text_that_was_sent_whatever_its_line_ends() {
        let text = "🌩\r\n= one\r\n\r\nx = 2nd\rwé\r\nw\r\n\n= three";
        let found = seen(&config("$.BodyText"), &Sample::Markup(text.into()));
        let units: Vec<u16> = text.encode_utf16().collect();
        let slices: Vec<String> =
            found.spans.iter().map(|span| String::from_utf16(&units[span.start..span.end]).unwrap()).collect();
        assert_eq!(slices, ["one", "2nd", "wé\r\nw", "three"]);
        let scopes: Vec<String> =
            found.scopes.iter().map(|scope| String::from_utf16(&units[scope.start..scope.end]).unwrap()).collect();
        assert_eq!(scopes.concat(), text, "the records of this config lie side by side");
        assert_eq!(scopes.len(), 3);
        let values: Vec<&str> = found.items.iter().filter_map(|item| item["V"].as_str()).collect();
        assert_eq!(values, ["one", "2nd", "three"]);
    }

    #[test]
    fn op_source_says_what_the_text_stands_for() {
        let text = Sample::Markup("= <b>Smith &amp; Sons</b>".into());
        let value = |source: &str| seen(&config(source), &text).items[0]["V"].clone();
        assert_eq!(value("$._RawBody"), "Smith & Sons", "the body of an HTML message");
        assert_eq!(value("$.BodyText"), "<b>Smith &amp; Sons</b>");
        assert_eq!(value("$.Message.Subject"), "<b>Smith &amp; Sons</b>");
        assert_eq!(value("$.Whatever"), "<b>Smith &amp; Sons</b>", "what an earlier step would have put there");
    }

    #[test]
    fn no_more_is_shown_than_people_look_at_and_the_count_is_of_all() {
        let config = json!({
            "Op": { "Action": "Extract" },
            "Segment": { "StartPattern": "x" },
            "Fields": { "V": { "Pattern": "x" }, "W": { "Pattern": "w" } },
        });
        let found = seen(&config, &Sample::Text("x ".repeat(RECORDS + 5)));
        assert_eq!(
            (found.count, found.items.len(), found.spans.len(), found.misses.len()),
            (RECORDS + 5, RECORDS, RECORDS, RECORDS)
        );
        assert!(found.is_cut && found.error.is_none());
        assert!(!seen(&config, &Sample::Text("x".repeat(50))).is_cut);
    }

    #[test]
    fn what_fails_the_action_is_told_with_all_that_was_seen() {
        let mut config = config("$.BodyText");
        config["Fields"]["V"]["Required"] = json!(true);
        let found = seen(&config, &Sample::Text("= a\n\nb\n\n= c".into()));
        assert_eq!(
            found.error.as_deref(),
            Some("record 1: required field V is missing: the pattern `= (.*)` did not match")
        );
        assert_eq!((found.count, found.spans.len()), (3, 2));
        assert!(found.misses.iter().any(|miss| (miss.record, miss.field.as_str()) == (1, "V")));
    }
}
