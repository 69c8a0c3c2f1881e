//! Everything that is wrong with the structure of a config. Reading it into its type stops at the first mistake; comparing
//! it with the type's own JSON Schema finds all of them, each with the path of its key.
//!
//! Knows exactly the keywords that our config types produce. A general validator would be the longest build of the
//! workspace; a test compares the verdict with one on every schema we have.

use super::ConfigViolation;
use serde_json::{Map, Value};

/// All violations of the schema; none where it is met, whatever else may be wrong.
pub(super) fn faults(schema: &Value, config: &Value) -> Vec<ConfigViolation> {
    let violations = Checker { root: schema }.check(schema, config, "");
    let mut faults: Vec<ConfigViolation> = Vec::new();
    for fault in violations.iter().map(Violation::fault) {
        if !faults.contains(&fault) {
            faults.push(fault);
        }
    }
    faults
}

/// One mismatch between a schema and a value.
#[derive(Debug, Clone)]
struct Violation {
    /// The path of the value, as in `When.All[0].Path`.
    path: String,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    UnknownKey(String),
    MissingKey(String),
    /// The value must be one of these constants.
    NotOneOf(Vec<Value>),
    Other(String),
}

impl Violation {
    fn fault(&self) -> ConfigViolation {
        match &self.kind {
            Kind::UnknownKey(key) => ConfigViolation::new(below(&self.path, key), "is unknown here"),
            Kind::MissingKey(key) => ConfigViolation::new(below(&self.path, key), "is missing"),
            Kind::NotOneOf(values) if values.len() == 1 => {
                ConfigViolation::new(self.path.clone(), format!("must be {}", values[0]))
            }
            Kind::NotOneOf(values) => {
                ConfigViolation::new(self.path.clone(), format!("must be one of {}", list(values)))
            }
            Kind::Other(message) => ConfigViolation::new(self.path.clone(), message.clone()),
        }
    }
}

struct Checker<'s> {
    /// Where `$ref` is resolved.
    root: &'s Value,
}

impl Checker<'_> {
    fn check(&self, schema: &Value, value: &Value, path: &str) -> Vec<Violation> {
        let Some(schema) = schema.as_object() else {
            // `true` allows everything, `false` nothing.
            let is_refused = schema == &Value::Bool(false);
            return is_refused.then(|| other(path, "is not allowed here")).into_iter().collect();
        };
        if let Some(wrong) = wrong_type(schema, value, path) {
            return vec![wrong];
        }
        let mut found = Vec::new();
        if let Some(target) = schema.get("$ref").and_then(Value::as_str).and_then(|target| self.resolve(target)) {
            found.extend(self.check(target, value, path));
        }
        found.extend(constants(schema, value, path));
        found.extend(limits(schema, value, path));
        match value {
            Value::Object(object) => found.extend(self.object(schema, object, path)),
            Value::Array(items) => found.extend(self.array(schema, items, path)),
            _ => {}
        }
        for part in schemas(schema, "allOf") {
            found.extend(self.check(part, value, path));
        }
        for keyword in ["oneOf", "anyOf"] {
            found.extend(self.alternatives(schemas(schema, keyword), value, path));
        }
        found
    }

    fn resolve(&self, target: &str) -> Option<&Value> {
        self.root.pointer(target.strip_prefix('#')?)
    }

    fn object(&self, schema: &Map<String, Value>, object: &Map<String, Value>, path: &str) -> Vec<Violation> {
        let known = schema.get("properties").and_then(Value::as_object);
        let mut found = Vec::new();
        for key in schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(key) {
                found.push(Violation { path: path.to_owned(), kind: Kind::MissingKey(key.to_owned()) });
            }
        }
        for (key, value) in object {
            if let Some(property) = known.and_then(|known| known.get(key)) {
                found.extend(self.check(property, value, &below(path, key)));
                continue;
            }
            match schema.get("additionalProperties") {
                Some(Value::Bool(false)) => {
                    found.push(Violation { path: path.to_owned(), kind: Kind::UnknownKey(key.clone()) });
                }
                Some(additional) => found.extend(self.check(additional, value, &below(path, key))),
                None => {}
            }
        }
        found
    }

    fn array(&self, schema: &Map<String, Value>, items: &[Value], path: &str) -> Vec<Violation> {
        let Some(each) = schema.get("items") else { return Vec::new() };
        let check = |(index, item)| self.check(each, item, &format!("{path}[{index}]"));
        items.iter().enumerate().flat_map(check).collect()
    }

    /// One of several forms must fit. Where one fits but for what is below it, its violations are the ones meant.
    fn alternatives(&self, forms: &[Value], value: &Value, path: &str) -> Vec<Violation> {
        if forms.is_empty() {
            return Vec::new();
        }
        let forms: Vec<Vec<Violation>> = forms.iter().map(|form| self.check(form, value, path)).collect();
        if forms.iter().any(Vec::is_empty) {
            return Vec::new();
        }
        let at = |kind| vec![Violation { path: path.to_owned(), kind }];
        if let Some(form) = forms.iter().find(|form| form.iter().all(|one| one.is_below(path))) {
            return form.clone();
        }
        let constants: Vec<Value> = forms.iter().flatten().flat_map(Violation::constants).cloned().collect();
        if !constants.is_empty() {
            return at(Kind::NotOneOf(constants));
        }
        if let Some(keys) = rival_keys(&forms) {
            return at(Kind::Other(format!("exactly one of {} is needed", keys.join(", "))));
        }
        let texts: Vec<String> = forms.iter().flatten().map(|one| one.fault().to_string()).collect();
        at(Kind::Other(format!("fits none of the forms that are possible here: {}", texts.join("; or "))))
    }
}

