//! Subscriptions: URL validation, lifetime, visibility.

use crate::harness::{Harness, MAILBOX, TestResponse, send};
use crate::receiver::{Receiver, ReceiverBehavior};
use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::{Value, json};
use stormwire_clock::Clock;
use stormwire_emulator::{FaultSet, Settings};

/// Tries to subscribe to the Inbox. `overrides` replaces properties of the default request.
pub(crate) async fn try_subscribe(harness: &Harness, url: &str, overrides: Value) -> TestResponse {
    let mut body = json!({
        "changeType": "created",
        "notificationUrl": format!("{url}/mail?k=v"),
        "lifecycleNotificationUrl": format!("{url}/lifecycle"),
        "resource": format!("/users/{MAILBOX}/mailFolders('inbox')/messages"),
        "expirationDateTime": (harness.clock.now() + SignedDuration::from_hours(48)).to_string(),
        "clientState": "secret",
    });
    body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
    send(harness.call(Method::POST, "/subscriptions").header("prefer", "IdType=\"ImmutableId\"").json(&body)).await
}

/// Returns the id.
pub(crate) async fn subscribe(harness: &Harness, url: &str, overrides: Value) -> String {
    try_subscribe(harness, url, overrides).await.expect_status(201).body["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn validates_both_urls_with_a_form_encoded_token() {
    let harness = Harness::new().await;
    let mut receiver = Receiver::new().await;
    let created = try_subscribe(&harness, &receiver.url, json!({})).await.expect_status(201);
    let validations = receiver.validations();
    assert_eq!(validations.len(), 2);
    let start = "validationToken=Validation%3A+Testing+client+application+reachability+for+subscription+Request-Id%3A+";
    assert!(validations[0].starts_with(&format!("/mail?k=v&{start}")), "{}", validations[0]);
    assert!(validations[1].starts_with(&format!("/lifecycle?{start}")), "{}", validations[1]);
    assert_eq!(created.body["clientState"], "secret");
    assert_eq!(created.body["expirationDateTime"], "2026-05-03T12:00:00.0000000Z");
    assert_eq!(created.body["applicationId"], "app");
}

#[tokio::test]
async fn a_failed_validation_creates_no_subscription() {
    let harness = Harness::new().await;
    let receiver = Receiver::new().await;
    for (behavior, words) in [
        (ReceiverBehavior::ServerError, "must respond with 200 OK"),
        (ReceiverBehavior::WrongToken, "OK"),
        (ReceiverBehavior::JsonToken, "text/plain"),
    ] {
        receiver.set_behavior(behavior);
        let error = try_subscribe(&harness, &receiver.url, json!({})).await.expect_status(400);
        assert_eq!(error.code(), "ValidationError");
        assert!(error.message().contains(words), "{}", error.message());
    }
    let unreachable = try_subscribe(&harness, "http://127.0.0.1:9", json!({})).await.expect_status(400);
    assert_eq!(unreachable.code(), "ValidationError");
    assert!(harness.get("/subscriptions").await.items().is_empty());
}

#[tokio::test]
async fn validation_times_out() {
    let harness = Harness::new().await;
    let mut receiver = Receiver::new().await;
    receiver.set_behavior(ReceiverBehavior::NoResponse);
    let url = receiver.url.clone();
    let subscribing = try_subscribe(&harness, &url, json!({}));
    let advance = async {
        while receiver.validations().is_empty() {
            tokio::task::yield_now().await;
        }
        harness.advance_minutes(1);
    };
    let (error, ()) = tokio::join!(subscribing, advance);
    assert_eq!(error.expect_status(400).message(), "Subscription validation request timed out.");
}

#[tokio::test]
async fn raises_short_lifetimes_and_rejects_long_ones() {
    let harness = Harness::new().await;
    let receiver = Receiver::new().await;
    let until =
        |minutes| json!({"expirationDateTime": (harness.clock.now() + SignedDuration::from_mins(minutes)).to_string()});
    let short = try_subscribe(&harness, &receiver.url, until(1)).await.expect_status(201);
    assert_eq!(short.body["expirationDateTime"], "2026-05-01T12:45:00.0000000Z");
    try_subscribe(&harness, &receiver.url, until(10_080)).await.expect_status(201);
    let long = try_subscribe(&harness, &receiver.url, until(10_081)).await.expect_status(400);
    assert_eq!(long.message(), "Subscription expiration can only be 10080 minutes in the future.");
    harness.emulator.set_settings(Settings { subscription_ceiling_minutes: 4_230, ..Settings::default() });
    let long = try_subscribe(&harness, &receiver.url, until(10_000)).await.expect_status(400);
    assert!(long.message().contains("4230 minutes"));
}

#[tokio::test]
async fn rejects_invalid_subscriptions() {
    let harness = Harness::new().await;
    let receiver = Receiver::new().await;
    for (overrides, status, code) in [
        (json!({"notificationUrl": "http://example.com/x"}), 400, "InvalidRequest"),
        (json!({"notificationUrl": "nonsense"}), 400, "InvalidRequest"),
        (json!({"expirationDateTime": null}), 400, "InvalidRequest"),
        (json!({"expirationDateTime": "2026-05-03T12:00:00"}), 400, "InvalidRequest"),
        (json!({"changeType": "moved"}), 400, "InvalidRequest"),
        (json!({"clientState": "x".repeat(129)}), 400, "InvalidRequest"),
        (json!({"resource": "users/nobody@example.gov/messages"}), 400, "ExtensionError"),
        (json!({"includeResourceData": true}), 400, "InvalidRequest"),
        (json!({"notificationUrl": "http://127.0.0.1:1/#x"}), 400, "InvalidRequest"),
        (json!({"resource": format!("users/{MAILBOX}/mailFolders/Nowhere/messages")}), 400, "ExtensionError"),
        (json!({"resource": format!("users/{MAILBOX}/events")}), 400, "BadRequest"),
    ] {
        assert_eq!(
            try_subscribe(&harness, &receiver.url, overrides.clone()).await.expect_status(status).code(),
            code,
            "{overrides}"
        );
    }
    harness.control("/mailboxes", json!({"address": MAILBOX, "access": "denied"})).await.expect_status(200);
    let denied = try_subscribe(&harness, &receiver.url, json!({})).await.expect_status(403);
    assert!(denied.message().contains("Forbidden"));
}

#[tokio::test]
async fn can_be_renewed_and_is_gone_after_it_expires() {
    let mut harness = Harness::new().await;
    let receiver = Receiver::new().await;
    let id = subscribe(&harness, &receiver.url, json!({})).await;
    let path = format!("/subscriptions/{id}");
    assert_eq!(harness.get(&path).await.expect_status(200).body["clientState"], Value::Null);
    assert_eq!(harness.get("/subscriptions").await.items()[0]["clientState"], Value::Null);
    let later: Timestamp = harness.clock.now() + SignedDuration::from_hours(72);
    let renewed = harness.patch(&path, json!({"expirationDateTime": later.to_string()})).await.expect_status(200);
    assert_eq!(renewed.body["expirationDateTime"], "2026-05-04T12:00:00.0000000Z");
    assert!(
        harness
            .patch(&path, json!({"clientState": "x"}))
            .await
            .expect_status(400)
            .message()
            .contains("'expirationDateTime' or")
    );
    harness.post(&format!("{path}/reauthorize"), json!({})).await.expect_status(204);
    harness.clock.advance(std::time::Duration::from_hours(72));
    harness.sign_in("contoso.com").await;
    assert_eq!(harness.get(&path).await.expect_status(404).code(), "ResourceNotFound");
    assert_eq!(
        harness.patch(&path, json!({"expirationDateTime": later.to_string()})).await.expect_status(404).code(),
        "ResourceNotFound"
    );
    harness.delete(&path).await.expect_status(404);
}

#[tokio::test]
async fn an_application_sees_only_its_own_subscriptions() {
    let mut harness = Harness::new().await;
    let receiver = Receiver::new().await;
    let id = subscribe(&harness, &receiver.url, json!({})).await;
    harness.sign_in("fabrikam.com").await;
    assert!(harness.get("/subscriptions").await.items().is_empty());
    harness.delete(&format!("/subscriptions/{id}")).await.expect_status(404);
    harness.sign_in("contoso.com").await;
    harness.delete(&format!("/subscriptions/{id}")).await.expect_status(204);
}

#[tokio::test]
async fn duplicates_are_created_unless_disabled() {
    let harness = Harness::new().await;
    let receiver = Receiver::new().await;
    let id = subscribe(&harness, &receiver.url, json!({})).await;
    subscribe(&harness, &receiver.url, json!({})).await;
    harness.emulator.set_settings(Settings { reject_duplicates: true, ..Settings::default() });
    let error = try_subscribe(&harness, &receiver.url, json!({})).await.expect_status(409);
    assert!(error.message().starts_with("Subscription Id ") && error.message().len() > id.len());
}

#[tokio::test]
async fn renewal_validates_again_only_if_configured() {
    let harness = Harness::new().await;
    let mut receiver = Receiver::new().await;
    let id = subscribe(&harness, &receiver.url, json!({})).await;
    let renew = json!({"expirationDateTime": (harness.clock.now() + SignedDuration::from_hours(72)).to_string()});
    receiver.validations();
    harness.patch(&format!("/subscriptions/{id}"), renew.clone()).await.expect_status(200);
    assert!(receiver.validations().is_empty());
    harness.emulator.set_settings(Settings { revalidate_on_renewal: true, ..Settings::default() });
    harness.patch(&format!("/subscriptions/{id}"), renew).await.expect_status(200);
    assert_eq!(receiver.validations().len(), 1);
    harness.emulator.set_settings(Settings { trust_validated_urls: true, ..Settings::default() });
    subscribe(&harness, &receiver.url, json!({})).await;
    assert!(receiver.validations().is_empty());
}

#[tokio::test]
async fn the_expire_fault_removes_subscriptions_silently() {
    let harness = Harness::new().await;
    let mut receiver = Receiver::new().await;
    let id = subscribe(&harness, &receiver.url, json!({})).await;
    harness.emulator.set_faults(FaultSet { expire_subscriptions: true, ..FaultSet::default() }).unwrap();
    harness.get(&format!("/subscriptions/{id}")).await.expect_status(404);
    harness.deliver("unseen");
    assert!(receiver.received().is_empty());
}

#[tokio::test]
async fn concurrent_duplicates_create_one_subscription() {
    let harness = Harness::new().await;
    let receiver = Receiver::new().await;
    harness.emulator.set_settings(Settings { reject_duplicates: true, ..Settings::default() });
    let responses =
        futures_util::future::join_all((0..8).map(|_| try_subscribe(&harness, &receiver.url, json!({})))).await;
    let created = responses.iter().filter(|response| response.status == 201).count();
    assert_eq!(created, 1);
}
