//! Predefined segmentations that the portal offers.

use serde_json::{Value, json};

use crate::source::DEFAULT_SOURCE;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// The name shown in the portal.
    pub name: &'static str,
    /// The value for `Segment.StartPattern`.
    pub start_pattern: &'static str,
    /// The value for `Segment.ClosePattern`.
    pub close_pattern: Option<&'static str>,
    /// The value for `Op.Source`: rows of an HTML table exist in the raw body only.
    pub source: &'static str,
}

/// Each paragraph is a record; blank lines separate them.
pub const PARAGRAPH: Preset = Preset {
    name: "Paragraph",
    start_pattern: r"(?:\A|\n[ \t]*\n)\s*(?=\S)",
    close_pattern: None,
    source: DEFAULT_SOURCE,
};

/// Each row of an HTML table is a record.
pub const HTML_TABLE_ROW: Preset =
    Preset { name: "HTML table row", start_pattern: "<tr[^>]*>", close_pattern: Some("</tr>"), source: "$._RawBody" };

/// The whole message is one record.
pub const WHOLE_MESSAGE: Preset =
    Preset { name: "Whole message", start_pattern: r"\A", close_pattern: None, source: DEFAULT_SOURCE };

/// All presets, in the order of the specification.
pub const PRESETS: [Preset; 3] = [PARAGRAPH, HTML_TABLE_ROW, WHOLE_MESSAGE];

/// A JSON object with the `Segment` and the `Source` of each preset by its name, for the schema.
pub(crate) fn segments_by_name() -> Value {
    let segments = PRESETS.map(|Preset { name, start_pattern, close_pattern, source }| {
        let mut segment = json!({ "StartPattern": start_pattern, "Source": source });
        if let Some(close) = close_pattern {
            segment["ClosePattern"] = close.into();
        }
        (name, segment)
    });
    segments.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ExtractConfig;
    use crate::source::TextSource;

    #[test]
    fn presets_have_the_patterns_of_the_specification() {
        let patterns = PRESETS.map(|preset| (preset.name, preset.start_pattern, preset.close_pattern));
        let expected = [
            ("Paragraph", "(?:\\A|\\n[ \\t]*\\n)\\s*(?=\\S)", None),
            ("HTML table row", "<tr[^>]*>", Some("</tr>")),
            ("Whole message", "\\A", None),
        ];
        assert_eq!(patterns, expected);
    }

    #[test]
    fn each_preset_splits_its_kind_of_text() {
        let segments = segments_by_name();
        let texts = |name: &str, text: &str| -> Vec<String> {
            let mut segment = segments[name].clone();
            segment.as_object_mut().unwrap().remove("Source");
            let field = json!({ "Pattern": "(?s).+", "Required": true });
            let config = json!({ "Op": { "Action": "Extract" }, "Segment": segment, "Fields": { "Text": field } });
            let (_, extractor) = ExtractConfig::compile(&config).unwrap();
            let found = extractor.extract(text, TextSource::Text, &mut || false).unwrap().items;
            found.iter().map(|record| record["Text"].as_str().unwrap().trim().to_owned()).collect()
        };
        assert_eq!(texts("Paragraph", "a\nb\n \t\n\nc"), ["a\nb", "c"]);
        assert_eq!(texts("HTML table row", "<table><tr><td>a</td></tr>x<tr id=1>b</tr></table>").len(), 2);
        assert_eq!(texts("Whole message", "a\n\nb"), ["a\n\nb"]);
    }
}
