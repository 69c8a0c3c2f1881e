//! Notifications: contents, faults and retries.

use crate::harness::{Harness, MAILBOX, wait_until};
use crate::receiver::{Receiver, ReceiverBehavior};
use crate::subscriptions::subscribe;
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_emulator::{FaultSet, LifecycleEvent};

/// Reads requests until that many notifications have arrived.
async fn receive(receiver: &mut Receiver, count: usize) -> Vec<Value> {
    let mut all = Vec::new();
    while all.len() < count {
        all.extend(receiver.next().await.1["value"].as_array().unwrap().clone());
    }
    all
}

fn ids(notifications: &[Value]) -> Vec<String> {
    notifications.iter().map(|notification| notification["resourceData"]["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_notification_contains_the_id_but_no_content() {
    let harness = Harness::new().await;
    let mut receiver = Receiver::new().await;
    let subscription = subscribe(&harness, &receiver.url, json!({})).await;
    let id = harness.deliver("secret words");
    let (path, body) = receiver.next().await;
    assert_eq!(path, "/mail?k=v");
    let notification = &body["value"][0];
    assert_eq!(notification["subscriptionId"], json!(subscription));
    assert_eq!((&notification["changeType"], &notification["clientState"]), (&json!("created"), &json!("secret")));
    assert_eq!(notification["resourceData"]["id"], json!(id), "the subscription uses immutable ids");
    assert_eq!(notification["resourceData"]["@odata.type"], "#Microsoft.Graph.Message");
    assert_eq!(notification["subscriptionExpirationDateTime"], "2026-05-03T12:00:00.0000000+00:00");
    let resource = notification["resource"].as_str().unwrap();
    assert!(resource.starts_with("Users/") && resource.ends_with(&format!("/Messages/{id}")), "{resource}");
    assert!(!resource.contains(MAILBOX) && notification["tenantId"].as_str().unwrap().len() == 36);
    assert!(!body.to_string().contains("secret words"));
}

#[tokio::test]
async fn a_move_notifies_both_folders() {
    let harness = Harness::new().await;
    let mut inbox = Receiver::new().await;
    let mut archive = Receiver::new().await;
    subscribe(&harness, &inbox.url, json!({"changeType": "created,deleted,updated"})).await;
    let resource = format!("users/{MAILBOX}/mailFolders('archive')/messages");
    subscribe(&harness, &archive.url, json!({"resource": resource})).await;
    let id = harness.deliver("one");
    harness.patch(&format!("/users/{MAILBOX}/messages/{id}"), json!({"isRead": true})).await.expect_status(200);
    harness
        .post(&format!("/users/{MAILBOX}/messages/{id}/move"), json!({"destinationId": "archive"}))
        .await
        .expect_status(201);
    let mut change_types: Vec<String> = receive(&mut inbox, 3)
        .await
        .iter()
        .map(|notification| notification["changeType"].as_str().unwrap().to_owned())
        .collect();
    change_types.sort();
    assert_eq!(change_types, ["created", "deleted", "updated"]);
    assert_eq!(ids(&receive(&mut archive, 1).await), [id]);
}

#[tokio::test]
async fn a_filter_turns_marking_read_into_deleted() {
    let harness = Harness::new().await;
    let mut receiver = Receiver::new().await;
    let resource = format!("users/{MAILBOX}/mailFolders('inbox')/messages?$filter=isRead eq false");
    subscribe(&harness, &receiver.url, json!({"resource": resource, "changeType": "created,deleted,updated"})).await;
    let id = harness.deliver("one");
    assert_eq!(receive(&mut receiver, 1).await[0]["changeType"], "created");
    for (is_read, change_type) in [(true, "deleted"), (false, "created")] {
        harness.patch(&format!("/users/{MAILBOX}/messages/{id}"), json!({"isRead": is_read})).await.expect_status(200);
        assert_eq!(receive(&mut receiver, 1).await[0]["changeType"], change_type);
    }
}

#[tokio::test]
async fn faults_drop_duplicate_delay_and_reorder_notifications() {
    let harness = Harness::new().await;
    let mut receiver = Receiver::new().await;
    subscribe(&harness, &receiver.url, json!({})).await;
    let set_faults = |faults: FaultSet| harness.emulator.set_faults(faults).unwrap();
    set_faults(FaultSet { drop: 1.0, ..FaultSet::default() });
    harness.deliver("lost");
    set_faults(FaultSet { duplicate: 1.0, ..FaultSet::default() });
    let id = harness.deliver("twice");
    assert_eq!(ids(&receive(&mut receiver, 2).await), [id.clone(), id]);
    set_faults(FaultSet { delay_ms: 60_000, ..FaultSet::default() });
    let late = harness.deliver("late");
    set_faults(FaultSet::default());
    let prompt = harness.deliver("prompt");
    assert_eq!(ids(&receive(&mut receiver, 1).await), [prompt]);
    harness.advance_minutes(1);
    assert_eq!(ids(&receive(&mut receiver, 1).await), [late]);
    set_faults(FaultSet { reorder: true, seed: 3, ..FaultSet::default() });
    let sent: Vec<String> = (0..20).map(|number| harness.deliver(&number.to_string())).collect();
    let mut arrived = Vec::new();
    for _ in 0..50 {
        harness.clock.advance(Duration::from_millis(10));
        tokio::task::yield_now().await;
        arrived.extend(receiver.received().iter().flat_map(|(_, body)| ids(body["value"].as_array().unwrap())));
    }
    while arrived.len() < 20 {
        arrived.extend(ids(&receive(&mut receiver, 1).await));
    }
    assert_ne!(arrived, sent);
    arrived.sort();
    let mut sorted = sent.clone();
    sorted.sort();
    assert_eq!(arrived, sorted);
}

#[tokio::test]
async fn lifecycle_notifications_have_their_own_url_and_no_resource() {
    let harness = Harness::new().await;
    let mut receiver = Receiver::new().await;
    let id = subscribe(&harness, &receiver.url, json!({})).await;
    for (event, name) in [
        (LifecycleEvent::Missed, "missed"),
        (LifecycleEvent::ReauthorizationRequired, "reauthorizationRequired"),
        (LifecycleEvent::SubscriptionRemoved, "subscriptionRemoved"),
    ] {
        harness.emulator.set_faults(FaultSet { lifecycle: Some(event), ..FaultSet::default() }).unwrap();
        let (path, body) = receiver.next().await;
        assert_eq!(path, "/lifecycle");
        assert_eq!(body["value"][0]["lifecycleEvent"], name);
        assert_eq!(
            (&body["value"][0]["subscriptionId"], &body["value"][0]["clientState"]),
            (&json!(id), &json!("secret"))
        );
        assert!(body["value"][0]["resource"].is_null());
    }
    harness.get(&format!("/subscriptions/{id}")).await.expect_status(404);
}

#[tokio::test]
async fn failed_notifications_are_retried_with_growing_delays() {
    let harness = Harness::new().await;
    let mut receiver = Receiver::new().await;
    subscribe(&harness, &receiver.url, json!({})).await;
    receiver.set_behavior(ReceiverBehavior::ServerError);
    let id = harness.deliver("one");
    receiver.next().await;
    for delay in [10, 20, 40] {
        let mut waited = 0;
        wait_until(|| {
            let is_retried = !receiver.received().is_empty();
            if !is_retried {
                harness.clock.advance(Duration::from_secs(1));
                waited += 1;
            }
            is_retried
        })
        .await;
        assert!(waited >= delay, "retried after {waited} s instead of {delay}");
    }
    assert!(harness.emulator.acknowledged_messages().is_empty(), "a 5xx acknowledges nothing");
    receiver.set_behavior(ReceiverBehavior::Accept);
    wait_until(|| {
        harness.clock.advance(Duration::from_secs(1));
        harness.emulator.stats()["notifications"]["delivered"] == 1
    })
    .await;
    assert!(harness.emulator.acknowledged_messages().iter().eq([&id]));
    assert!(receiver.received().iter().all(|(_, body)| ids(body["value"].as_array().unwrap()) == [id.as_str()]));
}

#[tokio::test]
async fn a_dead_endpoint_is_dropped_and_later_gets_missed() {
    let harness = Harness::new().await;
    let mut receiver = Receiver::new().await;
    subscribe(&harness, &receiver.url, json!({})).await;
    receiver.set_behavior(ReceiverBehavior::NoResponse);
    harness.deliver("first");
    // The first attempt takes 3 s, retries take 10 s each. A dozen timeouts are enough.
    wait_until(|| {
        harness.deliver("another");
        harness.clock.advance(Duration::from_secs(5));
        harness.emulator.stats()["notifications"]["dropped"].as_u64().unwrap() > 0
    })
    .await;
    receiver.set_behavior(ReceiverBehavior::Accept);
    receiver.received();
    // A lifecycle notification reports the loss.
    wait_until(|| {
        harness.clock.advance(Duration::from_secs(30));
        receiver.received().iter().any(|(_, body)| body["value"][0]["lifecycleEvent"] == "missed")
    })
    .await;
}

#[tokio::test]
async fn one_request_carries_many_notifications() {
    let harness = Harness::new().await;
    let mut receiver = Receiver::new().await;
    subscribe(&harness, &receiver.url, json!({})).await;
    let sent: Vec<String> = (0..500).map(|number| harness.deliver(&number.to_string())).collect();
    let arrived = receive(&mut receiver, 500).await;
    assert_eq!(arrived.len(), sent.len());
    let requests = || harness.emulator.stats()["notifications"]["requests"].as_u64().unwrap();
    wait_until(|| harness.emulator.stats()["notifications"]["delivered"] == 500).await;
    assert!(requests() < 100, "{}", requests());
}

#[tokio::test]
async fn a_duplicate_is_in_its_own_request() {
    let harness = Harness::new().await;
    let mut receiver = Receiver::new().await;
    subscribe(&harness, &receiver.url, json!({})).await;
    harness.emulator.set_faults(FaultSet { duplicate: 1.0, ..FaultSet::default() }).unwrap();
    let id = harness.deliver("twice");
    for _ in 0..2 {
        assert_eq!(ids(receiver.next().await.1["value"].as_array().unwrap()), [id.as_str()]);
    }
}

#[tokio::test]
async fn removing_a_folder_notifies_for_each_message() {
    let harness = Harness::new().await;
    let mut receiver = Receiver::new().await;
    let resource = format!("users/{MAILBOX}/messages");
    subscribe(&harness, &receiver.url, json!({"resource": resource, "changeType": "deleted"})).await;
    let id = harness.emulator.deliver(MAILBOX, "Inbox/Old", json!({"subject": "x"})).unwrap();
    let list = harness.get(&format!("/users/{MAILBOX}/mailFolders/inbox/childFolders")).await;
    let folder = list.items()[0]["id"].as_str().unwrap().to_owned();
    harness.delete(&format!("/users/{MAILBOX}/mailFolders/{folder}")).await.expect_status(204);
    assert_eq!(ids(&receive(&mut receiver, 1).await), [id]);
}
