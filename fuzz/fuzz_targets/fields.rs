//! The pattern of a field in the first line, then the text. Every type reads it, from plain text and from HTML.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use stormwire_extract::{ExtractConfig, TextSource};
use stormwire_fuzz::{deadline, lines};

fuzz_target!(|input: &str| {
    let [pattern, text] = lines(input);
    let field = |field_type: &str| json!({ "Pattern": pattern, "Type": field_type });
    let config = json!({
        "Op": { "Action": "Extract" },
        "Segment": { "StartPattern": "(?m)^" },
        "Fields": {
            "S": field("string"), "N": field("number"), "B": field("boolean"), "D": field("datetime"),
            "Lat": field("latitude"), "Lon": field("longitude"),
        },
    });
    let Ok((_, extractor)) = ExtractConfig::compile(&config) else { return };
    for source in [TextSource::Text, TextSource::HtmlBody] {
        let preview = extractor.preview(text, source, &mut deadline(1_000));
        for item in &preview.items {
            let is = |name: &str, is_type: fn(&Value) -> bool| item[name].is_null() || is_type(&item[name]);
            assert!(is("S", Value::is_string) && is("N", Value::is_number) && is("B", Value::is_boolean));
            assert!(is("D", Value::is_string) && is("Lat", Value::is_number) && is("Lon", Value::is_number));
            assert!(!item["S"].as_str().unwrap_or_default().contains('\0'), "no database stores NUL");
            assert!(item["Lat"].as_f64().unwrap_or_default().abs() <= 90.0);
            assert!(item["Lon"].as_f64().unwrap_or_default().abs() <= 180.0);
        }
    }
});
