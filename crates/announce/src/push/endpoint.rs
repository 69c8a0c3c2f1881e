//! Where messages may be sent. Pure.
//!
//! Anyone can subscribe, so an endpoint is a URL that a stranger chose. Common browsers use a few push services; other hosts
//! are allowed, but only a few subscriptions of them, and they never delay the common ones.

use std::net::IpAddr;
use stormwire_workflow::HttpClient;
use url::{Host, Url};

const MAX_LENGTH: usize = 1_000;

/// The domains of the push services of Chrome, Firefox, Safari and Edge.
const KNOWN_SERVICES: [&str; 4] =
    ["fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Endpoint {
    pub(super) url: Url,
    pub(super) host: String,
    pub(super) is_known_service: bool,
}

impl Endpoint {
    /// The error says what to do. `http` is for a push service on this machine alone, if the configuration allows it.
    pub(super) fn parse(text: &str, http: &HttpClient) -> Result<Self, String> {
        if text.len() > MAX_LENGTH {
            return Err(format!("has {} characters; at most {MAX_LENGTH} are possible", text.len()));
        }
        let url = Url::parse(text).map_err(|error| format!("{text:?} is not a URL: {error}"))?;
        let address = ip_literal(&url);
        let is_allowed = address.is_none_or(|address| http.address_policy().allows(address));
        let is_own_machine = url.scheme() == "http" && address.is_some_and(|address| address.is_loopback());
        if url.scheme() != "https" && !(is_own_machine && is_allowed) {
            return Err(format!("{text:?} is not an https URL; send the endpoint of the browser's subscription"));
        }
        if !is_allowed {
            return Err(format!("{text:?} is a private address that is not in workflow.allow_addresses"));
        }
        if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
            return Err("remove the user name, the password and the fragment (#)".into());
        }
        let host = url.host_str().unwrap_or_default().to_owned();
        let is_known_service = url.scheme() == "https" && KNOWN_SERVICES.iter().any(|domain| is_below(&host, domain));
        Ok(Self { url, host, is_known_service })
    }
}

/// Whether the host is the domain or a part of it.
fn is_below(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

fn ip_literal(url: &Url) -> Option<IpAddr> {
    match url.host()? {
        Host::Ipv4(address) => Some(address.into()),
        Host::Ipv6(address) => Some(address.into()),
        Host::Domain(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use stormwire_clock::VirtualClock;

    fn parse(text: &str, allowed: &[&str]) -> Result<Endpoint, String> {
        let allowed = allowed.iter().map(|network| network.parse().unwrap()).collect();
        Endpoint::parse(text, &HttpClient::new(Arc::new(VirtualClock::frozen()), allowed).unwrap())
    }

    #[test]
    fn common_push_services_are_known() {
        for (text, host, is_known) in [
            ("https://fcm.googleapis.com/fcm/send/abc", "fcm.googleapis.com", true),
            ("https://updates.push.services.mozilla.com/wpush/v2/x", "updates.push.services.mozilla.com", true),
            ("https://web.push.apple.com/x", "web.push.apple.com", true),
            ("https://wns2-by3p.notify.windows.com/w/?token=x", "wns2-by3p.notify.windows.com", true),
            ("https://storage.googleapis.com/x", "storage.googleapis.com", false),
            ("https://evilpush.apple.com.example/", "evilpush.apple.com.example", false),
            ("https://evilpush.apple.com/", "evilpush.apple.com", false),
            ("https://PUSH.Example:8443/x", "push.example", false),
        ] {
            let found = parse(text, &[]).unwrap();
            assert_eq!((found.host.as_str(), found.is_known_service), (host, is_known), "{text}");
        }
    }

    const NOTHING: &[&str] = &[];
    const LOOPBACK: &[&str] = &["127.0.0.0/8"];
    const PRIVATE: &[&str] = &["10.0.0.0/8"];

    #[test]
    fn private_and_unencrypted_endpoints_are_rejected() {
        let long = format!("https://push.example/{}", "x".repeat(MAX_LENGTH));
        for (text, allowed, word) in [
            ("", NOTHING, "not a URL"),
            ("push.example/x", NOTHING, "not a URL"),
            ("http://push.example/x", NOTHING, "not an https URL"),
            ("http://127.0.0.1:9/x", NOTHING, "not an https URL"),
            ("http://localhost:9/x", LOOPBACK, "not an https URL"),
            ("http://10.0.0.1/x", PRIVATE, "not an https URL"),
            ("ftp://127.0.0.1/x", LOOPBACK, "not an https URL"),
            ("https://127.0.0.1/x", NOTHING, "workflow.allow_addresses"),
            ("https://[::ffff:127.0.0.1]/x", NOTHING, "workflow.allow_addresses"),
            ("https://169.254.169.254/latest", NOTHING, "workflow.allow_addresses"),
            ("https://user:word@push.example/x", NOTHING, "remove"),
            ("https://push.example/x#y", NOTHING, "remove"),
            (long.as_str(), NOTHING, "at most"),
        ] {
            let error = parse(text, allowed).unwrap_err();
            assert!(error.contains(word), "{text}: {error}");
        }
        assert!(!parse("http://127.0.0.1:9/x", LOOPBACK).unwrap().is_known_service);
    }
}
