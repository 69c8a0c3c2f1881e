//! From JSON to [`ExtractConfig`]: known keys, right types, defaults. The values are checked where they are compiled.

use std::collections::HashSet;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::spec::{
    ExtractConfig, FieldSpec, FieldType, Op, OpAction, SegmentSpec, UNUSED_KEYS, default_source, default_target,
};
use super::violation::ConfigViolation;

/// Parses as much as possible. Each invalid value is replaced by a valid placeholder and reported as a violation.
pub(crate) fn parse_json(value: &Value) -> (ExtractConfig, Vec<ConfigViolation>) {
    let mut violations = Vec::new();
    let mut root = JsonObject::new(Some(value), "", &mut violations);
    root.reject_unknown_keys(&["Op", "Segment", "Fields", "Data", "FieldMap"]);
    root.check_unused_keys();
    let (op, segment, fields) = (root.get("Op"), root.get("Segment"), root.get("Fields"));
    let config = ExtractConfig {
        op: parse_op(op, &mut violations),
        segment: parse_segment(segment, &mut violations),
        fields: parse_fields(fields, &mut violations),
    };
    (config, violations)
}

fn parse_op(value: Option<&Value>, violations: &mut Vec<ConfigViolation>) -> Op {
    let mut op = JsonObject::new(value, "Op", violations);
    op.reject_unknown_keys(&["Action", "Source", "Target", "Strict"]);
    let action = op.required_text("Action");
    if !action.is_empty() && action != "Extract" {
        op.report("Action", format!("`{action}` is unknown; the only action is `Extract`"));
    }
    let source = op.text("Source").unwrap_or_else(default_source);
    if !source.starts_with('$') {
        op.report("Source", format!("`{source}` is not a context path; write it like `$.BodyText`"));
    }
    let target = op.text("Target").unwrap_or_else(default_target);
    let key = top_level_key(&target);
    if key.is_none() {
        op.report(
            "Target",
            format!("`{target}` is not one top-level key; write it like `$.Extract`. Nested targets are not supported"),
        );
    }
    let strict = op.flag("Strict");
    Op { action: OpAction::Extract, source, target: format!("$.{}", key.unwrap_or("Extract")), strict }
}

fn parse_segment(value: Option<&Value>, violations: &mut Vec<ConfigViolation>) -> SegmentSpec {
    let mut segment = JsonObject::new(value, "Segment", violations);
    segment.reject_unknown_keys(&["StartPattern", "ClosePattern", "Filter", "Ignore", "Header"]);
    SegmentSpec {
        start_pattern: segment.required_text("StartPattern"),
        close_pattern: segment.text("ClosePattern"),
        filter: segment.text("Filter"),
        ignore: segment.text("Ignore"),
        header: segment.text("Header"),
    }
}

fn parse_fields(value: Option<&Value>, violations: &mut Vec<ConfigViolation>) -> IndexMap<String, FieldSpec> {
    let fields = JsonObject::new(value, "Fields", violations);
    let Some(map) = fields.map else { return IndexMap::new() };
    if map.is_empty() {
        violations.push(ConfigViolation::new("Fields", "names no field"));
    }
    map.iter().map(|(name, value)| (name.clone(), parse_field(name, value, violations))).collect()
}

/// The settings of a field that exists, without its pattern. `None` if one of them is invalid.
pub(crate) fn parse_field_settings(name: &str, value: &Value) -> Option<FieldSpec> {
    let mut violations = Vec::new();
    let field = parse_field(name, value, &mut violations);
    let pattern = format!("Fields.{name}.Pattern");
    violations.iter().all(|violation| violation.path == pattern).then_some(field)
}

const FIELD_KEYS: [&str; 9] =
    ["Pattern", "Type", "Format", "Required", "TimeZone", "Decimal", "Hemispheres", "Map", "MapDefault"];

fn parse_field(name: &str, value: &Value, violations: &mut Vec<ConfigViolation>) -> FieldSpec {
    let path = format!("Fields.{name}");
    if name.trim().is_empty() {
        violations.push(ConfigViolation::new(path.as_str(), "a field needs a name"));
    }
    let mut field = JsonObject::new(Some(value), &path, violations);
    field.reject_unknown_keys(&FIELD_KEYS);
    FieldSpec {
        pattern: field.required_text("Pattern"),
        field_type: field.field_type(),
        format: field.text("Format"),
        required: field.flag("Required"),
        time_zone: field.text("TimeZone"),
        decimal: field.decimal(),
        hemispheres: field.hemispheres(),
        map: field.value_map(),
        map_default: field.map_default(),
    }
}

/// Accepts `Extract`, `$.Extract` and `$['Extract']`.
fn top_level_key(target: &str) -> Option<&str> {
    let is_plain = |key: &str| !key.is_empty() && !key.contains(['.', '[', ']', '$', '*', '\'', '"', ' ']);
    if let Some(bracketed) = target.strip_prefix("$[").and_then(|rest| rest.strip_suffix(']')) {
        let quote = bracketed.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
        return bracketed.strip_prefix(quote)?.strip_suffix(quote).filter(|key| is_plain(key));
    }
    Some(target.strip_prefix("$.").unwrap_or(target)).filter(|key| is_plain(key))
}

