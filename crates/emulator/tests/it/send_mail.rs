use crate::harness::{Harness, MAILBOX};
use crate::receiver::Receiver;
use serde_json::{Value, json};

fn to(address: &str) -> Value {
    json!([{"emailAddress": {"address": address}}])
}

#[tokio::test]
async fn sent_mail_is_saved_and_delivered_to_known_recipients() {
    let harness = Harness::new().await;
    harness.emulator.add_mailbox("crew@example.gov").unwrap();
    let mut receiver = Receiver::new().await;
    crate::subscriptions::subscribe(&harness, &receiver.url, json!({"resource": format!("users/{MAILBOX}/messages")}))
        .await;
    let send = format!("/users/{MAILBOX}/sendMail");
    let message = json!({"subject": "All clear", "toRecipients": to("crew@example.gov"), "ccRecipients": to("Crew@example.gov"),
        "body": {"contentType": "Text", "content": "Go"}, "internetMessageHeaders": [{"name": "x-run", "value": "1"}]});
    let response = harness.post(&send, json!({"Message": message, "SaveToSentItems": "true"})).await.expect_status(202);
    assert_eq!(response.body, "");
    assert_eq!(harness.messages_and_folders().await, [("All clear".into(), "Sent Items".into())]);
    let crew = harness.get("/users/crew@example.gov/mailFolders/inbox/messages").await.expect_status(200);
    assert_eq!(crew.items().len(), 1, "named twice, delivered once");
    assert_eq!(crew.items()[0]["from"]["emailAddress"]["address"], MAILBOX);
    // One for the draft, one for the sent message.
    let mut notifications = 0;
    while notifications < 2 {
        notifications += receiver.next().await.1["value"].as_array().unwrap().len();
    }
}

#[tokio::test]
async fn rejects_invalid_recipients_headers_and_mime() {
    let harness = Harness::new().await;
    let send = format!("/users/{MAILBOX}/sendMail");
    for (message, code) in [
        (json!({"subject": "x"}), "ErrorInvalidRecipients"),
        (json!({"toRecipients": to("nobody")}), "ErrorInvalidRecipients"),
        (
            json!({"toRecipients": to("a@b.c"), "internetMessageHeaders": [{"name": "Received", "value": "1"}]}),
            "InvalidInternetMessageHeader",
        ),
    ] {
        assert_eq!(harness.post(&send, json!({"message": message})).await.expect_status(400).code(), code);
    }
    harness.post(&send, json!({"subject": "x"})).await.expect_status(400);
    let path = format!("/v1.0{send}");
    harness
        .raw(&path, "text/plain", b"RnJvbTogYUBiLmMNClRvOiBkQGUuZg0KU3ViamVjdDogTUlNRQ0KDQpIaQ0K".to_vec())
        .await
        .expect_status(202);
    harness.raw(&path, "text/plain", b"not base64!".to_vec()).await.expect_status(400);
    assert_eq!(harness.messages_and_folders().await, [("MIME".into(), "Sent Items".into())]);
}

#[tokio::test]
async fn a_full_mailbox_gets_no_mail_and_a_rule_moves_it() {
    let harness = Harness::new().await;
    let send = format!("/users/{MAILBOX}/sendMail");
    let message =
        json!({"subject": "Test", "toRecipients": to(MAILBOX), "body": {"contentType": "Text", "content": "x"}});
    let body = json!({"message": message, "saveToSentItems": false});
    let inboxes = async || {
        let all = harness.messages_and_folders().await;
        all.into_iter().map(|(_, folder)| folder).filter(|folder| folder.starts_with("Inbox")).collect::<Vec<_>>()
    };
    harness.emulator.set_full(MAILBOX, true);
    harness.post(&send, body.clone()).await.expect_status(202);
    assert!(inboxes().await.is_empty());
    harness.emulator.set_full(MAILBOX, false);
    harness.emulator.set_rule_folder(MAILBOX, "Inbox/Elsewhere");
    harness.post(&send, body.clone()).await.expect_status(202);
    assert_eq!(inboxes().await, ["Inbox/Elsewhere"]);
    harness.emulator.set_rule_folder(MAILBOX, "");
    harness.post(&send, body).await.expect_status(202);
    assert_eq!(inboxes().await.len(), 2);
}
