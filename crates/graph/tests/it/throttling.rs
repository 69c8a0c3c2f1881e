use crate::bed::{Bed, MAILBOX, credential, inbox, key, variant};
use crate::provider::Reply;
use serde_json::json;
use std::time::Duration;
use stormwire_graph::MailError;

const SECOND: Duration = Duration::from_secs(1);

fn three() -> Reply {
    Reply::json(200, &json!({ "id": "x", "totalItemCount": 3 }))
}

fn slow_down(status: u16, seconds: &str) -> Reply {
    let body = r#"{"error":{"code":"ApplicationThrottled","message":"Over its MailboxConcurrency limit."}}"#;
    Reply::with(status, &[("Retry-After", seconds)], body)
}

#[tokio::test]
async fn the_provider_is_given_the_time_it_asks_for() {
    for status in [429, 503] {
        let bed = Bed::new().await;
        bed.provider.then(slow_down(status, "17")).then(three());
        let (count, waits) = bed.passing(bed.mailbox.count(&inbox())).await;
        assert_eq!((count, waits), (Ok(3), vec![17 * SECOND]), "{status}");
    }
}

#[tokio::test]
async fn the_whole_mailbox_waits_and_no_other() {
    let bed = Bed::new().await;
    bed.provider.then(slow_down(429, "17")).then(three()).then(three()).then(three());
    let (folder, same) = (inbox(), bed.graph.account(&credential("hush")).mailbox("Alerts@Example.com"));
    let first = bed.mailbox.count(&folder);
    let rest = async {
        assert_eq!(bed.next_wait().await, 17 * SECOND);
        let second = same.count(&folder);
        let meanwhile = async {
            assert_eq!(bed.next_wait().await, 17 * SECOND, "the second call waits too");
            bed.account.mailbox("other@example.com").count(&folder).await.unwrap();
            assert_eq!(bed.provider.asked().len(), 2);
            bed.advance(17 * SECOND);
        };
        tokio::join!(second, meanwhile).0
    };
    let (first, second) = tokio::join!(first, rest);
    assert_eq!((first, second), (Ok(3), Ok(3)));
    assert!(bed.provider.is_through());
}

#[tokio::test]
async fn a_pause_holds_under_a_new_secret_too() {
    let bed = Bed::new().await;
    bed.provider.then(slow_down(429, "600"));
    assert_eq!(variant(&bed.mailbox.count(&inbox()).await), "Throttled");
    let renewed = bed.graph.account(&credential("new")).mailbox(MAILBOX);
    assert_eq!(variant(&renewed.count(&inbox()).await), "Throttled");
    assert_eq!(bed.provider.asked().len(), 1);
}

#[tokio::test]
async fn a_long_pause_ends_the_call_and_those_after_it_until_it_is_over() {
    let bed = Bed::new().await;
    bed.provider.then(slow_down(429, "600")).then(three());
    let error = bed.mailbox.count(&inbox()).await.unwrap_err();
    assert_eq!(error.retry_after(), Some(600 * SECOND));
    assert!(error.retryable());
    bed.advance(500 * SECOND);
    let expected = MailError::Throttled { call: "mark message read", retry_after: 100 * SECOND };
    assert_eq!(bed.mailbox.mark_read(&key()).await, Err(expected));
    assert_eq!(bed.provider.asked().len(), 1);
    bed.advance(100 * SECOND);
    assert_eq!(bed.mailbox.count(&inbox()).await, Ok(3));
}

#[tokio::test]
async fn waiting_within_a_call_has_an_end() {
    let bed = Bed::new().await;
    bed.provider.then(slow_down(429, "40")).then(slow_down(429, "40"));
    let (count, waits) = bed.passing(bed.mailbox.count(&inbox())).await;
    assert_eq!(count.unwrap_err().retry_after(), Some(40 * SECOND));
    assert_eq!(waits, [40 * SECOND]);
}

#[tokio::test]
async fn without_a_word_about_time_waits_double_and_are_spread() {
    let bed = Bed::new().await;
    for _ in 0..4 {
        bed.provider.then(Reply::error(429, "TooManyRequests"));
    }
    let (count, waits) = bed.passing(bed.mailbox.count(&inbox())).await;
    assert_eq!(variant(&count), "Throttled");
    assert_eq!(bed.provider.asked().len(), 4);
    let [first, second, third] = waits[..] else { panic!("{waits:?}") };
    for (wait, whole) in [(first, SECOND), (second, 2 * SECOND), (third, 4 * SECOND)] {
        assert!(wait > whole / 2 && wait <= whole && wait != whole, "{waits:?}");
    }
}