/// A JSON object, its path, and where its violations are reported.
struct JsonObject<'v, 'r> {
    /// `None` if the value is missing or not an object.
    map: Option<&'v Map<String, Value>>,
    path: String,
    violations: &'r mut Vec<ConfigViolation>,
}

impl<'v, 'r> JsonObject<'v, 'r> {
    fn new(value: Option<&'v Value>, path: &str, violations: &'r mut Vec<ConfigViolation>) -> Self {
        let map = value.and_then(Value::as_object);
        if map.is_none() {
            let message = value.map_or_else(|| "is missing".to_owned(), |value| type_mismatch("an object", value));
            violations.push(ConfigViolation::new(path, message));
        }
        Self { map, path: path.to_owned(), violations }
    }

    fn report(&mut self, key: &str, message: impl Into<String>) {
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        self.violations.push(ConfigViolation::new(path, message));
    }

    fn reject_unknown_keys(&mut self, known: &[&str]) {
        let Some(map) = self.map else { return };
        for key in map.keys().filter(|key| !known.contains(&key.as_str())) {
            self.report(key, format!("unknown key {key:?}; known keys: {}", known.join(", ")));
        }
    }

    fn check_unused_keys(&mut self) {
        for key in UNUSED_KEYS {
            if let Some(value) = self.get(key).filter(|value| !value.is_object() && !value.is_null()) {
                self.report(key, type_mismatch("an object", value));
            }
        }
    }

    fn get(&self, key: &str) -> Option<&'v Value> {
        self.map?.get(key)
    }

    /// Null and blank strings count as missing.
    fn text(&mut self, key: &str) -> Option<String> {
        match self.get(key)? {
            Value::String(text) if text.trim().is_empty() => None,
            Value::String(text) => Some(text.clone()),
            Value::Null => None,
            other => {
                self.report(key, type_mismatch("a string", other));
                None
            }
        }
    }

    fn required_text(&mut self, key: &str) -> String {
        // Other types are reported by `text` already.
        let may_be_missing = matches!(self.get(key), None | Some(Value::Null | Value::String(_)));
        let text = self.text(key);
        if text.is_none() && may_be_missing && self.map.is_some() {
            self.report(key, "is missing");
        }
        text.unwrap_or_default()
    }

    fn flag(&mut self, key: &str) -> bool {
        match self.get(key) {
            Some(Value::Bool(flag)) => *flag,
            None | Some(Value::Null) => false,
            Some(other) => {
                self.report(key, type_mismatch("true or false", other));
                false
            }
        }
    }

    fn field_type(&mut self) -> FieldType {
        match self.text("Type").as_deref() {
            None | Some("string") => FieldType::String,
            Some("number") => FieldType::Number,
            Some("boolean") => FieldType::Boolean,
            Some("datetime") => FieldType::Datetime,
            Some("latitude") => FieldType::Latitude,
            Some("longitude") => FieldType::Longitude,
            Some(other) => {
                let known = "string, number, boolean, datetime, latitude, longitude";
                self.report("Type", format!("`{other}` is unknown; known types: {known}"));
                FieldType::String
            }
        }
    }

    fn decimal(&mut self) -> Option<String> {
        let decimal = self.text("Decimal")?;
        if !matches!(decimal.as_str(), "." | ",") {
            self.report("Decimal", format!("`{decimal}` is not a decimal separator; use `.` or `,`"));
        }
        Some(decimal)
    }

    /// The words are checked where they are compiled.
    fn hemispheres(&mut self) -> Option<IndexMap<String, String>> {
        let value = self.get("Hemispheres").filter(|value| !value.is_null())?;
        let Some(map) = value.as_object() else {
            self.report("Hemispheres", type_mismatch("an object", value));
            return None;
        };
        let mut words = IndexMap::new();
        for (word, meaning) in map {
            match meaning.as_str() {
                Some(meaning) => {
                    words.insert(word.clone(), meaning.to_owned());
                }
                None => self.report(&format!("Hemispheres.{word}"), type_mismatch("N, S, E or W", meaning)),
            }
        }
        Some(words)
    }

    fn value_map(&mut self) -> Option<IndexMap<String, Value>> {
        let value = self.get("Map").filter(|value| !value.is_null())?;
        let Some(map) = value.as_object() else {
            self.report("Map", type_mismatch("an object", value));
            return None;
        };
        let mut folded = HashSet::new();
        for (text, value) in map {
            if value.is_object() || value.is_array() {
                self.report(&format!("Map.{text}"), type_mismatch("a string, a number, true, false or null", value));
            }
            if !folded.insert(fold_map_key(text)) {
                self.report(&format!("Map.{text}"), "is listed twice: case and surrounding spaces do not matter");
            }
        }
        if map.is_empty() {
            self.report("Map", "lists no text");
        }
        Some(map.iter().map(|(text, value)| (text.clone(), value.clone())).collect())
    }

    fn map_default(&mut self) -> Option<Value> {
        let value = self.get("MapDefault").filter(|value| !value.is_null())?;
        if value.is_object() || value.is_array() {
            self.report("MapDefault", type_mismatch("a string, a number, true or false", value));
        }
        Some(value.clone())
    }
}

/// Keys of `Map` are compared in this form.
pub(crate) fn fold_map_key(text: &str) -> String {
    text.trim().to_lowercase()
}

fn type_mismatch(expected: &str, value: &Value) -> String {
    let actual = match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    };
    format!("must be {expected}, not {actual}")
}
