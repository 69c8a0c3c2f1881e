use crate::fake_provider::FakeResponse;
use crate::fixture::{Fixture, LIMITS, NotifyingWriter, inbox, key, variant};
use futures_util::future::join_all;
use serde_json::json;
use std::sync::Arc;
use stormwire_graph::AttachmentId;

fn three_items() -> FakeResponse {
    FakeResponse::json(200, &json!({ "id": "x", "totalItemCount": 3 }))
}

#[tokio::test]
async fn four_calls_to_a_mailbox_run_at_a_time() {
    let fixture = Fixture::new().await;
    for _ in 0..12 {
        fixture.provider.respond(three_items().held());
    }
    let folder = inbox();
    let handles = [fixture.mailbox.clone(), fixture.account.mailbox("ALERTS@example.com")];
    let all = join_all((0..12).map(|number| handles[number % 2].count(&folder)));
    let watch = async {
        for ended in 0..12 {
            fixture.provider.wait_for_calls((ended + 4).min(12)).await;
            fixture.provider.let_pending_calls_arrive().await;
            assert_eq!(fixture.provider.calls().len(), (ended + 4).min(12));
            fixture.provider.release(1);
        }
    };
    let (counts, ()) = tokio::join!(all, watch);
    assert!(counts.iter().all(|count| *count == Ok(3)));
}

#[tokio::test]
async fn each_mailbox_has_its_own_limit() {
    let fixture = Fixture::new().await;
    for _ in 0..8 {
        fixture.provider.respond(three_items().held());
    }
    let folder = inbox();
    let handles = [fixture.mailbox.clone(), fixture.account.mailbox("other@example.com")];
    let all = join_all((0..8).map(|number| handles[number % 2].count(&folder)));
    let watch = async {
        fixture.provider.wait_for_calls(8).await;
        fixture.provider.release(8);
    };
    assert_eq!(tokio::join!(all, watch).0.len(), 8);
}

#[tokio::test]
async fn a_dropped_call_releases_its_permit() {
    let fixture = Fixture::new().await;
    for _ in 0..4 {
        fixture.provider.respond(three_items().held());
    }
    let folder = inbox();
    {
        let all = join_all((0..4).map(|_| fixture.mailbox.count(&folder)));
        tokio::select! {
            _ = all => panic!("no response was released"),
            () = fixture.provider.wait_for_calls(4) => {}
        }
    }
    fixture.provider.respond(three_items());
    assert_eq!(fixture.mailbox.count(&folder).await, Ok(3));
}

#[tokio::test]
async fn a_download_holds_its_permit_until_the_end() {
    let fixture = Fixture::new().await;
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nsome";
    for _ in 0..4 {
        fixture.provider.respond(FakeResponse::Stalled(head.to_vec()));
    }
    let (folder, message, attachment) = (inbox(), key(), AttachmentId::new("a"));
    let writers: Vec<NotifyingWriter> = (0..4).map(|_| NotifyingWriter::default()).collect();
    let written: Vec<_> = writers.iter().map(|writer| Arc::clone(&writer.written)).collect();
    let downloads = join_all(
        writers
            .into_iter()
            .map(async |mut writer| fixture.mailbox.download(&message, &attachment, 100, &mut writer).await),
    );
    let watch = async {
        for written in &written {
            written.notified().await;
        }
        fixture.provider.respond(three_items());
        let count = fixture.mailbox.count(&folder);
        let meanwhile = async {
            fixture.provider.let_pending_calls_arrive().await;
            assert_eq!(fixture.provider.calls().len(), 4);
            fixture.advance(LIMITS.download_idle_timeout);
        };
        tokio::join!(count, meanwhile).0
    };
    let (downloads, count) = tokio::join!(downloads, watch);
    assert!(downloads.iter().all(|download| variant(download) == "TimedOut"));
    assert_eq!(count, Ok(3));
}
