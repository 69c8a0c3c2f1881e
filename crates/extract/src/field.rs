//! One field of a record: found by its pattern, read as its type.

use std::ops::Range;

use jiff::tz::TimeZone;
use serde_json::Value;

use crate::config::{ConfigFault, FieldSpec, Kind};
use crate::error::ExtractError;
use crate::extractor::{Source, compiled};
use crate::html;
use crate::pattern::{OutOfTime, Pattern};
use crate::time::{self, TimeFormat};
use crate::value;

/// How much of a value stands in an error.
const SHOWN_CHARS: usize = 80;

/// A compiled entry of `Fields`.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    name: String,
    pattern: Pattern,
    is_required: bool,
    reader: Reader,
}

#[derive(Debug, Clone)]
enum Reader {
    String,
    Number,
    Boolean,
    Datetime { format: Option<TimeFormat>, zone: TimeZone },
}

/// What became of a field in one scope. Ranges are bytes of the scope.
#[derive(Debug)]
pub(crate) enum Reading {
    Value(Value, Range<usize>),
    Unparseable { value: String, why: String, range: Range<usize> },
    NotFound,
}

impl Reading {
    pub(crate) fn range(&self) -> Option<Range<usize>> {
        match self {
            Self::Value(_, range) | Self::Unparseable { range, .. } => Some(range.clone()),
            Self::NotFound => None,
        }
    }
}

impl Field {
    /// Compiles pattern, format and zone, and reports each that cannot be.
    pub(crate) fn compile(name: &str, spec: &FieldSpec, faults: &mut Vec<ConfigFault>) -> Option<Self> {
        let pattern = compiled(&format!("Fields.{name}.Pattern"), &spec.pattern, faults);
        let reader = match spec.kind {
            Kind::String => Some(Reader::String),
            Kind::Number => Some(Reader::Number),
            Kind::Boolean => Some(Reader::Boolean),
            Kind::Datetime => datetime_reader(name, spec, faults),
        };
        Some(Self { name: name.to_owned(), pattern: pattern?, is_required: spec.required, reader: reader? })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Finds and reads the field in a scope.
    pub(crate) fn read(&self, scope: &str, source: Source, out_of_time: OutOfTime) -> Result<Reading, ExtractError> {
        let found = self.pattern.find(scope, 0, out_of_time).map_err(|trouble| ExtractError::Pattern {
            key: format!("Fields.{}.Pattern", self.name),
            pattern: self.pattern.text().to_owned(),
            trouble,
        })?;
        let range = found.and_then(|found| found.value).map(|range| trimmed(scope, range));
        let Some((range, raw)) = range.and_then(|range| Some((range.clone(), scope.get(range)?))) else {
            return Ok(Reading::NotFound);
        };
        let text = match source {
            Source::Text => raw.into(),
            Source::HtmlBody => html::inline_text(raw),
        };
        Ok(match self.reader.read(&text) {
            Ok(value) => Reading::Value(value, range),
            Err(why) => Reading::Unparseable { value: shortened(&text), why, range },
        })
    }

    /// Why a record without this field fails the action; an optional one does not.
    pub(crate) fn complaint(&self, record: usize, reading: Reading) -> Option<ExtractError> {
        if !self.is_required {
            return None;
        }
        let (field, pattern) = (self.name.clone(), self.pattern.text().to_owned());
        match reading {
            Reading::Value(..) => None,
            Reading::NotFound => Some(ExtractError::Missing { record, field, pattern }),
            Reading::Unparseable { value, why, .. } => {
                Some(ExtractError::Unparseable { record, field, pattern, value, why })
            }
        }
    }
}

impl Reader {
    fn read(&self, text: &str) -> Result<Value, String> {
        match self {
            // A database may refuse the NUL character, and no reader of mail sees it.
            Self::String if text.contains('\0') => Ok(Value::String(text.replace('\0', ""))),
            Self::String => Ok(Value::String(text.to_owned())),
            Self::Number => value::number(text).map(Value::Number).ok_or_else(|| "is not a number".to_owned()),
            Self::Boolean => value::boolean(text)
                .map(Value::Bool)
                .ok_or_else(|| "is neither true nor false in the usual words".to_owned()),
            Self::Datetime { format, zone } => time::read(text, format.as_ref(), zone)
                .map(|moment| Value::String(time::written(moment)))
                .map_err(|fault| fault.to_string()),
        }
    }
}

fn datetime_reader(name: &str, spec: &FieldSpec, faults: &mut Vec<ConfigFault>) -> Option<Reader> {
    let mut complain =
        |key: &str, message: String| faults.push(ConfigFault::new(format!("Fields.{name}.{key}"), message));
    let format = spec.format.as_deref().map(TimeFormat::compile).transpose();
    let format = format.map_err(|why| complain("Format", why));
    let zone = spec.time_zone.as_deref().map_or(Ok(TimeZone::UTC), time::zone);
    let zone = zone.map_err(|why| complain("TimeZone", why));
    Some(Reader::Datetime { format: format.ok()?, zone: zone.ok()? })
}

/// The range without the white space at its ends.
fn trimmed(scope: &str, range: Range<usize>) -> Range<usize> {
    let Some(text) = scope.get(range.clone()) else { return range };
    if let (Some(b'!'..=b'~'), Some(b'!'..=b'~')) = (text.as_bytes().first(), text.as_bytes().last()) {
        return range;
    }
    let start = range.start + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
