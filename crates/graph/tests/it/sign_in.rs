use crate::fake_provider::FakeResponse;
use crate::fixture::{Fixture, credential, inbox, variant};
use futures_util::future::join_all;
use serde_json::json;
use std::time::Duration;
use stormwire_graph::MailError;

fn three_items() -> FakeResponse {
    FakeResponse::json(200, &json!({ "id": "x", "totalItemCount": 3 }))
}

fn rejected(code: u32) -> FakeResponse {
    let description = format!("AADSTS{code}: Rejected, was hidden-secret.\r\nTrace ID: 1");
    FakeResponse::json(
        401,
        &json!({ "error": "invalid_client", "error_description": description, "error_codes": [code] }),
    )
}

#[tokio::test]
async fn a_token_is_requested_once_and_sent_with_every_call() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(three_items()).respond(three_items());
    assert_eq!(fixture.mailbox.count(&inbox()).await, Ok(3));
    assert_eq!(fixture.account.mailbox("other@example.com").count(&inbox()).await, Ok(3));
    let calls = fixture.provider.calls();
    assert!(calls.iter().all(|call| call.header("authorization") == Some("Bearer token-1")));
    assert_eq!(calls[1].path.split('?').next().unwrap(), "/v1.0/users/other%40example.com/mailFolders/inbox-id");
    let [sign_in] = &fixture.provider.sign_ins()[..] else { panic!("not one sign-in") };
    assert_eq!((sign_in.method.as_str(), sign_in.path.as_str()), ("POST", "/login/contoso/oauth2/v2.0/token"));
    assert_eq!(
        sign_in.text(),
        "client_id=app&client_secret=hidden-secret&scope=https%3A%2F%2Fgraph.microsoft.com%2F.default\
         &grant_type=client_credentials"
    );
}

#[tokio::test]
async fn a_token_is_replaced_five_minutes_before_it_expires() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(three_items()).respond(three_items()).respond(three_items());
    fixture.mailbox.count(&inbox()).await.unwrap();
    fixture.advance(Duration::from_secs(3599 - 301));
    fixture.mailbox.count(&inbox()).await.unwrap();
    assert_eq!(fixture.provider.sign_ins().len(), 1);
    fixture.advance(Duration::from_secs(1));
    fixture.mailbox.count(&inbox()).await.unwrap();
    assert_eq!(fixture.provider.calls()[2].header("authorization"), Some("Bearer token-2"));
}

#[tokio::test]
async fn a_token_that_cannot_be_replaced_is_used_until_it_expires() {
    let fixture = Fixture::new().await;
    fixture.provider.respond_to_sign_in(FakeResponse::token("old", 1200)).respond_to_sign_in(rejected(7_000_222));
    fixture.provider.respond(three_items()).respond(three_items()).respond(three_items());
    fixture.mailbox.count(&inbox()).await.unwrap();
    fixture.advance(Duration::from_mins(16));
    fixture.mailbox.count(&inbox()).await.unwrap();
    // Not requested again by every call.
    fixture.mailbox.count(&inbox()).await.unwrap();
    assert_eq!(fixture.provider.sign_ins().len(), 2);
    assert!(fixture.provider.calls().iter().all(|call| call.header("authorization") == Some("Bearer old")));
    fixture.advance(Duration::from_mins(4));
    fixture.provider.respond_to_sign_in(rejected(7_000_222));
    assert_eq!(variant(&fixture.mailbox.count(&inbox()).await), "SignIn");
}

#[tokio::test]
async fn other_calls_use_the_old_token_while_it_is_replaced() {
    let fixture = Fixture::new().await;
    fixture
        .provider
        .respond_to_sign_in(FakeResponse::token("old", 1200))
        .respond_to_sign_in(FakeResponse::token("new", 1200).held());
    fixture.provider.respond(three_items()).respond(three_items()).respond(three_items());
    fixture.mailbox.count(&inbox()).await.unwrap();
    fixture.advance(Duration::from_mins(16));
    let folder = inbox();
    let others = async {
        fixture.provider.wait_for_sign_ins(2).await;
        fixture.mailbox.count(&folder).await.unwrap();
        fixture.provider.release(1);
    };
    let (first, ()) = tokio::join!(fixture.mailbox.count(&folder), others);
    assert_eq!(first, Ok(3));
    let used: Vec<_> =
        fixture.provider.calls().iter().map(|call| call.header("authorization").unwrap().to_owned()).collect();
    assert_eq!(used, ["Bearer old", "Bearer old", "Bearer new"]);
}

