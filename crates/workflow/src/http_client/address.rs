//! Which addresses a workflow or an event sink may call: public ones, and the networks that the configuration allows. Pure.
//!
//! A config contains host names, and their DNS may point to this machine, to its database or to the metadata service of a
//! cloud. So addresses are checked, not names.

use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

const fn v4(a: u8, b: u8, c: u8, length: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, 0), length)
}

const fn v6(a: u16, b: u16, length: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0), length)
}

/// Not public, by the registry of special-purpose addresses (RFC 6890).
const SPECIAL_V4: [Ipv4Net; 15] = [
    v4(0, 0, 0, 8),       // this network
    v4(10, 0, 0, 8),      // private
    v4(100, 64, 0, 10),   // carrier-grade NAT
    v4(127, 0, 0, 8),     // loopback
    v4(169, 254, 0, 16),  // link-local, the metadata service of clouds
    v4(172, 16, 0, 12),   // private
    v4(192, 0, 0, 24),    // protocols
    v4(192, 0, 2, 24),    // documentation
    v4(192, 88, 99, 24),  // relays
    v4(192, 168, 0, 16),  // private
    v4(198, 18, 0, 15),   // benchmarks
    v4(198, 51, 100, 24), // documentation
    v4(203, 0, 113, 24),  // documentation
    v4(224, 0, 0, 4),     // multicast
    v4(240, 0, 0, 4),     // reserved, broadcast
];

/// Excludes loopback, link-local, unique-local and multicast.
const GLOBAL_UNICAST_V6: Ipv6Net = v6(0x2000, 0, 3);
const SPECIAL_V6: [Ipv6Net; 4] = [
    v6(0x2001, 0, 23),     // protocols, tunnels
    v6(0x2001, 0xdb8, 32), // documentation
    v6(0x2002, 0, 16),     // tunnels that carry IPv4 addresses
    v6(0x3fff, 0, 20),     // documentation
];
/// NAT64: IPv4 addresses as seen from a network that has only IPv6.
const NAT64: Ipv6Net = v6(0x64, 0xff9b, 96);

/// Which addresses may be called: public ones and these networks.
#[derive(Debug, Clone)]
pub struct AddressPolicy(Arc<[IpNet]>);

impl AddressPolicy {
    pub fn new(allowed: Vec<IpNet>) -> Self {
        Self(allowed.into())
    }

    pub fn allows(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        is_public(address) || self.0.iter().any(|network| network.contains(&address))
    }
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !SPECIAL_V4.iter().any(|network| network.contains(&address)),
        IpAddr::V6(address) if NAT64.contains(&address) => {
            let [.., a, b, c, d] = address.octets();
            is_public(Ipv4Addr::new(a, b, c, d).into())
        }
        IpAddr::V6(address) => {
            GLOBAL_UNICAST_V6.contains(&address) && !SPECIAL_V6.iter().any(|network| network.contains(&address))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_allowed_by_default() {
        let policy = AddressPolicy::new(Vec::new());
        for open in ["8.8.8.8", "100.63.0.1", "172.32.0.1", "2606:4700::1", "::ffff:8.8.8.8", "64:ff9b::808:808"] {
            assert!(policy.allows(open.parse().unwrap()), "{open}");
        }
        for closed in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.255.0.9",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.9.9",
            "192.168.1.1",
            "198.19.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "fec0::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::a00:1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
        ] {
            assert!(!policy.allows(closed.parse().unwrap()), "{closed}");
        }
    }

    #[test]
    fn configured_networks_are_allowed_in_every_notation() {
        let policy = AddressPolicy::new(vec!["127.0.0.0/8".parse().unwrap(), "fd00:1::/32".parse().unwrap()]);
        for (address, open) in [
            ("127.0.0.1", true),
            ("::ffff:127.0.0.1", true),
            ("fd00:1::9", true),
            ("fd00:2::9", false),
            ("::1", false),
            ("10.0.0.1", false),
        ] {
            assert_eq!(policy.allows(address.parse().unwrap()), open, "{address}");
        }
    }
}
