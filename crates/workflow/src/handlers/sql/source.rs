//! The source rows of a step, from the context and the config.

use super::config::Config;
use super::error::SqlError;
use crate::Context;
use serde_json::{Map, Value};

/// Per step.
const MAX_ROWS: usize = 1_000_000;

/// The records at `Op.Source`.
pub(super) fn records<'c>(path: &str, context: &'c Context) -> Result<&'c [Value], SqlError> {
    let reject = |error: String| SqlError::Source { path: path.to_owned(), error };
    let found = context.get(path).map_err(|error| reject(error.to_string()))?;
    let records = match found {
        Value::Array(records) => records,
        Value::Object(fields) if fields.get("Items").is_some_and(Value::is_array) => {
            return Err(reject(format!("is an object; use {path}.Items")));
        }
        _ => return Err(reject("is not an array of rows".into())),
    };
    if records.len() > MAX_ROWS {
        return Err(reject(format!("has {} rows; a step takes at most {MAX_ROWS}", records.len())));
    }
    Ok(records)
}

/// The rows of a `Merge` or `Insert`. A `FieldMap` with a path from the record defines the whole row; one with only paths
/// from the root adds to the record. `Data` is added to every row.
pub(super) fn rows(config: &Config, context: &Context) -> Result<Vec<Map<String, Value>>, SqlError> {
    let fields = config.field_map.parse().map_err(SqlError::Step)?;
    let nothing = [Value::Object(Map::new())];
    let records = config.source().map_or(Ok(nothing.as_slice()), |path| records(path, context))?;
    let row = |(number, record): (usize, &Value)| {
        let mut row = match record {
            _ if fields.uses_record() => Map::new(),
            Value::Object(record) => record.clone(),
            _ => {
                let error = format!("record {number} is not an object");
                return Err(SqlError::Source { path: config.source().unwrap_or_default().to_owned(), error });
            }
        };
        for (field, value) in &config.data {
            replace_field(&mut row, field, value.clone());
        }
        let found = fields
            .values(context, Some(record))
            .map_err(|error| SqlError::Source { path: format!("record {number}"), error: error.to_string() })?;
        for (field, value) in found {
            replace_field(&mut row, &field, value);
        }
        Ok(row)
    };
    records.iter().enumerate().map(row).collect()
}

/// Replaces a field of the record, ignoring case.
fn replace_field(row: &mut Map<String, Value>, field: &str, value: Value) {
    row.retain(|other, _| !super::config::same_name(other, field));
    row.insert(field.to_owned(), value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::ActionConfig;
    use serde_json::json;

    fn read_rows(mut config: Value) -> Result<Value, String> {
        config["Op"]["Action"] = json!("Insert");
        config["Op"]["Target"] = json!("T");
        let Value::Object(root) = json!({
            "Message": {"From": "a@b.c"},
            "Extract": {"Items": [{"Lat": 1, "Name": "x"}, {"Lat": 2, "Name": null}], "Count": 2},
            "Mixed": [1, {"A": 1}],
            "Text": "{{ $.Message.From }}",
        }) else {
            unreachable!()
        };
        let config = Config::from_json(&config).map_err(|violations| format!("{violations:?}"))?;
        rows(&config, &Context::new(root)).map(|rows| json!(rows)).map_err(|error| error.to_string())
    }

    #[test]
    fn rows_are_records_plus_data_and_field_map() {
        let items = |more: Value| {
            let mut config = json!({"Op": {"Source": "$.Extract.Items"}});
            config.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            read_rows(config)
        };
        assert_eq!(items(json!({})).unwrap(), json!([{"Lat": 1, "Name": "x"}, {"Lat": 2, "Name": null}]));
        assert_eq!(
            items(json!({"Data": {"name": "y"}, "FieldMap": {"By": "$.Message.From"}})).unwrap(),
            json!([{"Lat": 1, "name": "y", "By": "a@b.c"}, {"Lat": 2, "name": "y", "By": "a@b.c"}])
        );
        assert_eq!(
            items(json!({"Data": {"Type": "y"}, "FieldMap": {"Latitude": "Lat", "By": "$.Text"}})).unwrap(),
            json!([
                {"Type": "y", "Latitude": 1, "By": "{{ $.Message.From }}"},
                {"Type": "y", "Latitude": 2, "By": "{{ $.Message.From }}"}
            ])
        );
        assert_eq!(read_rows(json!({"Data": {"A": 1}})).unwrap(), json!([{"A": 1}]));
    }

    #[test]
    fn sources_without_rows_are_rejected() {
        for (config, expected) in [
            (json!({"Op": {"Source": "$.Extract"}}), "use $.Extract.Items"),
            (json!({"Op": {"Source": "$.Text"}}), "not an array"),
            (json!({"Op": {"Source": "$.Nothing"}}), "no value at $.Nothing"),
            (json!({"Op": {"Source": "$.Mixed"}}), "record 0 is not an object"),
            (json!({"Op": {"Source": "$.Mixed"}, "FieldMap": {"A": "A"}}), "record 0: FieldMap.A: no value at $.A"),
        ] {
            let error = read_rows(config).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
