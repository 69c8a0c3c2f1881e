//! Error responses of Graph.

use crate::harness::{Harness, MAILBOX, send};
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn errors_contain_the_request_ids() {
    let harness = Harness::new().await;
    let request = harness
        .call(Method::GET, &format!("/users/{MAILBOX}/messages/AAMkNonsense="))
        .header("client-request-id", "mine");
    let error = send(request).await.expect_status(400);
    assert_eq!(error.code(), "ErrorInvalidIdMalformed");
    let inner = &error.body["error"]["innerError"];
    assert_eq!((&inner["client-request-id"], &inner["date"]), (&json!("mine"), &json!("2026-05-01T12:00:00")));
    assert_eq!(error.headers["request-id"], inner["request-id"].as_str().unwrap());
    assert_eq!(error.headers["client-request-id"], "mine");
    assert_eq!(error.headers["date"], "Fri, 01 May 2026 12:00:00 GMT");
    assert!(error.headers["content-type"].to_str().unwrap().starts_with("application/json;odata.metadata=minimal"));
}

#[tokio::test]
async fn unknown_paths_name_their_last_segment() {
    let harness = Harness::new().await;
    for (path, segment) in [
        ("/nothing", "nothing"),
        (&*format!("/users/{MAILBOX}/calendar"), "calendar"),
        (&*format!("/users/{MAILBOX}/messages/AAMk/z"), "z"),
    ] {
        let error = harness.get(path).await.expect_status(400);
        assert_eq!(error.message(), format!("Resource not found for the segment '{segment}'."));
    }
    assert!(harness.get("/me/messages").await.expect_status(400).message().contains("delegated"));
    harness.delete(&format!("/users/{MAILBOX}/mailFolders")).await.expect_status(405);
    assert_eq!(harness.get("/users/nobody@example.gov/messages").await.expect_status(404).code(), "ErrorInvalidUser");
}

#[tokio::test]
async fn rejects_invalid_and_oversized_bodies() {
    let harness = Harness::new().await;
    let id = harness.deliver("one");
    let path = format!("/v1.0/users/{MAILBOX}/messages/{id}/move");
    for body in ["", "{", "[]", "null", "\"x\"", "{\"destinationId\": 5}", "{}"] {
        assert_eq!(harness.raw(&path, "application/json", body.into()).await.status, 400, "{body}");
    }
    let error = harness.raw(&path, "application/json", vec![b' '; 4 * 1024 * 1024 + 1]).await.expect_status(413);
    assert_eq!(error.message(), "Maximum request length exceeded.");
}

#[tokio::test]
async fn missing_and_expired_tokens_get_401_with_a_challenge() {
    let harness = Harness::new().await;
    let path = format!("/users/{MAILBOX}");
    let bare = send(
        reqwest::Client::builder()
            .no_proxy()
            .tls_backend_preconfigured(crate::harness::tls_config())
            .build()
            .unwrap()
            .get(format!("{}/v1.0{path}", harness.base)),
    )
    .await
    .expect_status(401);
    assert_eq!((bare.code(), bare.message()), ("InvalidAuthenticationToken", "Access token is empty."));
    assert!(bare.headers["www-authenticate"].to_str().unwrap().starts_with("Bearer realm=\"\""));
    harness.advance_minutes(60);
    assert!(harness.get(&path).await.expect_status(401).message().contains("expired"));
}

#[tokio::test]
async fn mailboxes_can_be_foreign_denied_or_inactive() {
    let mut harness = Harness::new().await;
    let path = format!("/users/{MAILBOX}/messages");
    harness.control("/mailboxes", json!({"address": MAILBOX, "tenant": "contoso.com"})).await.expect_status(200);
    harness.get(&path).await.expect_status(200);
    harness.sign_in("fabrikam.com").await;
    assert_eq!(harness.get(&path).await.expect_status(404).code(), "ErrorInvalidUser");
    harness.sign_in("contoso.com").await;
    for (access, status, code) in
        [("denied", 403, "ErrorAccessDenied"), ("inactive", 404, "MailboxNotEnabledForRESTAPI")]
    {
        harness.control("/mailboxes", json!({"address": MAILBOX, "access": access})).await.expect_status(200);
        assert_eq!(harness.get(&path).await.expect_status(status).code(), code);
    }
}
