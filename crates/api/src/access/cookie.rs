//! Cookies. Scripts and other sites cannot read them.
//!
//! With https their names have the prefix `__Host-`: browsers then accept them only from this host over https, so that no
//! other host of the same domain can set them.

use axum::http::{HeaderMap, HeaderValue, header};
use secrecy::{ExposeSecret, SecretString};
use std::time::Duration;
use url::Url;

/// Over plain http. Over https it has the prefix `__Host-`.
pub(crate) const COOKIE_NAME: &str = "stormwire_session";

/// Keeps a user signed in. Requests from other sites never carry it.
pub(crate) const SESSION_COOKIE: Cookie =
    Cookie { plain_name: COOKIE_NAME, host_name: "__Host-stormwire_session", same_site: "Strict" };

/// Remembers a sign-in at the identity provider, whose page leads the browser back here.
pub(crate) const PENDING_COOKIE: Cookie =
    Cookie { plain_name: "stormwire_oidc", host_name: "__Host-stormwire_oidc", same_site: "Lax" };

pub(crate) struct Cookie {
    plain_name: &'static str,
    host_name: &'static str,
    same_site: &'static str,
}

impl Cookie {
    fn name(&self, public_url: &Url) -> &'static str {
        if public_url.scheme() == "https" { self.host_name } else { self.plain_name }
    }

    pub(crate) fn read(&self, headers: &HeaderMap, public_url: &Url) -> Option<SecretString> {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let expected = self.name(public_url);
        pairs.find(|(name, _)| *name == expected).map(|(_, value)| SecretString::from(value))
    }

    /// The value of `Set-Cookie`.
    pub(crate) fn set(&self, value: &SecretString, lifetime: Duration, public_url: &Url) -> Option<HeaderValue> {
        let text = self.text(value.expose_secret(), lifetime.as_secs(), public_url);
        let mut value = HeaderValue::from_str(&text).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// The value of `Set-Cookie` that removes the cookie.
    pub(crate) fn clear(&self, public_url: &Url) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.text("", 0, public_url)).ok()
    }

    fn text(&self, value: &str, seconds: u64, public_url: &Url) -> String {
        let secure = if public_url.scheme() == "https" { "; Secure" } else { "" };
        let (name, same_site) = (self.name(public_url), self.same_site);
        format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite={same_site}{secure}")
    }
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
        let set = |public_url| SESSION_COOKIE.set(&token, Duration::from_mins(1), &url(public_url)).unwrap();
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
    fn a_page_of_another_site_may_lead_back_with_the_pending_cookie_only() {
        let value = SecretString::from("abc");
        let set = PENDING_COOKIE.set(&value, Duration::from_mins(1), &url("https://storm.example.gov")).unwrap();
        assert_eq!(set, "__Host-stormwire_oidc=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure");
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
            let found = SESSION_COOKIE.read(&headers, &url("http://127.0.0.1:8080"));
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
            let found = SESSION_COOKIE.read(&headers, &url("https://storm.example.gov"));
            assert_eq!(found.as_ref().map(ExposeSecret::expose_secret), expected, "{text}");
        }
    }
}
