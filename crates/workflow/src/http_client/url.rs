//! URLs in a config. The host is fixed; values of a message can only fill one segment of the path or one value of the query.

use crate::{Context, StepError, text};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use schemars::JsonSchema;
use serde::Deserialize;
use url::Url;

/// Everything but the unreserved characters of RFC 3986 is escaped in values.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// An `http` or `https` URL. Path and query may contain placeholders.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct HttpUrl(String);

/// Validates a URL that may not contain placeholders. Returns what is wrong.
pub fn validate(text: &str) -> Option<String> {
    if text.contains("{{") {
        return Some("placeholders are not supported here".into());
    }
    HttpUrl(text.to_owned()).validate()
}

impl HttpUrl {
    pub(crate) fn validate(&self) -> Option<String> {
        let text = &self.0;
        if let Some(message) = text::validate(text) {
            return Some(message);
        }
        let head = text.find("{{").map_or(text.as_str(), |at| &text[..at]);
        let authority = head.split_once("://").map(|(_, rest)| rest);
        if text.contains("{{") && !authority.is_some_and(|rest| rest.contains(['/', '?'])) {
            return Some("a placeholder can be in the path or the query, not in the host".into());
        }
        match Url::parse(head) {
            Err(error) => Some(format!("not a URL: {error}")),
            Ok(url) if !matches!(url.scheme(), "http" | "https") => Some("not an http or https URL".into()),
            Ok(url) if !url.username().is_empty() || url.password().is_some() => {
                Some("remove the user name and password, and select a credential for the action".into())
            }
            Ok(url) if url.fragment().is_some() => Some("remove the fragment (#), which is never sent".into()),
            Ok(_) => None,
        }
    }

    /// Replaces the placeholders.
    pub(crate) fn fill(&self, context: &Context) -> Result<Url, StepError> {
        let escape = |value: &str| utf8_percent_encode(value, ESCAPED).to_string();
        let filled = text::fill_placeholders_escaped(&self.0, context, escape)
            .map_err(|error| StepError::Failed(format!("Op.Url: {error}")))?;
        let failed = |error: &str| StepError::Failed(format!("Op.Url: {error}"));
        let url = Url::parse(&filled).map_err(|error| failed(&error.to_string()))?;
        // `..` would change the path, even when it is escaped.
        let path = filled.split(['?', '#']).next().unwrap_or_default();
        let slashes = path.split_once("://").map_or(0, |(_, rest)| rest.matches('/').count());
        if slashes != url.path().matches('/').count() && slashes > 0 {
            return Err(failed("a value contains `..` and would change the path"));
        }
        Ok(url)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// For the log: without the query, which may contain secrets.
    pub(crate) fn without_query(&self) -> &str {
        self.0.split('?').next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn a_value_stays_one_part_of_the_url() {
        let Value::Object(root) = json!({"A": "x/../y?z=1&é #", "Up": "..", "N": 7}) else { unreachable!() };
        let context = Context::new(root);
        let filled = |text: &str| HttpUrl(text.into()).fill(&context).map(|url| url.to_string());
        assert_eq!(
            filled("https://a.example/v1/{{ $.A }}/b").unwrap(),
            "https://a.example/v1/x%2F..%2Fy%3Fz%3D1%26%C3%A9%20%23/b"
        );
        assert_eq!(
            filled("https://a.example?q={{ $.A }}&n={{ $.N }}").unwrap(),
            "https://a.example/?q=x%2F..%2Fy%3Fz%3D1%26%C3%A9%20%23&n=7"
        );
        assert!(filled("https://a.example/v1/{{ $.Up }}/b").unwrap_err().to_string().contains("change the path"));
        assert!(filled("https://a.example/{{ $.Missing }}").unwrap_err().to_string().contains("no value at"));
    }

    #[test]
    fn invalid_urls_are_rejected() {
        for (text, word) in [
            ("", "not a URL"),
            ("a.example/x", "not a URL"),
            ("ftp://a.example/", "http or https"),
            ("file:///etc/passwd", "http or https"),
            ("https://{{ $.Host }}/", "not in the host"),
            ("{{ $.Url }}", "not in the host"),
            ("https://a.example{{ $.Rest }}", "not in the host"),
            ("https://user:word@a.example/", "credential"),
            ("https://a.example/{{ Host }}", "JSONPath"),
            ("https://a.example/#x", "fragment"),
        ] {
            assert!(HttpUrl(text.into()).validate().is_some_and(|message| message.contains(word)), "{text}");
        }
        for text in ["http://127.0.0.1:8080", "https://a.example/x?y={{ $.Z }}"] {
            assert_eq!(HttpUrl(text.into()).validate(), None, "{text}");
        }
    }
}
