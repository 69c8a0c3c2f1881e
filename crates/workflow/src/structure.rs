//! Validates a config against the JSON Schema of its type. Deserializing stops at the first error; this finds all of them,
//! each with the path of its key.
//!
//! Supports only the keywords that our config types produce, because a general validator is slow to build. A test compares
//! the result with its recorded verdicts.

use super::ConfigViolation;
use super::text::preview;
use serde_json::{Map, Value};

/// Of a rejected value in a message.
const MAX_SHOWN_CHARS: usize = 80;

/// Returns all violations of the schema, without duplicates.
pub(super) fn validate(schema: &Value, config: &Value) -> Vec<ConfigViolation> {
    let mismatches = SchemaChecker { root: schema }.check(schema, config, "");
    let mut violations: Vec<ConfigViolation> = Vec::new();
    for violation in mismatches.iter().map(SchemaMismatch::to_violation) {
        if !violations.contains(&violation) {
            violations.push(violation);
        }
    }
    violations
}

/// One difference between a schema and a value.
#[derive(Debug, Clone)]
struct SchemaMismatch {
    /// The path of the value, as in `When.All[0].Path`.
    path: String,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    UnknownKey {
        key: String,
        known: Vec<String>,
    },
    MissingKey(String),
    /// `value` is the rejected one, shortened.
    NotOneOf {
        value: String,
        allowed: Vec<Value>,
    },
    Other(String),
}

impl SchemaMismatch {
    fn to_violation(&self) -> ConfigViolation {
        let path = || self.path.clone();
        match &self.kind {
            Kind::UnknownKey { key, known } => {
                let message = format!("unknown key {key:?}; known keys: {}", known.join(", "));
                ConfigViolation::new(join(&self.path, key), message)
            }
            Kind::MissingKey(key) => ConfigViolation::new(join(&self.path, key), "is missing"),
            Kind::NotOneOf { value, allowed } if allowed.len() == 1 => {
                ConfigViolation::new(path(), format!("must be {}, not {value}", allowed[0]))
            }
            Kind::NotOneOf { value, allowed } => {
                ConfigViolation::new(path(), format!("{value} is not one of {}", join_values(allowed)))
            }
            Kind::Other(message) => ConfigViolation::new(path(), message.clone()),
        }
    }
}

struct SchemaChecker<'s> {
    /// Where `$ref` is resolved.
    root: &'s Value,
}

impl SchemaChecker<'_> {
    fn check(&self, schema: &Value, value: &Value, path: &str) -> Vec<SchemaMismatch> {
        let Some(schema) = schema.as_object() else {
            // `true` allows everything, `false` nothing.
            let is_rejected = schema == &Value::Bool(false);
            return is_rejected.then(|| other_mismatch(path, "is not allowed here")).into_iter().collect();
        };
        if let Some(wrong) = wrong_type(schema, value, path) {
            return vec![wrong];
        }
        let mut found = Vec::new();
        if let Some(target) = schema.get("$ref").and_then(Value::as_str).and_then(|target| self.resolve(target)) {
            found.extend(self.check(target, value, path));
        }
        found.extend(constants(schema, value, path));
        found.extend(check_limits(schema, value, path));
        match value {
            Value::Object(object) => found.extend(self.check_object(schema, object, path)),
            Value::Array(items) => found.extend(self.check_array(schema, items, path)),
            _ => {}
        }
        for part in schemas(schema, "allOf") {
            found.extend(self.check(part, value, path));
        }
        for keyword in ["oneOf", "anyOf"] {
            found.extend(self.check_alternatives(schemas(schema, keyword), value, path));
        }
        found
    }

    fn resolve(&self, target: &str) -> Option<&Value> {
        self.root.pointer(target.strip_prefix('#')?)
    }

    fn check_object(
        &self,
        schema: &Map<String, Value>,
        object: &Map<String, Value>,
        path: &str,
    ) -> Vec<SchemaMismatch> {
        let known = schema.get("properties").and_then(Value::as_object);
        let mut found = Vec::new();
        for key in schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(key) {
                found.push(SchemaMismatch { path: path.to_owned(), kind: Kind::MissingKey(key.to_owned()) });
            }
        }
        for (key, value) in object {
            if let Some(property) = known.and_then(|known| known.get(key)) {
                found.extend(self.check(property, value, &join(path, key)));
                continue;
            }
            match schema.get("additionalProperties") {
                Some(Value::Bool(false)) => {
                    let known = known.into_iter().flat_map(Map::keys).cloned().collect();
                    let kind = Kind::UnknownKey { key: key.clone(), known };
                    found.push(SchemaMismatch { path: path.to_owned(), kind });
                }
                Some(additional) => found.extend(self.check(additional, value, &join(path, key))),
                None => {}
            }
        }
        found
    }

    fn check_array(&self, schema: &Map<String, Value>, items: &[Value], path: &str) -> Vec<SchemaMismatch> {
        let Some(each) = schema.get("items") else { return Vec::new() };
        let check = |(index, item)| self.check(each, item, &format!("{path}[{index}]"));
        items.iter().enumerate().flat_map(check).collect()
    }

    /// One of several forms must match. If a form matches at this level, its mismatches further down are reported.
    fn check_alternatives(&self, forms: &[Value], value: &Value, path: &str) -> Vec<SchemaMismatch> {
        if forms.is_empty() {
            return Vec::new();
        }
        let forms: Vec<Vec<SchemaMismatch>> = forms.iter().map(|form| self.check(form, value, path)).collect();
        if forms.iter().any(Vec::is_empty) {
            return Vec::new();
        }
        let at = |kind| vec![SchemaMismatch { path: path.to_owned(), kind }];
        if let Some(form) = forms.iter().find(|form| form.iter().all(|one| one.is_below(path))) {
            return form.clone();
        }
        let constants: Vec<Value> = forms.iter().flatten().flat_map(SchemaMismatch::constants).cloned().collect();
        if !constants.is_empty() {
            return at(Kind::NotOneOf { value: preview(value, MAX_SHOWN_CHARS), allowed: constants });
        }
        if let Some(keys) = alternative_keys(&forms) {
            return at(Kind::Other(format!("exactly one of {} is required", keys.join(", "))));
        }
        let texts: Vec<String> = forms.iter().flatten().map(|one| one.to_violation().to_string()).collect();
        at(Kind::Other(format!("matches none of the allowed forms: {}", texts.join("; or "))))
    }
}

