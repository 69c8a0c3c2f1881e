//! Limits sign-in attempts: a bucket of attempts that refills slowly. Pure: times are parameters.
//!
//! An address has a bucket for all its attempts and one for each account that it tries. No bucket belongs to an account
//! alone, because then anyone could lock its user out by guessing.

use crate::counted_address;
use jiff::Timestamp;
use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;
use stormwire_clock::later;

const PER_ADDRESS_AND_ACCOUNT: Allowance = Allowance { attempts: 20, refill: Duration::from_secs(30) };
const PER_ADDRESS: Allowance = Allowance { attempts: 50, refill: Duration::from_secs(5) };

#[derive(Debug)]
pub(super) struct Throttles {
    pairs: Throttle,
    addresses: Throttle,
}

impl Default for Throttles {
    fn default() -> Self {
        Self { pairs: Throttle::new(PER_ADDRESS_AND_ACCOUNT), addresses: Throttle::new(PER_ADDRESS) }
    }
}

/// Who tries to sign in as whom.
#[derive(Debug)]
pub(super) struct Attempt {
    address: String,
    pair: String,
}

impl Attempt {
    pub(super) fn new(account: &str, from: IpAddr) -> Self {
        let address = counted_address(from).to_string();
        let pair = format!("{address} {}", account.to_lowercase());
        Self { address, pair }
    }
}

impl Throttles {
    /// Charges an attempt, or returns how long to wait.
    pub(super) fn use_attempt(&mut self, attempt: &Attempt, now: Timestamp) -> Option<Duration> {
        let Attempt { address, pair } = attempt;
        let wait = self.pairs.remaining_wait(pair, now).max(self.addresses.remaining_wait(address, now));
        if wait.is_none() {
            self.pairs.use_attempt(pair, now);
            self.addresses.use_attempt(address, now);
        }
        wait
    }

    /// The password was correct: forgets the wrong ones and refunds one attempt to the address.
    pub(super) fn record_success(&mut self, attempt: &Attempt, now: Timestamp) {
        self.pairs.reset(&attempt.pair);
        self.addresses.return_attempt(&attempt.address, now);
    }
}

#[derive(Debug, Clone, Copy)]
struct Allowance {
    attempts: u32,
    /// Time to refill one attempt.
    refill: Duration,
}

/// Bounded: a key whose bucket is full again is dropped.
#[derive(Debug)]
struct Throttle {
    allowance: Allowance,
    /// When the bucket of a key will be full again.
    full_at: HashMap<String, Timestamp>,
}

const MAX_KEYS: usize = 10_000;

impl Throttle {
    fn new(allowance: Allowance) -> Self {
        Self { allowance, full_at: HashMap::new() }
    }

    /// How long the key must wait; `None` if an attempt is allowed now.
    fn remaining_wait(&self, key: &str, now: Timestamp) -> Option<Duration> {
        let full_at = *self.full_at.get(key)?;
        let most = self.allowance.refill * self.allowance.attempts.saturating_sub(1);
        let free_at = stormwire_clock::earlier(full_at, most);
        (free_at > now).then(|| free_at.duration_since(now).unsigned_abs())
    }

    fn use_attempt(&mut self, key: &str, now: Timestamp) {
        if self.full_at.len() >= MAX_KEYS {
            self.full_at.retain(|_, full_at| *full_at > now);
        }
        if self.full_at.len() >= MAX_KEYS && !self.full_at.contains_key(key) {
            // Under attack from many addresses, the key that refills soonest is dropped first.
            let soonest = self.full_at.iter().min_by_key(|(_, full_at)| **full_at).map(|(key, _)| key.clone());
            soonest.map(|key| self.full_at.remove(&key));
        }
        let full_at = self.full_at.entry(key.to_owned()).or_insert(now);
        *full_at = later((*full_at).max(now), self.allowance.refill);
    }

    /// Refills the bucket.
    fn reset(&mut self, key: &str) {
        self.full_at.remove(key);
    }

