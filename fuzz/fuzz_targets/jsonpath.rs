//! A JSONPath in the first line, and the JSON that it is applied to.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value, json};
use stormwire_fuzz::lines;
use stormwire_workflow::{Context, ContextError};

fuzz_target!(|input: &str| {
    let [path, root] = lines(input);
    let typical =
        json!({"Message": {"From": "a@b.c"}, "Extract": {"Items": [{"Lat": 1.5}, {"Lat": null}], "Count": 2}});
    let contexts = [serde_json::from_str(root).unwrap_or_default(), typical.as_object().cloned().unwrap_or_default()];
    for root in contexts {
        check(path, root);
    }
});

fn check(path: &str, root: Map<String, Value>) {
    let context = Context::new(root);
    match context.get(path) {
        Ok(value) => assert!(contains(context.root(), value), "the value is a part of the context"),
        Err(ContextError::InvalidPath { reason, .. }) => assert!(!reason.is_empty()),
        Err(ContextError::NotFound(_) | ContextError::Ambiguous(_)) => {}
    }
}

fn contains(root: &Value, value: &Value) -> bool {
    std::ptr::eq(root, value)
        || match root {
            Value::Array(items) => items.iter().any(|item| contains(item, value)),
            Value::Object(entries) => entries.values().any(|entry| contains(entry, value)),
            _ => false,
        }
}
