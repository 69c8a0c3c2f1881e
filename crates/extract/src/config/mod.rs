//! The action's configuration.
//!
//! Owns the keys of a `TextExtract` action, their meaning and every complaint about them. [`Config::compile`] is the only way
//! in: JSON comes in, a configuration that is known to compile goes out, or all that is wrong with it.

mod shape;
#[cfg(test)]
mod tests;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::Value;

use crate::extractor::Extractor;
use crate::preset;
use crate::time::TimeFormat;

/// Which text is meant where `Op.Source` is left out.
pub const DEFAULT_SOURCE: &str = "$.BodyText";

/// Turns the text of a message into records: patterns say where a record begins and ends, and where its fields are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
#[schemars(title = "TextExtract", deny_unknown_fields)]
pub struct Config {
    /// What to do, on which text, and where the result goes.
    pub op: Op,
    /// How the text is cut into records.
    pub segment: SegmentSpec,
    /// What is read in each record: the name of a field, and how it is found.
    #[schemars(extend("minProperties" = 1))]
    pub fields: IndexMap<String, FieldSpec>,
}

/// The `Op` of a configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
#[schemars(deny_unknown_fields)]
pub struct Op {
    /// What to do.
    #[schemars(extend("enum" = ["Extract"]))]
    pub action: String,
    /// Where the text stands in the context. `$.BodyText` is what a person reads; `$._RawBody` is the body as it was sent, of which
    /// tags are dropped and entities decoded in values when the message is HTML.
    #[schemars(default = "shape::default_source")]
    pub source: String,
    /// The one top-level key that `Items` and `Count` are written to. Nested targets are refused.
    #[schemars(default = "shape::default_target")]
    pub target: String,
}

/// The `Segment` of a configuration, as patterns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
#[schemars(deny_unknown_fields, extend("x-presets" = preset::filled()))]
pub struct SegmentSpec {
    /// A regular expression: where a record begins. The match belongs to the record.
    #[schemars(extend("format" = "regex"))]
    pub start_pattern: String,
    /// A regular expression: where a record ends; the match does not belong to it. Left out, a record runs to the next start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "regex"))]
    pub close_pattern: Option<String>,
    /// A regular expression: a record that it does not match is left out, without an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "regex"))]
    pub filter: Option<String>,
}

/// One entry of `Fields`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
#[schemars(deny_unknown_fields)]
pub struct FieldSpec {
    /// A regular expression that finds the value: the first group, or the whole match when there is no group.
    #[schemars(extend("format" = "regex"))]
    pub pattern: String,
    /// What the value is read as.
    #[serde(rename = "Type")]
    #[schemars(default)]
    pub kind: Kind,
    /// How a `datetime` is written: `M/d/yyyy h:mm:ss tt zzz` as in .NET, or `%m/%d/%Y %H:%M:%S %z` as in strftime. Left out: ISO
    /// 8601 or the date of a mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Whether a record without a readable value fails the whole action. Otherwise the value is null.
    #[schemars(default)]
    pub required: bool,
    /// The zone of a `datetime` that carries no offset, as `America/Chicago`. Left out: UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
}

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Text.
    #[default]
    String,
    /// A number.
    Number,
    /// True or false, in the usual words.
    Boolean,
    /// A moment in time; comes out as RFC 3339 in UTC.
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
        Self::compile(value).map(|(config, _)| config)
    }

    /// The same, with what was compiled on the way.
    pub fn compile(value: &Value) -> Result<(Self, Extractor), Vec<ConfigFault>> {
        let (config, mut faults) = shape::read(value);
        match Extractor::new(&config) {
            Ok(extractor) if faults.is_empty() => return Ok((config, extractor)),
            Ok(_) => {}
            Err(more) => {
                // A key that is missing or of the wrong type was reported already; what stands in for it is no second fault.
                let known: Vec<String> = faults.iter().map(|fault| fault.path.clone()).collect();
                faults.extend(more.into_iter().filter(|fault| !is_below_any(&fault.path, &known)));
            }
        }
        Err(faults)
    }

    /// The top-level context key that the result is written to.
    pub fn target_key(&self) -> &str {
        self.op.target.strip_prefix("$.").unwrap_or(&self.op.target)
    }

    /// What can be saved and is probably a mistake, without compiling anything; none where more is wrong.
    pub fn warnings_in(value: &Value) -> Vec<ConfigWarning> {
        let (config, faults) = shape::read(value);
        if faults.is_empty() { config.warnings() } else { Vec::new() }
    }

    /// What can be saved and is probably a mistake.
    pub fn warnings(&self) -> Vec<ConfigWarning> {
        self.fields.iter().flat_map(|(name, field)| field.warnings(name)).collect()
    }
}

impl<'de> Deserialize<'de> for Config {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&Value::deserialize(deserializer)?).map_err(|faults| {
            let words: Vec<String> = faults.iter().map(|fault| format!("{}: {}", fault.path, fault.message)).collect();
            de::Error::custom(words.join("; "))
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
