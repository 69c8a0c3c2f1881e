//! The rows that a config asks for, as they stand in the context.

use super::config::Config;
use super::error::SqlError;
use crate::Context;
use serde_json::{Map, Value};

/// The most rows of one step.
const MOST: usize = 1_000_000;

/// The records at `Op.Source`.
pub(super) fn records<'c>(path: &str, context: &'c Context) -> Result<&'c [Value], SqlError> {
    let refuse = |why: String| SqlError::Source { path: path.to_owned(), why };
    let found = context.get(path).map_err(|error| refuse(error.to_string()))?;
    let records = match found {
        Value::Array(records) => records,
        Value::Object(fields) if fields.get("Items").is_some_and(Value::is_array) => {
            return Err(refuse(format!("is an object; the rows are at {path}.Items")));
        }
        _ => return Err(refuse("is not an array of rows".into())),
    };
    if records.len() > MOST {
        return Err(refuse(format!("{} rows are more than the {MOST} of one step", records.len())));
    }
    Ok(records)
}

/// The rows of a `Merge` or `Insert`. A FieldMap with a path from the record says all of the row; one whose paths start at
/// the root adds to the record. Literals of `Data` stand in every row.
pub(super) fn rows(config: &Config, context: &Context) -> Result<Vec<Map<String, Value>>, SqlError> {
    let fields = config.field_map.read().map_err(SqlError::Step)?;
    let nothing = [Value::Object(Map::new())];
    let records = config.source().map_or(Ok(nothing.as_slice()), |path| records(path, context))?;
    let row = |(number, record): (usize, &Value)| {
        let mut row = match record {
            _ if fields.is_from_record() => Map::new(),
            Value::Object(record) => record.clone(),
            _ => {
                let why = format!("record {number} is not an object of fields");
                return Err(SqlError::Source { path: config.source().unwrap_or_default().to_owned(), why });
            }
        };
        for (field, value) in &config.data {
            put(&mut row, field, value.clone());
        }
        let found = fields
            .values(context, Some(record))
            .map_err(|error| SqlError::Source { path: format!("record {number}"), why: error.to_string() })?;
        for (field, value) in found {
            put(&mut row, &field, value);
        }
        Ok(row)
    };
    records.iter().enumerate().map(row).collect()
}

/// What the config says stands instead of what the record has, also when that is written in other letters.
fn put(row: &mut Map<String, Value>, field: &str, value: Value) {
    row.retain(|other, _| !super::config::same(other, field));
    row.insert(field.to_owned(), value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;
    use serde_json::json;

    fn found(mut config: Value) -> Result<Value, String> {
        config["Op"]["Action"] = json!("Insert");
        config["Op"]["Target"] = json!("T");
        let Value::Object(root) = json!({
            "Message": {"From": "a@b.c"},
            "Extract": {"Items": [{"Lat": 1, "Name": "x"}, {"Lat": 2, "Name": null}], "Count": 2},
            "Odd": [1, {"A": 1}],
            "Text": "{{ $.Message.From }}",
        }) else {
            unreachable!()
        };
        let config = Config::read(&config).map_err(|faults| format!("{faults:?}"))?;
        rows(&config, &Context::new(root)).map(|rows| json!(rows)).map_err(|error| error.to_string())
    }

    #[test]
    fn rows_are_records_with_what_the_config_adds() {
        let items = |more: Value| {
            let mut config = json!({"Op": {"Source": "$.Extract.Items"}});
            config.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            found(config)
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
        assert_eq!(found(json!({"Data": {"A": 1}})).unwrap(), json!([{"A": 1}]));
    }

    #[test]
    fn what_is_not_rows_is_refused() {
        for (config, words) in [
            (json!({"Op": {"Source": "$.Extract"}}), "the rows are at $.Extract.Items"),
            (json!({"Op": {"Source": "$.Text"}}), "not an array"),
            (json!({"Op": {"Source": "$.Nothing"}}), "there is nothing at $.Nothing"),
            (json!({"Op": {"Source": "$.Odd"}}), "record 0 is not an object"),
            (
                json!({"Op": {"Source": "$.Odd"}, "FieldMap": {"A": "A"}}),
                "record 0: FieldMap.A: there is nothing at $.A",
            ),
        ] {
            let why = found(config).unwrap_err();
            assert!(why.contains(words), "{why}");
        }
    }
}
