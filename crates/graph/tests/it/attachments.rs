use crate::fake_provider::FakeResponse;
use crate::fixture::{Fixture, LIMITS, NotifyingWriter, key, path, variant};
use serde_json::json;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use stormwire_graph::{AttachmentId, AttachmentKind, MailError};
use tokio::io::AsyncWrite;

fn attachment_id() -> AttachmentId {
    AttachmentId::new("AAkA1=/a+=")
}

fn chunked(pieces: &[&str]) -> Vec<u8> {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
    let pieces: Vec<_> = pieces.iter().map(|piece| format!("{:x}\r\n{piece}\r\n", piece.len())).collect();
    format!("{head}{}", pieces.concat()).into_bytes()
}

#[tokio::test]
async fn lists_all_kinds_of_attachments_without_content() {
    let fixture = Fixture::new().await;
    let next = fixture.provider.link("a?$skip=2");
    let file = json!({ "@odata.type": "#microsoft.graph.fileAttachment", "@odata.mediaContentType": "text/csv", "id": "f",
        "name": "strikes.csv", "contentType": "text/csv", "size": 1234, "isInline": true });
    let item =
        json!({ "@odata.type": "#microsoft.graph.itemAttachment", "id": "i", "name": "Fwd", "contentType": null });
    let reference = json!({ "@odata.type": "#microsoft.graph.referenceAttachment", "id": "r", "name": null });
    fixture.provider.respond(FakeResponse::json(200, &json!({ "value": [file, item], "@odata.nextLink": next })));
    fixture.provider.respond(FakeResponse::json(200, &json!({ "value": [reference] })));
    let all = fixture.mailbox.attachments(&key()).await.unwrap();
    let kinds: Vec<_> = all.iter().map(|attachment| (attachment.id.as_str(), attachment.kind)).collect();
    let expected = [("f", AttachmentKind::File), ("i", AttachmentKind::Item), ("r", AttachmentKind::Reference)];
    assert_eq!(kinds, expected);
    assert_eq!((all[0].name.as_str(), all[0].size, all[0].is_inline), ("strikes.csv", 1234, true));
    assert_eq!((all[1].content_type.as_deref(), all[2].name.as_str()), (None, ""));
    let query = "$select=id,name,contentType,size,isInline";
    assert_eq!(fixture.provider.calls()[0].path, path(&format!("messages/AAkA1%3D/attachments?{query}")));
}

#[tokio::test]
async fn downloads_up_to_the_maximum_size() {
    let fixture = Fixture::new().await;
    for (cap, expected) in [(11, Ok(11)), (10, Err(())), (0, Err(()))] {
        // With and without a Content-Length header.
        let mut whole = chunked(&["hello ", "world"]);
        whole.extend(b"0\r\n\r\n");
        for response in [FakeResponse::new(200, &[], "hello world"), FakeResponse::Immediate(whole)] {
            let mut content = vec![];
            fixture.provider.respond(response);
            let written = fixture.mailbox.download(&key(), &attachment_id(), cap, &mut content).await;
            if let Err(error) = &written {
                assert_eq!(error.to_string(), format!("download attachment: larger than {cap} bytes"));
            }
            assert_eq!(written.map_err(drop), expected, "{cap}");
            assert!(content.len() as u64 <= cap);
            assert!(expected.is_err() || content == b"hello world");
        }
    }
    let value = "messages/AAkA1%3D/attachments/AAkA1%3D%2Fa%2B%3D/$value";
    assert_eq!(fixture.provider.calls()[0].path, path(value));
}

#[tokio::test]
async fn rejects_a_content_length_over_the_maximum_immediately() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(FakeResponse::Stalled(b"HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nhello".to_vec()));
    let mut content = vec![];
    let written = fixture.mailbox.download(&key(), &attachment_id(), 10, &mut content).await;
    assert_eq!((variant(&written).as_str(), content.len()), ("TooLarge", 0));
}

#[tokio::test]
async fn downloads_can_exceed_the_response_limit() {
    let fixture = Fixture::new().await;
    let large = "x".repeat(3 * LIMITS.max_response_bytes);
    fixture.provider.respond(FakeResponse::new(200, &[], &large));
    let mut content = vec![];
    assert_eq!(fixture.mailbox.download(&key(), &attachment_id(), 1 << 20, &mut content).await, Ok(large.len() as u64));
    assert_eq!(content.len(), large.len());
}

#[tokio::test]
async fn a_stalled_download_times_out() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(FakeResponse::Stalled(chunked(&["hello "])));
    let (mut content, message, attachment) = (NotifyingWriter::default(), key(), attachment_id());
    let written = content.written.clone();
    let download = fixture.mailbox.download(&message, &attachment, 100, &mut content);
    let pass = async {
        written.notified().await;
        fixture.advance(LIMITS.download_idle_timeout);
    };
    let expected = MailError::TimedOut { call: "download attachment", after: LIMITS.download_idle_timeout };
    assert_eq!(tokio::join!(download, pass).0, Err(expected));
}

#[tokio::test]
async fn a_truncated_download_fails() {
    let fixture = Fixture::new().await;
    for response in [FakeResponse::Immediate(chunked(&["hello "])), FakeResponse::truncated()] {
        fixture.provider.respond(response);
        let mut content = vec![];
        let error = fixture.mailbox.download(&key(), &attachment_id(), 1000, &mut content).await.unwrap_err();
        assert!(matches!(error, MailError::Unreachable { .. }) && error.is_retryable(), "{error:?}");
    }
}

#[tokio::test]
async fn a_download_is_retried_until_content_arrives() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(FakeResponse::empty(503)).respond(FakeResponse::disconnect()).respond(FakeResponse::new(
        200,
        &[],
        "hello",
    ));
    let mut content = vec![];
    let (message, attachment) = (key(), attachment_id());
    let (written, _) =
        fixture.run_advancing_clock(fixture.mailbox.download(&message, &attachment, 100, &mut content)).await;
    assert_eq!((written, content.as_slice()), (Ok(5), b"hello".as_slice()));
    fixture.provider.respond(FakeResponse::error(405, "ErrorInvalidRequest"));
    assert_eq!(variant(&fixture.mailbox.download(&key(), &attachment_id(), 100, &mut content).await), "Rejected");
}

#[tokio::test]
async fn a_write_error_is_not_a_provider_error() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(FakeResponse::new(200, &[], "hello"));
    let mut full = tokio::io::BufWriter::with_capacity(1, FullDisk);
    let error = fixture.mailbox.download(&key(), &attachment_id(), 100, &mut full).await.unwrap_err();
    assert_eq!(error.to_string(), "download attachment: cannot write the content: full");
}

/// Fails every write.
struct FullDisk;

impl AsyncWrite for FullDisk {
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
