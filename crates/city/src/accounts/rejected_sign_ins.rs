//! Sign-in attempts that are rejected before the password is checked. They reach the security log in a bounded number of
//! lines: the 1st, 10th, 100th attempt and so on of an address in a minute. Pure: times are parameters.

use crate::counted_address;
use jiff::Timestamp;
use serde_json::json;
use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;
use stormwire_store::tables::audit::{Actor, AuditChange};

/// Addresses that are counted on their own in a minute; all others are counted together.
const MAX_ADDRESSES: usize = 100;
/// Of a name in the log. No user has a longer name.
const MAX_NAME_LENGTH: usize = 100;

#[derive(Debug, Clone, Copy)]
pub(super) enum Rejection {
    /// No user can have such a name.
    InvalidName,
    TooManyAttempts {
        after: Duration,
    },
}

impl Rejection {
    /// In the security log and in metrics.
    pub(super) fn reason(self) -> &'static str {
        match self {
            Self::InvalidName => "invalid-name",
            Self::TooManyAttempts { .. } => "too-many-attempts",
        }
    }
}

/// The attempts of the current minute.
#[derive(Debug, Default)]
pub(super) struct RejectedSignIns {
    minute: i64,
    counts: HashMap<(&'static str, Option<IpAddr>), u64>,
}

impl RejectedSignIns {
    /// Counts an attempt. Returns what to write to the security log, if anything.
    pub(super) fn count(
        &mut self,
        rejection: Rejection,
        name: &str,
        from: IpAddr,
        now: Timestamp,
    ) -> Option<(Actor, AuditChange)> {
        let minute = now.as_second().div_euclid(60);
        if minute != self.minute {
            *self = Self { minute, counts: HashMap::new() };
        }
        let own = (rejection.reason(), Some(counted_address(from)));
        let is_own = self.counts.contains_key(&own) || self.counts.len() < MAX_ADDRESSES;
        let count = self.counts.entry(if is_own { own } else { (own.0, None) }).or_default();
        *count += 1;
        is_power_of_ten(*count).then(|| {
            let actor = Actor { username: printable(name), request_id: None, address: is_own.then_some(from) };
            (actor, change(rejection, *count))
        })
    }
}

fn change(rejection: Rejection, count: u64) -> AuditChange {
    let after = Some(json!({ "reason": rejection.reason(), "count": count }));
    AuditChange { action: "sign-in-rejected", resource: "session", resource_id: None, before: None, after }
}

fn is_power_of_ten(count: u64) -> bool {
    10_u64.checked_pow(count.ilog10()) == Some(count)
}

/// A stranger chose the name, so it may contain anything.
fn printable(name: &str) -> String {
    let visible = |c: char| if c.is_ascii_graphic() || c == ' ' { c } else { char::REPLACEMENT_CHARACTER };
    name.chars().take(MAX_NAME_LENGTH).map(visible).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    /// The counts that are written when an address is rejected this often.
    fn written(rejected: &mut RejectedSignIns, attempts: usize, from: &str, now: Timestamp) -> Vec<u64> {
        let from = from.parse().unwrap();
        let lines = (0..attempts).filter_map(|_| rejected.count(Rejection::InvalidName, "a b", from, now));
        lines.map(|(_, change)| change.after.unwrap()["count"].as_u64().unwrap()).collect()
    }

    #[test]
    fn a_flood_is_a_few_lines_with_counts() {
        let mut rejected = RejectedSignIns::default();
        assert_eq!(written(&mut rejected, 5_000, "203.0.113.1", at(0)), [1, 10, 100, 1_000]);
        assert_eq!(written(&mut rejected, 1, "203.0.113.2", at(30)), [1], "another address");
        assert_eq!(written(&mut rejected, 1, "203.0.113.1", at(30)), [0; 0]);
        assert_eq!(written(&mut rejected, 1, "203.0.113.1", at(60)), [1], "another minute");
    }

    #[test]
    fn many_addresses_share_their_lines() {
        let mut rejected = RejectedSignIns::default();
        let flood =
            |number: u32| written(&mut rejected, 1, &format!("198.51.{}.{}", number / 250, number % 250), at(0));
        let lines: Vec<u64> = (0..5_000).flat_map(flood).collect();
        assert_eq!(lines.len(), MAX_ADDRESSES + 4, "1, 10, 100 and 1,000 of all others");
        assert!(rejected.counts.len() <= MAX_ADDRESSES + 1);
    }

    #[test]
    fn names_are_short_and_printable() {
        let mut rejected = RejectedSignIns::default();
        let name = format!("a\u{1b}[2J\n\u{202e}{}", "x".repeat(1_000_000));
        let from = "203.0.113.1".parse().unwrap();
        let (actor, _) = rejected.count(Rejection::InvalidName, &name, from, at(0)).unwrap();
        assert_eq!(actor.username, format!("a\u{fffd}[2J\u{fffd}\u{fffd}{}", "x".repeat(93)));
    }
}
