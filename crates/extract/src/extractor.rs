//! The action itself: a compiled configuration, run over a text.
//!
//! Owns the order of things: scopes, filter, fields, errors. [`Extractor::examine`] tells all it could see, for people;
//! [`Extractor::extract`] is the same with the error taken, for the workflow.

use std::ops::Range;

use serde_json::{Map, Value};

use crate::config::{Config, ConfigFault};
use crate::error::ExtractError;
use crate::field::{Field, Reading};
use crate::pattern::{OutOfTime, Pattern};
use crate::segment::{Segment, SegmentTrouble};
use crate::share::in_parts;
use crate::span::{ByteSpan, Scope, Span};

/// From so many records on it pays to share them.
const MANY: usize = 2_000;

/// Which bounds hold for a text. The time is the caller's: see [`Extractor::extract`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest text that is searched. 25 MiB by default: no body of a mail that providers accept is longer.
    pub text_bytes: usize,
    /// The most records of one text. 100,000 by default.
    pub records: usize,
    /// How many threads read a text of thousands of records. 2 by default: other messages are at work beside it.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { text_bytes: 25 * 1024 * 1024, records: 100_000, threads: 2 }
    }
}

/// What kind of text is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Plain text: a value is what was found.
    Text,
    /// The raw body of an HTML message: tags are dropped from values and entities decoded.
    HtmlBody,
}

/// The records of a text: what is written to the target key.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Extraction {
    /// One object per record, its keys in the order of the configuration.
    pub items: Vec<Map<String, Value>>,
    /// How many there are.
    pub count: usize,
}

/// All that can be seen in a text, also when extraction fails.
#[derive(Debug, Clone, PartialEq)]
pub struct Examination {
    /// One object per surviving scope, null where nothing was read.
    pub items: Vec<Map<String, Value>>,
    /// Where each of them lies.
    pub scopes: Vec<Scope>,
    /// Where each value was found.
    pub spans: Vec<Span>,
    /// Fields that were not found or not readable.
    pub misses: Vec<Miss>,
    /// Why extraction fails, if it does.
    pub error: Option<ExtractError>,
}

/// A field that a record has no value for.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Miss {
    /// Index of the record among the surviving scopes, from 0.
    pub record: usize,
    /// Name of the field.
    pub field: String,
    /// The field's pattern.
    pub pattern: String,
}

/// A compiled configuration.
#[derive(Debug, Clone)]
pub struct Extractor {
    segment: Segment,
    fields: Vec<Field>,
    /// A record in which nothing was read.
    blank: Map<String, Value>,
    limits: Limits,
}

impl Extractor {
    /// Compiles; the faults name the keys of what does not compile.
    pub fn new(config: &Config) -> Result<Self, Vec<ConfigFault>> {
        let mut faults = Vec::new();
        let mut pattern = |key: &str, pattern: &str| compiled(key, pattern, &mut faults);
        let start = pattern("Segment.StartPattern", &config.segment.start_pattern);
        let close = config.segment.close_pattern.as_deref().map(|close| pattern("Segment.ClosePattern", close));
        let filter = config.segment.filter.as_deref().map(|filter| pattern("Segment.Filter", filter));
        let fields: Vec<Option<Field>> =
            config.fields.iter().map(|(name, spec)| Field::compile(name, spec, &mut faults)).collect();
        let segment = start.map(|start| Segment { start, close: close.flatten(), filter: filter.flatten() });
        match (segment, fields.into_iter().collect::<Option<Vec<Field>>>()) {
            (Some(segment), Some(fields)) if faults.is_empty() => {
                let blank = fields.iter().map(|field| (field.name().to_owned(), Value::Null)).collect();
                Ok(Self { segment, fields, blank, limits: Limits::default() })
            }
            _ => Err(faults),
        }
    }

