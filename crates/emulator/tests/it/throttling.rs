//! Throttling limits and injected faults.

use crate::harness::{Harness, MAILBOX, send};
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use stormwire_emulator::{FaultSet, Settings};

#[tokio::test]
async fn the_fifth_concurrent_call_is_throttled() {
    let harness = Harness::new().await;
    harness.emulator.set_settings(Settings { response_delay_ms: 1_000, ..Settings::default() });
    let path = format!("/users/{MAILBOX}/messages");
    let calls = join_all((0..5).map(|_| harness.get(&path)));
    let advance = async {
        while harness.emulator.stats()["maxConcurrency"][MAILBOX] != 5 {
            tokio::task::yield_now().await;
        }
        harness.advance_minutes(1);
    };
    let (responses, ()) = tokio::join!(calls, advance);
    let throttled: Vec<_> = responses.iter().filter(|response| response.status == 429).collect();
    assert_eq!(throttled.len(), 1);
    assert_eq!(
        throttled[0].body,
        json!({"error": {"code": "ApplicationThrottled", "message": "Application is over its MailboxConcurrency limit."}})
    );
    assert_eq!(throttled[0].headers["retry-after"], "1");
    assert_eq!(harness.emulator.stats()["calls"]["GET /users/{id}/messages"], 5, "throttled calls count");
}

#[tokio::test]
async fn the_ten_minute_limit_sets_retry_after_if_configured() {
    let harness = Harness::new().await;
    harness.emulator.set_settings(Settings { calls_per_ten_minutes: 2, ..Settings::default() });
    let path = format!("/users/{MAILBOX}");
    harness.get(&path).await.expect_status(200);
    harness.get(&path).await.expect_status(200);
    harness.advance_minutes(4);
    assert_eq!(harness.get(&path).await.expect_status(429).headers["retry-after"], "360");
    harness.get("/subscriptions").await.expect_status(200);
    harness.advance_minutes(6);
    harness.get(&path).await.expect_status(200);
    harness.emulator.set_settings(Settings { calls_per_ten_minutes: 1, retry_after: false, ..Settings::default() });
    assert!(harness.get(&path).await.expect_status(429).headers.get("retry-after").is_none());
}

#[tokio::test]
async fn faults_vary_retry_after_status_and_body() {
    let harness = Harness::new().await;
    let path = format!("/users/{MAILBOX}");
    harness.emulator.set_faults(FaultSet { throttled: 1.0, seed: 1, ..FaultSet::default() }).unwrap();
    let mut with_retry_after = 0;
    for _ in 0..40 {
        with_retry_after +=
            usize::from(harness.get(&path).await.expect_status(429).headers.contains_key("retry-after"));
    }
    assert!((20..40).contains(&with_retry_after), "{with_retry_after}");
    harness.emulator.set_faults(FaultSet { server_errors: 1.0, seed: 1, ..FaultSet::default() }).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let response = harness.get(&path).await;
        seen.insert((response.status.as_u16(), response.body == ""));
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [(500, false), (502, false), (503, true), (504, false)]);
}

#[tokio::test]
async fn a_call_with_a_gateway_timeout_was_carried_out() {
    let harness = Harness::new().await;
    let id = harness.deliver("one");
    let path = format!("/users/{MAILBOX}/messages/{id}");
    for seed in 0..100 {
        harness.emulator.set_faults(FaultSet { server_errors: 1.0, seed, ..FaultSet::default() }).unwrap();
        let response = harness.patch(&path, json!({"isRead": true})).await;
        harness.emulator.set_faults(FaultSet::default()).unwrap();
        let carried_out = harness.get(&path).await.body["isRead"] == json!(true);
        assert_eq!(carried_out, response.status == 504, "{:?}", response.status);
        harness.patch(&path, json!({"isRead": false})).await.expect_status(200);
        if carried_out {
            return;
        }
    }
    panic!("no seed gave a 504");
}

#[tokio::test]
async fn not_found_once_fails_the_first_read_of_each_message() {
    let harness = Harness::new().await;
    let (one, two) = (harness.deliver("one"), harness.deliver("two"));
    harness.get(&format!("/users/{MAILBOX}/messages/{one}")).await.expect_status(200);
    harness.emulator.set_faults(FaultSet { not_found_once: true, ..FaultSet::default() }).unwrap();
    for id in [&one, &two] {
        let path = format!("/users/{MAILBOX}/messages/{id}");
        harness.get(&path).await.expect_status(404);
        harness.get(&path).await.expect_status(200);
    }
    send(harness.call(Method::GET, &format!("/users/{MAILBOX}/messages"))).await.expect_status(200);
}

#[tokio::test]
async fn a_share_of_one_fails_even_invalid_calls() {
    let harness = Harness::new().await;
    let folders = format!("/users/{MAILBOX}/mailFolders");
    harness.emulator.set_faults(FaultSet { server_errors: 1.0, seed: 5, ..FaultSet::default() }).unwrap();
    for _ in 0..50 {
        assert!(harness.post(&folders, json!({"displayName": "Inbox"})).await.status.is_server_error());
    }
}
