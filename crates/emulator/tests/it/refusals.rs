//! Bad input in Graph's own envelopes.

use crate::desk::{BOX, Desk, reply};
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn every_refusal_has_the_envelope_and_the_ids_of_its_request() {
    let desk = Desk::new().await;
    let request =
        desk.call(Method::GET, &format!("/users/{BOX}/messages/AAMkNonsense=")).header("client-request-id", "mine");
    let refused = reply(request).await.is(400);
    assert_eq!(refused.code(), "ErrorInvalidIdMalformed");
    let inner = &refused.body["error"]["innerError"];
    assert_eq!((&inner["client-request-id"], &inner["date"]), (&json!("mine"), &json!("2026-05-01T12:00:00")));
    assert_eq!(refused.headers["request-id"], inner["request-id"].as_str().unwrap());
    assert_eq!(refused.headers["client-request-id"], "mine");
    assert_eq!(refused.headers["date"], "Fri, 01 May 2026 12:00:00 GMT");
    assert!(refused.headers["content-type"].to_str().unwrap().starts_with("application/json;odata.metadata=minimal"));
}

#[tokio::test]
async fn addresses_that_lead_nowhere_are_refused_by_their_last_segment() {
    let desk = Desk::new().await;
    for (path, segment) in [
        ("/nothing", "nothing"),
        (&*format!("/users/{BOX}/calendar"), "calendar"),
        (&*format!("/users/{BOX}/messages/AAMk/z"), "z"),
    ] {
        let refused = desk.get(path).await.is(400);
        assert_eq!(refused.message(), format!("Resource not found for the segment '{segment}'."));
    }
    assert!(desk.get("/me/messages").await.is(400).message().contains("delegated"));
    desk.delete(&format!("/users/{BOX}/mailFolders")).await.is(405);
    assert_eq!(desk.get("/users/nobody@example.gov/messages").await.is(404).code(), "ErrorInvalidUser");
}

#[tokio::test]
async fn bodies_that_are_no_json_or_too_large_are_refused() {
    let desk = Desk::new().await;
    let id = desk.deliver("one");
    let path = format!("/v1.0/users/{BOX}/messages/{id}/move");
    for body in ["", "{", "[]", "null", "\"x\"", "{\"destinationId\": 5}", "{}"] {
        assert_eq!(desk.raw(&path, "application/json", body.into()).await.status, 400, "{body}");
    }
    let refused = desk.raw(&path, "application/json", vec![b' '; 4 * 1024 * 1024 + 1]).await.is(413);
    assert_eq!(refused.message(), "Maximum request length exceeded.");
}

#[tokio::test]
async fn tokens_that_are_missing_garbage_or_expired_are_401_with_a_challenge() {
    let desk = Desk::new().await;
    let path = format!("/users/{BOX}");
    let bare = reply(
        reqwest::Client::builder()
            .no_proxy()
            .tls_backend_preconfigured(crate::desk::tls())
            .build()
            .unwrap()
            .get(format!("{}/v1.0{path}", desk.base)),
    )
    .await
    .is(401);
    assert_eq!((bare.code(), bare.message()), ("InvalidAuthenticationToken", "Access token is empty."));
    assert!(bare.headers["www-authenticate"].to_str().unwrap().starts_with("Bearer realm=\"\""));
    desk.advance(60);
    assert!(desk.get(&path).await.is(401).message().contains("expired"));
}

#[tokio::test]
async fn a_mailbox_may_be_of_another_tenant_denied_or_inactive() {
    let mut desk = Desk::new().await;
    let path = format!("/users/{BOX}/messages");
    desk.control("/mailboxes", json!({"address": BOX, "tenant": "contoso.com"})).await.is(200);
    desk.get(&path).await.is(200);
    desk.sign_in("fabrikam.com").await;
    assert_eq!(desk.get(&path).await.is(404).code(), "ErrorInvalidUser");
    desk.sign_in("contoso.com").await;
    for (access, status, code) in
        [("denied", 403, "ErrorAccessDenied"), ("inactive", 404, "MailboxNotEnabledForRESTAPI")]
    {
        desk.control("/mailboxes", json!({"address": BOX, "access": access})).await.is(200);
        assert_eq!(desk.get(&path).await.is(status).code(), code);
    }
}
