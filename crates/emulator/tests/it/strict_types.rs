//! Mistakes of clients that Graph rejects must not pass here.

use crate::harness::{Harness, MAILBOX, send};
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn filters_with_values_of_another_type_are_rejected() {
    let harness = Harness::new().await;
    harness.deliver("one");
    let list = async |filter: &str| harness.get(&format!("/users/{MAILBOX}/messages?$filter={filter}")).await;
    for filter in [
        "isRead eq 'false'",
        "subject eq 5",
        "receivedDateTime ge 'yesterday'",
        "isRead eq false and not (subject ne true)",
        "contains(isRead,'a')",
        "subject/any(c:c eq 'a')",
        "categories eq 'a'",
    ] {
        let error = list(filter).await.expect_status(400);
        assert!(error.message().starts_with("Invalid filter clause: "), "{filter}: {}", error.message());
    }
    for filter in ["isRead eq false", "subject ne null", "categories/any(c:c eq 'a')", "importance eq 'normal'"] {
        list(filter).await.expect_status(200);
    }
    let folders = |filter: &str| format!("/users/{MAILBOX}/mailFolders?$filter={filter}");
    harness.get(&folders("totalItemCount eq '1'")).await.expect_status(400);
    harness.get(&folders("totalItemCount ge 1")).await.expect_status(200);
}

#[tokio::test]
async fn options_given_twice_are_rejected() {
    let harness = Harness::new().await;
    let error = harness.get(&format!("/users/{MAILBOX}/messages?$top=1&$top=2")).await.expect_status(400);
    assert!(error.message().contains("'$top' was specified more than once"), "{}", error.message());
}

#[tokio::test]
async fn unknown_choices_are_rejected_and_not_stored() {
    let harness = Harness::new().await;
    let path = format!("/users/{MAILBOX}/messages/{}", harness.deliver("one"));
    for body in [
        json!({"importance": "zzz"}),
        json!({"inferenceClassification": "zzz"}),
        json!({"flag": {"flagStatus": "zzz"}}),
    ] {
        harness.patch(&path, body).await.expect_status(400);
    }
    assert_eq!(harness.patch(&path, json!({"importance": "High"})).await.expect_status(200).body["importance"], "high");
}

#[tokio::test]
async fn sent_mail_must_name_its_types() {
    let harness = Harness::new().await;
    let to = json!([{"emailAddress": {"address": MAILBOX}}]);
    let send_path = format!("/users/{MAILBOX}/sendMail");
    let file = json!({"name": "a.txt", "contentBytes": "YQ=="});
    let mut typed = file.clone();
    typed["@odata.type"] = json!("#microsoft.graph.fileAttachment");
    for (extra, status) in [
        (json!({"body": {"contentType": "markdown", "content": "x"}}), 400),
        (json!({"importance": "urgent"}), 400),
        (json!({"attachments": [file]}), 400),
        (json!({"body": {"contentType": "HTML", "content": "x"}, "importance": "High", "attachments": [typed]}), 202),
    ] {
        let mut message = json!({"subject": "x", "toRecipients": to});
        message.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        harness.post(&send_path, json!({"message": message})).await.expect_status(status);
    }
}

#[tokio::test]
async fn json_with_another_content_type_is_rejected() {
    let harness = Harness::new().await;
    let path = format!("/v1.0/users/{MAILBOX}/messages/{}/move", harness.deliver("one"));
    let body = json!({"destinationId": "archive"}).to_string().into_bytes();
    harness.raw(&path, "text/plain", body.clone()).await.expect_status(415);
    harness.raw(&path, "application/json; charset=utf-8", body).await.expect_status(201);
}

#[tokio::test]
async fn retry_after_can_be_silenced_for_faults_as_well() {
    let harness = Harness::new().await;
    harness.control("/settings", json!({"retryAfter": false})).await.expect_status(200);
    harness.control("/faults", json!({"status429": 1.0})).await;
    for _ in 0..20 {
        let throttled = harness.get(&format!("/users/{MAILBOX}/messages")).await.expect_status(429);
        assert!(!throttled.headers.contains_key("retry-after"));
    }
}

#[tokio::test]
async fn faults_hit_the_steps_of_a_batch_and_never_the_batch() {
    let harness = Harness::new().await;
    harness.control("/faults", json!({"status5xx": 1.0})).await;
    for _ in 0..10 {
        let step = json!({"id": "1", "method": "GET", "url": format!("/users/{MAILBOX}")});
        let response = harness.post("/$batch", json!({"requests": [step]})).await.expect_status(200);
        assert!(response.body["responses"][0]["status"].as_u64().unwrap() >= 500);
    }
}

#[tokio::test]
async fn the_directory_selects_properties_and_names_missing_users() {
    let harness = Harness::new().await;
    let user = harness.get(&format!("/users/{MAILBOX}?$select=id,mail")).await.expect_status(200).body;
    let mut names: Vec<&str> = user.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["@odata.context", "id", "mail"]);
    let missing = harness.get("/users/nobody@example.gov").await.expect_status(404);
    assert_eq!(missing.code(), "Request_ResourceNotFound");
    let request = harness.call(Method::GET, "/users/nobody@example.gov/messages");
    assert_eq!(send(request).await.expect_status(404).code(), "ErrorInvalidUser");
}