    /// The same with other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Reads the records of a text.
    ///
    /// `out_of_time` is asked before each search; once it answers true, extraction ends with an error that names the pattern
    /// whose turn it was. A single search that is under way is not interrupted, and is short by its own bounds.
    pub fn extract(
        &self,
        text: &str,
        source: Source,
        out_of_time: &mut dyn FnMut() -> bool,
    ) -> Result<Extraction, ExtractError> {
        let run = self.run(text, source, out_of_time, Keep::Records);
        match run.error {
            Some(error) => Err(error),
            None => Ok(Extraction { count: run.items.len(), items: run.items }),
        }
    }

    /// Reads what can be read and tells where it was found and what was not.
    pub fn examine(&self, text: &str, source: Source, out_of_time: &mut dyn FnMut() -> bool) -> Examination {
        let run = self.run(text, source, out_of_time, Keep::Places);
        let names: Vec<&str> = self.fields.iter().map(Field::name).collect();
        let misses = run.misses.iter().filter_map(|&(record, field)| {
            let field = self.fields.get(field)?;
            Some(Miss { record, field: field.name().to_owned(), pattern: field.pattern().text().to_owned() })
        });
        Examination {
            misses: misses.collect(),
            scopes: Scope::in_utf16(text, &run.scopes),
            spans: Span::in_utf16(text, &run.spans, &names),
            items: run.items,
            error: run.error,
        }
    }

    fn run(&self, text: &str, source: Source, out_of_time: OutOfTime, keep: Keep) -> Run {
        if text.len() > self.limits.text_bytes {
            let error = ExtractError::TextTooLong { bytes: text.len(), limit: self.limits.text_bytes };
            return Run::failed(keep, error);
        }
        let Survivors { scopes, filtered, error } = self.survivors(text, out_of_time);
        let failed = error.or_else(|| {
            let start = self.segment.start.text().to_owned();
            scopes.is_empty().then_some(ExtractError::NothingSurvived { start, filtered })
        });
        if let (Some(error), Keep::Records) = (&failed, keep) {
            return Run::failed(keep, error.clone());
        }
        let parts = if scopes.len() < MANY { 1 } else { self.limits.threads };
        let read = in_parts(scopes.len(), parts, out_of_time, |part, out_of_time| {
            let scopes = scopes.get(part.clone()).unwrap_or_default();
            self.read_part((text, scopes, part.start), source, out_of_time, keep)
        });
        let mut run = Run::joined(read, keep);
        if keep == Keep::Places {
            run.scopes = scopes;
            run.scopes.truncate(run.items.len());
        }
        if let (Some(error), false) = (failed, run.is_stopped) {
            // What stopped the run weighs more than a field that was missed before.
            run.error = Some(error);
        }
        run
    }

