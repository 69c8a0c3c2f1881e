//! Comparison of two values.
//!
//! Numbers compare as numbers. Text that is a number (such as a field of `TextExtract`) counts as a number next to a number,
//! and when ordered next to another such text. Times (ISO 8601 or the date of an email; UTC if there is no offset) compare
//! as instants. Other text compares by code point, so case matters. Nothing else can be ordered.

use jiff::Timestamp;
use serde_json::{Number, Value};
use std::cmp::Ordering;
use stormwire_extract::{parse_number, parse_timestamp};

pub(super) fn equals(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::String(one), Value::String(other)) => {
            one == other || as_timestamp(found).zip(as_timestamp(expected)).is_some_and(|(one, other)| one == other)
        }
        (Value::Number(_), Value::Number(_) | Value::String(_)) | (Value::String(_), Value::Number(_)) => {
            as_number(found)
                .zip(as_number(expected))
                .is_some_and(|(one, other)| compare_numbers(&one, &other) == Ordering::Equal)
        }
        _ => found == expected,
    }
}

/// The error names the types that cannot be ordered.
pub(super) fn compare_values(found: &Value, expected: &Value) -> Result<Ordering, String> {
    if let Some((one, other)) = as_number(found).zip(as_number(expected)) {
        return Ok(compare_numbers(&one, &other));
    }
    match (as_timestamp(found), as_timestamp(expected)) {
        (Some(one), Some(other)) => return Ok(one.cmp(&other)),
        (None, None) => {}
        _ => return Err(no_order(found, expected)),
    }
    match (found, expected) {
        (Value::String(one), Value::String(other)) => Ok(one.cmp(other)),
        _ => Err(no_order(found, expected)),
    }
}

/// Whether a string has a substring, or an array an element.
pub(super) fn contains(found: &Value, expected: &Value) -> Result<bool, String> {
    match found {
        Value::Array(list) => Ok(list.iter().any(|one| equals(one, expected))),
        Value::String(whole) => match expected {
            Value::String(part) => Ok(whole.contains(part.as_str())),
            other => Err(format!("a string cannot contain {}", kind(other))),
        },
        other => Err(format!("Contains needs a string or an array, found {}", kind(other))),
    }
}

/// The text of a value that must be a string.
pub(super) fn text(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| format!("a string is required, found {}", kind(value)))
}

fn as_number(value: &Value) -> Option<Number> {
    match value {
        Value::Number(number) => Some(number.clone()),
        Value::String(text) => parse_number(text),
        _ => None,
    }
}

fn as_timestamp(value: &Value) -> Option<Timestamp> {
    parse_timestamp(value.as_str()?)
}

fn compare_numbers(one: &Number, other: &Number) -> Ordering {
    if let Some((one, other)) = one.as_i128().zip(other.as_i128()) {
        return one.cmp(&other);
    }
    let (one, other) = (one.as_f64().unwrap_or(f64::NAN), other.as_f64().unwrap_or(f64::NAN));
    // JSON has no NaN, and -0 equals 0.
    one.partial_cmp(&other).unwrap_or(Ordering::Equal)
}

fn no_order(found: &Value, expected: &Value) -> String {
    format!("cannot order {} and {}", describe(found), describe(expected))
}

fn describe(value: &Value) -> &'static str {
    if as_timestamp(value).is_some() { "a time" } else { kind(value) }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn equality_is_typed() {
        let same = [
            (json!(5), json!(5.0)),
            (json!("5"), json!(5)),
            (json!(1234), json!("1,234")),
            (json!("Ground"), json!("Ground")),
            (json!("2025-05-01T12:00:00Z"), json!("2025-05-01T07:00:00-05:00")),
            (json!(true), json!(true)),
            (json!(null), json!(null)),
            (json!([1, "a"]), json!([1, "a"])),
            (json!(0), json!(-0.0)),
            (json!(18_446_744_073_709_551_615_u64), json!(18_446_744_073_709_551_615_u64)),
        ];
        for (one, other) in same {
            assert!(equals(&one, &other) && equals(&other, &one), "{one} {other}");
        }
        let different = [
            (json!("Ground"), json!("ground")),
            (json!("007"), json!("7")),
            (json!("true"), json!(true)),
            (json!(1), json!(true)),
            (json!("five"), json!(5)),
            (json!("٣"), json!(3)),
            (json!(null), json!("")),
            (json!(9_007_199_254_740_993_i64), json!(9_007_199_254_740_992_i64)),
        ];
        for (one, other) in different {
            assert!(!equals(&one, &other) && !equals(&other, &one), "{one} {other}");
        }
    }

    #[test]
    fn numbers_times_and_strings_are_ordered() {
        let less = [
            (json!(9), json!(10)),
            (json!("9"), json!("10")),
            (json!("9"), json!(10.5)),
            (json!(-86.6), json!("-86.5")),
            (json!("2025-05-01T08:00:00-05:00"), json!("2025-05-01T14:00:00Z")),
            (json!("2025-05-01"), json!("2025-05-01T00:00:01Z")),
            (json!("Cloud"), json!("Ground")),
            (json!("Z"), json!("a")),
            (json!(9_007_199_254_740_992_i64), json!(9_007_199_254_740_993_i64)),
        ];
        for (one, other) in less {
            assert_eq!(compare_values(&one, &other), Ok(Ordering::Less), "{one} {other}");
            assert_eq!(compare_values(&other, &one), Ok(Ordering::Greater), "{one} {other}");
            assert_eq!(compare_values(&one, &one), Ok(Ordering::Equal), "{one}");
        }
    }

    #[test]
    fn other_types_cannot_be_ordered() {
        let rejected = [
            (json!("north"), json!(5), "cannot order a string and a number"),
            (json!(true), json!(5), "cannot order true or false and a number"),
            (json!([1]), json!(5), "cannot order an array and a number"),
            (json!("yesterday"), json!("2025-05-01T00:00:00Z"), "cannot order a string and a time"),
        ];
        for (found, expected, error) in rejected {
            assert_eq!(compare_values(&found, &expected), Err(error.to_owned()));
        }
    }

    #[test]
    fn strings_and_arrays_contain() {
        assert_eq!(contains(&json!("a strike"), &json!("strike")), Ok(true));
        assert_eq!(contains(&json!([1, "2"]), &json!(2)), Ok(true));
        assert_eq!(contains(&json!([1]), &json!("a")), Ok(false));
        assert!(contains(&json!("1"), &json!(1)).is_err());
        assert!(contains(&json!(12), &json!(1)).is_err());
    }

    proptest! {
        #[test]
        fn swapping_the_operands_reverses_the_order(one in "[0-9.,:TZ -]{0,24}|\\PC{0,6}", other in "[0-9.,:TZ -]{0,24}|\\PC{0,6}") {
            let (one, other) = (json!(one), json!(other));
            prop_assert_eq!(compare_values(&one, &other).ok(), compare_values(&other, &one).ok().map(Ordering::reverse));
            prop_assert_eq!(equals(&one, &other), equals(&other, &one));
        }
    }
}
