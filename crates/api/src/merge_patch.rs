//! Merge patch, RFC 7396: absent fields stay, null removes, everything else replaces.

use crate::Problem;
use axum::http::StatusCode;
use serde::Serialize;
use serde_json::{Map, Value};

pub(crate) fn apply(resource: &impl Serialize, patch: Value) -> Result<Value, Problem> {
    if !patch.is_object() {
        return Err(Problem::new(StatusCode::BAD_REQUEST, "the patch must be a JSON object"));
    }
    let mut target = serde_json::to_value(resource).unwrap_or_default();
    merge(&mut target, patch);
    Ok(target)
}

fn merge(target: &mut Value, patch: Value) {
    let Value::Object(patch) = patch else {
        *target = patch;
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    let Value::Object(fields) = target else { return };
    for (name, value) in patch {
        if value.is_null() {
            fields.remove(&name);
        } else {
            merge(fields.entry(name).or_insert(Value::Null), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn matches_the_examples_of_the_rfc() {
        for (target, patch, expected) in [
            (json!({"a": "b"}), json!({"a": "c"}), json!({"a": "c"})),
            (json!({"a": "b"}), json!({"b": "c"}), json!({"a": "b", "b": "c"})),
            (json!({"a": "b"}), json!({"a": null}), json!({})),
            (json!({"a": "b", "b": "c"}), json!({"a": null}), json!({"b": "c"})),
            (json!({"a": ["b"]}), json!({"a": "c"}), json!({"a": "c"})),
            (json!({"a": {"b": "c"}}), json!({"a": {"b": "d", "c": null}}), json!({"a": {"b": "d"}})),
            (json!({"e": null}), json!({"a": 1}), json!({"e": null, "a": 1})),
            (json!([1, 2]), json!({"a": "b", "c": null}), json!({"a": "b"})),
            (json!({}), json!({"a": {"bb": {"ccc": null}}}), json!({"a": {"bb": {}}})),
        ] {
            assert_eq!(apply(&target, patch.clone()).unwrap(), expected, "{target} {patch}");
        }
        assert!(apply(&json!({}), json!([1])).is_err());
    }
}
