use crate::bed::{Bed, key, path, variant};
use crate::provider::Reply;
use serde_json::json;
use stormwire_graph::{Address, Body, FolderId, Header, MailError, MessageKey};

#[tokio::test]
async fn a_message_is_read_with_what_the_watcher_needs() {
    let bed = Bed::new().await;
    bed.provider.then(Reply::json(
        200,
        &json!({
            "@odata.context": "x", "@odata.etag": "W/\"1\"", "id": "AAkA/1+2=",
            "internetMessageId": "<1@example.com>", "subject": "Strike",
            "from": { "emailAddress": { "name": "Feed", "address": "feed@example.com" } },
            "toRecipients": [{ "emailAddress": { "address": "alerts@example.com" } }],
            "receivedDateTime": "2026-05-01T11:00:00Z",
            "body": { "contentType": "html", "content": "<p>now</p>" },
            "hasAttachments": true, "parentFolderId": "inbox-id", "isRead": true, "categories": ["Blue"],
            "internetMessageHeaders": [
                { "name": "Received", "value": "from a" },
                { "name": "auto-submitted", "value": "auto-generated" },
                { "name": "X-Stormwire-Run", "value": "7" },
            ],
        }),
    ));
    let message = bed.mailbox.message(&MessageKey::new("AAkA/1+2=")).await.unwrap();
    assert_eq!(message.key.as_str(), "AAkA/1+2=");
    assert_eq!(message.internet_message_id.as_deref(), Some("<1@example.com>"));
    assert_eq!(message.from, Some(Address { address: "feed@example.com".into(), name: Some("Feed".into()) }));
    assert_eq!(message.to, [Address { address: "alerts@example.com".into(), name: None }]);
    assert_eq!(message.received_at.to_string(), "2026-05-01T11:00:00Z");
    assert_eq!(message.body, Body { content: "<p>now</p>".into(), is_html: true });
    assert_eq!((message.header("Auto-Submitted"), message.header("Received")), (Some("auto-generated"), None));
    assert_eq!(message.headers[1], Header { name: "X-Stormwire-Run".into(), value: "7".into() });
    assert!(message.has_attachments && message.is_read);
    assert_eq!(message.parent_folder.as_str(), "inbox-id");
    assert_eq!(message.categories, ["Blue"]);
    let [asked] = &bed.provider.asked()[..] else { panic!("not one request") };
    assert!(asked.path.starts_with(&path("messages/AAkA%2F1%2B2%3D?$select=id,internetMessageId,")));
    assert_eq!(asked.header("prefer"), Some(r#"IdType="ImmutableId""#));
}

#[tokio::test]
async fn a_message_may_lack_sender_subject_and_body() {
    let bed = Bed::new().await;
    let mut bare = json!({
        "id": "AAkA1=", "receivedDateTime": "2026-05-01T11:00:00Z", "hasAttachments": false, "parentFolderId": "f",
    });
    let mut nulls = bare.clone();
    for field in ["subject", "from", "sender", "body", "toRecipients", "internetMessageHeaders", "categories"] {
        nulls[field] = json!(null);
    }
    bed.provider.then(Reply::json(200, &bare)).then(Reply::json(200, &nulls));
    for _ in 0..2 {
        let message = bed.mailbox.message(&key()).await.unwrap();
        assert_eq!((message.subject, message.from, message.body), (None, None, Body::default()));
    }
    bare["from"] = json!({ "emailAddress": {} });
    bare["sender"] = json!({ "emailAddress": { "name": "System" } });
    bed.provider.then(Reply::json(200, &bare));
    let from = bed.mailbox.message(&key()).await.unwrap().from;
    assert_eq!(from, Some(Address { address: String::new(), name: Some("System".into()) }));
}

#[tokio::test]
async fn a_message_that_cannot_be_read_is_named_by_its_field_and_not_shown() {
    let bed = Bed::new().await;
    let cases = [
        (json!({ "id": "a" }), "the field receivedDateTime is missing"),
        (json!({ "id": "a", "body": "private words" }), "the field body has another form"),
    ];
    for (body, what) in cases {
        bed.provider.then(Reply::json(200, &body));
        let expected = MailError::Unreadable { call: "read message", what: what.into() };
        assert_eq!(bed.mailbox.message(&key()).await, Err(expected));
    }
    bed.provider.then(Reply::with(200, &[], "private words"));
    let error = bed.mailbox.message(&key()).await.unwrap_err();
    assert_eq!(error.to_string(), "read message: the reply cannot be read: it is not JSON");
}

#[tokio::test]
async fn a_message_beyond_the_limit_is_too_large() {
    let bed = Bed::new().await;
    let body = json!({ "id": "a", "body": { "content": "x".repeat(5000) } });
    bed.provider.then(Reply::json(200, &body));
    let expected = MailError::TooLarge { call: "read message", limit: "4096 bytes".into() };
    assert_eq!(bed.mailbox.message(&key()).await, Err(expected));
}

#[tokio::test]
async fn only_the_providers_own_word_says_that_a_message_is_gone() {
    let bed = Bed::new().await;
    bed.provider.then(Reply::error(404, "ErrorItemNotFound"));
    assert_eq!(variant(&bed.mailbox.message(&key()).await), "NotFound");
    bed.provider.then(Reply::error(404, "ResourceNotFound"));
    assert_eq!(variant(&bed.mailbox.message(&key()).await), "MailboxUnavailable");
    bed.provider.then(Reply::with(404, &[], "<html>404 proxy</html>"));
    assert_eq!(variant(&bed.mailbox.message(&key()).await), "Failing");
    // A bare one is tried again, and is no proof when it stays.
    bed.provider.then(Reply::empty(404)).then(Reply::error(404, "ErrorItemNotFound"));
    assert_eq!(variant(&bed.passing(bed.mailbox.message(&key())).await.0), "NotFound");
    for _ in 0..4 {
        bed.provider.then(Reply::empty(404));
    }
    assert_eq!(variant(&bed.passing(bed.mailbox.message(&key())).await.0), "Failing");
}

#[tokio::test]
async fn a_key_that_would_change_the_path_is_never_sent() {
    let bed = Bed::new().await;
    for key in ["", ".", ".."] {
        assert_eq!(variant(&bed.mailbox.mark_read(&MessageKey::new(key)).await), "Refused");
    }
    assert_eq!(bed.provider.asked().len(), 0);
}

#[tokio::test]
async fn a_message_is_moved_and_marked() {
    let bed = Bed::new().await;
    // The replies hold the whole message, which may be larger than any limit: they are not read.
    let large = json!({ "id": "a", "body": { "content": "x".repeat(5000) } });
    bed.provider.then(Reply::json(201, &large)).then(Reply::json(200, &large));
    bed.mailbox.move_to(&key(), &FolderId::new("f/1=")).await.unwrap();
    bed.mailbox.mark_read(&key()).await.unwrap();
    let asked = bed.provider.asked();
    assert_eq!((asked[0].method.as_str(), asked[0].path.clone()), ("POST", path("messages/AAkA1%3D/move")));
    assert_eq!(asked[0].json(), json!({ "destinationId": "f/1=" }));
    assert_eq!(asked[0].header("prefer"), Some(r#"IdType="ImmutableId""#));
    assert_eq!((asked[1].method.as_str(), asked[1].path.clone()), ("PATCH", path("messages/AAkA1%3D")));
    assert_eq!(asked[1].json(), json!({ "isRead": true }));
    bed.provider.then(Reply::error(404, "ErrorItemNotFound"));
    assert_eq!(variant(&bed.mailbox.move_to(&key(), &FolderId::new("f")).await), "NotFound");
}

#[tokio::test]
async fn a_category_is_added_to_those_that_are_there() {
    let bed = Bed::new().await;
    let present = Reply::json(200, &json!({ "id": "a", "categories": ["Red", "Blue"] }));
    bed.provider.then(present).then(Reply::json(200, &json!({})));
    bed.mailbox.add_category(&key(), "Processed").await.unwrap();
    assert_eq!(bed.provider.asked()[1].json(), json!({ "categories": ["Red", "Blue", "Processed"] }));
    bed.provider.then(Reply::json(200, &json!({ "id": "a", "categories": ["processed", "Red"] })));
    bed.mailbox.add_category(&key(), "Processed").await.unwrap();
    assert_eq!(bed.provider.asked().len(), 3);
}
