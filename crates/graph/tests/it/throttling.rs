use crate::fake_provider::FakeResponse;
use crate::fixture::{Fixture, MAILBOX, credential, inbox, key, variant};
use serde_json::json;
use std::time::Duration;
use stormwire_graph::MailError;

const SECOND: Duration = Duration::from_secs(1);

fn three_items() -> FakeResponse {
    FakeResponse::json(200, &json!({ "id": "x", "totalItemCount": 3 }))
}

fn throttled(status: u16, seconds: &str) -> FakeResponse {
    let body = r#"{"error":{"code":"ApplicationThrottled","message":"Over its MailboxConcurrency limit."}}"#;
    FakeResponse::new(status, &[("Retry-After", seconds)], body)
}

#[tokio::test]
async fn waits_as_long_as_retry_after_says() {
    for status in [429, 503] {
        let fixture = Fixture::new().await;
        fixture.provider.respond(throttled(status, "17")).respond(three_items());
        let (count, waits) = fixture.run_advancing_clock(fixture.mailbox.count(&inbox())).await;
        assert_eq!((count, waits), (Ok(3), vec![17 * SECOND]), "{status}");
    }
}

#[tokio::test]
async fn throttling_pauses_only_this_mailbox() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(throttled(429, "17")).respond(three_items()).respond(three_items()).respond(three_items());
    let (folder, same) = (inbox(), fixture.graph.account(&credential("hidden-secret")).mailbox("Alerts@Example.com"));
    let first = fixture.mailbox.count(&folder);
    let rest = async {
        assert_eq!(fixture.next_wait().await, 17 * SECOND);
        let second = same.count(&folder);
        let meanwhile = async {
            assert_eq!(fixture.next_wait().await, 17 * SECOND, "the second call waits too");
            fixture.account.mailbox("other@example.com").count(&folder).await.unwrap();
            assert_eq!(fixture.provider.calls().len(), 2);
            fixture.advance(17 * SECOND);
        };
        tokio::join!(second, meanwhile).0
    };
    let (first, second) = tokio::join!(first, rest);
    assert_eq!((first, second), (Ok(3), Ok(3)));
    assert!(fixture.provider.is_script_used_up());
}

#[tokio::test]
async fn a_pause_stays_when_the_secret_changes() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(throttled(429, "600"));
    assert_eq!(variant(&fixture.mailbox.count(&inbox()).await), "Throttled");
    let renewed = fixture.graph.account(&credential("new")).mailbox(MAILBOX);
    assert_eq!(variant(&renewed.count(&inbox()).await), "Throttled");
    assert_eq!(fixture.provider.calls().len(), 1);
}

#[tokio::test]
async fn calls_fail_during_a_long_pause() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(throttled(429, "600")).respond(three_items());
    let error = fixture.mailbox.count(&inbox()).await.unwrap_err();
    assert_eq!(error.retry_after(), Some(600 * SECOND));
    assert!(error.is_retryable());
    fixture.advance(500 * SECOND);
    let expected = MailError::Throttled { call: "mark message read", retry_after: 100 * SECOND };
    assert_eq!(fixture.mailbox.mark_read(&key()).await, Err(expected));
    assert_eq!(fixture.provider.calls().len(), 1);
    fixture.advance(100 * SECOND);
    assert_eq!(fixture.mailbox.count(&inbox()).await, Ok(3));
}

#[tokio::test]
async fn the_total_wait_of_a_call_is_limited() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(throttled(429, "40")).respond(throttled(429, "40"));
    let (count, waits) = fixture.run_advancing_clock(fixture.mailbox.count(&inbox())).await;
    assert_eq!(count.unwrap_err().retry_after(), Some(40 * SECOND));
    assert_eq!(waits, [40 * SECOND]);
}

#[tokio::test]
async fn without_retry_after_waits_double_and_vary() {
    let fixture = Fixture::new().await;
    for _ in 0..4 {
        fixture.provider.respond(FakeResponse::error(429, "TooManyRequests"));
    }
    let (count, waits) = fixture.run_advancing_clock(fixture.mailbox.count(&inbox())).await;
    assert_eq!(variant(&count), "Throttled");
    assert_eq!(fixture.provider.calls().len(), 4);
    let [first, second, third] = waits[..] else { panic!("{waits:?}") };
    for (wait, whole) in [(first, SECOND), (second, 2 * SECOND), (third, 4 * SECOND)] {
        assert!(wait > whole / 2 && wait <= whole && wait != whole, "{waits:?}");
    }
}
