//! One field of a record: found by its pattern, parsed as its type.

use std::ops::Range;

use serde_json::Value;

use crate::config::{ConfigViolation, FieldSpec};
use crate::config_pattern::ConfigPattern;
use crate::deadline::DeadlineCheck;
use crate::error::ExtractError;
use crate::html;
use crate::quote::truncate_text;
use crate::source::TextSource;
use crate::value_parser::{ValueError, ValueParser};

/// A compiled entry of `Fields`.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    name: String,
    pattern: ConfigPattern,
    is_required: bool,
    parser: ValueParser,
}

/// The result of a field in one scope. Ranges are in bytes of the scope.
#[derive(Debug)]
pub(crate) enum FieldReading {
    Value(Value, Range<usize>),
    Unparseable { value: String, error: ValueError, range: Range<usize> },
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
        let parser = ValueParser::compile(name, spec, violations);
        Some(Self { name: name.to_owned(), pattern: pattern?, is_required: spec.required, parser: parser? })
    }

    /// This pattern with the type of another specification. The pattern is not compiled again.
    pub(crate) fn with_type_of(&self, spec: &FieldSpec) -> Option<Self> {
        let parser = ValueParser::compile(&self.name, spec, &mut Vec::new())?;
        Some(Self { parser, is_required: spec.required, ..self.clone() })
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
            Err(error) => FieldReading::Unparseable { value: truncate_text(&text), error, range },
        })
    }

    /// The error of a record in which this field has no value; `None` if the value may be null.
    pub(crate) fn missing_value_error(&self, record: usize, reading: FieldReading) -> Option<ExtractError> {
        let (field, pattern) = (self.name.clone(), self.pattern().to_owned());
        match reading {
            FieldReading::NotFound if self.is_required => Some(ExtractError::Missing { record, field, pattern }),
            FieldReading::Unparseable { value, error, .. } => match error {
                ValueError::Impossible(reason) => {
                    Some(ExtractError::InvalidValue { record, field, pattern, value, reason })
                }
                ValueError::WrongForm(reason) if self.is_required => {
                    Some(ExtractError::Unparseable { record, field, pattern, value, reason })
                }
                ValueError::WrongForm(_) => None,
            },
            FieldReading::Value(..) | FieldReading::NotFound => None,
        }
    }
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
