use crate::bed::{Bed, LIMITS, Telling, key, path, variant};
use crate::provider::Reply;
use serde_json::json;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use stormwire_graph::{AttachmentId, AttachmentKind, MailError};
use tokio::io::AsyncWrite;

fn a() -> AttachmentId {
    AttachmentId::new("AAkA1=/a+=")
}

fn chunked(pieces: &[&str]) -> Vec<u8> {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
    let pieces: Vec<_> = pieces.iter().map(|piece| format!("{:x}\r\n{piece}\r\n", piece.len())).collect();
    format!("{head}{}", pieces.concat()).into_bytes()
}

#[tokio::test]
async fn attachments_of_all_kinds_are_listed_without_their_contents() {
    let bed = Bed::new().await;
    let next = bed.provider.link("a?$skip=2");
    let file = json!({ "@odata.type": "#microsoft.graph.fileAttachment", "@odata.mediaContentType": "text/csv", "id": "f",
        "name": "strikes.csv", "contentType": "text/csv", "size": 1234, "isInline": true });
    let item =
        json!({ "@odata.type": "#microsoft.graph.itemAttachment", "id": "i", "name": "Fwd", "contentType": null });
    let reference = json!({ "@odata.type": "#microsoft.graph.referenceAttachment", "id": "r", "name": null });
    bed.provider.then(Reply::json(200, &json!({ "value": [file, item], "@odata.nextLink": next })));
    bed.provider.then(Reply::json(200, &json!({ "value": [reference] })));
    let all = bed.mailbox.attachments(&key()).await.unwrap();
    let kinds: Vec<_> = all.iter().map(|attachment| (attachment.id.as_str(), attachment.kind)).collect();
    let expected = [("f", AttachmentKind::File), ("i", AttachmentKind::Item), ("r", AttachmentKind::Reference)];
    assert_eq!(kinds, expected);
    assert_eq!((all[0].name.as_str(), all[0].size, all[0].is_inline), ("strikes.csv", 1234, true));
    assert_eq!((all[1].content_type.as_deref(), all[2].name.as_str()), (None, ""));
    let query = "$select=id,name,contentType,size,isInline";
    assert_eq!(bed.provider.asked()[0].path, path(&format!("messages/AAkA1%3D/attachments?{query}")));
}

#[tokio::test]
async fn a_content_is_written_up_to_the_cap_and_not_a_byte_beyond() {
    let bed = Bed::new().await;
    for (cap, expected) in [(11, Ok(11)), (10, Err(())), (0, Err(()))] {
        // With a length that is known ahead, and without.
        let mut whole = chunked(&["hello ", "world"]);
        whole.extend(b"0\r\n\r\n");
        for reply in [Reply::with(200, &[], "hello world"), Reply::Bytes(whole)] {
            let mut content = vec![];
            bed.provider.then(reply);
            let written = bed.mailbox.download(&key(), &a(), cap, &mut content).await;
            if let Err(error) = &written {
                assert_eq!(error.to_string(), format!("download attachment: larger than {cap} bytes"));
            }
            assert_eq!(written.map_err(drop), expected, "{cap}");
            assert!(content.len() as u64 <= cap);
            assert!(expected.is_err() || content == b"hello world");
        }
    }
    let value = "messages/AAkA1%3D/attachments/AAkA1%3D%2Fa%2B%3D/$value";
    assert_eq!(bed.provider.asked()[0].path, path(value));
}

#[tokio::test]
async fn a_content_that_is_announced_as_too_large_is_not_waited_for() {
    let bed = Bed::new().await;
    bed.provider.then(Reply::Stuck(b"HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nhello".to_vec()));
    let mut content = vec![];
    let written = bed.mailbox.download(&key(), &a(), 10, &mut content).await;
    assert_eq!((variant(&written).as_str(), content.len()), ("TooLarge", 0));
}

#[tokio::test]
async fn a_content_may_be_larger_than_a_reply_that_is_read_as_a_whole() {
    let bed = Bed::new().await;
    let large = "x".repeat(3 * LIMITS.reply_bytes);
    bed.provider.then(Reply::with(200, &[], &large));
    let mut content = vec![];
    assert_eq!(bed.mailbox.download(&key(), &a(), 1 << 20, &mut content).await, Ok(large.len() as u64));
    assert_eq!(content.len(), large.len());
}

#[tokio::test]
async fn a_content_that_stops_coming_is_left_after_a_while() {
    let bed = Bed::new().await;
    bed.provider.then(Reply::Stuck(chunked(&["hello "])));
    let (mut content, message, attachment) = (Telling::default(), key(), a());
    let written = content.written.clone();
    let download = bed.mailbox.download(&message, &attachment, 100, &mut content);
    let pass = async {
        written.notified().await;
        bed.advance(LIMITS.idle);
    };
    let expected = MailError::TimedOut { call: "download attachment", after: LIMITS.idle };
    assert_eq!(tokio::join!(download, pass).0, Err(expected));
}

#[tokio::test]
async fn a_content_that_breaks_off_is_no_content() {
    let bed = Bed::new().await;
    for reply in [Reply::Bytes(chunked(&["hello "])), Reply::half()] {
        bed.provider.then(reply);
        let mut content = vec![];
        let error = bed.mailbox.download(&key(), &a(), 1000, &mut content).await.unwrap_err();
        assert!(matches!(error, MailError::Unreachable { .. }) && error.retryable(), "{error:?}");
    }
}

#[tokio::test]
async fn a_download_is_tried_again_until_its_content_comes() {
    let bed = Bed::new().await;
    bed.provider.then(Reply::empty(503)).then(Reply::cut()).then(Reply::with(200, &[], "hello"));
    let mut content = vec![];
    let (message, attachment) = (key(), a());
    let (written, _) = bed.passing(bed.mailbox.download(&message, &attachment, 100, &mut content)).await;
    assert_eq!((written, content.as_slice()), (Ok(5), b"hello".as_slice()));
    bed.provider.then(Reply::error(405, "ErrorInvalidRequest"));
    assert_eq!(variant(&bed.mailbox.download(&key(), &a(), 100, &mut content).await), "Refused");
}

#[tokio::test]
async fn a_disk_that_is_full_is_told_from_a_provider_that_fails() {
    let bed = Bed::new().await;
    bed.provider.then(Reply::with(200, &[], "hello"));
    let mut full = tokio::io::BufWriter::with_capacity(1, Full);
    let error = bed.mailbox.download(&key(), &a(), 100, &mut full).await.unwrap_err();
    assert_eq!(error.to_string(), "download attachment: the content could not be written: full");
}

/// Takes nothing.
struct Full;

impl AsyncWrite for Full {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, _: &[u8]) -> Poll<io::Result<usize>> {
        Poll::Ready(Err(io::Error::other("full")))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
