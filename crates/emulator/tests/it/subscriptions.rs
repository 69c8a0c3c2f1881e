//! Subscriptions: the probe, the limits of their life, what others see of them.

use crate::desk::{BOX, Desk, Reply, reply};
use crate::receiver::{Manner, Receiver};
use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::{Value, json};
use stormwire_emulator::{FaultSet, Settings};
use stormwire_clock::Clock;

/// Asks for a subscription to the Inbox; `change` goes over the usual request.
pub(crate) async fn ask(desk: &Desk, url: &str, change: Value) -> Reply {
    let mut body = json!({
        "changeType": "created",
        "notificationUrl": format!("{url}/mail?k=v"),
        "lifecycleNotificationUrl": format!("{url}/lifecycle"),
        "resource": format!("/users/{BOX}/mailFolders('inbox')/messages"),
        "expirationDateTime": (desk.clock.now() + SignedDuration::from_hours(48)).to_string(),
        "clientState": "secret",
    });
    body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    reply(desk.call(Method::POST, "/subscriptions").header("prefer", "IdType=\"ImmutableId\"").json(&body)).await
}

pub(crate) async fn subscribe(desk: &Desk, url: &str, change: Value) -> String {
    ask(desk, url, change).await.is(201).body["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn both_addresses_are_probed_with_a_form_encoded_token_before_anything_is_made() {
    let desk = Desk::new().await;
    let mut receiver = Receiver::new().await;
    let made = ask(&desk, &receiver.url, json!({})).await.is(201);
    let probes = receiver.probes();
    assert_eq!(probes.len(), 2);
    let start = "validationToken=Validation%3A+Testing+client+application+reachability+for+subscription+Request-Id%3A+";
    assert!(probes[0].starts_with(&format!("/mail?k=v&{start}")), "{}", probes[0]);
    assert!(probes[1].starts_with(&format!("/lifecycle?{start}")), "{}", probes[1]);
    assert_eq!(made.body["clientState"], "secret");
    assert_eq!(made.body["expirationDateTime"], "2026-05-03T12:00:00.0000000Z");
    assert_eq!(made.body["applicationId"], "app");
}

#[tokio::test]
async fn an_address_that_does_not_echo_makes_nothing() {
    let desk = Desk::new().await;
    let receiver = Receiver::new().await;
    for (manner, words) in
        [(Manner::Broken, "must respond with 200 OK"), (Manner::WrongEcho, "OK"), (Manner::JsonEcho, "text/plain")]
    {
        receiver.behave(manner);
        let refused = ask(&desk, &receiver.url, json!({})).await.is(400);
        assert_eq!(refused.code(), "ValidationError");
        assert!(refused.message().contains(words), "{}", refused.message());
    }
    let nobody = ask(&desk, "http://127.0.0.1:9", json!({})).await.is(400);
    assert_eq!(nobody.code(), "ValidationError");
    assert!(desk.get("/subscriptions").await.items().is_empty());
}

#[tokio::test]
async fn an_address_that_never_answers_is_given_ten_seconds() {
    let desk = Desk::new().await;
    let mut receiver = Receiver::new().await;
    receiver.behave(Manner::Silent);
    let url = receiver.url.clone();
    let asking = ask(&desk, &url, json!({}));
    let moving = async {
        while receiver.probes().is_empty() {
            tokio::task::yield_now().await;
        }
        desk.advance(1);
    };
    let (refused, ()) = tokio::join!(asking, moving);
    assert_eq!(refused.is(400).message(), "Subscription validation request timed out.");
}

#[tokio::test]
async fn a_short_life_is_raised_to_45_minutes_and_a_long_one_refused() {
    let desk = Desk::new().await;
    let receiver = Receiver::new().await;
    let until =
        |minutes| json!({"expirationDateTime": (desk.clock.now() + SignedDuration::from_mins(minutes)).to_string()});
    let short = ask(&desk, &receiver.url, until(1)).await.is(201);
    assert_eq!(short.body["expirationDateTime"], "2026-05-01T12:45:00.0000000Z");
    ask(&desk, &receiver.url, until(10_080)).await.is(201);
    let long = ask(&desk, &receiver.url, until(10_081)).await.is(400);
    assert_eq!(long.message(), "Subscription expiration can only be 10080 minutes in the future.");
    desk.emulator.set_settings(Settings { subscription_ceiling_minutes: 4_230, ..Settings::default() });
    let long = ask(&desk, &receiver.url, until(10_000)).await.is(400);
    assert!(long.message().contains("4230 minutes"));
}

#[tokio::test]
async fn what_cannot_be_subscribed_to_is_refused() {
    let desk = Desk::new().await;
    let receiver = Receiver::new().await;
    for (change, status, code) in [
        (json!({"notificationUrl": "http://example.com/x"}), 400, "InvalidRequest"),
        (json!({"notificationUrl": "nonsense"}), 400, "InvalidRequest"),
        (json!({"expirationDateTime": null}), 400, "InvalidRequest"),
        (json!({"expirationDateTime": "2026-05-03T12:00:00"}), 400, "InvalidRequest"),
        (json!({"changeType": "moved"}), 400, "InvalidRequest"),
        (json!({"clientState": "x".repeat(129)}), 400, "InvalidRequest"),
        (json!({"resource": "users/nobody@example.gov/messages"}), 400, "ExtensionError"),
        (json!({"includeResourceData": true}), 400, "InvalidRequest"),
        (json!({"notificationUrl": "http://127.0.0.1:1/#x"}), 400, "InvalidRequest"),
        (json!({"resource": format!("users/{BOX}/mailFolders/Nowhere/messages")}), 400, "ExtensionError"),
        (json!({"resource": format!("users/{BOX}/events")}), 400, "BadRequest"),
    ] {
        assert_eq!(ask(&desk, &receiver.url, change.clone()).await.is(status).code(), code, "{change}");
    }
    desk.control("/mailboxes", json!({"address": BOX, "access": "denied"})).await.is(200);
    let denied = ask(&desk, &receiver.url, json!({})).await.is(403);
    assert!(denied.message().contains("Forbidden"));
}

#[tokio::test]
async fn it_is_renewed_read_without_its_secret_and_gone_after_its_end() {
    let mut desk = Desk::new().await;
    let receiver = Receiver::new().await;
    let id = subscribe(&desk, &receiver.url, json!({})).await;
    let one = format!("/subscriptions/{id}");
    assert_eq!(desk.get(&one).await.is(200).body["clientState"], Value::Null);
    assert_eq!(desk.get("/subscriptions").await.items()[0]["clientState"], Value::Null);
    let later: Timestamp = desk.clock.now() + SignedDuration::from_hours(72);
    let renewed = desk.patch(&one, json!({"expirationDateTime": later.to_string()})).await.is(200);
    assert_eq!(renewed.body["expirationDateTime"], "2026-05-04T12:00:00.0000000Z");
    assert!(desk.patch(&one, json!({"clientState": "x"})).await.is(400).message().contains("'expirationDateTime' or"));
    desk.post(&format!("{one}/reauthorize"), json!({})).await.is(204);
    desk.clock.advance(std::time::Duration::from_hours(72));
    desk.sign_in("contoso.com").await;
    assert_eq!(desk.get(&one).await.is(404).code(), "ResourceNotFound");
    assert_eq!(
        desk.patch(&one, json!({"expirationDateTime": later.to_string()})).await.is(404).code(),
        "ResourceNotFound"
    );
    desk.delete(&one).await.is(404);
}

#[tokio::test]
async fn an_application_sees_its_own_subscriptions_alone() {
    let mut desk = Desk::new().await;
    let receiver = Receiver::new().await;
    let id = subscribe(&desk, &receiver.url, json!({})).await;
    desk.sign_in("fabrikam.com").await;
    assert!(desk.get("/subscriptions").await.items().is_empty());
    desk.delete(&format!("/subscriptions/{id}")).await.is(404);
    desk.sign_in("contoso.com").await;
    desk.delete(&format!("/subscriptions/{id}")).await.is(204);
}

#[tokio::test]
async fn a_second_one_is_made_unless_the_switch_says_otherwise() {
    let desk = Desk::new().await;
    let receiver = Receiver::new().await;
    let id = subscribe(&desk, &receiver.url, json!({})).await;
    subscribe(&desk, &receiver.url, json!({})).await;
    desk.emulator.set_settings(Settings { refuse_duplicates: true, ..Settings::default() });
    let refused = ask(&desk, &receiver.url, json!({})).await.is(409);
    assert!(refused.message().starts_with("Subscription Id ") && refused.message().len() > id.len());
}

#[tokio::test]
async fn renewal_probes_again_only_where_the_switch_says_so() {
    let desk = Desk::new().await;
    let mut receiver = Receiver::new().await;
    let id = subscribe(&desk, &receiver.url, json!({})).await;
    let renew = json!({"expirationDateTime": (desk.clock.now() + SignedDuration::from_hours(72)).to_string()});
    receiver.probes();
    desk.patch(&format!("/subscriptions/{id}"), renew.clone()).await.is(200);
    assert!(receiver.probes().is_empty());
    desk.emulator.set_settings(Settings { revalidate_on_renewal: true, ..Settings::default() });
    desk.patch(&format!("/subscriptions/{id}"), renew).await.is(200);
    assert_eq!(receiver.probes().len(), 1);
    desk.emulator.set_settings(Settings { trust_validated_urls: true, ..Settings::default() });
    subscribe(&desk, &receiver.url, json!({})).await;
    assert!(receiver.probes().is_empty());
}

#[tokio::test]
async fn they_expire_at_once_and_in_silence_on_demand() {
    let desk = Desk::new().await;
    let mut receiver = Receiver::new().await;
    let id = subscribe(&desk, &receiver.url, json!({})).await;
    desk.emulator.set_faults(FaultSet { expire_subscriptions: true, ..FaultSet::default() }).unwrap();
    desk.get(&format!("/subscriptions/{id}")).await.is(404);
    desk.deliver("unseen");
    assert!(receiver.so_far().is_empty());
}

#[tokio::test]
async fn of_many_that_are_asked_for_at_once_one_is_made_where_doubles_are_refused() {
    let desk = Desk::new().await;
    let receiver = Receiver::new().await;
    desk.emulator.set_settings(Settings { refuse_duplicates: true, ..Settings::default() });
    let asked = futures_util::future::join_all((0..8).map(|_| ask(&desk, &receiver.url, json!({})))).await;
    let made = asked.iter().filter(|reply| reply.status == 201).count();
    assert_eq!(made, 1);
}
