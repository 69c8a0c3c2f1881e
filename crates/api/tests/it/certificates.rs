//! Credentials with a certificate instead of a secret, against a provider that verifies what it signs.

use crate::emulated_provider::EmulatedProvider;
use crate::http::send;
use crate::test_app::{AppEnvironment, app_with, create_token};
use axum::Router;
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_emulator::Settings;
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::user::Role;
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};

/// Valid until 2036-11-14T02:36:33Z. The keys exist in tests only.
const CERTIFICATE: &str = include_str!("../../../graph/testdata/certificate.pem");
const OTHER_CERTIFICATE: &str = include_str!("../../../graph/testdata/ec.pem");
const ENCRYPTED_KEY: &str = include_str!("../../../graph/testdata/encrypted-key.pem");
const THUMBPRINT: &str = "7ACF4863E6F6244B05DF8B298FF9E1F974675E84";

struct Fixture {
    provider: EmulatedProvider,
    router: Router,
    admin: String,
}

impl Fixture {
    async fn start(db: &TestDb) -> Self {
        let provider = EmulatedProvider::start(db.clock.clone()).await;
        let environment = AppEnvironment {
            clock_and_rng: db.clock_and_rng(),
            provider: provider.url.clone(),
            public_url: "http://storm.test".into(),
        };
        let app = app_with(db, Heartbeat::default(), &environment);
        let admin = create_token(&app, Role::Admin).await;
        Self { provider, router: stormwire_api::router(app), admin }
    }

    fn register(&self, client_id: &str, pem: &str) {
        let certificates = Some([(client_id.to_owned(), pem.to_owned())].into());
        self.provider.emulator.set_settings(Settings { certificates, ..Settings::default() });
    }

    async fn send(&self, method: &str, path: &str, body: Option<Value>) -> crate::http::TestResponse {
        send(&self.router, method, path, &self.admin, body).await
    }
}

fn body(certificate: Option<&str>) -> Value {
    json!({ "name": "Mail", "clientId": "app", "namespace": "contoso.com", "certificate": certificate })
}

fn certificate_only(pem: &str) -> &str {
    let end = "-----END CERTIFICATE-----\n";
    &pem[pem.find("-----BEGIN CERTIFICATE").unwrap()..pem.find(end).unwrap() + end.len()]
}

on_both_databases! {
    async fn a_certificate_signs_in_and_is_never_returned(db: &TestDb) {
        let fixture = Fixture::start(db).await;
        fixture.register("app", certificate_only(CERTIFICATE));
        let created = fixture.send("POST", "/credential", Some(body(Some(CERTIFICATE)))).await.expect(201);
        assert_eq!((&created["certificateThumbprint"], &created["secretExpiresAt"]), (&json!(THUMBPRINT), &json!("2036-11-14T02:36:33Z")));
        let tested = fixture.send("POST", "/credential/1/test", None).await.expect(200);
        assert_eq!(tested["passed"], true, "{tested}");
        let tested = fixture.send("POST", "/credential/1/test", None).await.expect(200);
        assert_eq!(tested["passed"], true, "each sign-in has an assertion of its own: {tested}");

        fixture.register("app", certificate_only(OTHER_CERTIFICATE));
        let tested = fixture.send("POST", "/credential/1/test", None).await.expect(200);
        assert!(tested["passed"] == false && tested.to_string().contains("AADSTS700027"), "{tested}");

        let kept = fixture.send("PUT", "/credential/1", Some(body(None))).await.expect(200);
        assert_eq!(kept["secretExpiresAt"], "2036-11-14T02:36:33Z", "the certificate's own date");
        let key_line = CERTIFICATE.lines().rev().nth(3).unwrap();
        for path in ["/credential", "/credential/1", "/audit"] {
            let text = String::from_utf8(fixture.send("GET", path, None).await.body).unwrap();
            assert!(!text.contains(key_line) && !text.contains("PRIVATE KEY"), "{path}");
        }
        let sealed = DirectConnection::connect(&db.database).await.text(["select ClientSecret from it.Credential"; 2]).await;
        assert!(sealed.starts_with("v1.") && !sealed.contains("PRIVATE"), "{sealed}");

        let secret = json!({ "name": "Mail", "clientId": "app", "namespace": "contoso.com", "clientSecret": "s" });
        let changed = fixture.send("PUT", "/credential/1", Some(secret)).await.expect(200);
        assert_eq!((&changed["certificateThumbprint"], &changed["secretExpiresAt"]), (&json!(null), &json!(null)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unusable_certificates_are_rejected_with_words() {
    let db = TestDb::sqlite().await;
    let fixture = Fixture::start(&db).await;
    let encrypted = format!("{}{ENCRYPTED_KEY}", certificate_only(CERTIFICATE));
    for (pem, expected) in [
        ("a client secret", "no certificate"),
        (certificate_only(CERTIFICATE), "no private key"),
        (&encrypted, "openssl pkey"),
        (OTHER_CERTIFICATE, "not an RSA key"),
    ] {
        let problem = fixture.send("POST", "/credential", Some(body(Some(pem)))).await.expect(400);
        assert_eq!(problem["errors"][0]["field"], "certificate");
        assert!(problem["errors"][0]["message"].as_str().unwrap().contains(expected), "{problem}");
    }
    let mut both = body(Some(CERTIFICATE));
    both["clientSecret"] = json!("s");
    fixture.send("POST", "/credential", Some(both)).await.expect(400);
    fixture.send("POST", "/credential", Some(body(None))).await.expect(400);
    db.clock.advance(Duration::from_hours(24 * 366 * 11));
    let problem = fixture.send("POST", "/credential", Some(body(Some(CERTIFICATE)))).await.expect(400);
    assert!(problem.to_string().contains("expired on 2036-11-14"), "{problem}");
    db.end().await;
}
