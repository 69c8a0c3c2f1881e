//! URLs at the provider. Ids are encoded, and links in responses are checked before a token is sent to them.

use crate::error::MailError;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;

/// Ids contain `/`, `+` and `=`, so everything with a meaning in a path is encoded. `$` is kept for `$value`.
const PATH_ENCODE_SET: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'$');

/// Like a path segment, but keeps the comma between the fields of `$select`.
const QUERY_ENCODE_SET: &AsciiSet = &PATH_ENCODE_SET.remove(b',');

/// The URL of path segments below the base. `None` if a segment is empty or a dot segment, which would change the path.
pub(super) fn build_url(base: &Url, segments: &[&str], query: &[(&str, &str)]) -> Option<Url> {
    let mut text = base.as_str().trim_end_matches('/').to_owned();
    for segment in segments {
        if matches!(*segment, "" | "." | "..") {
            return None;
        }
        text.push('/');
        text.extend(utf8_percent_encode(segment, PATH_ENCODE_SET));
    }
    for (index, (name, value)) in query.iter().enumerate() {
        text.push(if index == 0 { '?' } else { '&' });
        text.push_str(name);
        text.push('=');
        text.extend(utf8_percent_encode(value, QUERY_ENCODE_SET));
    }
    Url::parse(&text).ok()
}

/// Parses a link and checks that it leads to the provider: same scheme, host and port.
pub(super) fn provider_link(base: &Url, link: &str) -> Option<Url> {
    let url = Url::parse(link).ok()?;
    let is_same_origin = url.scheme() == base.scheme()
        && url.host() == base.host()
        && url.port_or_known_default() == base.port_or_known_default();
    (is_same_origin && url.username().is_empty() && url.password().is_none()).then_some(url)
}

/// A link in a response.
pub(super) fn response_link(base: &Url, call: &'static str, link: &str) -> Result<Url, MailError> {
    provider_link(base, link)
        .ok_or_else(|| MailError::Unreadable { call, problem: "a link leads to another host".into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Url {
        Url::parse("https://graph.microsoft.com/v1.0").unwrap()
    }

    #[test]
    fn path_segments_are_encoded() {
        let cases = [
            ("AAMk/In+bo=x", Some("AAMk%2FIn%2Bbo%3Dx")),
            ("AAkA-_8=", Some("AAkA-_8%3D")),
            ("o'neil@example.com", Some("o%27neil%40example.com")),
            ("a?b#c%2F", Some("a%3Fb%23c%252F")),
            ("Störung", Some("St%C3%B6rung")),
            ("$value", Some("$value")),
            ("", None),
            (".", None),
            ("..", None),
        ];
        for (segment, expected) in cases {
            let url = build_url(&base(), &["messages", segment, "end"], &[]).map(String::from);
            let whole = expected.map(|text| format!("https://graph.microsoft.com/v1.0/messages/{text}/end"));
            assert_eq!(url, whole, "{segment}");
        }
    }

    #[test]
    fn query_values_are_encoded() {
        let query = [("$select", "id,receivedDateTime"), ("$orderby", "receivedDateTime desc"), ("x", "a&b")];
        let url = build_url(&base(), &["m"], &query).unwrap();
        assert_eq!(url.query(), Some("$select=id,receivedDateTime&$orderby=receivedDateTime%20desc&x=a%26b"));
    }

    #[test]
    fn accepts_only_links_to_the_provider() {
        let cases = [
            ("https://graph.microsoft.com/v1.0/users/x/messages/delta?$skiptoken=a%2Fb", true),
            ("https://GRAPH.microsoft.com:443/beta?x", true),
            ("http://graph.microsoft.com/v1.0", false),
            ("https://graph.microsoft.com:444/v1.0", false),
            ("https://graph.microsoft.com.evil.example/v1.0", false),
            ("https://graph.microsoft.com@evil.example/v1.0", false),
            ("https://someone@graph.microsoft.com/v1.0", false),
            ("//graph.microsoft.com/v1.0", false),
            ("/v1.0/users", false),
            ("", false),
        ];
        for (link, expected) in cases {
            assert_eq!(provider_link(&base(), link).is_some(), expected, "{link}");
        }
    }
}
