//! Subscriptions: made, prolonged, listed, ended.

use super::call::{Call, Target};
use super::fault::is_too_far_ahead;
use super::json;
use super::mailbox::GraphMailbox;
use crate::{MailError, Subscription, SubscriptionId, SubscriptionRequest};
use jiff::Timestamp;
use reqwest::Method;
use secrecy::ExposeSecret;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;
use stormwire_clock::later;

/// Not every tenant takes the present ceiling of 10,080 minutes; this lies below the former one of 4,230.
const FORMER_CEILING: u32 = 4_200;
/// The provider makes none that is shorter.
const FLOOR: u32 = 45;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireSubscription {
    id: Option<String>,
    expiration_date_time: Option<Timestamp>,
    notification_url: Option<String>,
}

/// Makes one. A good reply that cannot be read leaves one standing whose id is not known.
pub(super) async fn subscribe(
    mailbox: &GraphMailbox,
    request: &SubscriptionRequest,
) -> Result<Subscription, MailError> {
    const CALL: &str = "subscribe";
    let url = mailbox.root(CALL, &["subscriptions"], &[])?;
    let resource = resource(&mailbox.address, request.folder.as_str());
    let call = |expiry: String| {
        let body = json!({
            "changeType": "created",
            "notificationUrl": request.notification_url,
            "lifecycleNotificationUrl": request.lifecycle_url,
            "resource": resource,
            "expirationDateTime": expiry,
            "clientState": request.client_state.expose_secret(),
        });
        Call::new(CALL, Method::POST, url.clone()).body(body).about(Target::Subscription).once()
    };
    for_minutes(mailbox, request.minutes, call).await.map_err(|error| match error {
        MailError::Unreadable { call: CALL, what: why } | MailError::TooLarge { call: CALL, limit: why } => {
            MailError::OutcomeUnknown { call: CALL, why }
        }
        error => error,
    })
}

/// Prolongs one.
pub(super) async fn renew(
    mailbox: &GraphMailbox,
    id: &SubscriptionId,
    minutes: u32,
) -> Result<Subscription, MailError> {
    const CALL: &str = "renew subscription";
    let url = mailbox.root(CALL, &["subscriptions", id.as_str()], &[])?;
    let call = |expiry: String| {
        let body = json!({ "expirationDateTime": expiry });
        Call::new(CALL, Method::PATCH, url.clone()).body(body).about(Target::Subscription)
    };
    for_minutes(mailbox, minutes, call).await
}

/// One, or none when it is gone.
pub(super) async fn one(mailbox: &GraphMailbox, id: &SubscriptionId) -> Result<Option<Subscription>, MailError> {
    const CALL: &str = "read subscription";
    let url = mailbox.root(CALL, &["subscriptions", id.as_str()], &[])?;
    match mailbox.read::<WireSubscription>(&Call::get(CALL, url).about(Target::Subscription)).await {
        Ok(wire) => wire.read(CALL).map(Some),
        Err(MailError::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// All of the application registration.
pub(super) async fn list(mailbox: &GraphMailbox) -> Result<Vec<Subscription>, MailError> {
    const CALL: &str = "list subscriptions";
    let call = Call::get(CALL, mailbox.root(CALL, &["subscriptions"], &[])?).about(Target::Subscription);
    let all: Vec<WireSubscription> = mailbox.pages(call, &mut mailbox.budget()).await?;
    all.into_iter().map(|wire| wire.read(CALL)).collect()
}

/// Ends one.
pub(super) async fn unsubscribe(mailbox: &GraphMailbox, id: &SubscriptionId) -> Result<(), MailError> {
    const CALL: &str = "unsubscribe";
    let url = mailbox.root(CALL, &["subscriptions", id.as_str()], &[])?;
    match mailbox.caller.done(&Call::new(CALL, Method::DELETE, url).about(Target::Subscription)).await {
        Err(MailError::NotFound { .. }) => Ok(()),
        ended => ended,
    }
}

/// For as long as asked, or for as long as the tenant allows when that was too long.
async fn for_minutes(
    mailbox: &GraphMailbox,
    mut minutes: u32,
    call: impl Fn(String) -> Call,
) -> Result<Subscription, MailError> {
    loop {
        let now = mailbox.caller.provider.exchange.clock.now();
        let asked = call(expiry(now, minutes));
        let error = match mailbox.read::<WireSubscription>(&asked).await {
            Ok(wire) => return wire.read(asked.name),
            Err(error) => error,
        };
        let less = is_too_far_ahead(&error).then(|| fewer(&error.to_string(), minutes)).flatten();
        minutes = less.ok_or(error)?;
    }
}

/// What to ask for after a refusal: a little less than the ceiling that it names, else ever less.
fn fewer(refusal: &str, minutes: u32) -> Option<u32> {
    let words: Vec<&str> = refusal.split_whitespace().collect();
    let named = words.windows(2).find(|pair| pair[1].starts_with("minutes")).and_then(|pair| pair[0].parse().ok());
    let below =
        named.map(|ceiling: u32| ceiling.saturating_sub((ceiling / 100).clamp(1, 30))).filter(|below| *below < minutes);
    let less = below.unwrap_or(if minutes > FORMER_CEILING { FORMER_CEILING } else { minutes / 2 });
    (less >= FLOOR).then_some(less)
}

/// Then, in whole seconds.
fn expiry(now: Timestamp, minutes: u32) -> String {
    let then = later(now, Duration::from_mins(u64::from(minutes)));
    Timestamp::from_second(then.as_second()).unwrap_or(then).to_string()
}

/// The folder's messages, as subscriptions name them; an id is a text in quotes there.
fn resource(mailbox: &str, folder: &str) -> String {
    format!("/users/{mailbox}/mailFolders('{}')/messages", folder.replace('\'', "''"))
}

impl WireSubscription {
    fn read(self, call: &'static str) -> Result<Subscription, MailError> {
        Ok(Subscription {
            id: SubscriptionId::new(json::id(call, self.id)?),
            expires_at: json::need(call, "expirationDateTime", json::time(self.expiration_date_time))?,
            notification_url: self.notification_url.unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::fewer;

    #[test]
    fn a_refusal_leads_to_less_and_never_below_the_floor() {
        let refusal = "subscribe: ExtensionError: Subscription expiration can only be 4230 minutes in the future.";
        for (refusal, minutes, expected) in [
            (refusal, 10_070, Some(4_200)),
            ("can only be 60 minutes in the future.", 10_070, Some(59)),
            ("can only be 60 minutes in the future.", 59, None),
            ("too far ahead", 10_070, Some(4_200)),
            ("too far ahead", 4_200, Some(2_100)),
            ("too far ahead", 89, None),
            ("can only be 9000 minutes in the future.", 4_200, Some(2_100)),
        ] {
            assert_eq!(fewer(refusal, minutes), expected, "{refusal} {minutes}");
        }
    }
}
