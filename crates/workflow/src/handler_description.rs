//! Describes the handlers for the editor of the portal.

use super::{Effect, Handler, Handlers};
use serde_json::Value;

#[derive(Debug, Clone, PartialEq)]
pub struct HandlerDescription {
    pub action_type: &'static str,
    pub effect: Effect,
    /// The values of `Op.Action`.
    pub operations: Vec<String>,
    /// JSON Schema of the config.
    pub schema: Value,
}

impl Handlers {
    pub fn describe(&self) -> Vec<HandlerDescription> {
        self.iter().map(|handler| describe(handler.as_ref())).collect()
    }
}

fn describe(handler: &dyn Handler) -> HandlerDescription {
    let schema = handler.schema();
    HandlerDescription {
        action_type: handler.action_type(),
        effect: handler.effect(),
        operations: operations(&schema),
        schema,
    }
}

/// The values of `Op.Action` in the schema: an `enum`, or a `oneOf` when each value has its own description.
fn operations(schema: &Value) -> Vec<String> {
    let op = resolve(schema, &schema["properties"]["Op"]);
    let action = resolve(schema, &op["properties"]["Action"]);
    let listed = action["enum"].as_array().into_iter().flatten();
    let described = action["oneOf"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|one| one.get("const").into_iter().chain(one["enum"].as_array().into_iter().flatten()));
    listed.chain(described).chain(action.get("const")).filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Follows a `$ref` into the same document.
fn resolve<'s>(schema: &'s Value, part: &'s Value) -> &'s Value {
    let target = part["$ref"].as_str().and_then(|path| path.strip_prefix('#')).and_then(|path| schema.pointer(path));
    target.unwrap_or(part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn operations_are_found_in_every_form_of_schema() {
        let of = |action: Value| operations(&json!({ "properties": { "Op": { "properties": { "Action": action } } } }));
        assert_eq!(of(json!({ "enum": ["A", "B"] })), ["A", "B"]);
        assert_eq!(of(json!({ "const": "A" })), ["A"]);
        assert_eq!(of(json!({ "oneOf": [{ "const": "A" }, { "enum": ["B", "C"] }] })), ["A", "B", "C"]);
        assert_eq!(of(json!({ "type": "string" })), [] as [&str; 0]);
        let referred = json!({
            "properties": { "Op": { "$ref": "#/$defs/Op", "description": "x" } },
            "$defs": {
                "Op": { "properties": { "Action": { "$ref": "#/$defs/Operation" } } },
                "Operation": { "oneOf": [{ "const": "Set" }] },
            },
        });
        assert_eq!(operations(&referred), ["Set"]);
    }
}