impl SchemaMismatch {
    fn is_below(&self, path: &str) -> bool {
        self.path != path
    }

    fn constants(&self) -> &[Value] {
        match &self.kind {
            Kind::NotOneOf { allowed, .. } => allowed,
            _ => &[],
        }
    }
}

/// The keys of forms that differ by one key, if the value has none of these keys or several.
fn alternative_keys(forms: &[Vec<SchemaMismatch>]) -> Option<Vec<String>> {
    let (mut keys, mut unknown) = (Vec::new(), Vec::new());
    for mismatch in forms.iter().flatten() {
        match &mismatch.kind {
            Kind::MissingKey(key) => keys.push(key.clone()),
            Kind::UnknownKey { key, .. } => unknown.push(key.clone()),
            _ => return None,
        }
    }
    // A key that is unknown only to some forms belongs to another form.
    let is_known = |key: &&String| unknown.iter().filter(|other| other == key).count() < forms.len();
    keys.extend(unknown.iter().filter(is_known).cloned());
    keys.sort();
    keys.dedup();
    (!keys.is_empty()).then_some(keys)
}

fn wrong_type(schema: &Map<String, Value>, value: &Value, path: &str) -> Option<SchemaMismatch> {
    let names: Vec<&str> = match schema.get("type")? {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    if names.iter().any(|name| is_of_type(value, name)) {
        return None;
    }
    // Null means the same as leaving the key out, so the message does not offer it.
    let expected: Vec<&str> = names.into_iter().filter(|name| *name != "null").map(type_text).collect();
    Some(other_mismatch(path, format!("must be {}, not {}", expected.join(" or "), actual_type(value, &expected))))
}

fn actual_type(value: &Value, expected: &[&str]) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(_) => "true or false".into(),
        Value::Number(number) if expected.contains(&"a whole number") => number.to_string(),
        Value::Number(_) => "a number".into(),
        Value::String(_) => "a string".into(),
        Value::Array(_) => "an array".into(),
        Value::Object(_) => "an object".into(),
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "array" => value.is_array(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "object" => value.is_object(),
        "string" => value.is_string(),
        _ => true,
    }
}

fn type_text(name: &str) -> &str {
    match name {
        "array" => "an array",
        "boolean" => "true or false",
        "integer" => "a whole number",
        "number" => "a number",
        "object" => "an object",
        "string" => "a string",
        other => other,
    }
}

fn constants(schema: &Map<String, Value>, value: &Value, path: &str) -> Option<SchemaMismatch> {
    let allowed = match (schema.get("const"), schema.get("enum")) {
        (Some(one), _) => vec![one.clone()],
        (None, Some(Value::Array(several))) => several.clone(),
        _ => return None,
    };
    let is_allowed = allowed.contains(value);
    let kind = Kind::NotOneOf { value: preview(value, MAX_SHOWN_CHARS), allowed };
    (!is_allowed).then(|| SchemaMismatch { path: path.to_owned(), kind })
}

