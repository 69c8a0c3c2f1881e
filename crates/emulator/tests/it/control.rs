//! The control routes, and TLS.

use crate::desk::{BOX, Desk, tls};
use serde_json::json;
use std::sync::Arc;
use stormwire_emulator::{Certificate, Emulator};
use stormwire_clock::{SeededRng, VirtualClock};

#[tokio::test]
async fn what_cannot_be_read_is_said_and_changes_nothing() {
    let desk = Desk::new().await;
    for (path, body, words) in [
        ("/faults", json!({"drop": 2}), "drop"),
        ("/faults", json!({"dorp": 1}), "dorp"),
        ("/settings", json!({"tokenSecond": 1}), "tokenSecond"),
        ("/mailboxes", json!({"address": "nobody"}), "nobody"),
        ("/mailboxes", json!({}), "address"),
        ("/mailboxes", json!({"address": " a@b "}), "a@b"),
        ("/faults", json!([]), "object"),
        ("/clock", json!({"advanceSeconds": -1}), "-1"),
        (&*format!("/mailboxes/{BOX}/deliver"), json!({"attachments": [{"contentBytes": "?"}]}), "attachments[0]"),
    ] {
        let refused = desk.control(path, body).await.is(400);
        assert!(refused.body["error"].as_str().unwrap().contains(words), "{}", refused.body);
    }
    let missing = desk.control("/mailboxes/nobody@example.gov/deliver", json!({})).await.is(404);
    assert!(missing.body["error"].as_str().unwrap().contains("POST /_emulator/mailboxes"));
    desk.control("/faults", json!({})).await.is(200);
    assert!(desk.lies().await.is_empty());
}

#[tokio::test]
async fn a_delivered_message_says_where_it_lies_and_the_clock_can_be_moved() {
    let desk = Desk::new().await;
    desk.control("/mailboxes", json!({"address": "two@example.gov"})).await.is(201);
    let path = format!("/mailboxes/{BOX}/deliver?folder=Inbox%2FStorm%20alerts");
    let made = desk.control(&path, json!({"subject": "s", "receivedDateTime": "2026-01-02T03:04:05Z"})).await.is(201);
    assert!(made.body["id"].as_str().unwrap().starts_with("AAkA"));
    assert_eq!(desk.lies().await, [("s".into(), "Inbox/Storm alerts".into())]);
    let moved = desk.control("/clock", json!({"advanceSeconds": 90})).await.is(200);
    assert_eq!(moved.body["now"], "2026-05-01T12:01:30Z");
}

#[tokio::test]
async fn mail_goes_to_the_inbox_whatever_it_is_called_and_a_reset_begins_anew() {
    let desk = Desk::new().await;
    desk.patch(&format!("/users/{BOX}/mailFolders/inbox"), json!({"displayName": "Posteingang"})).await.is(200);
    desk.control(&format!("/mailboxes/{BOX}/deliver"), json!({"subject": "a"})).await.is(201);
    desk.control(&format!("/mailboxes/{BOX}/deliver?folder=sentitems/Deep"), json!({"subject": "b"})).await.is(201);
    let lies = [("a".into(), "Posteingang".into()), ("b".into(), "Sent Items/Deep".into())];
    assert_eq!(desk.lies().await, lies);
    desk.control("/nothing", json!({})).await.is(404);
    desk.control("/reset", json!({})).await.is(200);
    desk.get(&format!("/users/{BOX}")).await.is(404);
}

#[tokio::test]
async fn the_same_is_served_over_tls_to_whoever_trusts_its_certificate() {
    let emulator = Emulator::new(Arc::new(VirtualClock::still()), Box::new(SeededRng::new(1))).unwrap();
    let certificate = Certificate::new().unwrap();
    let address = emulator.listen_tls(([127, 0, 0, 1], 0).into(), &certificate).await.unwrap();
    let url = format!("https://127.0.0.1:{}/t/v2.0/.well-known/openid-configuration", address.port());
    let strict = reqwest::Client::builder().no_proxy().tls_backend_preconfigured(tls()).build().unwrap();
    assert!(strict.get(&url).send().await.is_err());
    let mut config = tls();
    let mut roots = rustls::RootCertStore::empty();
    let der = rustls::pki_types::CertificateDer::from(pem_to_der(certificate.pem()));
    roots.add(der).unwrap();
    config = rustls::ClientConfig::builder_with_provider(Arc::clone(config.crypto_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let trusting = reqwest::Client::builder().no_proxy().tls_backend_preconfigured(config).build().unwrap();
    let found: serde_json::Value = trusting.get(&url).send().await.unwrap().json().await.unwrap();
    assert!(found["token_endpoint"].as_str().unwrap().starts_with("https://127.0.0.1:"), "{found}");
}

fn pem_to_der(pem: &str) -> Vec<u8> {
    use base64::prelude::{BASE64_STANDARD, Engine};
    let body: String = pem.lines().filter(|line| !line.starts_with("-----")).collect();
    BASE64_STANDARD.decode(body).unwrap()
}
