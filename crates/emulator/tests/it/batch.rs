use crate::harness::{Harness, MAILBOX};
use serde_json::json;

#[tokio::test]
async fn a_batch_returns_a_response_for_each_request() {
    let harness = Harness::new().await;
    let id = harness.deliver("one");
    let requests = json!({"requests": [
        {"id": "1", "method": "GET", "url": format!("/users/{MAILBOX}/messages/{id}?$select=subject"), "headers": {"Prefer": "IdType=\"ImmutableId\""}},
        {"id": "2", "method": "PATCH", "url": format!("/users/{MAILBOX}/messages/{id}"), "headers": {"Content-Type": "application/json"}, "body": {"isRead": true}},
        {"id": "3", "method": "GET", "url": "/users/nobody@example.gov/messages"},
        {"id": "4", "method": "GET", "url": format!("/users/{MAILBOX}"), "dependsOn": ["3"]},
        {"id": "5", "method": "GET", "url": format!("/users/{MAILBOX}"), "dependsOn": ["2"]},
    ]});
    let response = harness.post("/$batch", requests).await.expect_status(200);
    let part =
        |id: &str| response.body["responses"].as_array().unwrap().iter().find(|part| part["id"] == id).unwrap().clone();
    assert_eq!((&part("1")["status"], &part("1")["body"]["id"]), (&json!(200), &json!(id)));
    assert_eq!((&part("2")["status"], &part("2")["body"]["isRead"]), (&json!(200), &json!(true)));
    assert_eq!((&part("3")["status"], &part("3")["body"]["error"]["code"]), (&json!(404), &json!("ErrorInvalidUser")));
    assert_eq!((&part("4")["status"], &part("5")["status"]), (&json!(424), &json!(200)));
    let part = json!({"id": "1", "method": "GET", "url": "/subscriptions"});
    harness.post("/$batch", json!({"requests": [part, part]})).await.expect_status(400);
    harness.post("/$batch", json!({"requests": vec![part; 21]})).await.expect_status(400);
    harness
        .post("/$batch", json!({"requests": [{"id": "1", "method": "GET", "url": "/x", "dependsOn": ["2"]}]}))
        .await
        .expect_status(400);
}
