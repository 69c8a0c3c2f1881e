//! Delta queries over HTTP: links, generations, lost links.

use crate::harness::{Harness, MAILBOX, TestResponse};
use serde_json::{Value, json};
use stormwire_emulator::{FaultSet, LostDeltaLinkError, Settings};

const DELTA: &str = "/users/storm@example.gov/mailFolders/inbox/messages/delta?$select=id,subject";

/// Whether the round continues, and the link.
fn link(response: &TestResponse) -> (bool, String) {
    let more = response.body["@odata.nextLink"].as_str();
    let done = response.body["@odata.deltaLink"].as_str();
    assert!(more.is_some() != done.is_some(), "exactly one link: {}", response.body);
    (more.is_some(), more.or(done).unwrap().to_owned())
}

/// All items of a round and the delta link at its end.
async fn round(harness: &Harness, from: &str, size: usize) -> (Vec<Value>, String) {
    let (mut items, mut at) = (Vec::new(), from.to_owned());
    loop {
        let response = harness.get_paged(&at, size).await.expect_status(200);
        items.extend(response.items().iter().cloned());
        let (more, next) = link(&response);
        at = next;
        if !more {
            return (items, at);
        }
    }
}

fn subjects(items: &[Value]) -> Vec<&str> {
    items.iter().map(|item| item["subject"].as_str().unwrap_or("(removed)")).collect()
}

#[tokio::test]
async fn a_chain_returns_everything_and_then_only_changes() {
    let harness = Harness::new().await;
    let ids: Vec<String> = (0..25).map(|number| harness.deliver(&format!("m{number}"))).collect();
    let (items, done) = round(&harness, DELTA, 10).await;
    assert_eq!(items.len(), 25);
    assert!(items.iter().all(|item| item["@odata.type"] == "#microsoft.graph.message" && item["body"].is_null()));
    assert!(ids.iter().all(|id| items.iter().any(|item| item["id"] == **id)));
    harness.deliver("late");
    harness.delete(&format!("/users/{MAILBOX}/messages/{}", ids[0])).await.expect_status(204);
    let (items, done) = round(&harness, &done, 10).await;
    assert_eq!(subjects(&items), ["late", "(removed)"]);
    assert_eq!((&items[1]["id"], &items[1]["@removed"]["reason"]), (&json!(ids[0]), &json!("deleted")));
    assert_eq!(round(&harness, &done, 10).await.0.len(), 0);
}

#[tokio::test]
async fn echoes_preferences_and_defaults_to_pages_of_ten() {
    let harness = Harness::new().await;
    (0..11).for_each(|number| drop(harness.deliver(&number.to_string())));
    let response = harness.get(DELTA).await.expect_status(200);
    assert_eq!(response.items().len(), 10);
    assert!(response.items()[0]["id"].as_str().unwrap().starts_with("AAMk"));
    assert_eq!(response.headers["preference-applied"], "odata.track-changes");
    let response = harness.get_paged(DELTA, 2).await;
    assert_eq!(response.headers["preference-applied"], "IdType=ImmutableId, odata.maxpagesize=2, odata.track-changes");
}

#[tokio::test]
async fn a_link_more_than_three_generations_old_is_gone() {
    let harness = Harness::new().await;
    let (_, old) = round(&harness, DELTA, 10).await;
    let mut newest = old.clone();
    for _ in 0..3 {
        newest = round(&harness, &newest, 10).await.1;
    }
    let response = harness.get(&old).await.expect_status(410);
    assert_eq!(response.code(), "SyncStateNotFound");
    assert!(response.message().contains("generation=1;[highest=4][4][3][2]"), "{}", response.message());
    round(&harness, &newest, 10).await;
}

#[tokio::test]
async fn extreme_settings_work() {
    let harness = Harness::new().await;
    let all = Settings {
        delta_generations: u64::MAX,
        delta_empty_pages: u8::MAX,
        delta_replays: u64::MAX,
        ..Settings::default()
    };
    harness.emulator.set_settings(all);
    (0..15).for_each(|number| drop(harness.deliver(&number.to_string())));
    let (items, done) = round(&harness, DELTA, 10).await;
    assert_eq!(items.len(), 15);
    assert_eq!(round(&harness, &done, 100).await.0.len(), 15, "returned again from the beginning");
}

#[tokio::test]
async fn a_lost_link_gets_the_configured_error() {
    let harness = Harness::new().await;
    for (delta_loss, code) in [
        (LostDeltaLinkError::SyncStateNotFound, "SyncStateNotFound"),
        (LostDeltaLinkError::SyncStateInvalid, "SyncStateInvalid"),
        (LostDeltaLinkError::ResyncRequired, "resyncRequired"),
        (LostDeltaLinkError::Location, "resyncRequired"),
    ] {
        let (_, link) = round(&harness, DELTA, 10).await;
        harness.emulator.set_settings(Settings { delta_loss, ..Settings::default() });
        harness.emulator.set_faults(FaultSet { lose_delta_state: true, ..FaultSet::default() }).unwrap();
        let response = harness.get(&link).await.expect_status(410);
        assert_eq!(response.code(), code);
        let location = response.headers.get("location").map(|value| value.to_str().unwrap());
        assert_eq!(
            location.is_some_and(|url| url.ends_with("?$deltatoken=")),
            delta_loss == LostDeltaLinkError::Location
        );
        if let Some(location) = location {
            harness.get(location).await.expect_status(200);
        }
    }
}

#[tokio::test]
async fn rejects_unsupported_options_as_graph_does() {
    let harness = Harness::new().await;
    let delta = format!("/users/{MAILBOX}/mailFolders/inbox/messages/delta");
    let response = harness.get(&format!("{delta}?$filter=isRead eq false")).await.expect_status(400);
    assert_eq!(response.code(), "ErrorInvalidUrlQuery");
    assert!(response.message().contains("only a value of 'receivedDateTime ge value'"));
    harness.get(&format!("{delta}?$filter=receivedDateTime ge 2020-01-01T00:00:00Z")).await.expect_status(200);
    harness.get(&format!("{delta}?$orderby=subject")).await.expect_status(400);
    harness.get(&format!("{delta}?changeType=moved")).await.expect_status(400);
    harness.get(&format!("{delta}?$skiptoken=nonsense")).await.expect_status(400);
    let response = harness.get(&format!("/users/{MAILBOX}/messages/delta")).await.expect_status(400);
    assert!(response.message().contains("Change tracking is not supported"));
}