impl Violation {
    fn is_below(&self, path: &str) -> bool {
        self.path != path
    }

    fn constants(&self) -> &[Value] {
        match &self.kind {
            Kind::NotOneOf(values) => values,
            _ => &[],
        }
    }
}

/// The keys of forms that are told apart by their one key, where the value has none of them or several.
fn rival_keys(forms: &[Vec<Violation>]) -> Option<Vec<String>> {
    let (mut keys, mut unknown) = (Vec::new(), Vec::new());
    for violation in forms.iter().flatten() {
        match &violation.kind {
            Kind::MissingKey(key) => keys.push(key.clone()),
            Kind::UnknownKey(key) => unknown.push(key.clone()),
            _ => return None,
        }
    }
    // A key that only some forms do not know is the key of another form.
    let is_known = |key: &&String| unknown.iter().filter(|other| other == key).count() < forms.len();
    keys.extend(unknown.iter().filter(is_known).cloned());
    keys.sort();
    keys.dedup();
    (!keys.is_empty()).then_some(keys)
}

fn wrong_type(schema: &Map<String, Value>, value: &Value, path: &str) -> Option<Violation> {
    let names: Vec<&str> = match schema.get("type")? {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => return None,
    };
    if names.iter().any(|name| is_of_type(value, name)) {
        return None;
    }
    // Null is the same as left out, and nobody needs to write it.
    let wanted: Vec<&str> = names.into_iter().filter(|name| *name != "null").map(type_text).collect();
    Some(other(path, format!("must be {}", wanted.join(" or "))))
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
        "array" => "a list",
        "boolean" => "true or false",
        "integer" => "a whole number",
        "number" => "a number",
        "object" => "an object",
        "string" => "a text",
        other => other,
    }
}

fn constants(schema: &Map<String, Value>, value: &Value, path: &str) -> Option<Violation> {
    let allowed = match (schema.get("const"), schema.get("enum")) {
        (Some(one), _) => vec![one.clone()],
        (None, Some(Value::Array(several))) => several.clone(),
        _ => return None,
    };
    let kind = Kind::NotOneOf(allowed);
    let violation = Violation { path: path.to_owned(), kind };
    (!violation.constants().contains(value)).then_some(violation)
}

