//! Creates, renews or checks the subscription of one watcher.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use stormwire_store::WatcherId;
use stormwire_store::queue::{Job, LOOP_PRIORITY};

/// The times say when renewal or replacement was requested. The first success after that time completes the request. Until then
/// the queue keeps it, also if a check is requested meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SubscriptionJob {
    #[serde(rename = "job")]
    pub(crate) watcher_id: WatcherId,
    /// Renew regardless of the expiry.
    #[serde(rename = "renew", default, skip_serializing_if = "Option::is_none")]
    pub(crate) renew_requested_at: Option<Timestamp>,
    /// The subscription is silent: create a new one.
    #[serde(rename = "replace", default, skip_serializing_if = "Option::is_none")]
    pub(crate) replace_requested_at: Option<Timestamp>,
}

impl SubscriptionJob {
    pub(crate) fn check(watcher_id: WatcherId) -> Self {
        Self { watcher_id, renew_requested_at: None, replace_requested_at: None }
    }

    pub(crate) fn renew(watcher_id: WatcherId, now: Timestamp) -> Self {
        Self { renew_requested_at: Some(now), ..Self::check(watcher_id) }
    }

    pub(crate) fn replace(watcher_id: WatcherId, now: Timestamp) -> Self {
        Self { replace_requested_at: Some(now), ..Self::check(watcher_id) }
    }
}

impl Job for SubscriptionJob {
    const KIND: &'static str = "Subscription";

    fn unique_key(&self) -> Option<String> {
        Some(self.watcher_id.to_string())
    }

    fn priority(&self) -> i64 {
        LOOP_PRIORITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn all_stored_payload_forms_parse() {
        let id = WatcherId::new(4);
        let now: Timestamp = "2026-05-01T12:00:00.5Z".parse().unwrap();
        for (stored, expected) in [
            (json!({"job": 4}), SubscriptionJob::check(id)),
            (json!({"job": 4, "renew": null}), SubscriptionJob::check(id)),
            (json!({"job": 4, "renew": now.to_string()}), SubscriptionJob::renew(id, now)),
            (json!({"job": 4, "replace": now.to_string()}), SubscriptionJob::replace(id, now)),
        ] {
            assert_eq!(serde_json::from_value::<SubscriptionJob>(stored).unwrap(), expected);
        }
        assert_eq!(
            serde_json::to_value(SubscriptionJob::renew(id, now)).unwrap(),
            json!({"job": 4, "renew": now.to_string()})
        );
    }
}
