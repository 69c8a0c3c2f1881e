//! Which senders a watcher trusts. Pure.

use crate::sender_authentication::filter_domain;
use stormwire_lightning::feeds_strikes;
use stormwire_store::tables::action::Action;
use stormwire_store::tables::watcher::{SenderAuthentication, WatcherFields, WatcherKind};

/// Why `fromFilter` cannot be saved with this `senderAuthentication`.
pub(super) fn violation(fields: &WatcherFields) -> Option<String> {
    let filter = fields.from_filter.as_deref().unwrap_or_default();
    if fields.sender_authentication == SenderAuthentication::None || filter_domain(filter).is_some() {
        return None;
    }
    let found = if filter.trim().is_empty() { "it is empty".to_owned() } else { format!("{filter:?} has none") };
    Some(format!(
        "must contain the sender's domain, such as vendor.example, because senderAuthentication is {}: {found}",
        fields.sender_authentication
    ))
}

/// A forged strike must not reach the status of a facility.
pub(super) fn warning(fields: &WatcherFields, actions: &[Action]) -> Option<String> {
    let is_verified = fields.sender_authentication != SenderAuthentication::None;
    if fields.kind != WatcherKind::Mailbox || is_verified || !actions.iter().any(feeds_strikes) {
        return None;
    }
    let who = match fields.from_filter.as_deref().map(str::trim).filter(|filter| !filter.is_empty()) {
        None => "anyone who knows the address can send strikes to this mailbox".to_owned(),
        Some(filter) => format!("anyone can write {filter:?} into the sender of a message and so send strikes"),
    };
    Some(format!(
        "{who}; set \"Sender contains\" (fromFilter) to the vendor's domain and \"Verify the sender\" (senderAuthentication) to DMARC"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_fixture::fields;
    use serde_json::json;
    use stormwire_store::{ActionId, WatcherId};

    fn with(from_filter: Option<&str>, sender_authentication: SenderAuthentication) -> WatcherFields {
        WatcherFields { from_filter: from_filter.map(Into::into), sender_authentication, ..fields() }
    }

    fn merge(target: &str) -> Action {
        Action {
            id: ActionId::new(1),
            watcher_id: WatcherId::new(1),
            order: 1,
            name: "Store".into(),
            action_type: "Sql".into(),
            config: json!({"Op": {"Action": "Merge", "Target": target}}),
            credential_id: None,
            is_phase_one: true,
            sealed_secrets: None,
        }
    }

    #[test]
    fn verification_needs_a_domain() {
        use SenderAuthentication::{Dkim, Dmarc, None as Off};
        assert_eq!(violation(&with(None, Off)), None);
        assert_eq!(violation(&with(Some("Vendor"), Off)), None);
        assert_eq!(violation(&with(Some("alerts@vendor.example"), Dmarc)), None);
        assert!(violation(&with(Some("Vendor"), Dkim)).unwrap().ends_with("is Dkim: \"Vendor\" has none"));
        assert!(violation(&with(None, Dmarc)).unwrap().ends_with("it is empty"));
    }

    #[test]
    fn a_watcher_that_feeds_strikes_should_verify_its_sender() {
        let strikes = [merge("data.LightningStrike")];
        assert!(warning(&with(None, SenderAuthentication::None), &strikes).unwrap().contains("anyone who knows"));
        let filtered = with(Some("vendor.example"), SenderAuthentication::None);
        assert!(warning(&filtered, &strikes).unwrap().contains("anyone can write \"vendor.example\""));
        assert_eq!(warning(&filtered, &[merge("data.Other")]), None);
        assert_eq!(warning(&with(Some("vendor.example"), SenderAuthentication::Dmarc), &strikes), None);
    }
}
