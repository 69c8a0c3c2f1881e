//! The first input line is a start pattern, the second a close pattern, the third a filter, the rest the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::json;
use stormwire_extract::{ExtractConfig, Extractor, TextSource};

fuzz_target!(|input: &str| {
    let mut parts = input.splitn(4, '\n');
    let mut part = || parts.next().unwrap_or_default();
    let (start, close, filter, text) = (part(), part(), part(), part());
    let config = json!({
        "Op": { "Action": "Extract" },
        "Segment": { "StartPattern": start, "ClosePattern": close, "Filter": filter },
        "Fields": { "Whole": { "Pattern": "(?s).*" } },
    });
    let Ok(config) = ExtractConfig::parse(&config) else { return };
    let extractor = Extractor::new(&config).expect("a parsed configuration compiles");
    let mut checks = 0;
    let preview = extractor.preview(text, TextSource::Text, &mut || {
        checks += 1;
        checks > 2000
    });
    let units = text.encode_utf16().count();
    let mut last_end = 0;
    for span in &preview.spans {
        assert!(span.start >= last_end && span.start <= span.end && span.end <= units, "scopes overlap");
        last_end = span.end;
    }
});
