//! The action's configuration.
//!
//! Owns the keys of a `TextExtract` action, their meaning and every complaint about them. [`Config::parse`] is the only way in:
//! JSON comes in, a configuration that is known to compile goes out, or all that is wrong with it.

mod shape;
#[cfg(test)]
mod tests;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::extractor::Extractor;
use crate::time::TimeFormat;

/// A `TextExtract` action's `Config`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", try_from = "Value")]
pub struct Config {
    /// What to do, on which text, and where the result goes.
    pub op: Op,
    /// How the text is cut into records.
    pub segment: SegmentSpec,
    /// What is read in each record, in this order.
    pub fields: IndexMap<String, FieldSpec>,
}

/// The `Op` of a configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Op {
    /// Always `Extract`.
    pub action: String,
    /// Context path of the text; `$.BodyText` when left out.
    pub source: String,
    /// `$.` and the one top-level key that the result is written to.
    pub target: String,
}

/// The `Segment` of a configuration, as patterns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct SegmentSpec {
    /// Where a record begins.
    pub start_pattern: String,
    /// Where a record ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub close_pattern: Option<String>,
    /// What a record must contain to count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
}

/// One entry of `Fields`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct FieldSpec {
    /// Finds the value: the first group, or the whole match when there is no group.
    pub pattern: String,
    /// What the value is read as.
    #[serde(rename = "Type")]
    pub kind: Kind,
    /// How a `datetime` is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Whether a record without this field fails the action.
    pub required: bool,
    /// IANA name of the zone of a `datetime` that carries no offset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
}

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Text.
    String,
    /// A number.
    Number,
    /// True or false.
    Boolean,
    /// A moment in time.
    Datetime,
}

/// Something in a configuration that keeps it from being saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ConfigFault {
    /// The offending key, as `Fields.Lat.Pattern`.
    pub path: String,
    /// What is wrong with it.
    pub message: String,
}

/// Something in a configuration that is probably not meant so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ConfigWarning {
    /// The key, as `Fields.Time.Format`.
    pub path: String,
    /// What may be wrong with it.
    pub message: String,
}

impl ConfigFault {
    pub(crate) fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}

impl Config {
    /// Reads a configuration and reports everything that is wrong with it.
    pub fn parse(value: &Value) -> Result<Self, Vec<ConfigFault>> {
        let (config, mut faults) = shape::read(value);
        if let Err(more) = Extractor::new(&config) {
            // A key that is missing or of the wrong type was reported already; what stands in for it is no second fault.
            let known: Vec<String> = faults.iter().map(|fault| fault.path.clone()).collect();
            faults.extend(more.into_iter().filter(|fault| !is_below_any(&fault.path, &known)));
        }
        if faults.is_empty() { Ok(config) } else { Err(faults) }
    }

    /// The top-level context key that the result is written to.
    pub fn target_key(&self) -> &str {
        self.op.target.strip_prefix("$.").unwrap_or(&self.op.target)
    }

    /// What can be saved and is probably a mistake.
    pub fn warnings(&self) -> Vec<ConfigWarning> {
        self.fields.iter().flat_map(|(name, field)| field.warnings(name)).collect()
    }
}

impl TryFrom<Value> for Config {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        Self::parse(&value).map_err(|faults| {
            let words: Vec<String> = faults.iter().map(|fault| format!("{}: {}", fault.path, fault.message)).collect();
            words.join("; ")
        })
    }
}

impl FieldSpec {
    fn warnings(&self, name: &str) -> Vec<ConfigWarning> {
        let warn = |key: &str, message: &str| ConfigWarning {
            path: format!("Fields.{name}.{key}"),
            message: message.to_owned(),
        };
        let mut warnings = Vec::new();
        if self.kind != Kind::Datetime {
            let unused = [("Format", self.format.is_some()), ("TimeZone", self.time_zone.is_some())];
            warnings.extend(
                unused
                    .iter()
                    .filter(|(_, is_given)| *is_given)
                    .map(|(key, _)| warn(key, "is used by datetime fields only")),
            );
            return warnings;
        }
        let Some(Ok(format)) = self.format.as_deref().map(TimeFormat::compile) else { return warnings };
        if !format.has_offset() && self.time_zone.is_none() {
            warnings.push(warn("Format", "has no offset, and there is no TimeZone: times are taken as UTC"));
        }
        if format.is_half_day() {
            warnings.push(warn(
                "Format",
                "has a 12-hour clock without tt: afternoon and morning look alike, morning is taken",
            ));
        }
        warnings
    }
}

fn is_below_any(path: &str, known: &[String]) -> bool {
    known
        .iter()
        .any(|above| path.strip_prefix(above.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}
