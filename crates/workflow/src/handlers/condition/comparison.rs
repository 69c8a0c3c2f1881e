//! One comparison of a condition: the value at a path with a given value.

use super::compare::{compare_values, contains, equals, text};
use crate::context::parse_path;
use crate::text::preview;
use crate::{ConfigViolation, Context};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::cmp::Ordering;
use std::fmt;
use stormwire_extract::PatternMatcher;

/// Of the value in the log.
const MAX_SHOWN_CHARS: usize = 60;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Comparison {
    /// Path in the context, such as `$.Extract.Count`. If it matches several values, one match is enough.
    #[schemars(extend("x-kind" = "context-path"))]
    path: String,
    /// Operator.
    is: Operator,
    /// Value to compare with. `In` takes a list, `Matches` a regular expression; `Exists` and `Missing` take none.
    #[serde(default, deserialize_with = "keep_null")]
    #[schemars(with = "Value")]
    value: Option<Value>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
enum Operator {
    /// Equal. Numbers compare as numbers, times as instants, text with case.
    Equals,
    /// Not equal, or no value.
    NotEquals,
    /// Larger, later, or after it in text order.
    Greater,
    /// Larger or equal.
    GreaterOrEqual,
    /// Smaller, earlier, or before it in text order.
    Less,
    /// Smaller or equal.
    LessOrEqual,
    /// A text contains this part, or a list this element.
    Contains,
    /// A text starts with this.
    StartsWith,
    /// A text ends with this.
    EndsWith,
    /// A regular expression matches anywhere in the text.
    Matches,
    /// The value is in a list.
    In,
    /// There is a value other than null.
    Exists,
    /// There is no value, or null.
    Missing,
}

/// An explicit null is a value; a missing key is not.
fn keep_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl Comparison {
    /// `path` is that of the comparison in the config.
    pub(super) fn validate(&self, path: &str) -> Vec<ConfigViolation> {
        let mut violations = Vec::new();
        if let Err(error) = parse_path(&self.path) {
            violations.push(ConfigViolation::new(format!("{path}.Path"), error.to_string()));
        }
        if let Some(message) = self.validate_value() {
            violations.push(ConfigViolation::new(format!("{path}.Value"), message));
        }
        violations
    }

    fn validate_value(&self) -> Option<String> {
        let needs = |what: &str| Some(format!("{:?} needs {what}", self.is));
        match (self.is, &self.value) {
            (Operator::Exists | Operator::Missing, None | Some(Value::Null))
            | (Operator::Equals | Operator::NotEquals | Operator::Contains, Some(_))
            | (Operator::In, Some(Value::Array(_)))
            | (Operator::StartsWith | Operator::EndsWith, Some(Value::String(_)))
            | (
                Operator::Greater | Operator::GreaterOrEqual | Operator::Less | Operator::LessOrEqual,
                Some(Value::Number(_) | Value::String(_)),
            ) => None,
            (Operator::Exists | Operator::Missing, Some(_)) => Some(format!("{:?} takes no value", self.is)),
            (_, None) => needs("a value"),
            (Operator::In, Some(_)) => needs("an array"),
            (Operator::Greater | Operator::GreaterOrEqual | Operator::Less | Operator::LessOrEqual, Some(_)) => {
                needs("a number, a time or a string")
            }
            (Operator::Matches, Some(Value::String(pattern))) => {
                PatternMatcher::compile(pattern).err().map(|why| format!("the pattern `{pattern}` is invalid: {why}"))
            }
            (Operator::Matches | Operator::StartsWith | Operator::EndsWith, Some(_)) => needs("a string"),
        }
    }

    /// Values that cannot be compared are an error, so that a wrong config does not silently end a run.
    pub(super) fn matches(&self, context: &Context, out_of_time: &mut dyn FnMut() -> bool) -> Result<bool, String> {
        let found = context.all(&self.path).map_err(|error| error.to_string())?;
        let nothing = Value::Null;
        let expected = self.value.as_ref().unwrap_or(&nothing);
        let is_equal = || found.iter().any(|found| equals(found, expected));
        match self.is {
            Operator::Equals => return Ok(is_equal()),
            Operator::NotEquals => return Ok(!is_equal()),
            _ => {}
        }
        // A null means that an earlier action found no value.
        let mut present = found.into_iter().filter(|found| !found.is_null());
        match self.is {
            Operator::Exists => return Ok(present.next().is_some()),
            Operator::Missing => return Ok(present.next().is_none()),
            _ => {}
        }
        let matcher = match (self.is, expected) {
            (Operator::Matches, Value::String(pattern)) => Some(PatternMatcher::compile(pattern)?),
            _ => None,
        };
        for found in present {
            let is_match = match &matcher {
                Some(matcher) => {
                    let result = matcher.is_match(text(found)?, out_of_time);
                    result.map_err(|error| format!("the pattern `{}` {error}", text(expected).unwrap_or("")))?
                }
                None => self.compare(found, expected)?,
            };
            if is_match {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn compare(&self, found: &Value, expected: &Value) -> Result<bool, String> {
        Ok(match self.is {
            Operator::Greater => compare_values(found, expected)? == Ordering::Greater,
            Operator::GreaterOrEqual => compare_values(found, expected)? != Ordering::Less,
            Operator::Less => compare_values(found, expected)? == Ordering::Less,
            Operator::LessOrEqual => compare_values(found, expected)? != Ordering::Greater,
            Operator::Contains => contains(found, expected)?,
            Operator::StartsWith => text(found)?.starts_with(text(expected)?),
            Operator::EndsWith => text(found)?.ends_with(text(expected)?),
            Operator::In => expected.as_array().is_some_and(|list| list.iter().any(|one| equals(found, one))),
            // Handled before, because they concern all values together.
            Operator::Equals | Operator::NotEquals | Operator::Exists | Operator::Missing | Operator::Matches => false,
        })
    }
}

/// For the log: shows only the config, never the message.
impl fmt::Display for Comparison {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {:?}", self.path, self.is)?;
        let Some(value) = &self.value else { return Ok(()) };
        write!(formatter, " {}", preview(value, MAX_SHOWN_CHARS))
    }
}
