//! Addresses in a config. The host is fixed by whoever writes the config; what a message says may fill a part of the
//! path or the query, and stays one part.

use crate::{Context, StepError, text};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use schemars::JsonSchema;
use serde::Deserialize;
use url::Url;

/// What a filled hole may hold unescaped: the unreserved characters of RFC 3986.
const VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// An `http` or `https` address; path and query may have holes.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct HttpUrl(String);

/// What is wrong with an address that has no holes.
pub(crate) fn fault(text: &str) -> Option<String> {
    if text.contains("{{") {
        return Some("holes are not possible here".into());
    }
    HttpUrl(text.to_owned()).fault()
}

impl HttpUrl {
    /// What is wrong with it.
    pub(crate) fn fault(&self) -> Option<String> {
        let text = &self.0;
        if let Some(fault) = text::fault(text) {
            return Some(fault);
        }
        let Some(head) = text.find("{{").map_or(Some(text.as_str()), |at| text.get(..at)) else {
            return Some("it cannot be read".into());
        };
        let authority = head.split_once("://").map(|(_, rest)| rest);
        if text.contains("{{") && !authority.is_some_and(|rest| rest.contains(['/', '?'])) {
            return Some("a hole may fill a part of the path or the query, not the host".into());
        }
        match Url::parse(head) {
            Err(error) => Some(format!("not a URL: {error}")),
            Ok(url) if !matches!(url.scheme(), "http" | "https") => Some("not an http or https URL".into()),
            Ok(url) if !url.username().is_empty() || url.password().is_some() => {
                Some("a sign-in does not belong here; give the action a credential".into())
            }
            Ok(url) if url.fragment().is_some() => Some("a fragment (#) is never sent".into()),
            Ok(_) => None,
        }
    }

    /// The address with its holes filled.
    pub(crate) fn fill(&self, context: &Context) -> Result<Url, StepError> {
        let escape = |value: &str| utf8_percent_encode(value, VALUE).to_string();
        let filled =
            text::fill_with(&self.0, context, escape).map_err(|error| StepError::Failed(format!("Op.Url: {error}")))?;
        let failed = |why: &str| StepError::Failed(format!("Op.Url: {why}"));
        let url = Url::parse(&filled).map_err(|error| failed(&error.to_string()))?;
        // `..` would lead elsewhere, and is read as such even when it is escaped.
        let path = filled.split(['?', '#']).next().unwrap_or_default();
        let slashes = path.split_once("://").map_or(0, |(_, rest)| rest.matches('/').count());
        if slashes != url.path().matches('/').count() && slashes > 0 {
            return Err(failed("a value would change the path"));
        }
        Ok(url)
    }

    /// For the log: without the query, which may hold what is nobody's business.
    pub(crate) fn shown(&self) -> &str {
        self.0.split('?').next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn a_value_stays_one_part_of_the_address() {
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
        assert!(filled("https://a.example/{{ $.Missing }}").unwrap_err().to_string().contains("nothing at"));
    }

    #[test]
    fn mistakes_are_found_when_the_action_is_saved() {
        for (text, word) in [
            ("", "not a URL"),
            ("a.example/x", "not a URL"),
            ("ftp://a.example/", "http or https"),
            ("file:///etc/passwd", "http or https"),
            ("https://{{ $.Host }}/", "not the host"),
            ("{{ $.Url }}", "not the host"),
            ("https://a.example{{ $.Rest }}", "not the host"),
            ("https://user:word@a.example/", "credential"),
            ("https://a.example/{{ Host }}", "JSONPath"),
            ("https://a.example/#x", "fragment"),
        ] {
            assert!(HttpUrl(text.into()).fault().is_some_and(|fault| fault.contains(word)), "{text}");
        }
        for text in ["http://127.0.0.1:8080", "https://a.example/x?y={{ $.Z }}"] {
            assert_eq!(HttpUrl(text.into()).fault(), None, "{text}");
        }
    }
}