    /// Where the records lie that the filter lets pass.
    fn survivors(&self, text: &str, out_of_time: OutOfTime) -> Survivors {
        let mut found = Survivors { scopes: Vec::new(), filtered: 0, error: None };
        let mut scopes = self.segment.scopes(text);
        let mut next = || -> Result<Option<(Range<usize>, bool)>, SegmentTrouble<'_>> {
            let Some(range) = scopes.next(out_of_time)? else { return Ok(None) };
            let is_kept = self.segment.keeps(text.get(range.clone()).unwrap_or_default(), out_of_time)?;
            Ok(Some((range, is_kept)))
        };
        loop {
            match next() {
                Ok(None) => return found,
                Ok(Some((_, false))) => found.filtered += 1,
                Ok(Some((range, true))) if found.scopes.len() < self.limits.records => found.scopes.push(range),
                Ok(Some(_)) => {
                    let start = self.segment.start.text().to_owned();
                    found.error = Some(ExtractError::TooManyRecords { start, limit: self.limits.records });
                    return found;
                }
                Err(trouble) => {
                    found.error = Some(segment_error(trouble));
                    return found;
                }
            }
        }
    }

    /// Reads some of the records; the first of them has this index.
    fn read_part(
        &self,
        (text, scopes, first): (&str, &[Range<usize>], usize),
        source: Source,
        out_of_time: OutOfTime,
        keep: Keep,
    ) -> Run {
        let mut run = Run { first, items: Vec::with_capacity(scopes.len()), ..Run::new(keep) };
        for range in scopes {
            let scope = (range.start, text.get(range.clone()).unwrap_or_default());
            if let Err(error) = self.read_record(scope, source, out_of_time, &mut run) {
                run.error = Some(error);
                run.is_stopped = true;
                break;
            }
        }
        run
    }

    fn read_record(
        &self,
        (at, scope): (usize, &str),
        source: Source,
        out_of_time: OutOfTime,
        run: &mut Run,
    ) -> Result<(), ExtractError> {
        let record = run.first + run.items.len();
        let mut item = self.blank.clone();
        for (index, (field, place)) in self.fields.iter().zip(item.values_mut()).enumerate() {
            let reading = field.read(scope, source, out_of_time)?;
            if run.keep == Keep::Places {
                run.spans.extend(reading.range().map(|range| ByteSpan {
                    record,
                    field: index,
                    start: at + range.start,
                    end: at + range.end,
                }));
                if !matches!(reading, Reading::Value(..)) {
                    run.misses.push((record, index));
                }
            }
            match reading {
                Reading::Value(value, _) => *place = value,
                missed => run.error = run.error.take().or_else(|| field.complaint(record, missed)),
            }
        }
        run.items.push(item);
        Ok(())
    }
}

/// The scopes that survive, how many did not, and what ended the cutting before the end of the text.
struct Survivors {
    scopes: Vec<Range<usize>>,
    filtered: usize,
    error: Option<ExtractError>,
}

/// What a run has gathered so far.
#[derive(Debug)]
struct Run {
    keep: Keep,
    /// The index of its first record.
    first: usize,
    items: Vec<Map<String, Value>>,
    scopes: Vec<Range<usize>>,
    spans: Vec<ByteSpan>,
    misses: Vec<(usize, usize)>,
    error: Option<ExtractError>,
    /// Whether the error ended the run before the last record.
    is_stopped: bool,
}

/// What a run is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keep {
    Records,
    /// The records, where each value lies, and what was missed.
    Places,
}

impl Run {
    fn new(keep: Keep) -> Self {
        Self {
            keep,
            first: 0,
            items: Vec::new(),
            scopes: Vec::new(),
            spans: Vec::new(),
            misses: Vec::new(),
            error: None,
            is_stopped: false,
        }
    }

    fn failed(keep: Keep, error: ExtractError) -> Self {
        Self { error: Some(error), ..Self::new(keep) }
    }

    /// As if one had read all parts, up to the first that was stopped.
    fn joined(parts: Vec<Self>, keep: Keep) -> Self {
        let mut parts = parts.into_iter();
        let mut whole = parts.next().unwrap_or_else(|| Self::new(keep));
        for part in parts {
            if whole.is_stopped {
                break;
            }
            whole.items.extend(part.items);
            whole.spans.extend(part.spans);
            whole.misses.extend(part.misses);
            whole.is_stopped = part.is_stopped;
            whole.error = if part.is_stopped { part.error } else { whole.error.or(part.error) };
        }
        whole
    }
}

fn segment_error((key, pattern, trouble): SegmentTrouble<'_>) -> ExtractError {
    ExtractError::Pattern { key: key.to_owned(), pattern: pattern.text().to_owned(), trouble }
}

/// A pattern of the configuration, or a fault that holds it as it was written.
pub(crate) fn compiled(key: &str, pattern: &str, faults: &mut Vec<ConfigFault>) -> Option<Pattern> {
    match Pattern::compile(pattern) {
        Ok(pattern) => Some(pattern),
        Err(why) => {
            faults.push(ConfigFault::new(key, format!("the pattern `{pattern}` does not compile: {why}")));
            None
        }
    }
}

#[cfg(test)]
mod tests;
