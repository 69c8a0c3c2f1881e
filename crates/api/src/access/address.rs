//! From where a request comes. What a proxy says about it counts only when that proxy is trusted.

use crate::App;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use ipnet::IpNet;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The address of whoever asks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl FromRequestParts<App> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        Ok(Self(client(peer, &parts.headers, &app.trusted_proxies)))
    }
}

/// The last address that no trusted proxy vouches for as another proxy: everything before it may be made up.
pub(super) fn client(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(&address.to_canonical()));
    if !is_trusted(peer) {
        return peer;
    }
    let named = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<&str> = named.flat_map(|text| text.split(',')).map(str::trim).collect();
    let mut client = peer;
    for hop in hops.into_iter().rev() {
        let Ok(address) = hop.parse::<IpAddr>() else { break };
        client = address;
        if !is_trusted(address) {
            break;
        }
    }
    client
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn a_forwarded_address_counts_only_from_a_trusted_proxy() {
        let trusted = ["10.0.0.0/8".parse().unwrap()];
        for (peer, forwarded, expected) in [
            ("203.0.113.7", None, "203.0.113.7"),
            ("203.0.113.7", Some("198.51.100.1"), "203.0.113.7"),
            ("10.0.0.1", Some("198.51.100.1"), "198.51.100.1"),
            ("10.0.0.1", Some("made-up, 198.51.100.1"), "198.51.100.1"),
            ("10.0.0.1", Some("6.6.6.6, 198.51.100.1, 10.0.0.2"), "198.51.100.1"),
            ("10.0.0.1", Some("nonsense"), "10.0.0.1"),
            ("10.0.0.1", Some(""), "10.0.0.1"),
            ("10.0.0.1", None, "10.0.0.1"),
            ("::ffff:10.0.0.1", Some("2001:db8::1"), "2001:db8::1"),
        ] {
            let mut headers = HeaderMap::new();
            forwarded.map(|text| headers.insert("x-forwarded-for", HeaderValue::from_static(text)));
            let found = client(peer.parse().unwrap(), &headers, &trusted);
            assert_eq!(found.to_string(), expected, "{peer} {forwarded:?}");
        }
    }
}
