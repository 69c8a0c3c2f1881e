//! States that were used: each sign-in is finished once. (The code is used once at the provider as well.)

use jiff::Timestamp;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use stormwire_clock::later;

/// Of a sign-in: to enter a password and a second factor.
pub(crate) const SIGN_IN_LIFETIME: Duration = Duration::from_mins(15);
/// The limit of sign-ins per address keeps an attacker far below.
const MAX_STATES: usize = 10_000;

#[derive(Default)]
pub(crate) struct UsedStates(Mutex<HashMap<String, Timestamp>>);

impl UsedStates {
    /// Returns false if it was used before, or if there are too many to remember one more.
    pub(crate) fn use_once(&self, state: &str, now: Timestamp) -> bool {
        let mut used = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() >= MAX_STATES {
            used.retain(|_, expires_at| *expires_at > now);
        }
        if used.len() >= MAX_STATES || used.contains_key(state) {
            return false;
        }
        used.insert(state.to_owned(), later(now, SIGN_IN_LIFETIME));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_used_once_and_memory_is_bounded() {
        let (used, now) = (UsedStates::default(), Timestamp::from_second(1_800_000_000).unwrap());
        assert!(used.use_once("a", now) && !used.use_once("a", now));
        for number in 1..MAX_STATES {
            assert!(used.use_once(&number.to_string(), now));
        }
        assert!(!used.use_once("one more", now));
        assert!(used.use_once("one more", later(now, SIGN_IN_LIFETIME)), "expired ones are forgotten");
    }
}
