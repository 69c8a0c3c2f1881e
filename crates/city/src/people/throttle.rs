//! How often someone may guess: a bucket of guesses that refills slowly. Pure: the time comes in.

use jiff::Timestamp;
use std::collections::HashMap;
use std::time::Duration;
use stormwire_clock::later;

/// How many guesses, and how fast new ones come.
#[derive(Debug, Clone, Copy)]
pub(super) struct Allowance {
    pub(super) guesses: u32,
    pub(super) refill: Duration,
}

/// What each key has used. Bounded: a key whose bucket is full again is forgotten.
#[derive(Debug)]
pub(super) struct Throttle {
    allowance: Allowance,
    /// When the bucket of a key will be full again.
    full_at: HashMap<String, Timestamp>,
}

/// Most keys remembered at once.
const MOST_KEYS: usize = 10_000;

impl Throttle {
    pub(super) fn new(allowance: Allowance) -> Self {
        Self { allowance, full_at: HashMap::new() }
    }

    /// How long the key must wait before it may guess; `None` when it may now.
    pub(super) fn wait(&self, key: &str, now: Timestamp) -> Option<Duration> {
        let full_at = *self.full_at.get(key)?;
        let most = self.allowance.refill * self.allowance.guesses.saturating_sub(1);
        let free_at = stormwire_clock::earlier(full_at, most);
        (free_at > now).then(|| free_at.duration_since(now).unsigned_abs())
    }

    pub(super) fn charge(&mut self, key: &str, now: Timestamp) {
        if self.full_at.len() >= MOST_KEYS {
            self.full_at.retain(|_, full_at| *full_at > now);
        }
        if self.full_at.len() >= MOST_KEYS && !self.full_at.contains_key(key) {
            // Under attack from everywhere at once the oldest debts are forgiven first.
            let soonest = self.full_at.iter().min_by_key(|(_, full_at)| **full_at).map(|(key, _)| key.clone());
            soonest.map(|key| self.full_at.remove(&key));
        }
        let full_at = self.full_at.entry(key.to_owned()).or_insert(now);
        *full_at = later((*full_at).max(now), self.allowance.refill);
    }

    /// Forgives the key's whole debt.
    pub(super) fn forgive(&mut self, key: &str) {
        self.full_at.remove(key);
    }

    /// Gives one guess back.
    pub(super) fn refund(&mut self, key: &str, now: Timestamp) {
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

    const ALLOWANCE: Allowance = Allowance { guesses: 3, refill: Duration::from_secs(30) };

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(seconds).unwrap()
    }

    #[test]
    fn three_wrong_guesses_are_free_then_each_costs_a_wait() {
        let mut throttle = Throttle::new(ALLOWANCE);
        for _ in 0..3 {
            assert_eq!(throttle.wait("ann", at(0)), None);
            throttle.charge("ann", at(0));
        }
        assert_eq!(throttle.wait("ann", at(0)), Some(Duration::from_secs(30)));
        assert_eq!(throttle.wait("ann", at(29)), Some(Duration::from_secs(1)));
        assert_eq!(throttle.wait("ann", at(30)), None);
        assert_eq!(throttle.wait("bob", at(0)), None, "another key is another bucket");
        throttle.charge("ann", at(30));
        assert_eq!(throttle.wait("ann", at(30)), Some(Duration::from_secs(30)));
    }

    #[test]
    fn a_right_guess_forgives() {
        let mut throttle = Throttle::new(ALLOWANCE);
        (0..9).for_each(|_| throttle.charge("ann", at(0)));
        throttle.forgive("ann");
        assert_eq!(throttle.wait("ann", at(0)), None);
    }

    #[test]
    fn a_guess_that_is_given_back_was_free() {
        let mut throttle = Throttle::new(ALLOWANCE);
        for _ in 0..100 {
            throttle.charge("here", at(0));
            throttle.refund("here", at(0));
        }
        assert_eq!((throttle.wait("here", at(0)), throttle.full_at.len()), (None, 0));
    }

    #[test]
    fn memory_stays_bounded_whoever_asks() {
        let mut throttle = Throttle::new(ALLOWANCE);
        for number in 0..MOST_KEYS + 500 {
            throttle.charge(&format!("key {number}"), at(0));
        }
        assert_eq!(throttle.full_at.len(), MOST_KEYS);
        throttle.charge("later", at(10_000));
        assert_eq!(throttle.full_at.len(), 1, "full buckets are forgotten");
    }
}
