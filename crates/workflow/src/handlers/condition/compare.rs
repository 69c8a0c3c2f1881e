//! How two values compare.
//!
//! Numbers compare as numbers, and a text that reads as a number (as a field of `TextExtract` does) counts as one beside a
//! number, and beside such a text where order is asked for. Times (ISO 8601 or the date of a mail; UTC where there is no
//! offset) compare as moments. Other texts compare by code point, so that case counts. Nothing else has an order.

use jiff::Timestamp;
use serde_json::{Number, Value};
use std::cmp::Ordering;
use stormwire_extract::{parse_number, parse_timestamp};

/// Whether they are the same.
pub(super) fn equals(found: &Value, wanted: &Value) -> bool {
    match (found, wanted) {
        (Value::String(one), Value::String(other)) => {
            one == other || both(moment(found), moment(wanted)).is_some_and(|(one, other)| one == other)
        }
        (Value::Number(_), Value::Number(_) | Value::String(_)) | (Value::String(_), Value::Number(_)) => {
            both(number(found), number(wanted)).is_some_and(|(one, other)| by_size(&one, &other) == Ordering::Equal)
        }
        _ => found == wanted,
    }
}

/// Which comes first. The error says why that cannot be told.
pub(super) fn order(found: &Value, wanted: &Value) -> Result<Ordering, String> {
    if let Some((one, other)) = both(number(found), number(wanted)) {
        return Ok(by_size(&one, &other));
    }
    match (moment(found), moment(wanted)) {
        (Some(one), Some(other)) => return Ok(one.cmp(&other)),
        (None, None) => {}
        _ => return Err(no_order(found, wanted)),
    }
    match (found, wanted) {
        (Value::String(one), Value::String(other)) => Ok(one.cmp(other)),
        _ => Err(no_order(found, wanted)),
    }
}

/// Whether a text has a part, or a list an element.
pub(super) fn contains(found: &Value, wanted: &Value) -> Result<bool, String> {
    match found {
        Value::Array(list) => Ok(list.iter().any(|one| equals(one, wanted))),
        Value::String(whole) => match wanted {
            Value::String(part) => Ok(whole.contains(part.as_str())),
            other => Err(format!("a text cannot contain {}", kind(other))),
        },
        other => Err(format!("{} contains nothing: Contains needs a text or a list", kind(other))),
    }
}

/// The text of a value that must be one.
pub(super) fn text(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| format!("a text is needed, found {}", kind(value)))
}

fn both<T>(one: Option<T>, other: Option<T>) -> Option<(T, T)> {
    one.zip(other)
}

fn number(value: &Value) -> Option<Number> {
    match value {
        Value::Number(number) => Some(number.clone()),
        Value::String(text) => parse_number(text),
        _ => None,
    }
}

fn moment(value: &Value) -> Option<Timestamp> {
    parse_timestamp(value.as_str()?)
}

fn by_size(one: &Number, other: &Number) -> Ordering {
    if let Some((one, other)) = both(one.as_i128(), other.as_i128()) {
        return one.cmp(&other);
    }
    let (one, other) = (one.as_f64().unwrap_or(f64::NAN), other.as_f64().unwrap_or(f64::NAN));
    // JSON has no NaN, and minus nothing is nothing.
    one.partial_cmp(&other).unwrap_or(Ordering::Equal)
}

fn no_order(found: &Value, wanted: &Value) -> String {
    format!("{} and {} have no order", described(found), described(wanted))
}

fn described(value: &Value) -> &'static str {
    if moment(value).is_some() { "a time" } else { kind(value) }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
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
    fn order_is_by_size_moment_or_code_point() {
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
            assert_eq!(order(&one, &other), Ok(Ordering::Less), "{one} {other}");
            assert_eq!(order(&other, &one), Ok(Ordering::Greater), "{one} {other}");
            assert_eq!(order(&one, &one), Ok(Ordering::Equal), "{one}");
        }
    }

    #[test]
    fn what_has_no_order_says_so() {
        let refused = [
            (json!("north"), json!(5), "a text and a number have no order"),
            (json!(true), json!(5), "true or false and a number have no order"),
            (json!([1]), json!(5), "a list and a number have no order"),
            (json!("yesterday"), json!("2025-05-01T00:00:00Z"), "a text and a time have no order"),
        ];
        for (found, wanted, words) in refused {
            assert_eq!(order(&found, &wanted), Err(words.to_owned()));
        }
    }

    #[test]
    fn texts_and_lists_contain() {
        assert_eq!(contains(&json!("a strike"), &json!("strike")), Ok(true));
        assert_eq!(contains(&json!([1, "2"]), &json!(2)), Ok(true));
        assert_eq!(contains(&json!([1]), &json!("a")), Ok(false));
        assert!(contains(&json!("1"), &json!(1)).is_err());
        assert!(contains(&json!(12), &json!(1)).is_err());
    }

    proptest! {
        #[test]
        fn order_and_its_opposite_agree(one in "[0-9.,:TZ -]{0,24}|\\PC{0,6}", other in "[0-9.,:TZ -]{0,24}|\\PC{0,6}") {
            let (one, other) = (json!(one), json!(other));
            prop_assert_eq!(order(&one, &other).ok(), order(&other, &one).ok().map(Ordering::reverse));
            prop_assert_eq!(equals(&one, &other), equals(&other, &one));
        }
    }
}
