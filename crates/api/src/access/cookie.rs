//! The session cookie. Scripts and other sites cannot read it.
//!
//! With https its name has the prefix `__Host-`: browsers then accept it only from this host over https, so that no other
//! host of the same domain can set it.

use axum::http::{HeaderMap, HeaderValue, header};
use secrecy::{ExposeSecret, SecretString};
use std::time::Duration;
use url::Url;

/// Over plain http. Over https it has the prefix `__Host-`.
pub(crate) const COOKIE_NAME: &str = "stormwire_session";

fn name(public_url: &Url) -> &'static str {
    if public_url.scheme() == "https" { "__Host-stormwire_session" } else { COOKIE_NAME }
}

pub(crate) fn session_token(headers: &HeaderMap, public_url: &Url) -> Option<SecretString> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let expected = name(public_url);
    pairs.find(|(name, _)| *name == expected).map(|(_, token)| SecretString::from(token))
}

/// The value of `Set-Cookie` that starts a session.
pub(crate) fn set_cookie(token: &SecretString, lifetime: Duration, public_url: &Url) -> Option<HeaderValue> {
    let mut value = HeaderValue::from_str(&cookie(token.expose_secret(), lifetime.as_secs(), public_url)).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// The value of `Set-Cookie` that removes the cookie.
pub(crate) fn clear_cookie(public_url: &Url) -> Option<HeaderValue> {
    HeaderValue::from_str(&cookie("", 0, public_url)).ok()
}

fn cookie(token: &str, seconds: u64, public_url: &Url) -> String {
    let secure = if public_url.scheme() == "https" { "; Secure" } else { "" };
    let name = name(public_url);
    format!("{name}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        text.parse().unwrap()
    }

    #[test]
    fn the_cookie_is_secure_exactly_when_the_public_url_is() {
        let token = SecretString::from("abc");
        let set = |public_url| set_cookie(&token, Duration::from_mins(1), &url(public_url)).unwrap();
        assert_eq!(
            set("https://storm.example.gov"),
            "__Host-stormwire_session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure"
        );
        assert_eq!(
            set("http://127.0.0.1:8080"),
            "stormwire_session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Strict"
        );
        assert!(set("http://h").is_sensitive());
    }

    #[test]
    fn finds_the_session_among_other_cookies() {
        for (text, expected) in [
            ("stormwire_session=abc", Some("abc")),
            ("a=b; stormwire_session=abc; c=d", Some("abc")),
            ("stormwire_session=", Some("")),
            ("xstormwire_session=abc", None),
            ("stormwire_session", None),
            ("", None),
        ] {
            let headers = HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static(text))]);
            let found = session_token(&headers, &url("http://127.0.0.1:8080"));
            assert_eq!(found.as_ref().map(ExposeSecret::expose_secret), expected, "{text}");
        }
    }

    #[test]
    fn with_https_only_the_cookie_of_this_host_counts() {
        for (text, expected) in [
            ("__Host-stormwire_session=abc", Some("abc")),
            ("stormwire_session=planted; __Host-stormwire_session=abc", Some("abc")),
            ("stormwire_session=planted", None),
        ] {
            let headers = HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static(text))]);
            let found = session_token(&headers, &url("https://storm.example.gov"));
            assert_eq!(found.as_ref().map(ExposeSecret::expose_secret), expected, "{text}");
        }
    }
}
