//! Compares an old response with a new one.

use serde_json::Value;

/// Checks that everything in the old response is in the new one. Fields may have been added, and the ignored ones may
/// differ, wherever they are.
pub(super) fn assert_same(path: &str, old: &Value, new: &Value, ignored: &[&str]) {
    match (old, new) {
        (Value::Object(fields), Value::Object(_)) => {
            for (name, value) in fields.iter().filter(|(name, _)| !ignored.contains(&name.as_str())) {
                assert_same(&format!("{path}.{name}"), value, &new[name], ignored);
            }
        }
        (Value::Array(olds), Value::Array(news)) => {
            assert_eq!(olds.len(), news.len(), "{path}: {old} {new}");
            for (index, (old, new)) in olds.iter().zip(news).enumerate() {
                assert_same(&format!("{path}[{index}]"), old, new, ignored);
            }
        }
        // The description of a watcher was empty and is null now.
        (Value::String(old), Value::Null) if old.is_empty() => {}
        _ => assert_eq!(old, new, "{path}"),
    }
}
