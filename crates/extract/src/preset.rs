//! Predefined segmentations that the portal offers.

use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// The name shown in the portal.
    pub name: &'static str,
    /// The value for `Segment.StartPattern`.
    pub start_pattern: &'static str,
    /// The value for `Segment.ClosePattern`.
    pub close_pattern: Option<&'static str>,
}

/// Each paragraph is a record; blank lines separate them.
pub const PARAGRAPH: Preset =
    Preset { name: "Paragraph", start_pattern: r"(?:\A|\n[ \t]*\n)\s*(?=\S)", close_pattern: None };

/// Each row of an HTML table is a record.
pub const HTML_TABLE_ROW: Preset =
    Preset { name: "HTML table row", start_pattern: "<tr[^>]*>", close_pattern: Some("</tr>") };

/// The whole message is one record.
pub const WHOLE_MESSAGE: Preset = Preset { name: "Whole message", start_pattern: r"\A", close_pattern: None };

/// All presets, in the order of the specification.
pub const PRESETS: [Preset; 3] = [PARAGRAPH, HTML_TABLE_ROW, WHOLE_MESSAGE];

/// A JSON object with the `Segment` of each preset by its name, for the schema.
pub(crate) fn segments_by_name() -> Value {
    let segments = PRESETS.map(|preset| match preset.close_pattern {
        Some(close) => (preset.name, json!({ "StartPattern": preset.start_pattern, "ClosePattern": close })),
        None => (preset.name, json!({ "StartPattern": preset.start_pattern })),
    });
    segments.into_iter().collect()
}
