//! Ready-made segmentations, as the portal offers them.

use serde_json::{Value, json};

/// A start pattern and, where it has one, a close pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// What a person picks.
    pub name: &'static str,
    /// Goes into `Segment.StartPattern`.
    pub start_pattern: &'static str,
    /// Goes into `Segment.ClosePattern`.
    pub close_pattern: Option<&'static str>,
}

/// Each paragraph is a record; blank lines separate them.
pub const PARAGRAPH: Preset =
    Preset { name: "Paragraph", start_pattern: r"(?:\A|\n[ \t]*\n)\s*(?=\S)", close_pattern: None };

/// Each row of an HTML table is a record.
pub const HTML_TABLE_ROW: Preset =
    Preset { name: "HTML table row", start_pattern: "<tr[^>]*>", close_pattern: Some("</tr>") };

/// The message is one record.
pub const WHOLE_MESSAGE: Preset = Preset { name: "Whole message", start_pattern: r"\A", close_pattern: None };

/// All of them, in the order of the specification.
pub const PRESETS: [Preset; 3] = [PARAGRAPH, HTML_TABLE_ROW, WHOLE_MESSAGE];

/// As an editor fills them in: by name, each a `Segment`.
pub(crate) fn filled() -> Value {
    let filled = PRESETS.map(|preset| match preset.close_pattern {
        Some(close) => (preset.name, json!({ "StartPattern": preset.start_pattern, "ClosePattern": close })),
        None => (preset.name, json!({ "StartPattern": preset.start_pattern })),
    });
    filled.into_iter().collect()
}
