//! A start pattern, a close pattern, a filter and a pattern of ignored text, one per line, and the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::json;
use stormwire_extract::{ExtractConfig, TextSource};
use stormwire_fuzz::{deadline, lines};

fuzz_target!(|input: &str| {
    let [start, close, filter, ignore, text] = lines(input);
    let config = json!({
        "Op": { "Action": "Extract" },
        "Segment": { "StartPattern": start, "ClosePattern": close, "Filter": filter, "Ignore": ignore },
        "Fields": { "Whole": { "Pattern": "(?s).*" } },
    });
    let Ok((_, extractor)) = ExtractConfig::compile(&config) else { return };
    let preview = extractor.preview(text, TextSource::Text, &mut deadline(2_000));
    let units = text.encode_utf16().count();
    let mut last_end = 0;
    for scope in &preview.scopes {
        assert!(scope.start >= last_end && scope.start <= scope.end && scope.end <= units, "records overlap");
        last_end = scope.end;
    }
    assert_eq!(preview.scopes.len(), preview.items.len());
});
