//! Messages over HTTP: two ids, selections, marks, moves.

use crate::desk::{BOX, Desk, reply};
use reqwest::Method;
use serde_json::json;

fn of(id: &str) -> String {
    format!("/users/{BOX}/messages/{id}")
}

async fn ids(desk: &Desk, immutable: &str) -> String {
    let found = desk.get(&format!("{}?$select=id", of(immutable))).await.is(200);
    found.body["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_preference_chooses_the_id_of_one_answer_and_either_finds_the_message() {
    let desk = Desk::new().await;
    let immutable = desk.deliver("one");
    let default = ids(&desk, &immutable).await;
    assert_ne!(default, immutable);
    let request = desk.call(Method::GET, &of(&default)).header("prefer", "IdType=\"ImmutableId\"");
    let found = reply(request).await.is(200);
    assert_eq!(found.body["id"], json!(immutable));
    assert_eq!(found.headers["preference-applied"], "IdType=ImmutableId");
}

#[tokio::test]
async fn a_move_is_201_with_a_new_default_id_and_the_same_immutable_one() {
    let desk = Desk::new().await;
    let immutable = desk.deliver("one");
    let old = ids(&desk, &immutable).await;
    let moved = desk.post(&format!("{}/move", of(&old)), json!({"DestinationId": "archive"})).await.is(201);
    assert_ne!(moved.body["id"], json!(old));
    assert_eq!(moved.body["subject"], "one");
    assert_eq!(desk.get(&of(&old)).await.is(404).code(), "ErrorItemNotFound");
    desk.get(&of(&immutable)).await.is(200);
    assert_eq!(desk.lies().await, [("one".into(), "Archive".into())]);
    let archive = desk.get(&format!("/users/{BOX}/mailFolders/archive/messages/{immutable}")).await.is(200);
    assert_eq!(archive.body["parentFolderId"], moved.body["parentFolderId"]);
    desk.get(&format!("/users/{BOX}/mailFolders/inbox/messages/{immutable}")).await.is(404);
    let back = desk.post(&format!("{}/move", of(&immutable)), json!({"destinationId": "Processed"})).await.is(400);
    assert_eq!(back.code(), "ErrorInvalidIdMalformed", "a display name is no id");
}

#[tokio::test]
async fn marks_are_changed_and_the_rest_is_refused_by_name() {
    let desk = Desk::new().await;
    let id = desk.deliver("one");
    let before = desk.get(&of(&id)).await;
    let after = desk
        .patch(&of(&id), json!({"IsRead": true, "categories": ["Storm", "Wind"], "flag": {"flagStatus": "flagged"}}))
        .await
        .is(200);
    assert_eq!(after.body["isRead"], true);
    assert_eq!(after.body["categories"], json!(["Storm", "Wind"]));
    assert_eq!(after.body["flag"]["flagStatus"], "flagged");
    assert_ne!(before.body["@odata.etag"], after.body["@odata.etag"]);
    let refused = desk.patch(&of(&id), json!({"subject": "other"})).await.is(400);
    assert!(refused.message().contains("'subject'"));
    desk.patch(&of(&id), json!({"isRead": "maybe"})).await.is(400);
    let stale = desk.call(Method::PATCH, &of(&id)).header("if-match", before.body["@odata.etag"].as_str().unwrap());
    assert_eq!(reply(stale.json(&json!({"isRead": false}))).await.is(412).code(), "ErrorIrresolvableConflict");
}

#[tokio::test]
async fn lists_are_filtered_sorted_selected_and_paged_by_links() {
    let desk = Desk::new().await;
    for number in 0..25 {
        desk.clock.advance(std::time::Duration::from_mins(1));
        desk.deliver(&format!("m{number:02}"));
    }
    let list = format!("/users/{BOX}/mailFolders('Inbox')/messages");
    let page = desk.get(&format!("{list}?$count=true")).await.is(200);
    assert_eq!((page.items().len(), &page.body["@odata.count"]), (10, &json!(25)));
    assert_eq!(page.items()[0]["subject"], "m24", "newest first");
    let mut next = Some(format!("{list}?$select=subject&$top=10&$orderby=receivedDateTime asc"));
    let mut subjects = Vec::new();
    while let Some(link) = next {
        let page = desk.get(&link).await.is(200);
        subjects.extend(page.items().iter().map(|item| item["subject"].as_str().unwrap().to_owned()));
        assert!(page.items().iter().all(|item| item["body"].is_null()));
        next = page.body["@odata.nextLink"].as_str().map(str::to_owned);
    }
    assert_eq!(subjects, (0..25).map(|number| format!("m{number:02}")).collect::<Vec<_>>());
    let some = desk.get(&format!("/users/{BOX}/messages?$filter=startswith(subject,'m0') and isRead eq false")).await;
    assert_eq!(some.items().len(), 10);
    let refused = desk.get(&format!("{list}?$filter=isRead eq false&$orderby=receivedDateTime desc")).await.is(400);
    assert_eq!(refused.code(), "InefficientFilter");
    for unknown in ["$filter=isJunk eq true", "$orderby=isJunk"] {
        let refused = desk.get(&format!("{list}?{unknown}")).await.is(400);
        assert!(
            refused.message().contains("'isjunk'") && refused.code() == "RequestBroker--ParseUri",
            "{}",
            refused.body
        );
    }
    assert!(desk.get(&format!("{list}?$select=nothing")).await.is(400).message().contains("'nothing'"));
}

#[tokio::test]
async fn a_body_comes_as_it_is_or_as_text_and_a_message_comes_as_mail() {
    let desk = Desk::new().await;
    let html = json!({"subject": "Grüße", "body": {"contentType": "HTML", "content": "<p>Strike at <b>5 miles</b></p>"},
        "from": {"emailAddress": {"address": "vendor@example.com"}}, "toRecipients": [{"emailAddress": {"address": BOX}}]});
    let id = desk.emulator.deliver(BOX, "Inbox", html).unwrap();
    assert_eq!(desk.get(&of(&id)).await.body["body"]["contentType"], "html");
    let text = desk.call(Method::GET, &of(&id)).header("prefer", "outlook.body-content-type=\"text\"");
    let text = reply(text).await;
    assert_eq!(text.body["body"]["contentType"], "text");
    assert_eq!(text.body["body"]["content"].as_str().unwrap().trim(), "Strike at 5 miles");
    let mail = desk.get(&format!("{}/$value", of(&id))).await.is(200);
    let mail = mail.body.as_str().unwrap();
    assert!(mail.contains("From: ") && mail.contains("vendor@example.com") && mail.contains("<p>Strike at"), "{mail}");
}

#[tokio::test]
async fn mail_that_was_delivered_as_such_is_read_and_handed_back_byte_for_byte() {
    let desk = Desk::new().await;
    let mail = concat!(
        "From: \"Storm Vendor\" <vendor@example.com>\r\nTo: storm@example.gov\r\nSubject: =?utf-8?q?Blitz_=E2=9A=A1?=\r\n",
        "Message-ID: <abc@example.com>\r\nX-Feed: lightning\r\nDate: Fri, 1 May 2026 10:00:00 -0500\r\n",
        "Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHello\r\n",
        "--x\r\nContent-Type: text/csv; name=a.csv\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\n1,2\r\n--x--\r\n"
    );
    let path = format!("/_emulator/mailboxes/{BOX}/deliver?folder=Inbox/Alerts");
    let id = desk.raw(&path, "message/rfc822", mail.into()).await.is(201).body["id"].as_str().unwrap().to_owned();
    let found = desk
        .get(&format!(
            "{}?$select=subject,from,body,sentDateTime,hasAttachments,internetMessageId,internetMessageHeaders",
            of(&id)
        ))
        .await
        .is(200);
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
    assert_eq!(desk.get(&format!("{}/$value", of(&id))).await.body.as_str().unwrap(), mail);
    assert_eq!(desk.lies().await, [("Blitz ⚡".into(), "Inbox/Alerts".into())]);
}

#[tokio::test]
async fn a_message_may_lack_sender_subject_and_body() {
    let desk = Desk::new().await;
    let id = desk.emulator.deliver(BOX, "Inbox", json!({})).unwrap();
    let found = desk.get(&of(&id)).await.is(200);
    assert!(found.body["from"].is_null() && found.body["subject"].is_null());
    assert_eq!(found.body["body"], json!({"contentType": "text", "content": ""}));
    assert_eq!(found.body["bodyPreview"], "");
}

#[tokio::test]
async fn a_thousand_messages_within_messages_are_kept_as_text_and_end_nobody() {
    let desk = Desk::new().await;
    let nested =
        format!("{}Subject: inside\r\n\r\nx", "Subject: l\r\nContent-Type: message/rfc822\r\n\r\n".repeat(5_000));
    let deliver = format!("/_emulator/mailboxes/{BOX}/deliver");
    let id = desk.raw(&deliver, "message/rfc822", nested.clone().into()).await.is(201).body["id"].clone();
    let found = desk.get(&of(id.as_str().unwrap())).await.is(200);
    assert_eq!((&found.body["subject"], &found.body["hasAttachments"]), (&json!("l"), &json!(false)));
    assert_eq!(desk.get(&format!("{}/$value", of(id.as_str().unwrap()))).await.body.as_str().unwrap(), nested);
    desk.raw(&deliver, "message/rfc822", b"hello world no header".to_vec()).await.is(400);
    let bare = desk.raw(&deliver, "message/rfc822", b"Subject: x".to_vec()).await.is(201).body["id"].clone();
    assert_eq!(desk.get(&of(bare.as_str().unwrap())).await.body["subject"], "x");
}

#[tokio::test]
async fn mail_is_read_as_exchange_reads_it() {
    let desk = Desk::new().await;
    let mail = concat!(
        "From: a@b.c\r\nSubject: s\r\nX-Priority: 1 (Highest)\r\nX-Long: one\r\n two\r\n",
        "Content-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n<img src=cid:logo>\r\n",
        "--x\r\nContent-Type: image/png\r\nContent-ID: <logo>\r\n\r\nPNG\r\n--x--\r\n"
    );
    let deliver = format!("/_emulator/mailboxes/{BOX}/deliver");
    let id = desk.raw(&deliver, "message/rfc822", mail.into()).await.is(201).body["id"].as_str().unwrap().to_owned();
    let found =
        desk.get(&format!("{}?$select=importance,hasAttachments,internetMessageHeaders", of(&id))).await.is(200);
    assert_eq!((&found.body["importance"], &found.body["hasAttachments"]), (&json!("high"), &json!(false)));
    let headers = found.body["internetMessageHeaders"].as_array().unwrap();
    assert!(headers.contains(&json!({"name": "X-Long", "value": "one two"})), "{headers:?}");
}

#[tokio::test]
async fn the_farthest_skip_is_an_empty_page() {
    let desk = Desk::new().await;
    desk.deliver("one");
    for path in ["messages", "mailFolders"] {
        assert!(desk.get(&format!("/users/{BOX}/{path}?$skip={}", usize::MAX)).await.is(200).items().is_empty());
    }
}

#[tokio::test]
async fn attachments_come_along_where_they_are_asked_for_and_nothing_else_can_be() {
    let desk = Desk::new().await;
    let letter = json!({"subject": "with", "toRecipients": null, "flag": {"flagStatus": "flagged"},
        "receivedDateTime": "2026-01-02T03:04:05", "attachments": [{"name": "a", "contentBytes": "aGk="}]});
    let id = desk.emulator.deliver(BOX, "Inbox", letter).unwrap();
    let found = desk.get(&format!("{}?$expand=attachments($select=id,name)", of(&id))).await.is(200);
    assert_eq!(found.body["attachments"][0]["name"], "a");
    assert!(found.body["attachments"][0]["contentBytes"].is_null());
    assert_eq!(
        (&found.body["receivedDateTime"], &found.body["flag"]["flagStatus"]),
        (&json!("2026-01-02T03:04:05Z"), &json!("flagged"))
    );
    let delta = desk.get(&format!("/users/{BOX}/mailFolders/inbox/messages/delta?$expand=attachments")).await.is(200);
    assert_eq!(delta.items()[0]["attachments"][0]["contentBytes"], "aGk=");
    desk.get(&format!("{}?$expand=bogus", of(&id))).await.is(400);
    let same = found.body["conversationId"].as_str().unwrap();
    let list = desk.get(&format!("/users/{BOX}/messages?$filter=conversationId eq '{same}'")).await.is(200);
    assert_eq!(list.items().len(), 1);
}
