use crate::fake_provider::FakeResponse;
use crate::fixture::{Fixture, key, path, variant};
use serde_json::json;
use stormwire_graph::{Address, Body, FolderId, Header, MailError, MessageKey};

#[tokio::test]
async fn reads_all_fields_of_a_message() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(FakeResponse::json(
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
    let message = fixture.mailbox.message(&MessageKey::new("AAkA/1+2=")).await.unwrap();
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
    let [call] = &fixture.provider.calls()[..] else { panic!("not one request") };
    assert!(call.path.starts_with(&path("messages/AAkA%2F1%2B2%3D?$select=id,internetMessageId,")));
    assert_eq!(call.header("prefer"), Some(r#"IdType="ImmutableId""#));
}

#[tokio::test]
async fn sender_subject_and_body_are_optional() {
    let fixture = Fixture::new().await;
    let mut bare = json!({
        "id": "AAkA1=", "receivedDateTime": "2026-05-01T11:00:00Z", "hasAttachments": false, "parentFolderId": "f",
    });
    let mut nulls = bare.clone();
    for field in ["subject", "from", "sender", "body", "toRecipients", "internetMessageHeaders", "categories"] {
        nulls[field] = json!(null);
    }
    fixture.provider.respond(FakeResponse::json(200, &bare)).respond(FakeResponse::json(200, &nulls));
    for _ in 0..2 {
        let message = fixture.mailbox.message(&key()).await.unwrap();
        assert_eq!((message.subject, message.from, message.body), (None, None, Body::default()));
    }
    bare["from"] = json!({ "emailAddress": {} });
    bare["sender"] = json!({ "emailAddress": { "name": "System" } });
    fixture.provider.respond(FakeResponse::json(200, &bare));
    let from = fixture.mailbox.message(&key()).await.unwrap().from;
    assert_eq!(from, Some(Address { address: String::new(), name: Some("System".into()) }));
}

#[tokio::test]
async fn an_unreadable_message_names_the_field_and_hides_the_value() {
    let fixture = Fixture::new().await;
    let cases = [
        (json!({ "id": "a" }), "field receivedDateTime is missing"),
        (json!({ "id": "a", "body": "private text" }), "field body has an unexpected type"),
    ];
    for (body, problem) in cases {
        fixture.provider.respond(FakeResponse::json(200, &body));
        let expected = MailError::Unreadable { call: "read message", problem: problem.into() };
        assert_eq!(fixture.mailbox.message(&key()).await, Err(expected));
    }
    fixture.provider.respond(FakeResponse::new(200, &[], "private text"));
    let error = fixture.mailbox.message(&key()).await.unwrap_err();
    assert_eq!(error.to_string(), "read message: cannot read the response: it is not JSON");
}

#[tokio::test]
async fn a_message_over_the_limit_is_too_large() {
    let fixture = Fixture::new().await;
    let body = json!({ "id": "a", "body": { "content": "x".repeat(5000) } });
    fixture.provider.respond(FakeResponse::json(200, &body));
    let expected = MailError::TooLarge { call: "read message", limit: "4096 bytes".into() };
    assert_eq!(fixture.mailbox.message(&key()).await, Err(expected));
}

#[tokio::test]
async fn only_an_error_code_proves_that_a_message_is_missing() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(FakeResponse::error(404, "ErrorItemNotFound"));
    assert_eq!(variant(&fixture.mailbox.message(&key()).await), "NotFound");
    fixture.provider.respond(FakeResponse::error(404, "ResourceNotFound"));
    assert_eq!(variant(&fixture.mailbox.message(&key()).await), "MailboxUnavailable");
    fixture.provider.respond(FakeResponse::new(404, &[], "<html>404 proxy</html>"));
    assert_eq!(variant(&fixture.mailbox.message(&key()).await), "ProviderFailed");
    // A 404 without a body is retried, and proves nothing if it persists.
    fixture.provider.respond(FakeResponse::empty(404)).respond(FakeResponse::error(404, "ErrorItemNotFound"));
    assert_eq!(variant(&fixture.run_advancing_clock(fixture.mailbox.message(&key())).await.0), "NotFound");
    for _ in 0..4 {
        fixture.provider.respond(FakeResponse::empty(404));
    }
    assert_eq!(variant(&fixture.run_advancing_clock(fixture.mailbox.message(&key())).await.0), "ProviderFailed");
}

#[tokio::test]
async fn rejects_keys_that_would_change_the_path() {
    let fixture = Fixture::new().await;
    for key in ["", ".", ".."] {
        assert_eq!(variant(&fixture.mailbox.mark_read(&MessageKey::new(key)).await), "Rejected");
    }
    assert_eq!(fixture.provider.calls().len(), 0);
}

#[tokio::test]
async fn moves_a_message_and_marks_it_read() {
    let fixture = Fixture::new().await;
    // The responses contain the whole message, which may exceed the limit, so they are not read.
    let large = json!({ "id": "a", "body": { "content": "x".repeat(5000) } });
    fixture.provider.respond(FakeResponse::json(201, &large)).respond(FakeResponse::json(200, &large));
    fixture.mailbox.move_to(&key(), &FolderId::new("f/1=")).await.unwrap();
    fixture.mailbox.mark_read(&key()).await.unwrap();
    let calls = fixture.provider.calls();
    assert_eq!((calls[0].method.as_str(), calls[0].path.clone()), ("POST", path("messages/AAkA1%3D/move")));
    assert_eq!(calls[0].json(), json!({ "destinationId": "f/1=" }));
    assert_eq!(calls[0].header("prefer"), Some(r#"IdType="ImmutableId""#));
    assert_eq!((calls[1].method.as_str(), calls[1].path.clone()), ("PATCH", path("messages/AAkA1%3D")));
    assert_eq!(calls[1].json(), json!({ "isRead": true }));
    fixture.provider.respond(FakeResponse::error(404, "ErrorItemNotFound"));
    assert_eq!(variant(&fixture.mailbox.move_to(&key(), &FolderId::new("f")).await), "NotFound");
}

#[tokio::test]
async fn appends_a_category_to_existing_ones() {
    let fixture = Fixture::new().await;
    let present = FakeResponse::json(200, &json!({ "id": "a", "categories": ["Red", "Blue"] }));
    fixture.provider.respond(present).respond(FakeResponse::json(200, &json!({})));
    fixture.mailbox.add_category(&key(), "Processed").await.unwrap();
    assert_eq!(fixture.provider.calls()[1].json(), json!({ "categories": ["Red", "Blue", "Processed"] }));
    fixture.provider.respond(FakeResponse::json(200, &json!({ "id": "a", "categories": ["processed", "Red"] })));
    fixture.mailbox.add_category(&key(), "Processed").await.unwrap();
    assert_eq!(fixture.provider.calls().len(), 3);
}
