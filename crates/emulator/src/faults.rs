//! Fault injection. Faults are drawn from a seeded generator, so a failing run can be repeated.

use crate::graph_error::GraphError;
use axum::http::{StatusCode, header};
use serde::Deserialize;
use stormwire_clock::{Rng, SeededRng};

/// The faults to inject. `POST /_emulator/faults` takes this as JSON. A new set replaces the old one. Shares are fractions
/// from 0 to 1.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent switch and a key in JSON")]
pub struct FaultSet {
    /// The share of notifications that are never sent.
    pub drop: f64,
    /// The share of notifications that are sent twice.
    pub duplicate: f64,
    /// The share of calls that are throttled.
    #[serde(rename = "status429")]
    pub throttled: f64,
    /// The share of calls that fail with a 5xx.
    #[serde(rename = "status5xx")]
    pub server_errors: f64,
    /// Notifications are sent in random order.
    pub reorder: bool,
    /// How much later notifications are sent.
    pub delay_ms: u64,
    /// The first GET of each message gets a 404.
    pub not_found_once: bool,
    /// Messages come without `receivedDateTime`, which Graph always returns.
    pub unreadable_messages: bool,
    /// Attachments are listed, but every download gets a 400.
    pub reject_downloads: bool,
    /// Every move of a message gets a 400.
    pub reject_moves: bool,
    pub seed: u64,
    /// Removes all subscriptions now, without a notification.
    pub expire_subscriptions: bool,
    /// Invalidates all delta links now.
    pub lose_delta_state: bool,
    /// Sends this lifecycle notification to all subscriptions now.
    pub lifecycle: Option<LifecycleEvent>,
}

/// The event of a lifecycle notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LifecycleEvent {
    /// Some notifications were lost.
    Missed,
    /// The subscription must be renewed or reauthorized.
    ReauthorizationRequired,
    /// Graph has removed the subscription.
    SubscriptionRemoved,
}

impl LifecycleEvent {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Missed => "missed",
            Self::ReauthorizationRequired => "reauthorizationRequired",
            Self::SubscriptionRemoved => "subscriptionRemoved",
        }
    }
}

impl FaultSet {
    /// The error is a message for the client.
    pub(crate) fn validate(&self) -> Result<(), String> {
        let shares = [
            ("drop", self.drop),
            ("duplicate", self.duplicate),
            ("status429", self.throttled),
            ("status5xx", self.server_errors),
        ];
        match shares.into_iter().find(|(_, share)| !(0.0..=1.0).contains(share)) {
            Some((name, share)) => Err(format!("{name} must be between 0 and 1, got {share}")),
            None => Ok(()),
        }
    }
}

/// Draws faults at random from a [`FaultSet`].
#[derive(Debug)]
pub(crate) struct FaultInjector {
    pub(crate) faults: FaultSet,
    rng: SeededRng,
}

impl Default for FaultInjector {
    fn default() -> Self {
        Self::new(FaultSet::default())
    }
}

/// An error in place of a call's response.
#[derive(Debug)]
pub(crate) enum CallFault {
    /// The call is not carried out.
    NotProcessed(GraphError),
    /// The call is carried out, but the client gets an error.
    Processed(GraphError),
}

impl CallFault {
    pub(crate) fn without_retry_after(self) -> Self {
        let strip = |mut error: GraphError| {
            error.headers.retain(|(name, _)| *name != header::RETRY_AFTER);
            error
        };
        match self {
            Self::NotProcessed(error) => Self::NotProcessed(strip(error)),
            Self::Processed(error) => Self::Processed(strip(error)),
        }
    }
}

impl FaultInjector {
    pub(crate) fn new(faults: FaultSet) -> Self {
        Self { rng: SeededRng::new(faults.seed), faults }
    }

    /// Does not use the generator if the share is zero: unused faults must not change the sequence of the others.
    pub(crate) fn should_inject(&self, share: f64) -> bool {
        share > 0.0 && self.rng.fraction() < share
    }

    pub(crate) fn fraction(&self) -> f64 {
        self.rng.fraction()
    }

    /// Draws the fault of the next call.
    pub(crate) fn next_call_fault(&self) -> Option<CallFault> {
        if self.should_inject(self.faults.throttled) {
            let error = GraphError::new(StatusCode::TOO_MANY_REQUESTS, "TooManyRequests", "Please retry again later.");
            // One in four has no Retry-After header.
            let without_retry_after = self.rng.fraction() < 0.25;
            let error = if without_retry_after { error } else { error.with_header(header::RETRY_AFTER, "1") };
            return Some(CallFault::NotProcessed(error));
        }
        if self.should_inject(self.faults.server_errors) {
            return Some(self.server_error());
        }
        None
    }

    fn server_error(&self) -> CallFault {
        match self.rng.next() % 4 {
            0 => CallFault::NotProcessed(GraphError::new_without_body(StatusCode::SERVICE_UNAVAILABLE)),
            1 => CallFault::NotProcessed(GraphError::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "InternalServerError",
                "An internal server error occurred. The operation failed.",
            )),
            2 => CallFault::NotProcessed(GraphError::new_without_envelope(StatusCode::BAD_GATEWAY, "UnknownError", "")),
            _ => CallFault::Processed(GraphError::new(StatusCode::GATEWAY_TIMEOUT, "UnknownError", "")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_faults() {
        let run = |seed| {
            let injector =
                FaultInjector::new(FaultSet { server_errors: 0.3, throttled: 0.2, seed, ..FaultSet::default() });
            (0..200).map(|_| format!("{:?}", injector.next_call_fault())).collect::<Vec<_>>()
        };
        assert_eq!(run(7), run(7));
        assert_ne!(run(7), run(8));
    }

    #[test]
    fn faults_occur_at_their_share_and_never_by_default() {
        let injector = FaultInjector::new(FaultSet { server_errors: 0.5, ..FaultSet::default() });
        let count = (0..10_000).filter(|_| injector.next_call_fault().is_some()).count();
        assert!((4_700..5_300).contains(&count), "{count}");
        assert!((0..1_000).all(|_| FaultInjector::default().next_call_fault().is_none()));
    }

    #[test]
    fn rejects_shares_over_one_and_unknown_names() {
        let read = |text: &str| serde_json::from_str::<FaultSet>(text).map_err(|error| error.to_string());
        assert!(read(r#"{"drop": 1.5}"#).unwrap().validate().unwrap_err().contains("drop"));
        assert!(read(r#"{"dorp": 1}"#).unwrap_err().contains("dorp"));
        assert_eq!(read(r#"{"lifecycle": "missed"}"#).unwrap().lifecycle, Some(LifecycleEvent::Missed));
    }
}
