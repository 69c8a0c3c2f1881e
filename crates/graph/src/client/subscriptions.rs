//! Creates, extends, lists and deletes subscriptions.

use super::call::{ApiCall, CallTarget};
use super::error_response::is_lifetime_too_long;
use super::json;
use super::mailbox_client::MailboxClient;
use crate::error::MailError;
use crate::id::SubscriptionId;
use crate::subscription::{Subscription, SubscriptionRequest};
use jiff::Timestamp;
use reqwest::Method;
use secrecy::ExposeSecret;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;
use stormwire_clock::later;

/// Some tenants do not accept the current maximum of 10,080 minutes. This is slightly below the former one of 4,230.
const FORMER_MAX_MINUTES: u32 = 4_200;
/// The provider does not accept a shorter lifetime.
const MIN_MINUTES: u32 = 45;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireSubscription {
    id: Option<String>,
    expiration_date_time: Option<Timestamp>,
    notification_url: Option<String>,
}

/// A successful response that cannot be read means that a subscription with an unknown id exists.
pub(super) async fn subscribe(
    mailbox: &MailboxClient,
    request: &SubscriptionRequest,
) -> Result<Subscription, MailError> {
    const CALL: &str = "subscribe";
    let url = mailbox.root_url(CALL, &["subscriptions"], &[])?;
    let resource = messages_resource(&mailbox.address, request.folder.as_str());
    let call = |expiry: String| {
        let body = json!({
            "changeType": "created",
            "notificationUrl": request.notification_url,
            "lifecycleNotificationUrl": request.lifecycle_url,
            "resource": resource,
            "expirationDateTime": expiry,
            "clientState": request.client_state.expose_secret(),
        });
        ApiCall::new(CALL, Method::POST, url.clone()).body(body).target(CallTarget::Subscription).without_retry()
    };
    with_accepted_lifetime(mailbox, request.minutes, call).await.map_err(|error| match error {
        MailError::Unreadable { call: CALL, problem: cause } | MailError::TooLarge { call: CALL, limit: cause } => {
            MailError::OutcomeUnknown { call: CALL, cause }
        }
        error => error,
    })
}

pub(super) async fn renew(
    mailbox: &MailboxClient,
    id: &SubscriptionId,
    minutes: u32,
) -> Result<Subscription, MailError> {
    const CALL: &str = "renew subscription";
    let url = mailbox.root_url(CALL, &["subscriptions", id.as_str()], &[])?;
    let call = |expiry: String| {
        let body = json!({ "expirationDateTime": expiry });
        ApiCall::new(CALL, Method::PATCH, url.clone()).body(body).target(CallTarget::Subscription)
    };
    with_accepted_lifetime(mailbox, minutes, call).await
}

pub(super) async fn find(mailbox: &MailboxClient, id: &SubscriptionId) -> Result<Option<Subscription>, MailError> {
    const CALL: &str = "read subscription";
    let url = mailbox.root_url(CALL, &["subscriptions", id.as_str()], &[])?;
    match mailbox.fetch::<WireSubscription>(&ApiCall::get(CALL, url).target(CallTarget::Subscription)).await {
        Ok(wire) => wire.parse(CALL).map(Some),
        Err(MailError::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

pub(super) async fn list(mailbox: &MailboxClient) -> Result<Vec<Subscription>, MailError> {
    const CALL: &str = "list subscriptions";
    let call = ApiCall::get(CALL, mailbox.root_url(CALL, &["subscriptions"], &[])?).target(CallTarget::Subscription);
    let all: Vec<WireSubscription> = mailbox.fetch_all_pages(call, &mut mailbox.page_budget()).await?;
    all.into_iter().map(|wire| wire.parse(CALL)).collect()
}

pub(super) async fn unsubscribe(mailbox: &MailboxClient, id: &SubscriptionId) -> Result<(), MailError> {
    const CALL: &str = "unsubscribe";
    let url = mailbox.root_url(CALL, &["subscriptions", id.as_str()], &[])?;
    match mailbox.runner.run(&ApiCall::new(CALL, Method::DELETE, url).target(CallTarget::Subscription)).await {
        Err(MailError::NotFound { .. }) => Ok(()),
        result => result,
    }
}

/// Makes a call with the requested lifetime, or with a shorter one if the tenant does not accept it.
async fn with_accepted_lifetime(
    mailbox: &MailboxClient,
    mut minutes: u32,
    make_call: impl Fn(String) -> ApiCall,
) -> Result<Subscription, MailError> {
    loop {
        let now = mailbox.runner.provider.exchange.clock.now();
        let call = make_call(expiry(now, minutes));
        let error = match mailbox.fetch::<WireSubscription>(&call).await {
            Ok(wire) => return wire.parse(call.name),
            Err(error) => error,
        };
        let shorter = is_lifetime_too_long(&error).then(|| shorter_lifetime(&error.to_string(), minutes)).flatten();
        minutes = shorter.ok_or(error)?;
    }
}

/// The lifetime to try after an error: slightly less than the maximum in the error message, or else half.
fn shorter_lifetime(error: &str, minutes: u32) -> Option<u32> {
    let words: Vec<&str> = error.split_whitespace().collect();
    let maximum = words.windows(2).find(|pair| pair[1].starts_with("minutes")).and_then(|pair| pair[0].parse().ok());
    let below_maximum = maximum
        .map(|maximum: u32| maximum.saturating_sub((maximum / 100).clamp(1, 30)))
        .filter(|below| *below < minutes);
    let shorter = below_maximum.unwrap_or(if minutes > FORMER_MAX_MINUTES { FORMER_MAX_MINUTES } else { minutes / 2 });
    (shorter >= MIN_MINUTES).then_some(shorter)
}

/// In whole seconds.
fn expiry(now: Timestamp, minutes: u32) -> String {
    let expires_at = later(now, Duration::from_mins(u64::from(minutes)));
    Timestamp::from_second(expires_at.as_second()).unwrap_or(expires_at).to_string()
}

/// The resource name of a folder's messages, in which the id is a quoted string.
fn messages_resource(mailbox: &str, folder: &str) -> String {
    format!("/users/{mailbox}/mailFolders('{}')/messages", folder.replace('\'', "''"))
}

impl WireSubscription {
    fn parse(self, call: &'static str) -> Result<Subscription, MailError> {
        Ok(Subscription {
            id: SubscriptionId::new(json::require_id(call, self.id)?),
            expires_at: json::require(call, "expirationDateTime", json::to_microseconds(self.expiration_date_time))?,
            notification_url: self.notification_url.unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::shorter_lifetime;

    #[test]
    fn an_error_leads_to_a_shorter_lifetime_down_to_the_minimum() {
        let named = "subscribe: ExtensionError: Subscription expiration can only be 4230 minutes in the future.";
        for (error, minutes, expected) in [
            (named, 10_070, Some(4_200)),
            ("can only be 60 minutes in the future.", 10_070, Some(59)),
            ("can only be 60 minutes in the future.", 59, None),
            ("too far ahead", 10_070, Some(4_200)),
            ("too far ahead", 4_200, Some(2_100)),
            ("too far ahead", 89, None),
            ("can only be 9000 minutes in the future.", 4_200, Some(2_100)),
        ] {
            assert_eq!(shorter_lifetime(error, minutes), expected, "{error} {minutes}");
        }
    }
}
