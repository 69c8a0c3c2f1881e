//! `FieldMap` of a config: target fields, each with the path at which its value stands.

use super::context::{one, parse};
use super::{ConfigViolation, Context, ContextError, StepError};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use serde_json_path::JsonPath;

/// Target fields, each with a path: `$.…` from the root of the context, anything else from the current record.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(super) struct FieldMap(IndexMap<String, String>);

impl FieldMap {
    /// Whether it maps nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The target fields.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// How many fields it maps.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Paths that cannot be read.
    pub(super) fn faults(&self) -> Vec<ConfigViolation> {
        let bad = self.0.iter().filter_map(|(field, path)| Some((field, read(path).err()?)));
        bad.map(|(field, error)| ConfigViolation::new(format!("FieldMap.{field}"), error.to_string())).collect()
    }

    /// The same where there are no records: then every path begins at the root.
    pub(super) fn root_faults(&self) -> Vec<ConfigViolation> {
        let relative = self.0.iter().filter(|(_, path)| !path.starts_with('$'));
        let words = |path: &str| format!("there is no record here: a path such as $.{path} is needed");
        let relative = relative.map(|(field, path)| ConfigViolation::new(format!("FieldMap.{field}"), words(path)));
        relative.chain(self.faults()).collect()
    }

    /// The paths, read once for any number of records.
    pub(super) fn read(&self) -> Result<ReadFields, StepError> {
        let fields = self.0.iter().map(|(field, path)| {
            let read = read(path).map_err(|error| StepError::Failed(format!("FieldMap.{field}: {error}")))?;
            Ok(ReadField { field: field.clone(), is_from_root: path.starts_with('$'), path: read })
        });
        fields.collect::<Result<_, StepError>>().map(ReadFields)
    }

    /// The fields with their values. A path that leads nowhere is an error that names the field.
    pub(super) fn resolve(&self, context: &Context, record: Option<&Value>) -> Result<Vec<(String, Value)>, StepError> {
        self.read()?.values(context, record)
    }
}

/// A [`FieldMap`] whose paths were read.
pub(super) struct ReadFields(Vec<ReadField>);

struct ReadField {
    field: String,
    is_from_root: bool,
    path: JsonPath,
}

impl ReadFields {
    /// Whether any path starts at the record.
    pub(super) fn is_from_record(&self) -> bool {
        self.0.iter().any(|field| !field.is_from_root)
    }

    /// The fields with their values. A path that leads nowhere is an error that names the field.
    pub(super) fn values(&self, context: &Context, record: Option<&Value>) -> Result<Vec<(String, Value)>, StepError> {
        let found = self.0.iter().map(|ReadField { field, is_from_root, path }| {
            let root = if *is_from_root { context.root() } else { record.unwrap_or(&Value::Null) };
            let value = one(root, path).cloned();
            let value = value.map_err(|error| StepError::Failed(format!("FieldMap.{field}: {error}")))?;
            Ok((field.clone(), value))
        });
        found.collect()
    }
}

/// `Lat` and `Position.Lat` are short for `$.Lat` and `$.Position.Lat` of the record.
fn read(path: &str) -> Result<JsonPath, ContextError> {
    match path.chars().next() {
        Some('$') => parse(path),
        Some('[') => parse(&format!("${path}")),
        _ => parse(&format!("$.{path}")),
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
    fn paths_from_the_root_and_from_the_record_are_told_apart() {
        let Value::Object(root) = json!({"Message": {"From": "a@b.c"}, "Lat": "the root's"}) else { unreachable!() };
        let context = Context::new(root);
        let record = json!({"Lat": 1, "At": {"Hour": 2}, "odd name": 3});
        let fields = map(json!({"A": "$.Message.From", "B": "Lat", "C": "At.Hour", "D": "['odd name']"}));
        assert!(fields.faults().is_empty());
        let found = fields.resolve(&context, Some(&record)).unwrap();
        let expected = [("A", json!("a@b.c")), ("B", json!(1)), ("C", json!(2)), ("D", json!(3))];
        assert_eq!(found, expected.map(|(field, value)| (field.to_owned(), value)));
        let missing = map(json!({"A": "Long"})).resolve(&context, Some(&record)).unwrap_err();
        assert_eq!(missing.to_string(), "FieldMap.A: there is nothing at $.Long");
    }

    #[test]
    fn a_path_that_cannot_be_read_is_found_when_the_action_is_saved() {
        let faults = map(json!({"A": "$.x[", "B": "", "C": "ok"})).faults();
        let paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
        assert_eq!(paths, ["FieldMap.A", "FieldMap.B"]);
        assert_eq!(map(json!({"A": "$.Lat", "B": "Lat"})).root_faults().len(), 1);
    }
}
