//! The keys of a configuration.
//!
//! The doc comments on these types are the descriptions in the JSON schema, which the portal shows in its editor.

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Value, json};

use crate::preset;
use crate::source::DEFAULT_SOURCE;

/// Extracts records from the text of a message. Patterns define where each record starts and ends and how its fields are found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
#[schemars(title = "TextExtract", deny_unknown_fields, transform = add_unused_keys)]
pub struct ExtractConfig {
    /// The operation, its input text and its output key.
    pub op: Op,
    /// How the text is split into records.
    pub segment: SegmentSpec,
    /// The fields of each record, by name.
    #[schemars(extend("minProperties" = 1))]
    pub fields: IndexMap<String, FieldSpec>,
}

/// The keys that every action accepts, whether or not it uses them.
pub(crate) const UNUSED_KEYS: [&str; 2] = ["Data", "FieldMap"];

/// The portal shows no fields for keys with `x-unused`.
fn add_unused_keys(schema: &mut Schema) {
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for key in UNUSED_KEYS {
        let text = "Accepted, as in every action, but not used.";
        properties.insert(key.into(), json!({ "type": ["object", "null"], "description": text, "x-unused": true }));
    }
}

/// The `Op` of a configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
#[schemars(deny_unknown_fields)]
pub struct Op {
    /// The operation.
    #[schemars(with = "String", extend("enum" = ["Extract"]))]
    pub action: OpAction,
    /// Context path of the text. `$.BodyText` is the readable text. `$._RawBody` is the raw body; if the message is HTML, tags are
    /// removed from values and entities decoded. `$.Attachments[0].Text` is the text of the first attachment.
    #[schemars(default = "default_source", extend("x-kind" = "context-path"))]
    pub source: String,
    /// The top-level context key that receives `Items` and `Count`. Nested keys are not supported.
    #[schemars(default = "default_target")]
    pub target: String,
    /// If true, the action fails when a record starts inside another record, or when other text looks like a strike that no
    /// record reads. Otherwise the log and the step's result report it.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(default)]
    pub strict: bool,
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
    /// Regular expression for the start of a record. The match is part of the record.
    #[schemars(extend("format" = "regex"))]
    pub start_pattern: String,
    /// Regular expression for the end of a record. The match is not part of the record. If omitted, a record extends to the next start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "regex"))]
    pub close_pattern: Option<String>,
    /// Regular expression that a record must match. Other records are skipped without an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "regex"))]
    pub filter: Option<String>,
    /// Regular expression for text that looks like a strike but is not one, such as the center of the area. Lines that it
    /// matches are not reported as unread.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "regex"))]
    pub ignore: Option<String>,
    /// The line with the names of the columns, such as `Name,Timestamp,Type,Latitude,Longitude`. It is not a record. A text without
    /// this line fails: its columns may be in another order. Case, spaces and quotation marks do not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
}

/// One entry of `Fields`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
#[schemars(deny_unknown_fields)]
pub struct FieldSpec {
    /// Regular expression for the value: its first group, or the whole match if it has no group.
    #[schemars(extend("format" = "regex"))]
    pub pattern: String,
    /// The type of the value.
    #[serde(rename = "Type")]
    #[schemars(default)]
    pub field_type: FieldType,
    /// Format of a `datetime`: `M/d/yyyy h:mm:ss tt zzz` as in .NET, or `%m/%d/%Y %H:%M:%S %z` as in strftime. If omitted, ISO 8601
    /// or the mail date format (RFC 2822).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// If true, the action fails when a record has no valid value. Otherwise the value is null.
    #[schemars(default)]
    pub required: bool,
    /// Time zone of a `datetime` without an offset, such as `America/Chicago`. UTC if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    /// Decimal separator of a `number`: `.` or `,`. Coordinates accept both.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = [".", ",", null]))]
    pub decimal: Option<String>,
    /// What letters or words of a `latitude` or `longitude` mean: `{"O": "W"}` for a vendor that writes O for west. The meaning
    /// is N, S, E or W.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("additionalProperties" = { "type": "string", "enum": ["N", "S", "E", "W"] }))]
    pub hemispheres: Option<IndexMap<String, String>>,
    /// Values to store for texts of the mail, such as `CG` for `ground`. Case and surrounding spaces do not matter. A text
    /// that is not listed is an error unless there is a `MapDefault`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<IndexMap<String, Value>>,
    /// The value for texts that `Map` does not list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map_default: Option<Value>,
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
    /// True or false, also written as yes/no, on/off or 1/0.
    Boolean,
    /// A point in time, returned as RFC 3339 in UTC.
    Datetime,
    /// Degrees with a sign or a letter, such as `-34.7283`, `34.7283 S` or `34°43'42"S`. Returned as a signed decimal.
    Latitude,
    /// Degrees with a sign or a letter, such as `-86.5477`, `86.5477 W` or `86°32'52"W`. Returned as a signed decimal.
    Longitude,
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

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_false(flag: &bool) -> bool {
    !flag
}
