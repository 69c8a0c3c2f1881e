//! Reading replies. What cannot be read is named by its field; its value is never shown, it may be someone's mail.

use crate::MailError;
use jiff::Timestamp;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use stormwire_clock::whole_microseconds;

/// A page of anything.
#[derive(Deserialize)]
pub(super) struct Page<T> {
    pub value: Option<Vec<T>>,
    #[serde(rename = "@odata.nextLink")]
    pub next: Option<String>,
    #[serde(rename = "@odata.deltaLink")]
    pub delta: Option<String>,
}

/// A reply as its shape.
pub(super) fn read<T: DeserializeOwned>(call: &'static str, bytes: &[u8]) -> Result<T, MailError> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let read = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let what = if error.inner().is_data() {
            format!("the field {} has another form", error.path())
        } else {
            "it is not JSON".into()
        };
        MailError::Unreadable { call, what }
    })?;
    reader.end().map_err(|_| MailError::Unreadable { call, what: "it is not JSON".into() })?;
    Ok(read)
}

/// A field that has to be there.
pub(super) fn need<T>(call: &'static str, field: &str, value: Option<T>) -> Result<T, MailError> {
    value.ok_or_else(|| MailError::Unreadable { call, what: format!("the field {field} is missing") })
}

/// An id, which has to be there and cannot be empty.
pub(super) fn id(call: &'static str, value: Option<String>) -> Result<String, MailError> {
    need(call, "id", value.filter(|id| !id.is_empty()))
}

/// A time in the precision that everything else here has.
pub(super) fn time(value: Option<Timestamp>) -> Option<Timestamp> {
    value.map(whole_microseconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Item {
        total_count: Option<u64>,
    }

    fn what(bytes: &[u8]) -> String {
        let read: Result<Page<Item>, _> = read("list things", bytes);
        let page = match read {
            Err(error) => return error.to_string(),
            Ok(page) => page,
        };
        let count = page.value.unwrap_or_default().pop().and_then(|item| item.total_count);
        need("list things", "totalCount", count).unwrap_err().to_string()
    }

    #[test]
    fn what_cannot_be_read_is_named_and_not_shown() {
        let cases: [(&[u8], &str); 8] = [
            (b"", "it is not JSON"),
            (b"<html>secret</html>", "it is not JSON"),
            (b"{\"value\":[]} secret", "it is not JSON"),
            (b"{\"value\":[{\"totalCount\":", "it is not JSON"),
            (b"{\"value\":\"secret\"}", "the field value has another form"),
            (b"{\"value\":[{},{\"totalCount\":\"secret\"}]}", "the field value[1].totalCount has another form"),
            (b"{\"value\":[{\"totalCount\":null}]}", "the field totalCount is missing"),
            (b"{}", "the field totalCount is missing"),
        ];
        for (bytes, expected) in cases {
            assert_eq!(what(bytes), format!("list things: the reply cannot be read: {expected}"));
        }
    }

    #[test]
    fn an_empty_id_is_no_id() {
        assert!(id("x", Some(String::new())).is_err());
        assert_eq!(id("x", Some("a".into())), Ok("a".into()));
    }
}