fn limits(schema: &Map<String, Value>, value: &Value, path: &str) -> Option<Violation> {
    let limit = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
    let size = match value {
        Value::Number(number) => number.as_f64()?,
        Value::Array(items) => as_number(items.len()),
        Value::Object(object) => as_number(object.len()),
        _ => return None,
    };
    let (least, most, unit) = match value {
        Value::Array(_) => (limit("minItems"), limit("maxItems"), " entries"),
        Value::Object(_) => (limit("minProperties"), limit("maxProperties"), " keys"),
        _ => (limit("minimum"), limit("maximum"), ""),
    };
    match (least, most) {
        (Some(least), _) if size < least => Some(other(path, format!("must be at least {least}{unit}"))),
        (_, Some(most)) if size > most => Some(other(path, format!("must be at most {most}{unit}"))),
        _ => None,
    }
}

fn as_number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

fn schemas<'s>(schema: &'s Map<String, Value>, keyword: &str) -> &'s [Value] {
    schema.get(keyword).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn other(path: &str, message: impl Into<String>) -> Violation {
    Violation { path: path.to_owned(), kind: Kind::Other(message.into()) }
}

fn list(values: &[Value]) -> String {
    let texts: Vec<String> =
        values.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect();
    texts.join(", ")
}

fn below(above: &str, key: &str) -> String {
    if above.is_empty() { key.to_owned() } else { format!("{above}.{key}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schemars::schema_for;
    use serde_json::json;

    fn texts(schema: &Value, value: &Value) -> Vec<String> {
        faults(schema, value).iter().map(ToString::to_string).collect()
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
            (&limited, json!({"N": 1.5}), vec!["N: must be a whole number"]),
            (&closed, json!({"B": 1}), vec!["A: is missing", "B: is unknown here"]),
            (&closed, json!([]), vec!["must be an object"]),
            (&typed, json!({"K": 5, "L": null}), vec!["K: must be a text"]),
            (&referred, json!("stop"), vec!["must be \"go\""]),
            (
                &forms,
                json!({}),
                vec!["fits none of the forms that are possible here: must be a text; or A: is missing"],
            ),
            (&json!(false), json!(1), vec!["is not allowed here"]),
        ];
        for (schema, value, expected) in cases {
            assert_eq!(texts(schema, &value), expected, "{value}");
        }
    }

    /// Every value that differs from `value` in one place: a key gone, a key too many, a value of another type.
    fn mutations(value: &Value) -> Vec<Value> {
        let mut all = vec![json!(null), json!(7), json!("text"), json!([]), json!({}), json!(true)];
        if let Value::Object(object) = value {
            let with = |key: &str, value: Option<Value>| {
                let mut changed = object.clone();
                match value {
                    Some(value) => changed.insert(key.to_owned(), value),
                    None => changed.shift_remove(key),
                };
                Value::Object(changed)
            };
            all.push(with("Stranger", Some(json!(1))));
            for (key, below) in object {
                all.push(with(key, None));
                all.extend(mutations(below).into_iter().map(|changed| with(key, Some(changed))));
            }
        }
        all
    }

    #[test]
    fn the_verdict_is_that_of_a_general_validator() {
        let schema = schema_for!(stormwire_extract::ExtractConfig).to_value();
        let general = jsonschema::validator_for(&schema).unwrap();
        let example = include_str!("../../../docs/examples/extract/html-table/action.json");
        let example: Value = serde_json::from_str(example).unwrap();
        assert!(general.is_valid(&example) && texts(&schema, &example).is_empty());
        let mutations = mutations(&example);
        assert!(mutations.len() > 100, "{} mutations", mutations.len());
        for value in mutations {
            let found = texts(&schema, &value);
            assert_eq!(found.is_empty(), general.is_valid(&value), "{value}: {found:?}");
        }
    }
}
