//! Switches for behavior that differs between tenants, between Microsoft's documentation and practice, or over time.
//! The defaults are what was observed in practice.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// How the emulated service behaves. `POST /_emulator/settings` changes all or some of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent switch and a key in JSON")]
pub struct Settings {
    /// How long a token is valid.
    pub token_seconds: u64,
    /// The tenants that exist; `None` accepts any.
    pub tenants: Option<Vec<String>>,
    /// Secrets by client id; `None` accepts any client and secret.
    pub secrets: Option<BTreeMap<String, String>>,
    /// Certificates of registrations by client id, as PEM without a key. `None` accepts any certificate of any client; the
    /// signature of an assertion is then not checked, because nobody knows its key.
    pub certificates: Option<BTreeMap<String, String>>,
    /// The longest lifetime of a subscription.
    pub subscription_ceiling_minutes: u64,
    /// Whether a second subscription with the same resource and change type gets a 409, as documented. In practice it
    /// is created.
    #[serde(rename = "rejectDuplicates")]
    pub reject_duplicates: bool,
    /// Whether renewing a subscription validates the notification URL again.
    pub revalidate_on_renewal: bool,
    /// Whether a notification URL is validated only once.
    pub trust_validated_urls: bool,
    /// The limit of concurrent calls per application and mailbox.
    pub concurrent_calls: usize,
    /// The limit of calls in ten minutes per application and mailbox.
    pub calls_per_ten_minutes: usize,
    /// Whether a 429 has a `Retry-After` header.
    pub retry_after: bool,
    /// The minimum duration of a call.
    pub response_delay_ms: u64,
    /// How many of the newest delta links of a chain work.
    pub delta_generations: u64,
    pub delta_top: DeltaTopHandling,
    /// How many empty pages with a next link come before the last page of a round that has several pages.
    pub delta_empty_pages: u8,
    /// Whether delta returns removals and changes of `isRead` even if `changeType` excludes them.
    pub delta_noise: bool,
    /// How many changes of the mailbox before a delta link are returned again in the next round.
    pub delta_replays: u64,
    /// Whether a message that was moved in appears twice in its round.
    pub delta_repeats_moved: bool,
    /// Whether delta with immutable ids omits a message that left the folder and came back.
    pub delta_loses_returns: bool,
    pub delta_loss: LostDeltaLinkError,
    /// The most notifications in one request.
    pub notifications_per_request: usize,
    /// Whether the notification URLs of all new subscriptions fail their validation.
    pub reject_notification_urls: bool,
    /// Whether applications may not send mail.
    pub deny_sending: bool,
    /// How far the `Date` header is ahead of the emulator's clock.
    pub date_offset_seconds: i64,
}

/// What `$top` does in a delta query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DeltaTopHandling {
    /// Ends the first round after that many messages. The rest is never returned.
    Caps,
    Ignored,
    /// The request gets a 400.
    #[serde(rename = "rejected")]
    Rejected,
}

/// How Graph responds to a delta link that it no longer knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LostDeltaLinkError {
    /// 410 `SyncStateNotFound`; the message lists the generations.
    SyncStateNotFound,
    /// 410 `SyncStateInvalid`.
    SyncStateInvalid,
    /// 410 `resyncRequired`.
    ResyncRequired,
    /// 410 with a `Location` header that starts a new chain.
    Location,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            token_seconds: 3599,
            tenants: None,
            secrets: None,
            certificates: None,
            subscription_ceiling_minutes: 10_080,
            reject_duplicates: false,
            revalidate_on_renewal: false,
            trust_validated_urls: false,
            concurrent_calls: 4,
            calls_per_ten_minutes: 10_000,
            retry_after: true,
            response_delay_ms: 0,
            delta_generations: 3,
            delta_top: DeltaTopHandling::Caps,
            delta_empty_pages: 1,
            delta_noise: true,
            delta_replays: 0,
            delta_repeats_moved: false,
            delta_loses_returns: true,
            delta_loss: LostDeltaLinkError::SyncStateNotFound,
            notifications_per_request: 100,
            reject_notification_urls: false,
            deny_sending: false,
            date_offset_seconds: 0,
        }
    }
}

impl Settings {
    /// A copy with some settings changed. The error is a message for the client.
    pub(crate) fn with_changes(&self, change: &Value) -> Result<Self, String> {
        let change = change.as_object().ok_or("settings must be a JSON object")?;
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
    fn merging_keeps_other_settings_and_rejects_unknown_names() {
        let settings = Settings::default().with_changes(&json!({"tokenSeconds": 60})).unwrap();
        let settings = settings.with_changes(&json!({"deltaTop": "ignored", "tenants": ["a"]})).unwrap();
        assert_eq!((settings.token_seconds, settings.delta_top), (60, DeltaTopHandling::Ignored));
        assert_eq!(settings.with_changes(&json!({"tenants": null})).unwrap().tenants, None);
        assert!(settings.with_changes(&json!({"tokenSecond": 1})).unwrap_err().contains("tokenSecond"));
        assert!(settings.with_changes(&json!([])).is_err());
    }
}
