//! From JSON to [`Config`]: known keys, right types, defaults. What the values mean is checked where they are compiled.

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::{Config, ConfigFault, FieldSpec, Kind, Op, SegmentSpec};

pub(super) fn default_source() -> String {
    super::DEFAULT_SOURCE.to_owned()
}

pub(super) fn default_target() -> String {
    "$.Extract".to_owned()
}

/// Reads what can be read. Where a fault is reported, a harmless value stands in.
pub(super) fn read(value: &Value) -> (Config, Vec<ConfigFault>) {
    let mut faults = Vec::new();
    let config = {
        let mut root = Object::of(Some(value), "", &mut faults);
        root.only(&["Op", "Segment", "Fields"]);
        let (op, segment, fields) = (root.take("Op"), root.take("Segment"), root.take("Fields"));
        Config {
            op: op_of(op, &mut faults),
            segment: segment_of(segment, &mut faults),
            fields: fields_of(fields, &mut faults),
        }
    };
    (config, faults)
}

fn op_of(value: Option<&Value>, faults: &mut Vec<ConfigFault>) -> Op {
    let mut op = Object::of(value, "Op", faults);
    op.only(&["Action", "Source", "Target"]);
    let action = op.required_text("Action");
    if !action.is_empty() && action != "Extract" {
        op.fault("Action", format!("`{action}` is unknown; TextExtract has the action `Extract`"));
    }
    let source = op.text("Source").unwrap_or_else(default_source);
    if !source.starts_with('$') {
        op.fault("Source", format!("`{source}` is no context path; write it as `$.BodyText`"));
    }
    let target = op.text("Target").unwrap_or_else(default_target);
    let key = top_level_key(&target);
    if key.is_none() {
        op.fault(
            "Target",
            format!(
                "`{target}` does not name one top-level key; write it as `$.Extract`, nested targets are not supported"
            ),
        );
    }
    Op { action, source, target: format!("$.{}", key.unwrap_or("Extract")) }
}

fn segment_of(value: Option<&Value>, faults: &mut Vec<ConfigFault>) -> SegmentSpec {
    let mut segment = Object::of(value, "Segment", faults);
    segment.only(&["StartPattern", "ClosePattern", "Filter"]);
    SegmentSpec {
        start_pattern: segment.required_text("StartPattern"),
        close_pattern: segment.text("ClosePattern"),
        filter: segment.text("Filter"),
    }
}

fn fields_of(value: Option<&Value>, faults: &mut Vec<ConfigFault>) -> IndexMap<String, FieldSpec> {
    let fields = Object::of(value, "Fields", faults);
    let Some(map) = fields.map else { return IndexMap::new() };
    if map.is_empty() {
        faults.push(ConfigFault::new("Fields", "names no field"));
    }
    map.iter().map(|(name, value)| (name.clone(), field_of(name, value, faults))).collect()
}

fn field_of(name: &str, value: &Value, faults: &mut Vec<ConfigFault>) -> FieldSpec {
    let path = format!("Fields.{name}");
    if name.trim().is_empty() {
        faults.push(ConfigFault::new(path.as_str(), "a field needs a name"));
    }
    let mut field = Object::of(Some(value), &path, faults);
    field.only(&["Pattern", "Type", "Format", "Required", "TimeZone"]);
    FieldSpec {
        pattern: field.required_text("Pattern"),
        kind: field.kind(),
        format: field.text("Format"),
        required: field.flag("Required"),
        time_zone: field.text("TimeZone"),
    }
}

/// `Extract`, `$.Extract` or `$['Extract']`.
fn top_level_key(target: &str) -> Option<&str> {
    let is_plain = |key: &str| !key.is_empty() && !key.contains(['.', '[', ']', '$', '*', '\'', '"', ' ']);
    if let Some(bracketed) = target.strip_prefix("$[").and_then(|rest| rest.strip_suffix(']')) {
        let quote = bracketed.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
        return bracketed.strip_prefix(quote)?.strip_suffix(quote).filter(|key| is_plain(key));
    }
    Some(target.strip_prefix("$.").unwrap_or(target)).filter(|key| is_plain(key))
}

/// A JSON object at a path, with the place for its faults.
struct Object<'v, 'f> {
    map: Option<&'v Map<String, Value>>,
    path: String,
    faults: &'f mut Vec<ConfigFault>,
}

impl<'v, 'f> Object<'v, 'f> {
    fn of(value: Option<&'v Value>, path: &str, faults: &'f mut Vec<ConfigFault>) -> Self {
        let map = value.and_then(Value::as_object);
        if map.is_none() {
            let message = value.map_or_else(|| "is missing".to_owned(), |value| expected("an object", value));
            faults.push(ConfigFault::new(path, message));
        }
        Self { map, path: path.to_owned(), faults }
    }

    fn fault(&mut self, key: &str, message: impl Into<String>) {
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        self.faults.push(ConfigFault::new(path, message));
    }

    fn only(&mut self, known: &[&str]) {
        let Some(map) = self.map else { return };
        for key in map.keys().filter(|key| !known.contains(&key.as_str())) {
            self.fault(key, format!("is unknown; there are {}", known.join(", ")));
        }
    }

    fn take(&self, key: &str) -> Option<&'v Value> {
        self.map?.get(key)
    }

    /// A string; null and blank count as left out.
    fn text(&mut self, key: &str) -> Option<String> {
        match self.take(key)? {
            Value::String(text) if text.trim().is_empty() => None,
            Value::String(text) => Some(text.clone()),
            Value::Null => None,
            other => {
                self.fault(key, expected("a string", other));
                None
            }
        }
    }

    fn required_text(&mut self, key: &str) -> String {
        let is_left_out = matches!(self.take(key), None | Some(Value::Null | Value::String(_)));
        let text = self.text(key);
        if text.is_none() && is_left_out && self.map.is_some() {
            self.fault(key, "is missing");
        }
        text.unwrap_or_default()
    }

    fn flag(&mut self, key: &str) -> bool {
        match self.take(key) {
            Some(Value::Bool(flag)) => *flag,
            None | Some(Value::Null) => false,
            Some(other) => {
                self.fault(key, expected("true or false", other));
                false
            }
        }
    }

    fn kind(&mut self) -> Kind {
        match self.text("Type").as_deref() {
            None | Some("string") => Kind::String,
            Some("number") => Kind::Number,
            Some("boolean") => Kind::Boolean,
            Some("datetime") => Kind::Datetime,
            Some(other) => {
                self.fault("Type", format!("`{other}` is unknown; there are string, number, boolean, datetime"));
                Kind::String
            }
        }
    }
}

fn expected(what: &str, value: &Value) -> String {
    let is = match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    };
    format!("must be {what}, is {is}")
}
