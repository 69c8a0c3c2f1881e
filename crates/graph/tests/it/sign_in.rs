use crate::bed::{Bed, credential, inbox, variant};
use crate::provider::Reply;
use futures_util::future::join_all;
use serde_json::json;
use std::time::Duration;
use stormwire_graph::MailError;

fn three() -> Reply {
    Reply::json(200, &json!({ "id": "x", "totalItemCount": 3 }))
}

fn refused(code: u32) -> Reply {
    let words = format!("AADSTS{code}: Refused, was hush.\r\nTrace ID: 1");
    Reply::json(401, &json!({ "error": "invalid_client", "error_description": words, "error_codes": [code] }))
}

#[tokio::test]
async fn a_token_is_asked_for_once_and_goes_with_every_call() {
    let bed = Bed::new().await;
    bed.provider.then(three()).then(three());
    assert_eq!(bed.mailbox.count(&inbox()).await, Ok(3));
    assert_eq!(bed.account.mailbox("other@example.com").count(&inbox()).await, Ok(3));
    let asked = bed.provider.asked();
    assert!(asked.iter().all(|asked| asked.header("authorization") == Some("Bearer token-1")));
    assert_eq!(asked[1].path.split('?').next().unwrap(), "/v1.0/users/other%40example.com/mailFolders/inbox-id");
    let [sign_in] = &bed.provider.signed_in()[..] else { panic!("not one sign-in") };
    assert_eq!((sign_in.method.as_str(), sign_in.path.as_str()), ("POST", "/login/contoso/oauth2/v2.0/token"));
    assert_eq!(
        sign_in.text(),
        "client_id=app&client_secret=hush&scope=https%3A%2F%2Fgraph.microsoft.com%2F.default\
         &grant_type=client_credentials"
    );
}

#[tokio::test]
async fn a_token_is_replaced_five_minutes_before_its_end() {
    let bed = Bed::new().await;
    bed.provider.then(three()).then(three()).then(three());
    bed.mailbox.count(&inbox()).await.unwrap();
    bed.advance(Duration::from_secs(3599 - 301));
    bed.mailbox.count(&inbox()).await.unwrap();
    assert_eq!(bed.provider.signed_in().len(), 1);
    bed.advance(Duration::from_secs(1));
    bed.mailbox.count(&inbox()).await.unwrap();
    assert_eq!(bed.provider.asked()[2].header("authorization"), Some("Bearer token-2"));
}

#[tokio::test]
async fn a_token_that_cannot_be_replaced_yet_is_used_to_its_end() {
    let bed = Bed::new().await;
    bed.provider.then_sign_in(Reply::token("old", 1200)).then_sign_in(refused(7_000_222));
    bed.provider.then(three()).then(three()).then(three());
    bed.mailbox.count(&inbox()).await.unwrap();
    bed.advance(Duration::from_mins(16));
    bed.mailbox.count(&inbox()).await.unwrap();
    // Not asked for again with every call.
    bed.mailbox.count(&inbox()).await.unwrap();
    assert_eq!(bed.provider.signed_in().len(), 2);
    assert!(bed.provider.asked().iter().all(|asked| asked.header("authorization") == Some("Bearer old")));
    bed.advance(Duration::from_mins(4));
    bed.provider.then_sign_in(refused(7_000_222));
    assert_eq!(variant(&bed.mailbox.count(&inbox()).await), "SignIn");
}

#[tokio::test]
async fn while_one_call_replaces_a_token_the_others_use_the_old_one() {
    let bed = Bed::new().await;
    bed.provider.then_sign_in(Reply::token("old", 1200)).then_sign_in(Reply::token("new", 1200).held());
    bed.provider.then(three()).then(three()).then(three());
    bed.mailbox.count(&inbox()).await.unwrap();
    bed.advance(Duration::from_mins(16));
    let folder = inbox();
    let others = async {
        bed.provider.sign_ins_arrived(2).await;
        bed.mailbox.count(&folder).await.unwrap();
        bed.provider.let_through(1);
    };
    let (first, ()) = tokio::join!(bed.mailbox.count(&folder), others);
    assert_eq!(first, Ok(3));
    let used: Vec<_> =
        bed.provider.asked().iter().map(|asked| asked.header("authorization").unwrap().to_owned()).collect();
    assert_eq!(used, ["Bearer old", "Bearer old", "Bearer new"]);
}

