//! Finds the address of a client behind proxies.

use axum::http::HeaderMap;
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};

/// Walks `X-Forwarded-For` from the last hop to the first and stops at the first address that is not a trusted proxy:
/// anything before it may be forged.
pub fn client_ip(peer: IpAddr, headers: &HeaderMap, trusted_proxies: &[IpNet]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted_proxies.iter().any(|network| network.contains(&address.to_canonical()));
    if !is_trusted(peer) {
        return peer;
    }
    let forwarded = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<&str> = forwarded.flat_map(|text| text.split(',')).map(str::trim).collect();
    let mut client = peer;
    for hop in hops.into_iter().rev() {
        let Some(address) = parse_hop(hop) else { break };
        client = address;
        if !is_trusted(address) {
            break;
        }
    }
    client
}

/// An address, possibly with the port that some proxies add: `192.0.2.1:443`, `[2001:db8::1]:443`, `[2001:db8::1]`.
fn parse_hop(hop: &str) -> Option<IpAddr> {
    let bracketed = || hop.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    let with_port = || hop.parse::<SocketAddr>().ok().map(|address| address.ip());
    hop.parse().ok().or_else(with_port).or_else(bracketed)
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
            ("10.0.0.1", Some("invalid, 198.51.100.1"), "198.51.100.1"),
            ("10.0.0.1", Some("6.6.6.6, 198.51.100.1, 10.0.0.2"), "198.51.100.1"),
            ("10.0.0.1", Some("nonsense"), "10.0.0.1"),
            ("10.0.0.1", Some(""), "10.0.0.1"),
            ("10.0.0.1", None, "10.0.0.1"),
            ("::ffff:10.0.0.1", Some("2001:db8::1"), "2001:db8::1"),
            ("10.0.0.1", Some("198.51.100.1:50123"), "198.51.100.1"),
            ("10.0.0.1", Some("[2001:db8::1]:50123"), "2001:db8::1"),
            ("10.0.0.1", Some("[2001:db8::1]"), "2001:db8::1"),
            ("10.0.0.1", Some("6.6.6.6, 198.51.100.1:1, 10.0.0.2:2"), "198.51.100.1"),
            ("10.0.0.1", Some("198.51.100.1:99999"), "10.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            forwarded.map(|text| headers.insert("x-forwarded-for", HeaderValue::from_static(text)));
            let found = client_ip(peer.parse().unwrap(), &headers, &trusted);
            assert_eq!(found.to_string(), expected, "{peer} {forwarded:?}");
        }
    }
}