#[tokio::test]
async fn concurrent_calls_sign_in_once() {
    let fixture = Fixture::new().await;
    fixture.provider.respond_to_sign_in(FakeResponse::token("only", 3599).held());
    for _ in 0..6 {
        fixture.provider.respond(three_items());
    }
    let (folder, mailbox) = (inbox(), &fixture.mailbox);
    let all = join_all((0..6).map(|_| mailbox.count(&folder)));
    let release = async {
        fixture.provider.wait_for_sign_ins(1).await;
        fixture.provider.release(1);
    };
    let (counts, ()) = tokio::join!(all, release);
    assert!(counts.iter().all(|count| *count == Ok(3)));
    assert_eq!(fixture.provider.sign_ins().len(), 1);
}

#[tokio::test]
async fn calls_that_waited_for_a_failed_sign_in_share_its_error() {
    let fixture = Fixture::new().await;
    fixture.provider.respond_to_sign_in(rejected(7_000_215).held());
    let (folder, mailbox) = (inbox(), &fixture.mailbox);
    let all = join_all((0..6).map(|_| mailbox.count(&folder)));
    let release = async {
        fixture.provider.wait_for_sign_ins(1).await;
        fixture.provider.release(1);
    };
    let (counts, ()) = tokio::join!(all, release);
    assert!(counts.iter().all(|count| variant(count) == "SignIn"));
    assert_eq!(fixture.provider.sign_ins().len(), 1);
    // The next call signs in again, because the credential may have been fixed.
    fixture.provider.respond(three_items());
    assert_eq!(fixture.mailbox.count(&inbox()).await, Ok(3));
}

#[tokio::test]
async fn a_rejected_credential_error_has_a_fix_and_no_secret() {
    let fixture = Fixture::new().await;
    fixture.provider.respond_to_sign_in(rejected(7_000_222));
    let error = fixture.mailbox.count(&inbox()).await.unwrap_err();
    let text = error.to_string();
    assert!(
        text.starts_with("sign in: AADSTS7000222: Rejected, was [secret]. — the client secret has expired"),
        "{text}"
    );
    assert!(matches!(error, MailError::SignIn { code: Some(7_000_222), .. }) && error.is_retryable());
    assert_eq!(fixture.provider.calls().len(), 0);
}

#[tokio::test]
async fn a_sign_in_is_retried_while_the_authority_fails() {
    let fixture = Fixture::new().await;
    fixture
        .provider
        .respond_to_sign_in(FakeResponse::empty(503))
        .respond_to_sign_in(FakeResponse::disconnect())
        .respond(three_items());
    let (count, waits) = fixture.run_advancing_clock(fixture.mailbox.count(&inbox())).await;
    assert_eq!((count, waits.len()), (Ok(3), 2));
}

#[tokio::test]
async fn an_invalid_token_response_is_unreadable() {
    let fixture = Fixture::new().await;
    for response in [
        FakeResponse::new(200, &[], "<html>Log in to the hotel</html>"),
        FakeResponse::json(200, &json!({ "expires_in": 3599 })),
        FakeResponse::json(200, &json!({ "access_token": "x" })),
        FakeResponse::json(200, &json!({ "access_token": "new\nline", "expires_in": 3599 })),
        FakeResponse::new(404, &[], "<html>"),
    ] {
        fixture.provider.respond_to_sign_in(response);
        let error = fixture.mailbox.count(&inbox()).await.unwrap_err();
        assert!(matches!(error, MailError::Unreadable { call: "sign in", .. }), "{error:?}");
    }
}

#[tokio::test]
async fn a_rejected_token_is_replaced_once() {
    let fixture = Fixture::new().await;
    fixture.provider.respond(FakeResponse::error(401, "InvalidAuthenticationToken")).respond(three_items());
    assert_eq!(fixture.mailbox.count(&inbox()).await, Ok(3));
    let used: Vec<_> =
        fixture.provider.calls().iter().map(|call| call.header("authorization").unwrap().to_owned()).collect();
    assert_eq!(used, ["Bearer token-1", "Bearer token-2"]);

    fixture.provider.respond(FakeResponse::error(401, "InvalidAuthenticationToken"));
    fixture.provider.respond(FakeResponse::error(401, "InvalidAuthenticationToken"));
    assert_eq!(variant(&fixture.mailbox.count(&inbox()).await), "AccessDenied");
    assert_eq!(fixture.provider.calls().len(), 4);
}

#[tokio::test]
async fn a_credential_shares_its_token_until_its_secret_changes() {
    let fixture = Fixture::new().await;
    for _ in 0..3 {
        fixture.provider.respond(three_items());
    }
    fixture.mailbox.count(&inbox()).await.unwrap();
    fixture.graph.account(&credential("hidden-secret")).mailbox("a@example.com").count(&inbox()).await.unwrap();
    assert_eq!(fixture.provider.sign_ins().len(), 1);
    fixture.graph.account(&credential("new")).mailbox("a@example.com").count(&inbox()).await.unwrap();
    assert!(fixture.provider.sign_ins()[1].text().contains("client_secret=new"));
}
