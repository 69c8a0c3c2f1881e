//! The keys of a configuration.
//!
//! The doc comments on these types are the descriptions in the JSON schema, which the portal shows in its editor.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use crate::preset;

/// The text that is searched if `Op.Source` is missing.
pub const DEFAULT_SOURCE: &str = "$.BodyText";

/// Turns the text of a message into records: patterns say where a record begins and ends, and where its fields are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
#[schemars(title = "TextExtract", deny_unknown_fields)]
pub struct ExtractConfig {
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
    #[schemars(with = "String", extend("enum" = ["Extract"]))]
    pub action: OpAction,
    /// Where the text stands in the context. `$.BodyText` is what a person reads; `$._RawBody` is the body as it was sent, of which
    /// tags are dropped and entities decoded in values when the message is HTML.
    #[schemars(default = "default_source")]
    pub source: String,
    /// The one top-level key that `Items` and `Count` are written to. Nested targets are refused.
    #[schemars(default = "default_target")]
    pub target: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum OpAction {
    Extract,
}

/// The `Segment` of a configuration, as patterns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
#[schemars(deny_unknown_fields, extend("x-presets" = preset::segments_by_name()))]
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
    pub field_type: FieldType,
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
#[schemars(rename = "Kind")]
pub enum FieldType {
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

impl ExtractConfig {
    /// The top-level context key that the result is written to.
    pub fn target_key(&self) -> &str {
        self.op.target.strip_prefix("$.").unwrap_or(&self.op.target)
    }
}

pub(super) fn default_source() -> String {
    DEFAULT_SOURCE.to_owned()
}

pub(super) fn default_target() -> String {
    "$.Extract".to_owned()
}
