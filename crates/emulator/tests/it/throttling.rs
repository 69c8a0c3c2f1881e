//! Too much at once, too much in ten minutes, and faults on the way.

use crate::desk::{BOX, Desk, reply};
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use stormwire_emulator::{FaultSet, Settings};

#[tokio::test]
async fn the_fifth_call_at_once_is_throttled_in_the_words_of_exchange() {
    let desk = Desk::new().await;
    desk.emulator.set_settings(Settings { response_delay_ms: 1_000, ..Settings::default() });
    let path = format!("/users/{BOX}/messages");
    let calls = join_all((0..5).map(|_| desk.get(&path)));
    let moving = async {
        while desk.emulator.stats()["maxConcurrency"][BOX] != 5 {
            tokio::task::yield_now().await;
        }
        desk.advance(1);
    };
    let (replies, ()) = tokio::join!(calls, moving);
    let refused: Vec<_> = replies.iter().filter(|reply| reply.status == 429).collect();
    assert_eq!(refused.len(), 1);
    assert_eq!(
        refused[0].body,
        json!({"error": {"code": "ApplicationThrottled", "message": "Application is over its MailboxConcurrency limit."}})
    );
    assert_eq!(refused[0].headers["retry-after"], "1");
    assert_eq!(desk.emulator.stats()["calls"]["GET /users/{id}/messages"], 5, "refused ones count");
}

#[tokio::test]
async fn the_limit_of_ten_minutes_says_when_to_come_back_unless_it_is_told_not_to() {
    let desk = Desk::new().await;
    desk.emulator.set_settings(Settings { calls_per_ten_minutes: 2, ..Settings::default() });
    let path = format!("/users/{BOX}");
    desk.get(&path).await.is(200);
    desk.get(&path).await.is(200);
    desk.advance(4);
    assert_eq!(desk.get(&path).await.is(429).headers["retry-after"], "360");
    desk.get("/subscriptions").await.is(200);
    desk.advance(6);
    desk.get(&path).await.is(200);
    desk.emulator.set_settings(Settings { calls_per_ten_minutes: 1, retry_after: false, ..Settings::default() });
    assert!(desk.get(&path).await.is(429).headers.get("retry-after").is_none());
}

#[tokio::test]
async fn faults_come_as_throttling_with_and_without_a_time_and_as_broken_servers_with_and_without_a_body() {
    let desk = Desk::new().await;
    let path = format!("/users/{BOX}");
    desk.emulator.set_faults(FaultSet { throttled: 1.0, seed: 1, ..FaultSet::default() }).unwrap();
    let mut with_time = 0;
    for _ in 0..40 {
        with_time += usize::from(desk.get(&path).await.is(429).headers.contains_key("retry-after"));
    }
    assert!((20..40).contains(&with_time), "{with_time}");
    desk.emulator.set_faults(FaultSet { broken: 1.0, seed: 1, ..FaultSet::default() }).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let reply = desk.get(&path).await;
        seen.insert((reply.status.as_u16(), reply.body == ""));
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [(500, false), (502, false), (503, true), (504, false)]);
}

#[tokio::test]
async fn what_ended_in_a_gateway_timeout_was_done_all_the_same() {
    let desk = Desk::new().await;
    let id = desk.deliver("one");
    let path = format!("/users/{BOX}/messages/{id}");
    for seed in 0..100 {
        desk.emulator.set_faults(FaultSet { broken: 1.0, seed, ..FaultSet::default() }).unwrap();
        let reply = desk.patch(&path, json!({"isRead": true})).await;
        desk.emulator.set_faults(FaultSet::default()).unwrap();
        let done = desk.get(&path).await.body["isRead"] == json!(true);
        assert_eq!(done, reply.status == 504, "{:?}", reply.status);
        desk.patch(&path, json!({"isRead": false})).await.is(200);
        if done {
            return;
        }
    }
    panic!("no seed gave a 504");
}

#[tokio::test]
async fn the_first_look_at_each_message_finds_nothing_on_demand() {
    let desk = Desk::new().await;
    let (one, two) = (desk.deliver("one"), desk.deliver("two"));
    desk.get(&format!("/users/{BOX}/messages/{one}")).await.is(200);
    desk.emulator.set_faults(FaultSet { not_found_once: true, ..FaultSet::default() }).unwrap();
    for id in [&one, &two] {
        let path = format!("/users/{BOX}/messages/{id}");
        desk.get(&path).await.is(404);
        desk.get(&path).await.is(200);
    }
    reply(desk.call(Method::GET, &format!("/users/{BOX}/messages"))).await.is(200);
}

#[tokio::test]
async fn a_share_of_one_spares_no_call_also_not_one_that_would_be_refused() {
    let desk = Desk::new().await;
    let folders = format!("/users/{BOX}/mailFolders");
    desk.emulator.set_faults(FaultSet { broken: 1.0, seed: 5, ..FaultSet::default() }).unwrap();
    for _ in 0..50 {
        assert!(desk.post(&folders, json!({"displayName": "Inbox"})).await.status.is_server_error());
    }
}
