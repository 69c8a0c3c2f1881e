//! The control API and TLS.

use crate::harness::{Harness, MAILBOX, tls_config};
use serde_json::json;
use std::sync::Arc;
use stormwire_clock::{SeededRng, VirtualClock};
use stormwire_emulator::{Certificate, Emulator};

#[tokio::test]
async fn invalid_requests_name_the_problem_and_change_nothing() {
    let harness = Harness::new().await;
    for (path, body, words) in [
        ("/faults", json!({"drop": 2}), "drop"),
        ("/faults", json!({"dorp": 1}), "dorp"),
        ("/settings", json!({"tokenSecond": 1}), "tokenSecond"),
        ("/mailboxes", json!({"address": "nobody"}), "nobody"),
        ("/mailboxes", json!({}), "address"),
        ("/mailboxes", json!({"address": " a@b "}), "a@b"),
        ("/faults", json!([]), "object"),
        ("/clock", json!({"advanceSeconds": -1}), "-1"),
        (&*format!("/mailboxes/{MAILBOX}/deliver"), json!({"attachments": [{"contentBytes": "?"}]}), "attachments[0]"),
    ] {
        let error = harness.control(path, body).await.expect_status(400);
        assert!(error.body["error"].as_str().unwrap().contains(words), "{}", error.body);
    }
    let missing = harness.control("/mailboxes/nobody@example.gov/deliver", json!({})).await.expect_status(404);
    assert!(missing.body["error"].as_str().unwrap().contains("POST /_emulator/mailboxes"));
    harness.control("/faults", json!({})).await.expect_status(200);
    assert!(harness.messages_and_folders().await.is_empty());
}

#[tokio::test]
async fn delivers_to_a_folder_path_and_advances_the_clock() {
    let harness = Harness::new().await;
    harness.control("/mailboxes", json!({"address": "two@example.gov"})).await.expect_status(201);
    let path = format!("/mailboxes/{MAILBOX}/deliver?folder=Inbox%2FStorm%20alerts");
    let delivered = harness
        .control(&path, json!({"subject": "s", "receivedDateTime": "2026-01-02T03:04:05Z"}))
        .await
        .expect_status(201);
    assert!(delivered.body["id"].as_str().unwrap().starts_with("AAkA"));
    assert_eq!(harness.messages_and_folders().await, [("s".into(), "Inbox/Storm alerts".into())]);
    let moved = harness.control("/clock", json!({"advanceSeconds": 90})).await.expect_status(200);
    assert_eq!(moved.body["now"], "2026-05-01T12:01:30Z");
}

#[tokio::test]
async fn delivers_to_a_renamed_inbox_and_resets() {
    let harness = Harness::new().await;
    harness
        .patch(&format!("/users/{MAILBOX}/mailFolders/inbox"), json!({"displayName": "Posteingang"}))
        .await
        .expect_status(200);
    harness.control(&format!("/mailboxes/{MAILBOX}/deliver"), json!({"subject": "a"})).await.expect_status(201);
    harness
        .control(&format!("/mailboxes/{MAILBOX}/deliver?folder=sentitems/Deep"), json!({"subject": "b"}))
        .await
        .expect_status(201);
    let expected = [("a".into(), "Posteingang".into()), ("b".into(), "Sent Items/Deep".into())];
    assert_eq!(harness.messages_and_folders().await, expected);
    harness.control("/nothing", json!({})).await.expect_status(404);
    harness.control("/reset", json!({})).await.expect_status(200);
    harness.get(&format!("/users/{MAILBOX}")).await.expect_status(404);
}

#[tokio::test]
async fn tls_works_only_with_a_trusted_certificate() {
    let emulator = Emulator::new(Arc::new(VirtualClock::frozen()), Box::new(SeededRng::new(1))).unwrap();
    let certificate = Certificate::new().unwrap();
    let address = emulator.listen_tls(([127, 0, 0, 1], 0).into(), &certificate).await.unwrap();
    let url = format!("https://127.0.0.1:{}/t/v2.0/.well-known/openid-configuration", address.port());
    let strict = reqwest::Client::builder().no_proxy().tls_backend_preconfigured(tls_config()).build().unwrap();
    assert!(strict.get(&url).send().await.is_err());
    let mut config = tls_config();
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
