//! A date format and a time zone, one per line, and the value.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::json;
use stormwire_extract::{ExtractConfig, TextSource, parse_timestamp};
use stormwire_fuzz::{deadline, lines};

fuzz_target!(|input: &str| {
    let [format, zone, text] = lines(input);
    if let Some(at) = parse_timestamp(text) {
        assert_eq!(parse_timestamp(&at.to_string()), Some(at), "a printed time is read as the same time");
    }
    let config = json!({
        "Op": { "Action": "Extract" },
        "Segment": { "StartPattern": "\\A" },
        "Fields": { "D": { "Pattern": "(?s).*", "Type": "datetime", "Format": format, "TimeZone": zone } },
    });
    let Ok((config, extractor)) = ExtractConfig::compile(&config) else { return };
    let _ = config.warnings();
    let preview = extractor.preview(text, TextSource::Text, &mut deadline(100));
    if let Some(time) = preview.items.first().and_then(|item| item["D"].as_str()) {
        assert!(time.ends_with('Z') && time.len() >= 20 && time.as_bytes()[4] == b'-', "{time}");
        let at = parse_timestamp(time).expect("a stored time can be read");
        assert_eq!(at, time.parse().expect("a stored time is RFC 3339"));
    }
});
