use crate::bed::{Bed, LIMITS, Telling, inbox, key, variant};
use crate::provider::Reply;
use futures_util::future::join_all;
use serde_json::json;
use std::sync::Arc;
use stormwire_graph::AttachmentId;

fn three() -> Reply {
    Reply::json(200, &json!({ "id": "x", "totalItemCount": 3 }))
}

#[tokio::test]
async fn four_calls_to_a_mailbox_are_under_way_at_a_time() {
    let bed = Bed::new().await;
    for _ in 0..12 {
        bed.provider.then(three().held());
    }
    let folder = inbox();
    let handles = [bed.mailbox.clone(), bed.account.mailbox("ALERTS@example.com")];
    let all = join_all((0..12).map(|number| handles[number % 2].count(&folder)));
    let watch = async {
        for ended in 0..12 {
            bed.provider.arrived((ended + 4).min(12)).await;
            bed.provider.meanwhile().await;
            assert_eq!(bed.provider.asked().len(), (ended + 4).min(12));
            bed.provider.let_through(1);
        }
    };
    let (counts, ()) = tokio::join!(all, watch);
    assert!(counts.iter().all(|count| *count == Ok(3)));
}

#[tokio::test]
async fn mailboxes_have_slots_of_their_own() {
    let bed = Bed::new().await;
    for _ in 0..8 {
        bed.provider.then(three().held());
    }
    let folder = inbox();
    let handles = [bed.mailbox.clone(), bed.account.mailbox("other@example.com")];
    let all = join_all((0..8).map(|number| handles[number % 2].count(&folder)));
    let watch = async {
        bed.provider.arrived(8).await;
        bed.provider.let_through(8);
    };
    assert_eq!(tokio::join!(all, watch).0.len(), 8);
}

#[tokio::test]
async fn a_call_that_is_dropped_gives_its_slot_back() {
    let bed = Bed::new().await;
    for _ in 0..4 {
        bed.provider.then(three().held());
    }
    let folder = inbox();
    {
        let all = join_all((0..4).map(|_| bed.mailbox.count(&folder)));
        tokio::select! {
            _ = all => panic!("nothing was let through"),
            () = bed.provider.arrived(4) => {}
        }
    }
    bed.provider.then(three());
    assert_eq!(bed.mailbox.count(&folder).await, Ok(3));
}

#[tokio::test]
async fn a_download_holds_its_slot_to_its_end() {
    let bed = Bed::new().await;
    let head = b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nsome";
    for _ in 0..4 {
        bed.provider.then(Reply::Stuck(head.to_vec()));
    }
    let (folder, message, attachment) = (inbox(), key(), AttachmentId::new("a"));
    let writers: Vec<Telling> = (0..4).map(|_| Telling::default()).collect();
    let written: Vec<_> = writers.iter().map(|writer| Arc::clone(&writer.written)).collect();
    let downloads = join_all(
        writers.into_iter().map(async |mut writer| bed.mailbox.download(&message, &attachment, 100, &mut writer).await),
    );
    let watch = async {
        for written in &written {
            written.notified().await;
        }
        bed.provider.then(three());
        let count = bed.mailbox.count(&folder);
        let meanwhile = async {
            bed.provider.meanwhile().await;
            assert_eq!(bed.provider.asked().len(), 4);
            bed.advance(LIMITS.idle);
        };
        tokio::join!(count, meanwhile).0
    };
    let (downloads, count) = tokio::join!(downloads, watch);
    assert!(downloads.iter().all(|download| variant(download) == "TimedOut"));
    assert_eq!(count, Ok(3));
}
