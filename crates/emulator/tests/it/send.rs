//! `sendMail` and `$batch`.

use crate::desk::{BOX, Desk};
use crate::receiver::Receiver;
use serde_json::{Value, json};

fn to(address: &str) -> Value {
    json!([{"emailAddress": {"address": address}}])
}

#[tokio::test]
async fn a_sent_message_is_a_draft_first_then_lies_in_sent_items_and_reaches_whoever_lives_here() {
    let desk = Desk::new().await;
    desk.emulator.add_mailbox("crew@example.gov").unwrap();
    let mut receiver = Receiver::new().await;
    crate::subscriptions::subscribe(&desk, &receiver.url, json!({"resource": format!("users/{BOX}/messages")})).await;
    let send = format!("/users/{BOX}/sendMail");
    let message = json!({"subject": "All clear", "toRecipients": to("crew@example.gov"), "ccRecipients": to("Crew@example.gov"),
        "body": {"contentType": "Text", "content": "Go"}, "internetMessageHeaders": [{"name": "x-run", "value": "1"}]});
    let reply = desk.post(&send, json!({"Message": message, "SaveToSentItems": "true"})).await.is(202);
    assert_eq!(reply.body, "");
    assert_eq!(desk.lies().await, [("All clear".into(), "Sent Items".into())]);
    let crew = desk.get("/users/crew@example.gov/mailFolders/inbox/messages").await.is(200);
    assert_eq!(crew.items().len(), 1, "named twice, delivered once");
    assert_eq!(crew.items()[0]["from"]["emailAddress"]["address"], BOX);
    let mut told = 0;
    while told < 2 {
        told += receiver.next().await.1["value"].as_array().unwrap().len();
    }
}

#[tokio::test]
async fn mail_without_a_good_recipient_or_with_a_foreign_header_is_refused() {
    let desk = Desk::new().await;
    let send = format!("/users/{BOX}/sendMail");
    for (message, code) in [
        (json!({"subject": "x"}), "ErrorInvalidRecipients"),
        (json!({"toRecipients": to("nobody")}), "ErrorInvalidRecipients"),
        (
            json!({"toRecipients": to("a@b.c"), "internetMessageHeaders": [{"name": "Received", "value": "1"}]}),
            "InvalidInternetMessageHeader",
        ),
    ] {
        assert_eq!(desk.post(&send, json!({"message": message})).await.is(400).code(), code);
    }
    desk.post(&send, json!({"subject": "x"})).await.is(400);
    let path = format!("/v1.0{send}");
    desk.raw(&path, "text/plain", b"RnJvbTogYUBiLmMNClRvOiBkQGUuZg0KU3ViamVjdDogTUlNRQ0KDQpIaQ0K".to_vec())
        .await
        .is(202);
    desk.raw(&path, "text/plain", b"not base64!".to_vec()).await.is(400);
    assert_eq!(desk.lies().await, [("MIME".into(), "Sent Items".into())]);
}

#[tokio::test]
async fn a_batch_answers_each_part_on_its_own() {
    let desk = Desk::new().await;
    let id = desk.deliver("one");
    let requests = json!({"requests": [
        {"id": "1", "method": "GET", "url": format!("/users/{BOX}/messages/{id}?$select=subject"), "headers": {"Prefer": "IdType=\"ImmutableId\""}},
        {"id": "2", "method": "PATCH", "url": format!("/users/{BOX}/messages/{id}"), "headers": {"Content-Type": "application/json"}, "body": {"isRead": true}},
        {"id": "3", "method": "GET", "url": "/users/nobody@example.gov/messages"},
        {"id": "4", "method": "GET", "url": format!("/users/{BOX}"), "dependsOn": ["3"]},
        {"id": "5", "method": "GET", "url": format!("/users/{BOX}"), "dependsOn": ["2"]},
    ]});
    let reply = desk.post("/$batch", requests).await.is(200);
    let part =
        |id: &str| reply.body["responses"].as_array().unwrap().iter().find(|part| part["id"] == id).unwrap().clone();
    assert_eq!((&part("1")["status"], &part("1")["body"]["id"]), (&json!(200), &json!(id)));
    assert_eq!((&part("2")["status"], &part("2")["body"]["isRead"]), (&json!(200), &json!(true)));
    assert_eq!((&part("3")["status"], &part("3")["body"]["error"]["code"]), (&json!(404), &json!("ErrorInvalidUser")));
    assert_eq!((&part("4")["status"], &part("5")["status"]), (&json!(424), &json!(200)));
    let part = json!({"id": "1", "method": "GET", "url": "/subscriptions"});
    desk.post("/$batch", json!({"requests": [part, part]})).await.is(400);
    desk.post("/$batch", json!({"requests": vec![part; 21]})).await.is(400);
    desk.post("/$batch", json!({"requests": [{"id": "1", "method": "GET", "url": "/x", "dependsOn": ["2"]}]}))
        .await
        .is(400);
}
