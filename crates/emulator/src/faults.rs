//! Faults on demand: what goes wrong, how often, and by which seed, so that a failing run can be repeated.

use crate::refusal::Refusal;
use axum::http::{StatusCode, header};
use serde::Deserialize;
use stormwire_clock::SeededRng;
use stormwire_clock::Rng;

/// What `POST /_emulator/faults` takes; each call replaces the set in force.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "the shape of the JSON that the contract gives")]
pub struct FaultSet {
    /// The share of notifications that are never sent.
    pub drop: f64,
    /// The share of notifications that are sent twice.
    pub duplicate: f64,
    /// The share of calls that are throttled.
    #[serde(rename = "status429")]
    pub throttled: f64,
    /// The share of calls that fail on the server's side.
    #[serde(rename = "status5xx")]
    pub broken: f64,
    /// Notifications arrive in another order.
    pub reorder: bool,
    /// Notifications arrive later.
    pub delay_ms: u64,
    /// The first GET of each message is a 404.
    pub not_found_once: bool,
    /// The same seed gives the same faults.
    pub seed: u64,
    /// At once: every subscription is gone, and no one is told.
    pub expire_subscriptions: bool,
    /// At once: every delta link is worthless.
    pub lose_delta_state: bool,
    /// At once: every subscription is told this.
    pub lifecycle: Option<Lifecycle>,
}

/// What a lifecycle notification says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Lifecycle {
    /// Some notifications were lost.
    Missed,
    /// Renew, or deliveries end.
    ReauthorizationRequired,
    /// The subscription is gone.
    SubscriptionRemoved,
}

impl Lifecycle {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Missed => "missed",
            Self::ReauthorizationRequired => "reauthorizationRequired",
            Self::SubscriptionRemoved => "subscriptionRemoved",
        }
    }
}

impl FaultSet {
    /// Says in words what cannot be.
    pub(crate) fn check(&self) -> Result<(), String> {
        let shares = [
            ("drop", self.drop),
            ("duplicate", self.duplicate),
            ("status429", self.throttled),
            ("status5xx", self.broken),
        ];
        match shares.into_iter().find(|(_, share)| !(0.0..=1.0).contains(share)) {
            Some((name, share)) => Err(format!("{name} is a share from 0 to 1, not {share}")),
            None => Ok(()),
        }
    }
}

/// The faults in force.
#[derive(Debug)]
pub(crate) struct Faults {
    pub(crate) set: FaultSet,
    chance: SeededRng,
}

impl Default for Faults {
    fn default() -> Self {
        Self::new(FaultSet::default())
    }
}

/// A fault that befalls a call.
#[derive(Debug)]
pub(crate) enum Fault {
    /// Nothing was done.
    Instead(Refusal),
    /// It was done, and the caller does not learn of it.
    Afterwards(Refusal),
}

impl Faults {
    pub(crate) fn new(set: FaultSet) -> Self {
        Self { chance: SeededRng::new(set.seed), set }
    }

    pub(crate) fn strikes(&self, share: f64) -> bool {
        share > 0.0 && self.chance.fraction() < share
    }

    pub(crate) fn fraction(&self) -> f64 {
        self.chance.fraction()
    }

    /// What befalls the next call, if anything.
    pub(crate) fn draw(&self) -> Option<Fault> {
        if self.strikes(self.set.throttled) {
            let refusal = Refusal::new(StatusCode::TOO_MANY_REQUESTS, "TooManyRequests", "Please retry again later.");
            // One in four says nothing about when to come back.
            let silent = self.chance.fraction() < 0.25;
            return Some(Fault::Instead(if silent { refusal } else { refusal.with(header::RETRY_AFTER, "1") }));
        }
        if self.strikes(self.set.broken) {
            return Some(match self.chance.next() % 4 {
                0 => Fault::Instead(Refusal::empty(StatusCode::SERVICE_UNAVAILABLE)),
                1 => Fault::Instead(Refusal::new(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "InternalServerError",
                    "An internal server error occurred. The operation failed.",
                )),
                2 => Fault::Instead(Refusal::bare(StatusCode::BAD_GATEWAY, "UnknownError", "")),
                _ => Fault::Afterwards(Refusal::new(StatusCode::GATEWAY_TIMEOUT, "UnknownError", "")),
            });
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_faults() {
        let run = |seed| {
            let faults = Faults::new(FaultSet { broken: 0.3, throttled: 0.2, seed, ..FaultSet::default() });
            (0..200).map(|_| format!("{:?}", faults.draw())).collect::<Vec<_>>()
        };
        assert_eq!(run(7), run(7));
        assert_ne!(run(7), run(8));
    }

    #[test]
    fn shares_are_met_and_none_strikes_without_one() {
        let faults = Faults::new(FaultSet { broken: 0.5, ..FaultSet::default() });
        let struck = (0..10_000).filter(|_| faults.draw().is_some()).count();
        assert!((4_700..5_300).contains(&struck), "{struck}");
        assert!((0..1_000).all(|_| Faults::default().draw().is_none()));
    }

    #[test]
    fn shares_beyond_one_and_unknown_names_are_refused() {
        let read = |text: &str| serde_json::from_str::<FaultSet>(text).map_err(|error| error.to_string());
        assert!(read(r#"{"drop": 1.5}"#).unwrap().check().unwrap_err().contains("drop"));
        assert!(read(r#"{"dorp": 1}"#).unwrap_err().contains("dorp"));
        assert_eq!(read(r#"{"lifecycle": "missed"}"#).unwrap().lifecycle, Some(Lifecycle::Missed));
    }
}
