//! Limits sign-in attempts: a bucket of attempts that refills slowly. Pure: times are parameters.

use jiff::Timestamp;
use std::collections::HashMap;
use std::time::Duration;
use stormwire_clock::later;

#[derive(Debug, Clone, Copy)]
pub(super) struct Allowance {
    pub(super) attempts: u32,
    /// Time to refill one attempt.
    pub(super) refill: Duration,
}

/// Bounded: a key whose bucket is full again is dropped.
#[derive(Debug)]
pub(super) struct Throttle {
    allowance: Allowance,
    /// When the bucket of a key will be full again.
    full_at: HashMap<String, Timestamp>,
}

const MAX_KEYS: usize = 10_000;

impl Throttle {
    pub(super) fn new(allowance: Allowance) -> Self {
        Self { allowance, full_at: HashMap::new() }
    }

    /// How long the key must wait; `None` if an attempt is allowed now.
    pub(super) fn remaining_wait(&self, key: &str, now: Timestamp) -> Option<Duration> {
        let full_at = *self.full_at.get(key)?;
        let most = self.allowance.refill * self.allowance.attempts.saturating_sub(1);
        let free_at = stormwire_clock::earlier(full_at, most);
        (free_at > now).then(|| free_at.duration_since(now).unsigned_abs())
    }

    pub(super) fn use_attempt(&mut self, key: &str, now: Timestamp) {
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
    pub(super) fn reset(&mut self, key: &str) {
        self.full_at.remove(key);
    }

    /// Gives one attempt back.
    pub(super) fn return_attempt(&mut self, key: &str, now: Timestamp) {
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
