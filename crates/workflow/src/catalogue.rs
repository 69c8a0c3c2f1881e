//! The handlers as an editor sees them: what each does, and what its config may hold.

use super::{Effect, Handler, Handlers};
use serde_json::Value;

#[derive(Debug, Clone, PartialEq)]
pub struct Described {
    pub action_type: &'static str,
    pub effect: Effect,
    /// What `Op.Action` may be; none where it has no `Op.Action`.
    pub operations: Vec<String>,
    /// What its config may hold, as a JSON Schema.
    pub schema: Value,
    /// The guide to it, as Markdown.
    pub documentation: Option<&'static str>,
}

impl Handlers {
    pub fn describe(&self) -> Vec<Described> {
        self.iter().map(|handler| described(handler.as_ref())).collect()
    }
}

fn described(handler: &dyn Handler) -> Described {
    let schema = handler.schema();
    Described {
        action_type: handler.action_type(),
        effect: handler.effect(),
        operations: operations(&schema),
        schema,
        documentation: handler.documentation(),
    }
}

/// The values of `Op.Action`, as the schema has them: a list, or one form for each where each has words of its own.
fn operations(schema: &Value) -> Vec<String> {
    let op = resolve(schema, &schema["properties"]["Op"]);
    let action = resolve(schema, &op["properties"]["Action"]);
    let listed = action["enum"].as_array().into_iter().flatten();
    let formed = action["oneOf"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|form| form.get("const").into_iter().chain(form["enum"].as_array().into_iter().flatten()));
    listed.chain(formed).chain(action.get("const")).filter_map(Value::as_str).map(str::to_owned).collect()
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
    fn operations_are_found_however_the_schema_writes_them() {
        let of = |action: Value| operations(&json!({ "properties": { "Op": { "properties": { "Action": action } } } }));
        assert_eq!(of(json!({ "enum": ["A", "B"] })), ["A", "B"]);
        assert_eq!(of(json!({ "const": "A" })), ["A"]);
        assert_eq!(of(json!({ "oneOf": [{ "const": "A" }, { "enum": ["B", "C"] }] })), ["A", "B", "C"]);
        assert_eq!(of(json!({ "type": "string" })), [] as [&str; 0]);
        let referred = json!({
            "properties": { "Op": { "$ref": "#/$defs/Op", "description": "x" } },
            "$defs": {
                "Op": { "properties": { "Action": { "$ref": "#/$defs/Verb" } } },
                "Verb": { "oneOf": [{ "const": "Set" }] },
            },
        });
        assert_eq!(operations(&referred), ["Set"]);
    }
}
