//! Notifications: their shape, their faults, and what becomes of those that are not taken.

use crate::desk::{BOX, Desk};
use crate::receiver::{Manner, Receiver};
use crate::subscriptions::subscribe;
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_emulator::{FaultSet, Lifecycle};

/// Reads requests until so many notifications have come.
async fn gather(receiver: &mut Receiver, count: usize) -> Vec<Value> {
    let mut all = Vec::new();
    while all.len() < count {
        all.extend(receiver.next().await.1["value"].as_array().unwrap().clone());
    }
    all
}

fn ids(notifications: &[Value]) -> Vec<String> {
    notifications.iter().map(|one| one["resourceData"]["id"].as_str().unwrap().to_owned()).collect()
}

/// Lets what runs beside the test go on until something holds.
async fn until(mut holds: impl FnMut() -> bool) {
    while !holds() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_notification_names_the_message_and_nothing_of_its_content() {
    let desk = Desk::new().await;
    let mut receiver = Receiver::new().await;
    let subscription = subscribe(&desk, &receiver.url, json!({})).await;
    let id = desk.deliver("secret words");
    let (path, body) = receiver.next().await;
    assert_eq!(path, "/mail?k=v");
    let one = &body["value"][0];
    assert_eq!(one["subscriptionId"], json!(subscription));
    assert_eq!((&one["changeType"], &one["clientState"]), (&json!("created"), &json!("secret")));
    assert_eq!(one["resourceData"]["id"], json!(id), "latched to immutable ids");
    assert_eq!(one["resourceData"]["@odata.type"], "#Microsoft.Graph.Message");
    assert_eq!(one["subscriptionExpirationDateTime"], "2026-05-03T12:00:00.0000000+00:00");
    let resource = one["resource"].as_str().unwrap();
    assert!(resource.starts_with("Users/") && resource.ends_with(&format!("/Messages/{id}")), "{resource}");
    assert!(!resource.contains(BOX) && one["tenantId"].as_str().unwrap().len() == 36);
    assert!(!body.to_string().contains("secret words"));
}

#[tokio::test]
async fn a_move_is_deleted_here_and_created_there_and_folders_are_told_apart() {
    let desk = Desk::new().await;
    let mut inbox = Receiver::new().await;
    let mut archive = Receiver::new().await;
    subscribe(&desk, &inbox.url, json!({"changeType": "created,deleted,updated"})).await;
    let resource = format!("users/{BOX}/mailFolders('archive')/messages");
    subscribe(&desk, &archive.url, json!({"resource": resource})).await;
    let id = desk.deliver("one");
    desk.patch(&format!("/users/{BOX}/messages/{id}"), json!({"isRead": true})).await.is(200);
    desk.post(&format!("/users/{BOX}/messages/{id}/move"), json!({"destinationId": "archive"})).await.is(201);
    let mut kinds: Vec<String> =
        gather(&mut inbox, 3).await.iter().map(|one| one["changeType"].as_str().unwrap().to_owned()).collect();
    kinds.sort();
    assert_eq!(kinds, ["created", "deleted", "updated"]);
    assert_eq!(ids(&gather(&mut archive, 1).await), [id]);
}

#[tokio::test]
async fn a_filter_turns_marking_read_into_deleted() {
    let desk = Desk::new().await;
    let mut receiver = Receiver::new().await;
    let resource = format!("users/{BOX}/mailFolders('inbox')/messages?$filter=isRead eq false");
    subscribe(&desk, &receiver.url, json!({"resource": resource, "changeType": "created,deleted,updated"})).await;
    let id = desk.deliver("one");
    assert_eq!(gather(&mut receiver, 1).await[0]["changeType"], "created");
    for (read, kind) in [(true, "deleted"), (false, "created")] {
        desk.patch(&format!("/users/{BOX}/messages/{id}"), json!({"isRead": read})).await.is(200);
        assert_eq!(gather(&mut receiver, 1).await[0]["changeType"], kind);
    }
}

#[tokio::test]
async fn notifications_are_dropped_doubled_delayed_and_thrown_together_on_demand() {
    let desk = Desk::new().await;
    let mut receiver = Receiver::new().await;
    subscribe(&desk, &receiver.url, json!({})).await;
    let faults = |set: FaultSet| desk.emulator.set_faults(set).unwrap();
    faults(FaultSet { drop: 1.0, ..FaultSet::default() });
    desk.deliver("lost");
    faults(FaultSet { duplicate: 1.0, ..FaultSet::default() });
    let id = desk.deliver("twice");
    assert_eq!(ids(&gather(&mut receiver, 2).await), [id.clone(), id]);
    faults(FaultSet { delay_ms: 60_000, ..FaultSet::default() });
    let late = desk.deliver("late");
    faults(FaultSet::default());
    let prompt = desk.deliver("prompt");
    assert_eq!(ids(&gather(&mut receiver, 1).await), [prompt]);
    desk.advance(1);
    assert_eq!(ids(&gather(&mut receiver, 1).await), [late]);
    faults(FaultSet { reorder: true, seed: 3, ..FaultSet::default() });
    let sent: Vec<String> = (0..20).map(|number| desk.deliver(&number.to_string())).collect();
    let mut got = Vec::new();
    for _ in 0..50 {
        desk.clock.advance(Duration::from_millis(10));
        tokio::task::yield_now().await;
        got.extend(receiver.so_far().iter().flat_map(|(_, body)| ids(body["value"].as_array().unwrap())));
    }
    while got.len() < 20 {
        got.extend(ids(&gather(&mut receiver, 1).await));
    }
    assert_ne!(got, sent);
    got.sort();
    let mut sorted = sent.clone();
    sorted.sort();
    assert_eq!(got, sorted);
}

#[tokio::test]
async fn lifecycle_notifications_go_to_their_own_address_and_carry_no_resource() {
    let desk = Desk::new().await;
    let mut receiver = Receiver::new().await;
    let id = subscribe(&desk, &receiver.url, json!({})).await;
    for (what, name) in [
        (Lifecycle::Missed, "missed"),
        (Lifecycle::ReauthorizationRequired, "reauthorizationRequired"),
        (Lifecycle::SubscriptionRemoved, "subscriptionRemoved"),
    ] {
        desk.emulator.set_faults(FaultSet { lifecycle: Some(what), ..FaultSet::default() }).unwrap();
        let (path, body) = receiver.next().await;
        assert_eq!(path, "/lifecycle");
        assert_eq!(body["value"][0]["lifecycleEvent"], name);
        assert_eq!(
            (&body["value"][0]["subscriptionId"], &body["value"][0]["clientState"]),
            (&json!(id), &json!("secret"))
        );
        assert!(body["value"][0]["resource"].is_null());
    }
    desk.get(&format!("/subscriptions/{id}")).await.is(404);
}

#[tokio::test]
async fn what_is_refused_is_sent_again_with_growing_waits_until_it_is_taken() {
    let desk = Desk::new().await;
    let mut receiver = Receiver::new().await;
    subscribe(&desk, &receiver.url, json!({})).await;
    receiver.behave(Manner::Broken);
    let id = desk.deliver("one");
    receiver.next().await;
    for wait in [10, 20, 40] {
        let mut waited = 0;
        while receiver.so_far().is_empty() {
            desk.clock.advance(Duration::from_secs(1));
            waited += 1;
            for _ in 0..20 {
                tokio::task::yield_now().await;
            }
        }
        assert!(waited >= wait, "again after {waited} s instead of {wait}");
    }
    receiver.behave(Manner::Good);
    let taken = || desk.emulator.stats()["notifications"]["delivered"] == 1;
    while !taken() {
        desk.clock.advance(Duration::from_secs(1));
        tokio::task::yield_now().await;
    }
    assert!(receiver.so_far().iter().all(|(_, body)| ids(body["value"].as_array().unwrap()) == [id.as_str()]));
}

#[tokio::test]
async fn an_address_that_never_answers_ends_up_dropped_and_is_told_that_it_missed_something() {
    let desk = Desk::new().await;
    let mut receiver = Receiver::new().await;
    subscribe(&desk, &receiver.url, json!({})).await;
    receiver.behave(Manner::Silent);
    desk.deliver("first");
    // First 3 s, then 10 s each: a dozen unanswered requests condemn the address.
    let dropped = || desk.emulator.stats()["notifications"]["dropped"].as_u64().unwrap() > 0;
    for number in 0..400 {
        if dropped() {
            break;
        }
        desk.deliver(&number.to_string());
        desk.clock.advance(Duration::from_secs(5));
        for _ in 0..50 {
            tokio::task::yield_now().await;
        }
    }
    assert!(dropped());
    receiver.behave(Manner::Good);
    receiver.so_far();
    let mut seen = false;
    for _ in 0..2_000 {
        desk.clock.advance(Duration::from_secs(30));
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        seen |= receiver.so_far().iter().any(|(_, body)| body["value"][0]["lifecycleEvent"] == "missed");
        if seen {
            break;
        }
    }
    assert!(seen, "a lifecycle notification says so");
}

#[tokio::test]
async fn many_messages_share_a_request() {
    let desk = Desk::new().await;
    let mut receiver = Receiver::new().await;
    subscribe(&desk, &receiver.url, json!({})).await;
    let sent: Vec<String> = (0..500).map(|number| desk.deliver(&number.to_string())).collect();
    let got = gather(&mut receiver, 500).await;
    assert_eq!(got.len(), sent.len());
    let requests = || desk.emulator.stats()["notifications"]["requests"].as_u64().unwrap();
    until(|| desk.emulator.stats()["notifications"]["delivered"] == 500).await;
    assert!(requests() < 100, "{}", requests());
}

#[tokio::test]
async fn a_double_comes_in_a_request_of_its_own() {
    let desk = Desk::new().await;
    let mut receiver = Receiver::new().await;
    subscribe(&desk, &receiver.url, json!({})).await;
    desk.emulator.set_faults(FaultSet { duplicate: 1.0, ..FaultSet::default() }).unwrap();
    let id = desk.deliver("twice");
    for _ in 0..2 {
        assert_eq!(ids(receiver.next().await.1["value"].as_array().unwrap()), [id.as_str()]);
    }
}

#[tokio::test]
async fn a_removed_folder_tells_of_each_message_in_it() {
    let desk = Desk::new().await;
    let mut receiver = Receiver::new().await;
    let resource = format!("users/{BOX}/messages");
    subscribe(&desk, &receiver.url, json!({"resource": resource, "changeType": "deleted"})).await;
    let id = desk.emulator.deliver(BOX, "Inbox/Old", json!({"subject": "x"})).unwrap();
    let list = desk.get(&format!("/users/{BOX}/mailFolders/inbox/childFolders")).await;
    let folder = list.items()[0]["id"].as_str().unwrap().to_owned();
    desk.delete(&format!("/users/{BOX}/mailFolders/{folder}")).await.is(204);
    assert_eq!(ids(&gather(&mut receiver, 1).await), [id]);
}
