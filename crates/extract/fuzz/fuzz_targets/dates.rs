//! The first input line is a format, the second a zone, the rest the value.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::json;
use stormwire_extract::{ExtractConfig, Extractor, TextSource};

fuzz_target!(|input: &str| {
    let mut parts = input.splitn(3, '\n');
    let mut part = || parts.next().unwrap_or_default();
    let (format, zone, text) = (part(), part(), part());
    let config = json!({
        "Op": { "Action": "Extract" },
        "Segment": { "StartPattern": "\\A" },
        "Fields": { "D": { "Pattern": "(?s).*", "Type": "datetime", "Format": format, "TimeZone": zone } },
    });
    let Ok(config) = ExtractConfig::parse(&config) else { return };
    let _ = config.warnings();
    let extractor = Extractor::new(&config).expect("a parsed configuration compiles");
    let preview = extractor.preview(text, TextSource::Text, &mut || false);
    if let Some(time) = preview.items.first().and_then(|item| item["D"].as_str()) {
        assert!(time.ends_with('Z') && time.len() >= 20 && time.as_bytes()[4] == b'-', "{time}");
    }
});
