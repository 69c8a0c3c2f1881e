//! Addresses at the provider: ids go in encoded, and links that come back are checked before a token goes out with them.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;

/// Ids hold `/`, `+` and `=`; only what can mean nothing in a path stays as it is. `$` is left for `$value`.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'$');

/// As in a segment, and the comma between the fields of `$select`.
const QUERY: &AsciiSet = &SEGMENT.remove(b',');

/// The address of segments below the base; none when a segment cannot be an id, because the path would mean another.
pub(super) fn below(base: &Url, segments: &[&str], query: &[(&str, &str)]) -> Option<Url> {
    let mut text = base.as_str().trim_end_matches('/').to_owned();
    for segment in segments {
        if matches!(*segment, "" | "." | "..") {
            return None;
        }
        text.push('/');
        text.extend(utf8_percent_encode(segment, SEGMENT));
    }
    for (index, (name, value)) in query.iter().enumerate() {
        text.push(if index == 0 { '?' } else { '&' });
        text.push_str(name);
        text.push('=');
        text.extend(utf8_percent_encode(value, QUERY));
    }
    Url::parse(&text).ok()
}

/// A link of the provider's, if it leads to the provider: same scheme, host and port.
pub(super) fn own(base: &Url, link: &str) -> Option<Url> {
    let url = Url::parse(link).ok()?;
    let same = url.scheme() == base.scheme()
        && url.host() == base.host()
        && url.port_or_known_default() == base.port_or_known_default();
    (same && url.username().is_empty() && url.password().is_none()).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Url {
        Url::parse("https://graph.microsoft.com/v1.0").unwrap()
    }

    #[test]
    fn what_goes_into_a_path_cannot_change_its_meaning() {
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
            let url = below(&base(), &["messages", segment, "end"], &[]).map(String::from);
            let whole = expected.map(|text| format!("https://graph.microsoft.com/v1.0/messages/{text}/end"));
            assert_eq!(url, whole, "{segment}");
        }
    }

    #[test]
    fn a_query_keeps_its_names_and_encodes_its_values() {
        let query = [("$select", "id,receivedDateTime"), ("$orderby", "receivedDateTime desc"), ("x", "a&b")];
        let url = below(&base(), &["m"], &query).unwrap();
        assert_eq!(url.query(), Some("$select=id,receivedDateTime&$orderby=receivedDateTime%20desc&x=a%26b"));
    }

    #[test]
    fn only_links_to_the_provider_itself_are_followed() {
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
            assert_eq!(own(&base(), link).is_some(), expected, "{link}");
        }
    }
}