#[tokio::test]
async fn many_calls_at_once_sign_in_once() {
    let bed = Bed::new().await;
    bed.provider.then_sign_in(Reply::token("only", 3599).held());
    for _ in 0..6 {
        bed.provider.then(three());
    }
    let (folder, mailbox) = (inbox(), &bed.mailbox);
    let all = join_all((0..6).map(|_| mailbox.count(&folder)));
    let let_through = async {
        bed.provider.sign_ins_arrived(1).await;
        bed.provider.let_through(1);
    };
    let (counts, ()) = tokio::join!(all, let_through);
    assert!(counts.iter().all(|count| *count == Ok(3)));
    assert_eq!(bed.provider.signed_in().len(), 1);
}

#[tokio::test]
async fn whoever_waited_for_a_refused_sign_in_does_not_knock_again() {
    let bed = Bed::new().await;
    bed.provider.then_sign_in(refused(7_000_215).held());
    let (folder, mailbox) = (inbox(), &bed.mailbox);
    let all = join_all((0..6).map(|_| mailbox.count(&folder)));
    let let_through = async {
        bed.provider.sign_ins_arrived(1).await;
        bed.provider.let_through(1);
    };
    let (counts, ()) = tokio::join!(all, let_through);
    assert!(counts.iter().all(|count| variant(count) == "SignIn"));
    assert_eq!(bed.provider.signed_in().len(), 1);
    // The next one does: someone may have mended it.
    bed.provider.then(three());
    assert_eq!(bed.mailbox.count(&inbox()).await, Ok(3));
}

#[tokio::test]
async fn a_refused_credential_is_told_with_its_mend_and_without_its_secret() {
    let bed = Bed::new().await;
    bed.provider.then_sign_in(refused(7_000_222));
    let error = bed.mailbox.count(&inbox()).await.unwrap_err();
    let said = error.to_string();
    assert!(
        said.starts_with("sign in: AADSTS7000222: Refused, was [secret]. — the client secret has expired"),
        "{said}"
    );
    assert!(matches!(error, MailError::SignIn { code: Some(7_000_222), .. }) && error.retryable());
    assert_eq!(bed.provider.asked().len(), 0);
}

#[tokio::test]
async fn a_sign_in_is_tried_again_while_the_authority_fails() {
    let bed = Bed::new().await;
    bed.provider.then_sign_in(Reply::empty(503)).then_sign_in(Reply::cut()).then(three());
    let (count, waits) = bed.passing(bed.mailbox.count(&inbox())).await;
    assert_eq!((count, waits.len()), (Ok(3), 2));
}

#[tokio::test]
async fn what_is_no_answer_of_an_authority_is_unreadable() {
    let bed = Bed::new().await;
    for reply in [
        Reply::with(200, &[], "<html>Log in to the hotel</html>"),
        Reply::json(200, &json!({ "expires_in": 3599 })),
        Reply::json(200, &json!({ "access_token": "x" })),
        Reply::json(200, &json!({ "access_token": "new\nline", "expires_in": 3599 })),
        Reply::with(404, &[], "<html>"),
    ] {
        bed.provider.then_sign_in(reply);
        let error = bed.mailbox.count(&inbox()).await.unwrap_err();
        assert!(matches!(error, MailError::Unreadable { call: "sign in", .. }), "{error:?}");
    }
}

#[tokio::test]
async fn a_token_that_is_refused_is_replaced_once() {
    let bed = Bed::new().await;
    bed.provider.then(Reply::error(401, "InvalidAuthenticationToken")).then(three());
    assert_eq!(bed.mailbox.count(&inbox()).await, Ok(3));
    let used: Vec<_> =
        bed.provider.asked().iter().map(|asked| asked.header("authorization").unwrap().to_owned()).collect();
    assert_eq!(used, ["Bearer token-1", "Bearer token-2"]);

    bed.provider.then(Reply::error(401, "InvalidAuthenticationToken"));
    bed.provider.then(Reply::error(401, "InvalidAuthenticationToken"));
    assert_eq!(variant(&bed.mailbox.count(&inbox()).await), "AccessDenied");
    assert_eq!(bed.provider.asked().len(), 4);
}

#[tokio::test]
async fn the_same_credential_shares_its_token_and_a_new_secret_signs_in_anew() {
    let bed = Bed::new().await;
    for _ in 0..3 {
        bed.provider.then(three());
    }
    bed.mailbox.count(&inbox()).await.unwrap();
    bed.graph.account(&credential("hush")).mailbox("a@example.com").count(&inbox()).await.unwrap();
    assert_eq!(bed.provider.signed_in().len(), 1);
    bed.graph.account(&credential("new")).mailbox("a@example.com").count(&inbox()).await.unwrap();
    assert!(bed.provider.signed_in()[1].text().contains("client_secret=new"));
}
