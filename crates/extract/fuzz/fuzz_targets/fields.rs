//! The first input line is a field pattern, the rest the text. Parses it as every type and from both sources.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::json;
use stormwire_extract::{ExtractConfig, Extractor, TextSource};

fuzz_target!(|input: &str| {
    let (pattern, text) = input.split_once('\n').unwrap_or((input, ""));
    let field = |field_type: &str| json!({ "Pattern": pattern, "Type": field_type });
    let config = json!({
        "Op": { "Action": "Extract" },
        "Segment": { "StartPattern": "(?m)^" },
        "Fields": { "S": field("string"), "N": field("number"), "B": field("boolean"), "D": field("datetime") },
    });
    let Ok(config) = ExtractConfig::parse(&config) else { return };
    let extractor = Extractor::new(&config).expect("a parsed configuration compiles");
    for source in [TextSource::Text, TextSource::HtmlBody] {
        let mut checks = 0;
        let preview = extractor.preview(text, source, &mut || {
            checks += 1;
            checks > 500
        });
        serde_json::to_string(&preview.items).expect("items are JSON");
        assert!(preview.misses.iter().all(|miss| miss.record <= preview.items.len()));
    }
});
