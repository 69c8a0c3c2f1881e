//! Settings that are valid but unsafe on the open internet. Pure.

use super::Server;
use std::net::IpAddr;
use url::{Host, Url};

/// One sentence for each, which starts with the key and says what to set.
pub fn exposure_warnings(server: &Server) -> Vec<String> {
    let is_public = server.public_url.as_ref().is_some_and(|url| !is_this_machine(url))
        || !server.listen.ip().to_canonical().is_loopback();
    if !is_public {
        return Vec::new();
    }
    [plain_http(server), no_limit(server), untrusted_proxy(server)].into_iter().flatten().collect()
}

fn plain_http(server: &Server) -> Option<String> {
    const FIX: &str = "so passwords, tokens and notifications can be read on the way; set server.tls, or put an HTTPS proxy \
                       in front, and set server.public_url to the https:// address";
    match &server.public_url {
        Some(url) if url.scheme() == "http" && !is_this_machine(url) => {
            Some(format!("server.public_url: {url} is not encrypted, {FIX}"))
        }
        None if server.tls.is_none() => Some(format!(
            "server.public_url: missing, and other machines reach {} without encryption, {FIX}",
            server.listen
        )),
        _ => None,
    }
}

fn no_limit(server: &Server) -> Option<String> {
    (server.anonymous_per_second == 0).then(|| {
        "server.anonymous_per_second: 0 means that one client can use all of this machine; set it, for example to 50"
            .to_owned()
    })
}

/// A service that is reached by HTTPS and listens on this machine only, without TLS, is behind a proxy.
fn untrusted_proxy(server: &Server) -> Option<String> {
    let is_behind_proxy = server.tls.is_none()
        && server.public_url.as_ref().is_some_and(|url| url.scheme() == "https")
        && server.listen.ip().to_canonical().is_loopback();
    (is_behind_proxy && server.trusted_proxies.is_empty()).then(|| {
        format!(
            "server.trusted_proxies: empty, although a proxy seems to forward requests to {}, so all clients count as one \
             and share the limits of sign-in and requests; set it to [\"127.0.0.1\"]",
            server.listen
        )
    })
}

pub(super) fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::from(address).to_canonical().is_loopback(),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ConnectionLimits, TlsFiles};
    use super::*;

    fn server(listen: &str, public_url: Option<&str>, per_second: u32, proxies: &[&str]) -> Server {
        let limits = ConnectionLimits {
            connections: None,
            connections_per_address: None,
            header: None,
            body: None,
            write: None,
            idle: None,
        };
        Server {
            listen: listen.parse().unwrap(),
            public_url: public_url.map(|url| url.parse().unwrap()),
            media_url: "/media".into(),
            anonymous_per_second: per_second,
            trusted_proxies: proxies.iter().map(|network| network.parse().unwrap()).collect(),
            security_contact: None,
            security_log: None,
            tls: None,
            limits,
        }
    }

    fn warned_keys(server: &Server) -> Vec<String> {
        let key = |warning: String| warning.split(':').next().unwrap_or_default().replace("server.", "");
        exposure_warnings(server).into_iter().map(key).collect()
    }

    fn keys(listen: &str, public_url: Option<&str>, per_second: u32, proxies: &[&str]) -> Vec<String> {
        warned_keys(&server(listen, public_url, per_second, proxies))
    }

    #[test]
    fn a_service_with_its_own_tls_needs_no_proxy() {
        let tls = || Some(TlsFiles { certificate: "c.pem".into(), key: "k.pem".into() });
        let with_tls = |listen, public_url| Server { tls: tls(), ..server(listen, public_url, 50, &[]) };
        assert_eq!(warned_keys(&with_tls("0.0.0.0:443", None)), [""; 0]);
        assert_eq!(warned_keys(&with_tls("127.0.0.1:443", Some("https://storm.example.gov"))), [""; 0]);
        assert_eq!(warned_keys(&with_tls("0.0.0.0:443", Some("http://storm.example.gov"))), ["public_url"]);
    }

    #[test]
    fn settings_that_are_unsafe_on_the_internet_are_named() {
        const HTTPS: Option<&str> = Some("https://storm.example.gov");
        const HTTP: Option<&str> = Some("http://storm.example.gov");
        let local = "127.0.0.1:8080";
        assert_eq!(keys(local, None, 0, &[]), [""; 0], "on this machine only");
        assert_eq!(keys(local, Some("http://localhost:8080"), 0, &[]), [""; 0]);
        assert_eq!(keys(local, HTTPS, 50, &["127.0.0.1/32"]), [""; 0]);
        assert_eq!(keys(local, HTTPS, 50, &[]), ["trusted_proxies"]);
        assert_eq!(keys(local, HTTPS, 0, &["127.0.0.1/32"]), ["anonymous_per_second"]);
        assert_eq!(keys(local, HTTP, 50, &[]), ["public_url"]);
        assert_eq!(keys("0.0.0.0:80", HTTP, 0, &[]), ["public_url", "anonymous_per_second"]);
        assert_eq!(
            keys("10.0.0.5:8080", HTTPS, 50, &[]),
            [""; 0],
            "the proxy is another machine and may be trusted by no one"
        );
        assert_eq!(keys("[::]:8080", None, 0, &[]), ["public_url", "anonymous_per_second"]);
    }
}
