//! Converts values to the type of their column before they are compared, so that the same time or number in another
//! notation is equal. The error says how to fix the value.

mod decimal;
mod time;

use crate::text::value_to_text as text_of;
use decimal::DecimalError;
use serde_json::{Value, json};
use stormwire_store::user_tables::catalog::ColumnKind;

const NOT_A_NUMBER: &str = "is not a number; use digits such as 34.73";

/// The error follows the value in a sentence: "… is not a number".
pub(super) fn convert(value: &Value, kind: ColumnKind) -> Result<Value, String> {
    if value.is_null() {
        return Ok(Value::Null);
    }
    if contains_nul(value) {
        return Err("contains a NUL character, which no column accepts; remove it in the extraction".into());
    }
    match kind {
        ColumnKind::Integer(min, max) => to_integer(&single_value_text(value)?, min, max),
        ColumnKind::Decimal(bounds) => to_decimal(&single_value_text(value)?, bounds),
        ColumnKind::Double => to_float(&single_value_text(value)?, f64::MAX),
        ColumnKind::Single => to_float(&single_value_text(value)?, f64::from(f32::MAX)),
        ColumnKind::Boolean => to_boolean(&single_value_text(value)?).map(Value::Bool),
        ColumnKind::Flag => to_boolean(&single_value_text(value)?).map(|truth| json!(i64::from(truth))),
        ColumnKind::Time => time_text(value, time::to_utc_time, "a time such as 2025-05-01T12:00:00Z"),
        ColumnKind::LocalTime => time_text(value, time::to_local_time, "a time such as 2025-05-01T12:00:00"),
        ColumnKind::Date => time_text(value, time::to_date, "a date such as 2025-05-01"),
        ColumnKind::TimeOfDay => time_text(value, time::time_of_day, "a time of day such as 12:30:00"),
        ColumnKind::Text(max) => text(value, max),
        ColumnKind::JsonText => Ok(json!(value.to_string())),
        ColumnKind::Json | ColumnKind::Geometry | ColumnKind::Void | ColumnKind::Other => Ok(value.clone()),
    }
}

/// A single value as trimmed text.
fn single_value_text(value: &Value) -> Result<String, String> {
    match value {
        Value::Array(_) | Value::Object(_) => Err("is an array or an object; a single value is required".into()),
        Value::String(text) => Ok(text.trim().to_owned()),
        other => Ok(text_of(other)),
    }
}

fn normalize_number(text: &str, bounds: Option<(i32, i32)>) -> Result<String, String> {
    decimal::normalize(text, bounds).map_err(|error| match (error, bounds) {
        (DecimalError::NotANumber, _) => NOT_A_NUMBER.into(),
        (DecimalError::TooLarge, Some((precision, scale))) => {
            format!("is too large: the column takes {} digits before the decimal point", precision - scale)
        }
        (DecimalError::TooLarge, None) => "is too large or too small for a number".into(),
    })
}

fn to_integer(text: &str, min: i64, max: i64) -> Result<Value, String> {
    let normalized = normalize_number(text, None)?;
    if normalized.contains('.') {
        return Err("is not a whole number".into());
    }
    let within = normalized.parse::<i64>().ok().filter(|number| (min..=max).contains(number));
    within.map(|number| json!(number)).ok_or_else(|| format!("is out of range: the column takes {min} to {max}"))
}

/// As text, because many JSON parsers read numbers as doubles and a `decimal` column is exact.
fn to_decimal(text: &str, bounds: Option<(i32, i32)>) -> Result<Value, String> {
    normalize_number(text, bounds).map(Value::String)
}

fn to_float(text: &str, max: f64) -> Result<Value, String> {
    let number = text.parse::<f64>().ok().filter(|_| decimal::is_number(text));
    let number = number.ok_or(NOT_A_NUMBER)?;
    if number.abs() > max {
        return Err("is too large for the column".into());
    }
    // -0 equals 0 but has another text.
    Ok(json!(if number == 0.0 { 0.0 } else { number }))
}