fn check_limits(schema: &Map<String, Value>, value: &Value, path: &str) -> Option<SchemaMismatch> {
    let limit = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
    let size = match value {
        Value::Number(number) => number.as_f64()?,
        Value::Array(items) => as_number(items.len()),
        Value::Object(object) => as_number(object.len()),
        _ => return None,
    };
    let (min, max, unit) = match value {
        Value::Array(_) => (limit("minItems"), limit("maxItems"), " entries"),
        Value::Object(_) => (limit("minProperties"), limit("maxProperties"), " keys"),
        _ => (limit("minimum"), limit("maximum"), ""),
    };
    match (min, max) {
        (Some(min), _) if size < min => Some(other_mismatch(path, format!("must be at least {min}{unit}"))),
        (_, Some(max)) if size > max => Some(other_mismatch(path, format!("must be at most {max}{unit}"))),
        _ => None,
    }
}

fn as_number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

fn schemas<'s>(schema: &'s Map<String, Value>, keyword: &str) -> &'s [Value] {
    schema.get(keyword).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn other_mismatch(path: &str, message: impl Into<String>) -> SchemaMismatch {
    SchemaMismatch { path: path.to_owned(), kind: Kind::Other(message.into()) }
}

fn join_values(values: &[Value]) -> String {
    let texts: Vec<String> =
        values.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect();
    texts.join(", ")
}

fn join(parent: &str, key: &str) -> String {
    if parent.is_empty() { key.to_owned() } else { format!("{parent}.{key}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded_verdicts::verdicts;
    use schemars::schema_for;
    use serde_json::json;

    fn mismatch_texts(schema: &Value, value: &Value) -> Vec<String> {
        validate(schema, value).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn each_keyword_has_its_message() {
        let limited =
            json!({"properties": {"N": {"type": "integer", "minimum": 1, "maximum": 9}, "L": {"minItems": 1}}});
        let closed =
            json!({"type": "object", "properties": {"A": {}}, "required": ["A"], "additionalProperties": false});
        let typed = json!({"additionalProperties": {"type": ["string", "null"]}});
        let referred = json!({"$ref": "#/$defs/X", "$defs": {"X": {"const": "go"}}});
        let forms = json!({"oneOf": [{"type": "string"}, {"type": "object", "required": ["A"]}]});
        let cases = [
            (&limited, json!({"N": 0, "L": []}), vec!["N: must be at least 1", "L: must be at least 1 entries"]),
            (&limited, json!({"N": 10}), vec!["N: must be at most 9"]),
            (&limited, json!({"N": 1.5}), vec!["N: must be a whole number, not 1.5"]),
            (&closed, json!({"B": 1}), vec!["A: is missing", "B: unknown key \"B\"; known keys: A"]),
            (&closed, json!([]), vec!["must be an object, not an array"]),
            (&typed, json!({"K": 5, "L": null}), vec!["K: must be a string, not a number"]),
            (&referred, json!("stop"), vec!["must be \"go\", not \"stop\""]),
            (
                &forms,
                json!({}),
                vec!["matches none of the allowed forms: must be a string, not an object; or A: is missing"],
            ),
            (&json!(false), json!(1), vec!["is not allowed here"]),
        ];
        for (schema, value, expected) in cases {
            assert_eq!(mismatch_texts(schema, &value), expected, "{value}");
        }
    }

    /// A change is the JSON pointer of a key and its new value. Without a value the key is removed.
    fn with_change(config: &Value, change: &Value) -> Value {
        let (pointer, new) = (change[0].as_str().unwrap(), change.get(1));
        let Some((parent, key)) = pointer.rsplit_once('/') else { return new.unwrap().clone() };
        let mut changed = config.clone();
        let parent = changed.pointer_mut(parent).and_then(Value::as_object_mut).unwrap();
        match new {
            Some(new) => parent.insert(key.to_owned(), new.clone()),
            None => parent.shift_remove(key),
        };
        changed
    }

    #[test]
    fn the_result_equals_that_of_a_general_validator() {
        let schema = schema_for!(stormwire_extract::ExtractConfig).to_value();
        let recorded = verdicts("text-extract", &schema);
        let config = &recorded["config"];
        assert_eq!(mismatch_texts(&schema, config), Vec::<String>::new());
        for (verdict, is_valid) in [("valid", true), ("invalid", false)] {
            let changes = recorded[verdict].as_array().unwrap();
            assert!(changes.len() > 50, "{} {verdict}", changes.len());
            for change in changes {
                let found = mismatch_texts(&schema, &with_change(config, change));
                assert_eq!(found.is_empty(), is_valid, "{change}: {found:?}");
            }
        }
    }
}