    /// Gives one attempt back.
    fn return_attempt(&mut self, key: &str, now: Timestamp) {
        if let Some(full_at) = self.full_at.get_mut(key) {
            *full_at = stormwire_clock::earlier(*full_at, self.allowance.refill);
            if *full_at <= now {
                self.full_at.remove(key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALLOWANCE: Allowance = Allowance { attempts: 3, refill: Duration::from_secs(30) };

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(seconds).unwrap()
    }

    #[test]
    fn three_attempts_are_free_then_each_costs_a_wait() {
        let mut throttle = Throttle::new(ALLOWANCE);
        for _ in 0..3 {
            assert_eq!(throttle.remaining_wait("ann", at(0)), None);
            throttle.use_attempt("ann", at(0));
        }
        assert_eq!(throttle.remaining_wait("ann", at(0)), Some(Duration::from_secs(30)));
        assert_eq!(throttle.remaining_wait("ann", at(29)), Some(Duration::from_secs(1)));
        assert_eq!(throttle.remaining_wait("ann", at(30)), None);
        assert_eq!(throttle.remaining_wait("bob", at(0)), None, "another key is another bucket");
        throttle.use_attempt("ann", at(30));
        assert_eq!(throttle.remaining_wait("ann", at(30)), Some(Duration::from_secs(30)));
    }

    #[test]
    fn reset_allows_attempts_again() {
        let mut throttle = Throttle::new(ALLOWANCE);
        (0..9).for_each(|_| throttle.use_attempt("ann", at(0)));
        throttle.reset("ann");
        assert_eq!(throttle.remaining_wait("ann", at(0)), None);
    }

    #[test]
    fn refunded_attempt_is_free() {
        let mut throttle = Throttle::new(ALLOWANCE);
        for _ in 0..100 {
            throttle.use_attempt("here", at(0));
            throttle.return_attempt("here", at(0));
        }
        assert_eq!((throttle.remaining_wait("here", at(0)), throttle.full_at.len()), (None, 0));
    }

    #[test]
    fn an_address_slows_itself_and_nobody_else() {
        let mut throttles = Throttles::default();
        let attempt = |account: &str, from: &str| Attempt::new(account, from.parse().unwrap());
        for _ in 0..20 {
            assert_eq!(throttles.use_attempt(&attempt("Ann", "203.0.113.1"), at(0)), None);
        }
        for (account, from, is_slowed) in [
            ("ann", "203.0.113.1", true),
            ("ann", "::ffff:203.0.113.1", true),
            ("bob", "203.0.113.1", false),
            ("ann", "203.0.113.2", false),
        ] {
            assert_eq!(throttles.use_attempt(&attempt(account, from), at(0)).is_some(), is_slowed, "{account} {from}");
        }
        for number in 0..29 {
            assert_eq!(throttles.use_attempt(&attempt(&format!("u{number}"), "203.0.113.1"), at(0)), None);
        }
        assert!(throttles.use_attempt(&attempt("carol", "203.0.113.1"), at(0)).is_some(), "50 attempts in all");
    }

    #[test]
    fn the_addresses_of_an_ipv6_network_share_their_attempts() {
        let mut throttles = Throttles::default();
        let mut is_slowed =
            |from: String| throttles.use_attempt(&Attempt::new("ann", from.parse().unwrap()), at(0)).is_some();
        assert!((0..20).all(|number| !is_slowed(format!("2001:db8:0:1::{number}"))));
        assert!(is_slowed("2001:db8:0:1:2:3:4:5".to_owned()));
        assert!(!is_slowed("2001:db8:0:2::1".to_owned()));
    }

    #[test]
    fn memory_is_bounded() {
        let mut throttle = Throttle::new(ALLOWANCE);
        for number in 0..MAX_KEYS + 500 {
            throttle.use_attempt(&format!("key {number}"), at(0));
        }
        assert_eq!(throttle.full_at.len(), MAX_KEYS);
        throttle.use_attempt("later", at(10_000));
        assert_eq!(throttle.full_at.len(), 1, "full buckets are dropped");
    }
}
