//! One comparison of a condition: what stands at a path, held against a value.

use super::compare::{contains, equals, order, text};
use crate::context::parse;
use crate::{ConfigViolation, Context};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::cmp::Ordering;
use std::fmt;
use stormwire_extract::PatternMatcher;

/// How much of a value stands in the log.
const SHOWN_CHARS: usize = 60;

/// A comparison.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub(super) struct Term {
    /// Where the value stands in the context, as `$.Extract.Count`. Where it leads to several values, one of them is enough.
    path: String,
    /// How it is compared.
    is: Is,
    /// What it is compared with. `In` takes a list, `Matches` a regular expression; `Exists` and `Missing` take none.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Value")]
    value: Option<Value>,
}

/// How two values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
enum Is {
    /// The same: numbers as numbers, times as moments, text as text (case counts).
    Equals,
    /// Not the same; also where there is nothing.
    NotEquals,
    /// Larger, later, or behind it in order.
    Greater,
    /// Larger or the same.
    GreaterOrEqual,
    /// Smaller, earlier, or before it in order.
    Less,
    /// Smaller or the same.
    LessOrEqual,
    /// A text has this part, a list this element.
    Contains,
    /// A text begins so.
    StartsWith,
    /// A text ends so.
    EndsWith,
    /// A regular expression matches somewhere in the text.
    Matches,
    /// The value is one of a list.
    In,
    /// There is something other than null.
    Exists,
    /// There is nothing, or null.
    Missing,
}

/// A null that was written is not the same as nothing.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl Term {
    /// Everything that is wrong with it; `place` is where it stands in the config.
    pub(super) fn faults(&self, place: &str) -> Vec<ConfigViolation> {
        let mut faults = Vec::new();
        if let Err(error) = parse(&self.path) {
            faults.push(ConfigViolation::new(format!("{place}.Path"), error.to_string()));
        }
        if let Some(message) = self.value_fault() {
            faults.push(ConfigViolation::new(format!("{place}.Value"), message));
        }
        faults
    }

    fn value_fault(&self) -> Option<String> {
        let needs = |what: &str| Some(format!("{:?} needs {what}", self.is));
        match (self.is, &self.value) {
            (Is::Exists | Is::Missing, None | Some(Value::Null))
            | (Is::Equals | Is::NotEquals | Is::Contains, Some(_))
            | (Is::In, Some(Value::Array(_)))
            | (Is::StartsWith | Is::EndsWith, Some(Value::String(_)))
            | (
                Is::Greater | Is::GreaterOrEqual | Is::Less | Is::LessOrEqual,
                Some(Value::Number(_) | Value::String(_)),
            ) => None,
            (Is::Exists | Is::Missing, Some(_)) => Some(format!("{:?} takes no value", self.is)),
            (_, None) => needs("a value"),
            (Is::In, Some(_)) => needs("a list"),
            (Is::Greater | Is::GreaterOrEqual | Is::Less | Is::LessOrEqual, Some(_)) => {
                needs("a number, a time or a text")
            }
            (Is::Matches, Some(Value::String(pattern))) => PatternMatcher::compile(pattern)
                .err()
                .map(|why| format!("the pattern `{pattern}` does not compile: {why}")),
            (Is::Matches | Is::StartsWith | Is::EndsWith, Some(_)) => needs("a text"),
        }
    }

    /// Whether it holds. Values that cannot be compared are an error: a run must not end, or go on, by a misunderstanding.
    pub(super) fn holds(&self, context: &Context, out_of_time: &mut dyn FnMut() -> bool) -> Result<bool, String> {
        let found = context.all(&self.path).map_err(|error| error.to_string())?;
        let nothing = Value::Null;
        let wanted = self.value.as_ref().unwrap_or(&nothing);
        let is_equal = || found.iter().any(|found| equals(found, wanted));
        match self.is {
            Is::Equals => return Ok(is_equal()),
            Is::NotEquals => return Ok(!is_equal()),
            _ => {}
        }
        // What is null was not found by whoever wrote it there.
        let mut there = found.into_iter().filter(|found| !found.is_null());
        match self.is {
            Is::Exists => return Ok(there.next().is_some()),
            Is::Missing => return Ok(there.next().is_none()),
            _ => {}
        }
        let matcher = match (self.is, wanted) {
            (Is::Matches, Value::String(pattern)) => Some(PatternMatcher::compile(pattern)?),
            _ => None,
        };
        for found in there {
            let holds = match &matcher {
                Some(matcher) => {
                    let searched = matcher.is_match(text(found)?, out_of_time);
                    searched.map_err(|trouble| format!("the pattern `{}` {trouble}", text(wanted).unwrap_or("")))?
                }
                None => self.compare(found, wanted)?,
            };
            if holds {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn compare(&self, found: &Value, wanted: &Value) -> Result<bool, String> {
        Ok(match self.is {
            Is::Greater => order(found, wanted)? == Ordering::Greater,
            Is::GreaterOrEqual => order(found, wanted)? != Ordering::Less,
            Is::Less => order(found, wanted)? == Ordering::Less,
            Is::LessOrEqual => order(found, wanted)? != Ordering::Greater,
            Is::Contains => contains(found, wanted)?,
            Is::StartsWith => text(found)?.starts_with(text(wanted)?),
            Is::EndsWith => text(found)?.ends_with(text(wanted)?),
            Is::In => wanted.as_array().is_some_and(|list| list.iter().any(|one| equals(found, one))),
            // Dealt with before: they are about what was found as a whole.
            Is::Equals | Is::NotEquals | Is::Exists | Is::Missing | Is::Matches => false,
        })
    }
}

/// As it stands in the log: the config's words, never those of a mail.
impl fmt::Display for Term {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {:?}", self.path, self.is)?;
        let Some(value) = &self.value else { return Ok(()) };
        let words = value.to_string();
        match words.char_indices().nth(SHOWN_CHARS) {
            Some((end, _)) => write!(formatter, " {}…", &words[..end]),
            None => write!(formatter, " {words}"),
        }
    }
}
