//! Parses JSON responses. Errors name the field but never its value, which may be someone's mail.

use crate::error::MailError;
use jiff::Timestamp;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use stormwire_clock::truncate_to_microseconds;

/// One page of a list.
#[derive(Deserialize)]
pub(super) struct Page<T> {
    pub value: Option<Vec<T>>,
    #[serde(rename = "@odata.nextLink")]
    pub next: Option<String>,
    #[serde(rename = "@odata.deltaLink")]
    pub delta: Option<String>,
}

pub(super) fn parse<T: DeserializeOwned>(call: &'static str, bytes: &[u8]) -> Result<T, MailError> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let parsed = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let problem = if error.inner().is_data() {
            format!("field {} has an unexpected type", error.path())
        } else {
            "it is not JSON".into()
        };
        MailError::Unreadable { call, problem }
    })?;
    reader.end().map_err(|_| MailError::Unreadable { call, problem: "it is not JSON".into() })?;
    Ok(parsed)
}

/// The value of a required field.
pub(super) fn require<T>(call: &'static str, field: &str, value: Option<T>) -> Result<T, MailError> {
    value.ok_or_else(|| MailError::Unreadable { call, problem: format!("field {field} is missing") })
}

/// The value of a required id field, which must not be empty.
pub(super) fn require_id(call: &'static str, value: Option<String>) -> Result<String, MailError> {
    require(call, "id", value.filter(|id| !id.is_empty()))
}

/// Databases and stormwire's own times have whole microseconds.
pub(super) fn to_microseconds(value: Option<Timestamp>) -> Option<Timestamp> {
    value.map(truncate_to_microseconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Item {
        total_count: Option<u64>,
    }

    fn error_text(bytes: &[u8]) -> String {
        let parsed: Result<Page<Item>, _> = parse("list things", bytes);
        let page = match parsed {
            Err(error) => return error.to_string(),
            Ok(page) => page,
        };
        let count = page.value.unwrap_or_default().pop().and_then(|item| item.total_count);
        require("list things", "totalCount", count).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_field_and_hide_its_value() {
        let cases: [(&[u8], &str); 8] = [
            (b"", "it is not JSON"),
            (b"<html>secret</html>", "it is not JSON"),
            (b"{\"value\":[]} secret", "it is not JSON"),
            (b"{\"value\":[{\"totalCount\":", "it is not JSON"),
            (b"{\"value\":\"secret\"}", "field value has an unexpected type"),
            (b"{\"value\":[{},{\"totalCount\":\"secret\"}]}", "field value[1].totalCount has an unexpected type"),
            (b"{\"value\":[{\"totalCount\":null}]}", "field totalCount is missing"),
            (b"{}", "field totalCount is missing"),
        ];
        for (bytes, expected) in cases {
            assert_eq!(error_text(bytes), format!("list things: cannot read the response: {expected}"));
        }
    }

    #[test]
    fn rejects_an_empty_id() {
        assert!(require_id("x", Some(String::new())).is_err());
        assert_eq!(require_id("x", Some("a".into())), Ok("a".into()));
    }
}
