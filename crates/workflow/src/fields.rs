//! `FieldMap` of a config: target fields, each with the path of its value.

use super::context::{parse_path, value_at};
use super::{ConfigViolation, Context, ContextError, StepError};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use serde_json_path::JsonPath;

/// Target fields, each with a path: `$.…` starts at the root of the context, anything else at the current record.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("additionalProperties" = serde_json::json!({"type": "string", "x-kind": "context-path"})))]
pub(super) struct FieldMap(IndexMap<String, String>);

impl FieldMap {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The target fields.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn validate(&self) -> Vec<ConfigViolation> {
        let invalid = self.0.iter().filter_map(|(field, path)| Some((field, parse(path).err()?)));
        invalid.map(|(field, error)| ConfigViolation::new(format!("FieldMap.{field}"), error.to_string())).collect()
    }

    /// Like [`Self::validate`], for actions without records: every path must start at the root.
    pub(super) fn validate_without_records(&self) -> Vec<ConfigViolation> {
        let relative = self.0.iter().filter(|(_, path)| !path.starts_with('$'));
        let message = |path: &str| format!("there are no records here; start the path at the root, such as $.{path}");
        let relative = relative.map(|(field, path)| ConfigViolation::new(format!("FieldMap.{field}"), message(path)));
        relative.chain(self.validate()).collect()
    }

    /// Parses the paths once, for any number of records.
    pub(super) fn parse(&self) -> Result<ParsedFieldMap, StepError> {
        let fields = self.0.iter().map(|(field, path)| {
            let parsed = parse(path).map_err(|error| StepError::Failed(format!("FieldMap.{field}: {error}")))?;
            Ok(ParsedField { field: field.clone(), is_from_root: path.starts_with('$'), path: parsed })
        });
        fields.collect::<Result<_, StepError>>().map(ParsedFieldMap)
    }

    /// The fields with their values. A path without a value is an error that names the field.
    pub(super) fn resolve(&self, context: &Context, record: Option<&Value>) -> Result<Vec<(String, Value)>, StepError> {
        self.parse()?.values(context, record)
    }
}

pub(super) struct ParsedFieldMap(Vec<ParsedField>);

struct ParsedField {
    field: String,
    is_from_root: bool,
    path: JsonPath,
}

impl ParsedFieldMap {
    /// Whether any path starts at the record.
    pub(super) fn uses_record(&self) -> bool {
        self.0.iter().any(|field| !field.is_from_root)
    }

    /// The fields with their values. A path without a value is an error that names the field.
    pub(super) fn values(&self, context: &Context, record: Option<&Value>) -> Result<Vec<(String, Value)>, StepError> {
        let found = self.0.iter().map(|ParsedField { field, is_from_root, path }| {
            let root = if *is_from_root { context.root() } else { record.unwrap_or(&Value::Null) };
            let value = value_at(root, path).cloned();
            let value = value.map_err(|error| StepError::Failed(format!("FieldMap.{field}: {error}")))?;
            Ok((field.clone(), value))
        });
        found.collect()
    }
}

/// `Lat` and `Position.Lat` are short for `$.Lat` and `$.Position.Lat` of the record.
fn parse(path: &str) -> Result<JsonPath, ContextError> {
    match path.chars().next() {
        Some('$') => parse_path(path),
        Some('[') => parse_path(&format!("${path}")),
        _ => parse_path(&format!("$.{path}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn map(fields: Value) -> FieldMap {
        serde_json::from_value(fields).unwrap()
    }

    #[test]
    fn paths_start_at_the_root_or_at_the_record() {
        let Value::Object(root) = json!({"Message": {"From": "a@b.c"}, "Lat": "the root's"}) else { unreachable!() };
        let context = Context::new(root);
        let record = json!({"Lat": 1, "At": {"Hour": 2}, "a b": 3});
        let fields = map(json!({"A": "$.Message.From", "B": "Lat", "C": "At.Hour", "D": "['a b']"}));
        assert!(fields.validate().is_empty());
        let found = fields.resolve(&context, Some(&record)).unwrap();
        let expected = [("A", json!("a@b.c")), ("B", json!(1)), ("C", json!(2)), ("D", json!(3))];
        assert_eq!(found, expected.map(|(field, value)| (field.to_owned(), value)));
        let missing = map(json!({"A": "Long"})).resolve(&context, Some(&record)).unwrap_err();
        assert_eq!(missing.to_string(), "FieldMap.A: no value at $.Long");
    }

    #[test]
    fn invalid_paths_are_reported_on_save() {
        let violations = map(json!({"A": "$.x[", "B": "", "C": "ok"})).validate();
        let paths: Vec<&str> = violations.iter().map(|violation| violation.path.as_str()).collect();
        assert_eq!(paths, ["FieldMap.A", "FieldMap.B"]);
        assert_eq!(map(json!({"A": "$.Lat", "B": "Lat"})).validate_without_records().len(), 1);
    }
}