fn to_boolean(text: &str) -> Result<bool, String> {
    match text.to_lowercase().as_str() {
        "true" | "yes" | "y" | "t" | "on" | "1" => Ok(true),
        "false" | "no" | "n" | "f" | "off" | "0" => Ok(false),
        _ => Err("is neither true nor false".into()),
    }
}

fn time_text(value: &Value, parse: fn(&str) -> Option<String>, expected: &str) -> Result<Value, String> {
    let found = value.as_str().and_then(|text| parse(text.trim()));
    found.map(Value::String).ok_or_else(|| format!("is not {expected}"))
}

fn text(value: &Value, max: Option<usize>) -> Result<Value, String> {
    let text = match value {
        Value::Array(_) | Value::Object(_) => return Err("is an array or an object; text is required".into()),
        other => text_of(other),
    };
    let length = text.chars().count();
    match max.filter(|max| length > *max) {
        Some(max) => {
            Err(format!("has {length} characters, but the column takes {max}; shorten it or widen the column"))
        }
        None => Ok(Value::String(text)),
    }
}

fn contains_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(all) => all.iter().any(contains_nul),
        Value::Object(fields) => fields.iter().any(|(field, value)| field.contains('\0') || contains_nul(value)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_converted_to_their_column() {
        let coordinate = ColumnKind::Decimal(Some((9, 6)));
        let small = ColumnKind::Integer(-10, 10);
        for (value, kind, expected) in [
            (json!(34.73), coordinate, Ok(json!("34.73"))),
            (json!(" 34.7300004 "), coordinate, Ok(json!("34.73"))),
            (json!(-0.0), coordinate, Ok(json!("0"))),
            (json!("-0"), ColumnKind::Double, Ok(json!(0.0))),
            (json!("1e400"), ColumnKind::Double, Err("too large")),
            (json!("1.7976931348623159e308"), ColumnKind::Double, Err("too large")),
            (json!("1.7976931348623157e308"), ColumnKind::Double, Ok(json!(f64::MAX))),
            (json!(1e300), ColumnKind::Single, Err("too large")),
            (json!("٣"), ColumnKind::Double, Err("is not a number")),
            (json!("inf"), ColumnKind::Double, Err("is not a number")),
            (json!(5.0), small, Ok(json!(5))),
            (json!("5"), small, Ok(json!(5))),
            (json!(5.5), small, Err("whole")),
            (json!(11), small, Err("-10 to 10")),
            (json!(u64::MAX), ColumnKind::Integer(i64::MIN, i64::MAX), Err("out of range")),
            (json!("Yes"), ColumnKind::Boolean, Ok(json!(true))),
            (json!(0), ColumnKind::Flag, Ok(json!(0))),
            (json!("maybe"), ColumnKind::Boolean, Err("neither")),
            (json!("2025-05-01T12:00:00Z"), ColumnKind::Time, Ok(json!("2025-05-01T12:00:00.000000Z"))),
            (json!(1_746_100_800), ColumnKind::Time, Err("a time such as")),
            (json!(12), ColumnKind::Text(None), Ok(json!("12"))),
            (json!(" kept "), ColumnKind::Text(Some(6)), Ok(json!(" kept "))),
            (json!("žluťoučký"), ColumnKind::Text(Some(8)), Err("9 characters, but the column takes 8")),
            (json!([1]), ColumnKind::Text(None), Err("an array")),
            (json!({"a": [1, "x"]}), ColumnKind::JsonText, Ok(json!("{\"a\":[1,\"x\"]}"))),
            (json!({"a": "\0"}), ColumnKind::Json, Err("NUL")),
            (json!("a\0b"), ColumnKind::Text(None), Err("NUL")),
            (json!(null), small, Ok(json!(null))),
            (json!("'; drop table x; --"), ColumnKind::Text(None), Ok(json!("'; drop table x; --"))),
        ] {
            let found = convert(&value, kind);
            match (&found, &expected) {
                (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{value} {kind:?}"),
                (Err(error), Err(part)) => assert!(error.contains(part), "{value} {kind:?}: {error}"),
                _ => panic!("{value} {kind:?}: {found:?}"),
            }
        }
    }
}
