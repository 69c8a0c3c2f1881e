//! Finds secrets that others can read: those sent without encryption, and those in a URL.

use url::{Host, Url};

/// Whether a call of the URL crosses a network without encryption. Placeholders are allowed.
pub(crate) fn is_unencrypted(url: &str) -> bool {
    let head = url.split("{{").next().unwrap_or_default();
    let Ok(url) = Url::parse(head) else { return false };
    let is_loopback = match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    };
    url.scheme() == "http" && !is_loopback
}

/// Names of parameters that hold keys, and endings of such names, without separators.
const KEY_NAMES: [&str; 4] = ["code", "sig", "auth", "pwd"];
const KEY_ENDINGS: [&str; 6] = ["key", "token", "secret", "password", "signature", "passwd"];

/// The first parameter of the query that looks like a key. Values of messages are none.
pub fn key_in_query(url: &str) -> Option<String> {
    let (_, query) = url.split_once('?')?;
    let is_key = |name: &str| {
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let plain = plain.to_ascii_lowercase();
        KEY_NAMES.contains(&plain.as_str()) || KEY_ENDINGS.iter().any(|ending| plain.ends_with(ending))
    };
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    let found = pairs.find(|(name, value)| is_key(name) && !value.is_empty() && !value.contains("{{"));
    found.map(|(name, _)| name.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_http_over_a_network_is_unencrypted() {
        for (url, expected) in [
            ("http://api.example.com/x", true),
            ("http://10.0.0.1:8080", true),
            ("http://localhost.example.com/", true),
            ("http://a.example/{{ $.Id }}", true),
            ("https://api.example.com/x", false),
            ("http://localhost:8080/x", false),
            ("http://hook.localhost/x", false),
            ("http://127.0.0.2/x", false),
            ("http://[::1]:9/x", false),
            ("••••", false),
        ] {
            assert_eq!(is_unencrypted(url), expected, "{url}");
        }
    }

    #[test]
    fn keys_in_a_query_are_recognized_by_name() {
        for (url, expected) in [
            ("https://a.example/x?api_key=abc", Some("api_key")),
            ("https://a.example/x?a=1&X-Api-Key=abc", Some("X-Api-Key")),
            ("https://a.example/x?access_token=abc", Some("access_token")),
            ("https://a.example/x?code=abc", Some("code")),
            ("https://a.example/x?subscription%2Dkey=abc", Some("subscription-key")),
            ("https://a.example/x?service_code=TREE", None),
            ("https://a.example/x?key={{ $.Key }}", None),
            ("https://a.example/x?key=", None),
            ("https://a.example/api_key", None),
            ("https://a.example/x?keyboard=us", None),
        ] {
            assert_eq!(key_in_query(url).as_deref(), expected, "{url}");
        }
    }
}
