//! The text of a mail in which a person has marked a value with `[[` and `]]`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use std::ops::Range;
use stormwire_extract::suggest::{FieldRequest, field, layouts};
use stormwire_extract::{ExtractConfig, ExtractError, Extractor, SegmentSpec, TextSource};
use stormwire_fuzz::deadline;

const CHECKS: usize = 200_000;

fuzz_target!(|input: &str| {
    let (text, marked) = marked_text(input);
    for source in [TextSource::Text, TextSource::HtmlBody] {
        let found = layouts(&text, source, &mut deadline(CHECKS));
        assert!(found.len() <= 8);
        for layout in &found {
            assert!(layout.samples.iter().all(|sample| sample.chars().count() <= 200));
            let whole = json!({ "Pattern": "(?s).*" });
            assert_eq!(records(&layout.segment, whole, &text, source), layout.count, "{layout:?}");
        }
        let whole =
            SegmentSpec { start_pattern: "\\A".into(), close_pattern: None, filter: None, ignore: None, header: None };
        let segment = found.first().map_or(&whole, |best| &best.segment);
        let request = FieldRequest {
            text: &text,
            source,
            segment,
            name: "Latitude",
            marked: marked.clone(),
            zone: Some("America/Chicago"),
            existing: None,
        };
        if let Ok(found) = field(&request, &mut deadline(CHECKS)) {
            assert!(found.found <= found.count && found.values.len() <= found.count);
            assert_eq!(records(segment, json!(found.field), &text, source), found.count, "{found:?}");
        }
    }
});

/// The text without the marks, and the range between them.
fn marked_text(input: &str) -> (String, Range<usize>) {
    let (before, rest) = input.split_once("[[").unwrap_or(("", input));
    let (value, after) = rest.split_once("]]").unwrap_or((rest, ""));
    (format!("{before}{value}{after}"), before.len()..before.len() + value.len())
}

/// What is suggested must be a valid config. Returns the number of its records.
fn records(segment: &SegmentSpec, field: Value, text: &str, source: TextSource) -> usize {
    let config = json!({ "Op": { "Action": "Extract" }, "Segment": segment, "Fields": { "Latitude": field } });
    let config = ExtractConfig::parse(&config).expect("a suggestion is a valid config");
    let extractor = Extractor::new(&config).expect("a parsed config compiles");
    let preview = extractor.preview(text, source, &mut || false);
    assert!(!matches!(preview.error, Some(ExtractError::HeaderMismatch { .. })), "{segment:?}");
    preview.items.len()
}
