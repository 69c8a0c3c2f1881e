//! Delta over HTTP: links, generations, the ways in which they are lost.

use crate::desk::{BOX, Desk, Reply};
use serde_json::{Value, json};
use stormwire_emulator::{DeltaLoss, FaultSet, Settings};

const DELTA: &str = "/users/storm@example.gov/mailFolders/inbox/messages/delta?$select=id,subject";

fn link(reply: &Reply) -> (bool, String) {
    let more = reply.body["@odata.nextLink"].as_str();
    let done = reply.body["@odata.deltaLink"].as_str();
    assert!(more.is_some() != done.is_some(), "exactly one link: {}", reply.body);
    (more.is_some(), more.or(done).unwrap().to_owned())
}

/// All items of a round and the delta link at its end.
async fn round(desk: &Desk, from: &str, size: usize) -> (Vec<Value>, String) {
    let (mut items, mut at) = (Vec::new(), from.to_owned());
    loop {
        let reply = desk.get_paged(&at, size).await.is(200);
        items.extend(reply.items().iter().cloned());
        let (more, next) = link(&reply);
        at = next;
        if !more {
            return (items, at);
        }
    }
}

fn subjects(items: &[Value]) -> Vec<&str> {
    items.iter().map(|item| item["subject"].as_str().unwrap_or("(gone)")).collect()
}

#[tokio::test]
async fn a_chain_tells_everything_once_and_then_what_changed() {
    let desk = Desk::new().await;
    let ids: Vec<String> = (0..25).map(|number| desk.deliver(&format!("m{number}"))).collect();
    let (items, done) = round(&desk, DELTA, 10).await;
    assert_eq!(items.len(), 25);
    assert!(items.iter().all(|item| item["@odata.type"] == "#microsoft.graph.message" && item["body"].is_null()));
    assert!(ids.iter().all(|id| items.iter().any(|item| item["id"] == **id)));
    desk.deliver("late");
    desk.delete(&format!("/users/{BOX}/messages/{}", ids[0])).await.is(204);
    let (items, done) = round(&desk, &done, 10).await;
    assert_eq!(subjects(&items), ["late", "(gone)"]);
    assert_eq!((&items[1]["id"], &items[1]["@removed"]["reason"]), (&json!(ids[0]), &json!("deleted")));
    assert_eq!(round(&desk, &done, 10).await.0.len(), 0);
}

#[tokio::test]
async fn the_preferences_are_echoed_and_the_default_page_is_ten() {
    let desk = Desk::new().await;
    (0..11).for_each(|number| drop(desk.deliver(&number.to_string())));
    let reply = desk.get(DELTA).await.is(200);
    assert_eq!(reply.items().len(), 10);
    assert!(reply.items()[0]["id"].as_str().unwrap().starts_with("AAMk"));
    assert_eq!(reply.headers["preference-applied"], "odata.track-changes");
    let reply = desk.get_paged(DELTA, 2).await;
    assert_eq!(reply.headers["preference-applied"], "IdType=ImmutableId, odata.maxpagesize=2, odata.track-changes");
}

#[tokio::test]
async fn a_link_more_than_three_behind_is_gone() {
    let desk = Desk::new().await;
    let (_, old) = round(&desk, DELTA, 10).await;
    let mut newest = old.clone();
    for _ in 0..3 {
        newest = round(&desk, &newest, 10).await.1;
    }
    let reply = desk.get(&old).await.is(410);
    assert_eq!(reply.code(), "SyncStateNotFound");
    assert!(reply.message().contains("generation=1;[highest=4][4][3][2]"), "{}", reply.message());
    round(&desk, &newest, 10).await;
}

#[tokio::test]
async fn switches_at_their_limits_break_nothing() {
    let desk = Desk::new().await;
    let all = Settings {
        delta_generations: u64::MAX,
        delta_empty_pages: u8::MAX,
        delta_replays: u64::MAX,
        ..Settings::default()
    };
    desk.emulator.set_settings(all);
    (0..15).for_each(|number| drop(desk.deliver(&number.to_string())));
    let (items, done) = round(&desk, DELTA, 10).await;
    assert_eq!(items.len(), 15);
    assert_eq!(round(&desk, &done, 100).await.0.len(), 15, "told again from the beginning");
}

#[tokio::test]
async fn lost_state_is_said_in_four_ways() {
    let desk = Desk::new().await;
    for (how, code) in [
        (DeltaLoss::SyncStateNotFound, "SyncStateNotFound"),
        (DeltaLoss::SyncStateInvalid, "SyncStateInvalid"),
        (DeltaLoss::ResyncRequired, "resyncRequired"),
        (DeltaLoss::Location, "resyncRequired"),
    ] {
        let (_, link) = round(&desk, DELTA, 10).await;
        desk.emulator.set_settings(Settings { delta_loss: how, ..Settings::default() });
        desk.emulator.set_faults(FaultSet { lose_delta_state: true, ..FaultSet::default() }).unwrap();
        let reply = desk.get(&link).await.is(410);
        assert_eq!(reply.code(), code);
        let location = reply.headers.get("location").map(|value| value.to_str().unwrap());
        assert_eq!(location.is_some_and(|url| url.ends_with("?$deltatoken=")), how == DeltaLoss::Location);
        if let Some(location) = location {
            desk.get(location).await.is(200);
        }
    }
}

#[tokio::test]
async fn what_delta_cannot_do_is_refused_in_its_words() {
    let desk = Desk::new().await;
    let within = format!("/users/{BOX}/mailFolders/inbox/messages/delta");
    let reply = desk.get(&format!("{within}?$filter=isRead eq false")).await.is(400);
    assert_eq!(reply.code(), "ErrorInvalidUrlQuery");
    assert!(reply.message().contains("only a value of 'receivedDateTime ge value'"));
    desk.get(&format!("{within}?$filter=receivedDateTime ge 2020-01-01T00:00:00Z")).await.is(200);
    desk.get(&format!("{within}?$orderby=subject")).await.is(400);
    desk.get(&format!("{within}?changeType=moved")).await.is(400);
    desk.get(&format!("{within}?$skiptoken=nonsense")).await.is(400);
    let reply = desk.get(&format!("/users/{BOX}/messages/delta")).await.is(400);
    assert!(reply.message().contains("Change tracking is not supported"));
}
