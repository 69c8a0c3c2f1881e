//! A word for a hemisphere and its meaning, one per line, and the value.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use stormwire_extract::{ExtractConfig, TextSource};
use stormwire_fuzz::{deadline, lines};

const AXES: [(&str, f64); 2] = [("Latitude", 90.0), ("Longitude", 180.0)];

fuzz_target!(|input: &str| {
    let [word, meaning, text] = lines(input);
    let hemispheres = if word.is_empty() { json!({}) } else { json!({ word: meaning }) };
    let field = |field_type: &str| json!({ "Pattern": "(?s).*", "Type": field_type, "Hemispheres": hemispheres });
    let config = json!({
        "Op": { "Action": "Extract" },
        "Segment": { "StartPattern": "\\A" },
        "Fields": { "Latitude": field("latitude"), "Longitude": field("longitude") },
    });
    let Ok((_, extractor)) = ExtractConfig::compile(&config) else { return };
    let read = |text: &str, name: &str| -> Option<f64> {
        let preview = extractor.preview(text, TextSource::Text, &mut deadline(100));
        preview.items.first()?.get(name).and_then(Value::as_f64)
    };
    for (name, limit) in AXES {
        let Some(degrees) = read(text, name) else { continue };
        assert!(degrees.abs() <= limit, "{degrees}");
        let printed = format!("{degrees}");
        assert_eq!(read(&printed, name), Some(degrees), "{printed} is read as the same position");
    }
});
