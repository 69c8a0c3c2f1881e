//! The first line is a path; the rest is JSON that it is asked of. The one file is built alone, without the service around it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

#[path = "../../src/flow/path.rs"]
mod path;

fuzz_target!(|input: &str| {
    let (written, text) = input.split_once('\n').unwrap_or((input, ""));
    let Ok(path) = path::read(written) else { return };
    let given = serde_json::from_str(text).unwrap_or(Value::Null);
    let usual = json!({"Message": {"From": "a@b.c"}, "Extract": {"Items": [{"Lat": 1.5}, {"Lat": null}], "Count": 2}});
    for root in [given, usual] {
        let found = path.query(&root).all().len();
        assert_eq!(found, path.query_located(&root).all().len());
    }
});
