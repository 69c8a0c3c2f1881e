//! One field of a record: found by its pattern, parsed as its type.

use std::ops::Range;

use jiff::tz::TimeZone;
use serde_json::Value;

use crate::config::{ConfigViolation, FieldSpec, FieldType};
use crate::config_pattern::ConfigPattern;
use crate::deadline::DeadlineCheck;
use crate::error::ExtractError;
use crate::html;
use crate::source::TextSource;
use crate::time::{self, TimeFormat};
use crate::value;

/// Values in error messages are truncated to this many characters.
const MAX_SHOWN_CHARS: usize = 80;

/// A compiled entry of `Fields`.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    name: String,
    pattern: ConfigPattern,
    is_required: bool,
    parser: ValueParser,
}

#[derive(Debug, Clone)]
enum ValueParser {
    String,
    Number,
    Boolean,
    Datetime { format: Option<TimeFormat>, zone: TimeZone },
}

/// The result of a field in one scope. Ranges are in bytes of the scope.
#[derive(Debug)]
pub(crate) enum FieldReading {
    Value(Value, Range<usize>),
    Unparseable { value: String, reason: String, range: Range<usize> },
    NotFound,
}

impl FieldReading {
    pub(crate) fn range(&self) -> Option<Range<usize>> {
        match self {
            Self::Value(_, range) | Self::Unparseable { range, .. } => Some(range.clone()),
            Self::NotFound => None,
        }
    }
}

impl Field {
    /// Adds a violation for each of pattern, format and zone that does not compile.
    pub(crate) fn compile(name: &str, spec: &FieldSpec, violations: &mut Vec<ConfigViolation>) -> Option<Self> {
        let pattern = ConfigPattern::compile(&format!("Fields.{name}.Pattern"), &spec.pattern, violations);
        let parser = match spec.field_type {
            FieldType::String => Some(ValueParser::String),
            FieldType::Number => Some(ValueParser::Number),
            FieldType::Boolean => Some(ValueParser::Boolean),
            FieldType::Datetime => compile_datetime(name, spec, violations),
        };
        Some(Self { name: name.to_owned(), pattern: pattern?, is_required: spec.required, parser: parser? })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The pattern as written.
    pub(crate) fn pattern(&self) -> &str {
        self.pattern.text()
    }

    /// Finds and parses the field in a scope.
    pub(crate) fn read(
        &self,
        scope: &str,
        source: TextSource,
        is_expired: DeadlineCheck,
    ) -> Result<FieldReading, ExtractError> {
        let found = self.pattern.find(scope, 0, is_expired)?;
        let range = found.and_then(|found| found.value).map(|range| trim_range(scope, range));
        let Some((range, raw)) = range.and_then(|range| Some((range.clone(), scope.get(range)?))) else {
            return Ok(FieldReading::NotFound);
        };
        let text = match source {
            TextSource::Text => raw.into(),
            TextSource::HtmlBody => html::inline_text(raw),
        };
        Ok(match self.parser.parse(&text) {
            Ok(value) => FieldReading::Value(value, range),
            Err(reason) => FieldReading::Unparseable { value: truncate_text(&text), reason, range },
        })
    }

    /// The error of a record in which this field has no value; `None` if the field is optional.
    pub(crate) fn missing_value_error(&self, record: usize, reading: FieldReading) -> Option<ExtractError> {
        if !self.is_required {
            return None;
        }
        let (field, pattern) = (self.name.clone(), self.pattern().to_owned());
        match reading {
            FieldReading::Value(..) => None,
            FieldReading::NotFound => Some(ExtractError::Missing { record, field, pattern }),
            FieldReading::Unparseable { value, reason, .. } => {
                Some(ExtractError::Unparseable { record, field, pattern, value, reason })
            }
        }
    }
}

impl ValueParser {
    fn parse(&self, text: &str) -> Result<Value, String> {
        match self {
            // PostgreSQL rejects the NUL character, and mail readers do not show it.
            Self::String if text.contains('\0') => Ok(Value::String(text.replace('\0', ""))),
            Self::String => Ok(Value::String(text.to_owned())),
            Self::Number => value::parse_number(text).map(Value::Number).ok_or_else(|| "is not a number".to_owned()),
            Self::Boolean => value::parse_boolean(text)
                .map(Value::Bool)
                .ok_or_else(|| "is not a boolean such as true, false, yes, no, 1 or 0".to_owned()),
            Self::Datetime { format, zone } => time::parse_time(text, format.as_ref(), zone)
                .map(|timestamp| Value::String(time::format_rfc3339(timestamp)))
                .map_err(|error| error.to_string()),
        }
    }
}

fn compile_datetime(name: &str, spec: &FieldSpec, violations: &mut Vec<ConfigViolation>) -> Option<ValueParser> {
    let mut report =
        |key: &str, message: String| violations.push(ConfigViolation::new(format!("Fields.{name}.{key}"), message));
    let format = spec.format.as_deref().map(TimeFormat::compile).transpose();
    let format = format.map_err(|message| report("Format", message));
    let zone = spec.time_zone.as_deref().map_or(Ok(TimeZone::UTC), time::parse_zone);
    let zone = zone.map_err(|message| report("TimeZone", message));
    Some(ValueParser::Datetime { format: format.ok()?, zone: zone.ok()? })
}

/// The range without leading and trailing white space.
fn trim_range(scope: &str, range: Range<usize>) -> Range<usize> {
    let Some(text) = scope.get(range.clone()) else { return range };
    // Fast path: most values begin and end with a visible ASCII character.
    if let (Some(b'!'..=b'~'), Some(b'!'..=b'~')) = (text.as_bytes().first(), text.as_bytes().last()) {
        return range;
    }
    let start = range.start + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}

fn truncate_text(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
