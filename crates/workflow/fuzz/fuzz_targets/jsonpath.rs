//! The first line is a path; the rest is the JSON that it is applied to. `path.rs` is built alone, without its crate.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

#[path = "../../src/path.rs"]
mod path;

fuzz_target!(|input: &str| {
    let (path, json) = input.split_once('\n').unwrap_or((input, ""));
    let Ok(path) = path::parse(path) else { return };
    let custom = serde_json::from_str(json).unwrap_or(Value::Null);
    let typical = json!({"Message": {"From": "a@b.c"}, "Extract": {"Items": [{"Lat": 1.5}, {"Lat": null}], "Count": 2}});
    for root in [custom, typical] {
        let found = path.query(&root).all().len();
        assert_eq!(found, path.query_located(&root).all().len());
    }
});
