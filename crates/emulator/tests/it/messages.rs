//! Messages over HTTP: ids, lists, updates, moves, MIME.

use crate::harness::{Harness, MAILBOX, send};
use reqwest::Method;
use serde_json::json;

fn message_path(id: &str) -> String {
    format!("/users/{MAILBOX}/messages/{id}")
}

async fn default_id(harness: &Harness, immutable: &str) -> String {
    let found = harness.get(&format!("{}?$select=id", message_path(immutable))).await.expect_status(200);
    found.body["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn either_id_finds_the_message() {
    let harness = Harness::new().await;
    let immutable = harness.deliver("one");
    let default = default_id(&harness, &immutable).await;
    assert_ne!(default, immutable);
    let request = harness.call(Method::GET, &message_path(&default)).header("prefer", "IdType=\"ImmutableId\"");
    let found = send(request).await.expect_status(200);
    assert_eq!(found.body["id"], json!(immutable));
    assert_eq!(found.headers["preference-applied"], "IdType=ImmutableId");
}

#[tokio::test]
async fn a_move_changes_only_the_default_id() {
    let harness = Harness::new().await;
    let immutable = harness.deliver("one");
    let old = default_id(&harness, &immutable).await;
    let moved = harness
        .post(&format!("{}/move", message_path(&old)), json!({"DestinationId": "archive"}))
        .await
        .expect_status(201);
    assert_ne!(moved.body["id"], json!(old));
    assert_eq!(moved.body["subject"], "one");
    assert_eq!(harness.get(&message_path(&old)).await.expect_status(404).code(), "ErrorItemNotFound");
    harness.get(&message_path(&immutable)).await.expect_status(200);
    assert_eq!(harness.messages_and_folders().await, [("one".into(), "Archive".into())]);
    let archive =
        harness.get(&format!("/users/{MAILBOX}/mailFolders/archive/messages/{immutable}")).await.expect_status(200);
    assert_eq!(archive.body["parentFolderId"], moved.body["parentFolderId"]);
    harness.get(&format!("/users/{MAILBOX}/mailFolders/inbox/messages/{immutable}")).await.expect_status(404);
    let back = harness
        .post(&format!("{}/move", message_path(&immutable)), json!({"destinationId": "Processed"}))
        .await
        .expect_status(400);
    assert_eq!(back.code(), "ErrorInvalidIdMalformed", "a display name is not an id");
}

#[tokio::test]
async fn updates_mutable_properties_and_rejects_others() {
    let harness = Harness::new().await;
    let id = harness.deliver("one");
    let before = harness.get(&message_path(&id)).await;
    let after = harness
        .patch(
            &message_path(&id),
            json!({"IsRead": true, "categories": ["Storm", "Wind"], "flag": {"flagStatus": "flagged"}}),
        )
        .await
        .expect_status(200);
    assert_eq!(after.body["isRead"], true);
    assert_eq!(after.body["categories"], json!(["Storm", "Wind"]));
    assert_eq!(after.body["flag"]["flagStatus"], "flagged");
    assert_ne!(before.body["@odata.etag"], after.body["@odata.etag"]);
    let error = harness.patch(&message_path(&id), json!({"subject": "other"})).await.expect_status(400);
    assert!(error.message().contains("'subject'"));
    harness.patch(&message_path(&id), json!({"isRead": "maybe"})).await.expect_status(400);
    let stale = harness
        .call(Method::PATCH, &message_path(&id))
        .header("if-match", before.body["@odata.etag"].as_str().unwrap());
    assert_eq!(
        send(stale.json(&json!({"isRead": false}))).await.expect_status(412).code(),
        "ErrorIrresolvableConflict"
    );
}

#[tokio::test]
async fn lists_can_be_filtered_sorted_selected_and_paged() {
    let harness = Harness::new().await;
    for number in 0..25 {
        harness.clock.advance(std::time::Duration::from_mins(1));
        harness.deliver(&format!("m{number:02}"));
    }
    let list = format!("/users/{MAILBOX}/mailFolders('Inbox')/messages");
    let page = harness.get(&format!("{list}?$count=true")).await.expect_status(200);
    assert_eq!((page.items().len(), &page.body["@odata.count"]), (10, &json!(25)));
    assert_eq!(page.items()[0]["subject"], "m24", "newest first");
    let mut next = Some(format!("{list}?$select=subject&$top=10&$orderby=receivedDateTime asc"));
    let mut subjects = Vec::new();
    while let Some(link) = next {
        let page = harness.get(&link).await.expect_status(200);
        subjects.extend(page.items().iter().map(|item| item["subject"].as_str().unwrap().to_owned()));
        assert!(page.items().iter().all(|item| item["body"].is_null()));
        next = page.body["@odata.nextLink"].as_str().map(str::to_owned);
    }
    assert_eq!(subjects, (0..25).map(|number| format!("m{number:02}")).collect::<Vec<_>>());
    let some =
        harness.get(&format!("/users/{MAILBOX}/messages?$filter=startswith(subject,'m0') and isRead eq false")).await;
    assert_eq!(some.items().len(), 10);
    let error =
        harness.get(&format!("{list}?$filter=isRead eq false&$orderby=receivedDateTime desc")).await.expect_status(400);
    assert_eq!(error.code(), "InefficientFilter");
    for unknown in ["$filter=isJunk eq true", "$orderby=isJunk"] {
        let error = harness.get(&format!("{list}?{unknown}")).await.expect_status(400);
        assert!(error.message().contains("'isjunk'") && error.code() == "RequestBroker--ParseUri", "{}", error.body);
    }
    assert!(harness.get(&format!("{list}?$select=nothing")).await.expect_status(400).message().contains("'nothing'"));
}

#[tokio::test]
async fn converts_the_body_to_text_and_the_message_to_mime() {
    let harness = Harness::new().await;
    let html = json!({"subject": "Grüße", "body": {"contentType": "HTML", "content": "<p>Strike at <b>5 miles</b></p>"},
        "from": {"emailAddress": {"address": "vendor@example.com"}}, "toRecipients": [{"emailAddress": {"address": MAILBOX}}]});
    let id = harness.emulator.deliver(MAILBOX, "Inbox", html).unwrap();
    assert_eq!(harness.get(&message_path(&id)).await.body["body"]["contentType"], "html");
    let text = harness.call(Method::GET, &message_path(&id)).header("prefer", "outlook.body-content-type=\"text\"");
    let text = send(text).await;
    assert_eq!(text.body["body"]["contentType"], "text");
    assert_eq!(text.body["body"]["content"].as_str().unwrap().trim(), "Strike at 5 miles");
    let mail = harness.get(&format!("{}/$value", message_path(&id))).await.expect_status(200);
    let mail = mail.body.as_str().unwrap();
    assert!(mail.contains("From: ") && mail.contains("vendor@example.com") && mail.contains("<p>Strike at"), "{mail}");
}

#[tokio::test]
async fn mime_messages_are_parsed_and_returned_unchanged() {
    let harness = Harness::new().await;
    let mail = concat!(
        "From: \"Storm Vendor\" <vendor@example.com>\r\nTo: storm@example.gov\r\nSubject: =?utf-8?q?Blitz_=E2=9A=A1?=\r\n",
        "Message-ID: <abc@example.com>\r\nX-Feed: lightning\r\nDate: Fri, 1 May 2026 10:00:00 -0500\r\n",
        "Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHello\r\n",
        "--x\r\nContent-Type: text/csv; name=a.csv\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\n1,2\r\n--x--\r\n"
    );
    let path = format!("/_emulator/mailboxes/{MAILBOX}/deliver?folder=Inbox/Alerts");
    let id = harness.raw(&path, "message/rfc822", mail.into()).await.expect_status(201).body["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let found = harness
        .get(&format!(
            "{}?$select=subject,from,body,sentDateTime,hasAttachments,internetMessageId,internetMessageHeaders",
            message_path(&id)
        ))
        .await
        .expect_status(200);
    assert_eq!(found.body["subject"], "Blitz ⚡");
    assert_eq!(found.body["from"]["emailAddress"], json!({"name": "Storm Vendor", "address": "vendor@example.com"}));
    assert_eq!(found.body["sentDateTime"], "2026-05-01T15:00:00Z");
    assert_eq!(
        (&found.body["hasAttachments"], &found.body["internetMessageId"]),
        (&json!(true), &json!("<abc@example.com>"))
    );
    assert_eq!(found.body["body"]["content"].as_str().unwrap().trim(), "Hello");
    let headers = found.body["internetMessageHeaders"].as_array().unwrap();
    assert!(headers.contains(&json!({"name": "X-Feed", "value": "lightning"})), "{headers:?}");
    assert_eq!(harness.get(&format!("{}/$value", message_path(&id))).await.body.as_str().unwrap(), mail);
    assert_eq!(harness.messages_and_folders().await, [("Blitz ⚡".into(), "Inbox/Alerts".into())]);
}

#[tokio::test]
async fn a_message_may_lack_sender_subject_and_body() {
    let harness = Harness::new().await;
    let id = harness.emulator.deliver(MAILBOX, "Inbox", json!({})).unwrap();
    let found = harness.get(&message_path(&id)).await.expect_status(200);
    assert!(found.body["from"].is_null() && found.body["subject"].is_null());
    assert_eq!(found.body["body"], json!({"contentType": "text", "content": ""}));
    assert_eq!(found.body["bodyPreview"], "");
}

#[tokio::test]
async fn deeply_nested_messages_are_kept_as_text() {
    let harness = Harness::new().await;
    let nested =
        format!("{}Subject: inside\r\n\r\nx", "Subject: l\r\nContent-Type: message/rfc822\r\n\r\n".repeat(5_000));
    let deliver = format!("/_emulator/mailboxes/{MAILBOX}/deliver");
    let id = harness.raw(&deliver, "message/rfc822", nested.clone().into()).await.expect_status(201).body["id"].clone();
    let found = harness.get(&message_path(id.as_str().unwrap())).await.expect_status(200);
    assert_eq!((&found.body["subject"], &found.body["hasAttachments"]), (&json!("l"), &json!(false)));
    assert_eq!(
        harness.get(&format!("{}/$value", message_path(id.as_str().unwrap()))).await.body.as_str().unwrap(),
        nested
    );
    harness.raw(&deliver, "message/rfc822", b"hello world no header".to_vec()).await.expect_status(400);
    let bare =
        harness.raw(&deliver, "message/rfc822", b"Subject: x".to_vec()).await.expect_status(201).body["id"].clone();
    assert_eq!(harness.get(&message_path(bare.as_str().unwrap())).await.body["subject"], "x");
}

#[tokio::test]
async fn parses_mime_as_exchange_does() {
    let harness = Harness::new().await;
    let mail = concat!(
        "From: a@b.c\r\nSubject: s\r\nX-Priority: 1 (Highest)\r\nX-Long: one\r\n two\r\n",
        "Content-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n<img src=cid:logo>\r\n",
        "--x\r\nContent-Type: image/png\r\nContent-ID: <logo>\r\n\r\nPNG\r\n--x--\r\n"
    );
    let deliver = format!("/_emulator/mailboxes/{MAILBOX}/deliver");
    let id = harness.raw(&deliver, "message/rfc822", mail.into()).await.expect_status(201).body["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let found = harness
        .get(&format!("{}?$select=importance,hasAttachments,internetMessageHeaders", message_path(&id)))
        .await
        .expect_status(200);
    assert_eq!((&found.body["importance"], &found.body["hasAttachments"]), (&json!("high"), &json!(false)));
    let headers = found.body["internetMessageHeaders"].as_array().unwrap();
    assert!(headers.contains(&json!({"name": "X-Long", "value": "one two"})), "{headers:?}");
}

#[tokio::test]
async fn the_largest_skip_returns_an_empty_page() {
    let harness = Harness::new().await;
    harness.deliver("one");
    for path in ["messages", "mailFolders"] {
        assert!(
            harness
                .get(&format!("/users/{MAILBOX}/{path}?$skip={}", usize::MAX))
                .await
                .expect_status(200)
                .items()
                .is_empty()
        );
    }
}

#[tokio::test]
async fn only_attachments_can_be_expanded() {
    let harness = Harness::new().await;
    let message = json!({"subject": "with", "toRecipients": null, "flag": {"flagStatus": "flagged"},
        "receivedDateTime": "2026-01-02T03:04:05", "attachments": [{"name": "a", "contentBytes": "aGk="}]});
    let id = harness.emulator.deliver(MAILBOX, "Inbox", message).unwrap();
    let found =
        harness.get(&format!("{}?$expand=attachments($select=id,name)", message_path(&id))).await.expect_status(200);
    assert_eq!(found.body["attachments"][0]["name"], "a");
    assert!(found.body["attachments"][0]["contentBytes"].is_null());
    assert_eq!(
        (&found.body["receivedDateTime"], &found.body["flag"]["flagStatus"]),
        (&json!("2026-01-02T03:04:05Z"), &json!("flagged"))
    );
    let delta = harness
        .get(&format!("/users/{MAILBOX}/mailFolders/inbox/messages/delta?$expand=attachments"))
        .await
        .expect_status(200);
    assert_eq!(delta.items()[0]["attachments"][0]["contentBytes"], "aGk=");
    harness.get(&format!("{}?$expand=bogus", message_path(&id))).await.expect_status(400);
    let same = found.body["conversationId"].as_str().unwrap();
    let list =
        harness.get(&format!("/users/{MAILBOX}/messages?$filter=conversationId eq '{same}'")).await.expect_status(200);
    assert_eq!(list.items().len(), 1);
}
