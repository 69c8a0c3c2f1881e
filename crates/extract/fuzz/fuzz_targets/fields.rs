//! The first line is a field's pattern; the rest is the text, read as every type and from both sources.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::json;
use stormwire_extract::{Config, Extractor, Source};

fuzz_target!(|input: &str| {
    let (pattern, text) = input.split_once('\n').unwrap_or((input, ""));
    let field = |kind: &str| json!({ "Pattern": pattern, "Type": kind });
    let config = json!({
        "Op": { "Action": "Extract" },
        "Segment": { "StartPattern": "(?m)^" },
        "Fields": { "S": field("string"), "N": field("number"), "B": field("boolean"), "D": field("datetime") },
    });
    let Ok(config) = Config::parse(&config) else { return };
    let extractor = Extractor::new(&config).expect("what was parsed compiles");
    for source in [Source::Text, Source::HtmlBody] {
        let mut asked = 0;
        let seen = extractor.examine(text, source, &mut || {
            asked += 1;
            asked > 500
        });
        serde_json::to_string(&seen.items).expect("items are JSON");
        assert!(seen.misses.iter().all(|miss| miss.record <= seen.items.len()));
    }
});
