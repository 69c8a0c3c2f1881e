//! What is different between two states, field by field. Pure.

use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// A field that has another value.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldChange {
    /// Such as `actions["Store strikes"].config.Op.Target`.
    pub path: String,
    /// `None` if it was not there.
    pub before: Option<Value>,
    /// `None` if it was removed.
    pub after: Option<Value>,
}

/// Null is the same as missing. Objects in a list are compared by their names.
pub fn difference(before: &Value, after: &Value) -> Vec<FieldChange> {
    let mut changes = Vec::new();
    compare("", Some(before), Some(after), &mut changes);
    changes
}

fn compare(path: &str, before: Option<&Value>, after: Option<&Value>, changes: &mut Vec<FieldChange>) {
    let is_there = |value: &&Value| !value.is_null();
    match (before.filter(is_there), after.filter(is_there)) {
        (Some(Value::Object(before)), Some(Value::Object(after))) => compare_objects(path, before, after, changes),
        (Some(Value::Array(old)), Some(Value::Array(new))) => match (NamedList::new(old), NamedList::new(new)) {
            (Some(old), Some(new)) => compare_named(path, &old, &new, changes),
            _ if old == new => {}
            _ => push(path, before, after, changes),
        },
        (before, after) if before == after => {}
        (before, after) => push(path, before, after, changes),
    }
}

fn push(path: &str, before: Option<&Value>, after: Option<&Value>, changes: &mut Vec<FieldChange>) {
    changes.push(FieldChange { path: path.to_owned(), before: before.cloned(), after: after.cloned() });
}

fn compare_objects(
    path: &str,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
    changes: &mut Vec<FieldChange>,
) {
    let removed = before.keys().filter(|key| !after.contains_key(*key));
    for key in after.keys().chain(removed) {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        compare(&path, before.get(key), after.get(key), changes);
    }
}

fn compare_named(path: &str, old: &NamedList<'_>, new: &NamedList<'_>, changes: &mut Vec<FieldChange>) {
    let removed = old.names.iter().filter(|name| !new.names.contains(name));
    for name in new.names.iter().chain(removed) {
        compare(&format!("{path}[{name:?}]"), old.find(name), new.find(name), changes);
    }
    let (before, after) = (old.order_among(new), new.order_among(old));
    if before != after {
        push(&format!("{path} (order)"), Some(&before), Some(&after), changes);
    }
}

/// A list of objects, each with its own name.
struct NamedList<'a> {
    items: &'a [Value],
    names: Vec<&'a str>,
}

impl<'a> NamedList<'a> {
    fn new(items: &'a [Value]) -> Option<Self> {
        let names: Option<Vec<&str>> = items.iter().map(|item| item.get("name")?.as_str()).collect();
        let names = names.filter(|names| names.iter().collect::<BTreeSet<_>>().len() == names.len())?;
        Some(Self { items, names })
    }

    fn find(&self, name: &str) -> Option<&'a Value> {
        self.names.iter().position(|known| *known == name).and_then(|index| self.items.get(index))
    }

    /// The names that the other list has too.
    fn order_among(&self, other: &Self) -> Value {
        self.names.iter().filter(|name| other.names.contains(name)).map(|name| Value::from(*name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn paths(before: &Value, after: &Value) -> Vec<String> {
        difference(before, after).into_iter().map(|change| change.path).collect()
    }

    #[test]
    fn only_what_is_different_is_listed() {
        let action = |name: &str, target: &str| json!({"name": name, "config": {"Op": {"Target": target}}});
        for (before, after, expected) in [
            (json!({"a": 1}), json!({"a": 2, "b": 3}), &["a", "b"][..]),
            (json!({"a": 1, "b": null}), json!({"a": 1}), &[]),
            (json!({"a": {"b": {"c": 1}}}), json!({"a": {"b": {}}}), &["a.b.c"]),
            (json!({"a": [1, 2]}), json!({"a": [2, 1]}), &["a"]),
            (
                json!({"actions": [action("A", "x"), action("B", "y")]}),
                json!({"actions": [action("B", "z"), action("A", "x"), action("C", "w")]}),
                &["actions[\"B\"].config.Op.Target", "actions[\"C\"]", "actions (order)"],
            ),
            (json!({"actions": [action("A", "x")]}), json!({"actions": []}), &["actions[\"A\"]"]),
            (
                json!({"actions": [action("A", "x"), action("A", "x")]}),
                json!({"actions": [action("A", "x")]}),
                &["actions"],
            ),
        ] {
            assert_eq!(paths(&before, &after), expected, "{before} {after}");
        }
    }

    #[test]
    fn values_before_and_after_are_listed() {
        let change = |before, after| FieldChange { path: "a".into(), before, after };
        assert_eq!(difference(&json!({"a": 1}), &json!({"a": null})), [change(Some(json!(1)), None)]);
        assert_eq!(difference(&json!({}), &json!({"a": [1]})), [change(None, Some(json!([1])))]);
        assert_eq!(difference(&json!({"a": 1}), &json!({"a": "1"})), [change(Some(json!(1)), Some(json!("1")))]);
    }
}
