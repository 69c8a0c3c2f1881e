//! Switches: what may differ between tenants, between documentation and practice, or over the years. The defaults are
//! what was seen in practice.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// How the emulated service behaves. Changed as a whole or in part by `POST /_emulator/settings`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own, and a key in JSON")]
pub struct Settings {
    /// How long a token lasts.
    pub token_seconds: u64,
    /// The tenants that exist; any, when none are named.
    pub tenants: Option<Vec<String>>,
    /// Secret by client id; any client and secret, when none are named.
    pub secrets: Option<BTreeMap<String, String>>,
    /// The longest life of a subscription.
    pub subscription_ceiling_minutes: u64,
    /// 409 on a second subscription with the same resource and change type, as documented; in practice it is made.
    pub refuse_duplicates: bool,
    /// Whether a renewal probes the notification URL again.
    pub revalidate_on_renewal: bool,
    /// Whether a URL that was probed once is trusted from then on.
    pub trust_validated_urls: bool,
    /// Calls at once per application and mailbox.
    pub concurrent_calls: usize,
    /// Calls in ten minutes per application and mailbox.
    pub calls_per_ten_minutes: usize,
    /// Whether a 429 says when to come back.
    pub retry_after: bool,
    /// Each call takes at least this long.
    pub response_delay_ms: u64,
    /// How many of the newest delta links of a chain still work.
    pub delta_generations: u64,
    /// What `$top` does to a delta query.
    pub delta_top: DeltaTop,
    /// Empty pages with a next link before the last page of a round of several.
    pub delta_empty_pages: u8,
    /// Whether `changeType` lets removals and read marks through all the same.
    pub delta_noise: bool,
    /// How many of the mailbox's changes before a delta link are told again with the next round.
    pub delta_replays: u64,
    /// Whether a message that was moved in stands twice in its round.
    pub delta_repeats_moved: bool,
    /// Whether a message that left and came back is hidden from delta with immutable ids.
    pub delta_loses_returns: bool,
    /// How a lost delta link is answered.
    pub delta_loss: DeltaLoss,
    /// Notifications in one request, at most.
    pub notifications_per_request: usize,
}

/// What `$top` does to a delta query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DeltaTop {
    /// Ends the round after so many messages; the rest never comes.
    Caps,
    /// Nothing.
    Ignored,
    /// The request is refused.
    Refused,
}

/// How a lost delta link is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DeltaLoss {
    /// 410 `SyncStateNotFound` with the generations.
    SyncStateNotFound,
    /// 410 `SyncStateInvalid`.
    SyncStateInvalid,
    /// 410 `resyncRequired`.
    ResyncRequired,
    /// 410 with a `Location` that starts anew.
    Location,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            token_seconds: 3599,
            tenants: None,
            secrets: None,
            subscription_ceiling_minutes: 10_080,
            refuse_duplicates: false,
            revalidate_on_renewal: false,
            trust_validated_urls: false,
            concurrent_calls: 4,
            calls_per_ten_minutes: 10_000,
            retry_after: true,
            response_delay_ms: 0,
            delta_generations: 3,
            delta_top: DeltaTop::Caps,
            delta_empty_pages: 1,
            delta_noise: true,
            delta_replays: 0,
            delta_repeats_moved: false,
            delta_loses_returns: true,
            delta_loss: DeltaLoss::SyncStateNotFound,
            notifications_per_request: 100,
        }
    }
}

impl Settings {
    /// These settings with some of them changed; says in words what cannot be.
    pub(crate) fn merged(&self, change: &Value) -> Result<Self, String> {
        let change = change.as_object().ok_or("settings are a JSON object")?;
        let mut all = serde_json::to_value(self).map_err(|error| error.to_string())?;
        if let Some(all) = all.as_object_mut() {
            all.extend(change.clone());
        }
        serde_json::from_value(all).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_change_leaves_the_rest_as_it_is_and_names_what_it_does_not_know() {
        let settings = Settings::default().merged(&json!({"tokenSeconds": 60})).unwrap();
        let settings = settings.merged(&json!({"deltaTop": "ignored", "tenants": ["a"]})).unwrap();
        assert_eq!((settings.token_seconds, settings.delta_top), (60, DeltaTop::Ignored));
        assert_eq!(settings.merged(&json!({"tenants": null})).unwrap().tenants, None);
        assert!(settings.merged(&json!({"tokenSecond": 1})).unwrap_err().contains("tokenSecond"));
        assert!(settings.merged(&json!([])).is_err());
    }
}
