//! JSON with sorted keys, for hashes and comparisons: the order of keys in a document has no meaning.

use serde_json::Value;

/// The text of a value with the keys of all its objects in order. Copies nothing: a request may have a million rows.
pub fn sorted_text(value: &Value) -> String {
    let mut text = Vec::new();
    write_sorted(value, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

fn write_sorted(value: &Value, text: &mut Vec<u8>) {
    match value {
        Value::Array(items) => {
            text.push(b'[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(b',');
                }
                write_sorted(item, text);
            }
            text.push(b']');
        }
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            fields.sort_unstable_by_key(|(key, _)| *key);
            text.push(b'{');
            for (index, (key, value)) in fields.into_iter().enumerate() {
                if index > 0 {
                    text.push(b',');
                }
                write_json(key, text);
                text.push(b':');
                write_sorted(value, text);
            }
            text.push(b'}');
        }
        single => write_json(single, text),
    }
}

/// Texts, numbers, booleans and null are always valid JSON, and writing to memory cannot fail.
fn write_json(single: &impl serde::Serialize, text: &mut Vec<u8>) {
    let _ = serde_json::to_writer(text, single);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn keys_are_sorted_at_every_depth() {
        let value = json!({"b": [{"z": 1.50, "a": null}, "\u{e9}\n\""], "a": {"d": true, "c": -0.0}, "B": 10});
        assert_eq!(sorted_text(&value), r#"{"B":10,"a":{"c":-0.0,"d":true},"b":[{"a":null,"z":1.5},"é\n\""]}"#);
    }

    fn values() -> impl Strategy<Value = Value> {
        let single = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        single.prop_recursive(4, 64, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::vec((any::<String>(), inner), 0..6).prop_map(|fields| fields.into_iter().collect()),
            ]
        })
    }

    proptest! {
        /// Stored idempotency keys depend on the text.
        #[test]
        fn it_is_the_text_of_a_sorted_copy(value in values()) {
            let mut copy = value.clone();
            copy.sort_all_objects();
            prop_assert_eq!(sorted_text(&value), copy.to_string());
        }
    }
}
