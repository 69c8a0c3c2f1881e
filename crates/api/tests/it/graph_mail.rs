//! Mail to the operator through Microsoft Graph.

use crate::emulated_provider::{EmulatedProvider, MAILBOX};
use crate::http::send;
use crate::test_app::{create_token, parts};
use serde_json::json;
use std::sync::Arc;
use stormwire_api::AppParts;
use stormwire_emulator::Settings;
use stormwire_graph::{GraphClient, GraphOptions};
use stormwire_mailer::GraphSender;
use stormwire_mailer::operator::{OperatorMailer, OperatorTransport};
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::user::Role;
use stormwire_testkit::TestDb;

const OPERATOR: &str = "it@example.gov";

#[tokio::test(flavor = "multi_thread")]
async fn the_test_mail_reaches_the_operator_through_graph() {
    let db = TestDb::sqlite().await;
    let provider = EmulatedProvider::start(db.clock.clone()).await;
    provider.emulator.add_mailbox(OPERATOR).unwrap();
    let base = parts(&db, Heartbeat::default());
    let options = GraphOptions {
        base_url: format!("{}/v1.0", provider.url).parse().unwrap(),
        authority: provider.url.parse().unwrap(),
        ..GraphOptions::microsoft(base.clock.clone(), base.rng.clone())
    };
    let sender = GraphSender {
        graph: Arc::new(GraphClient::new(options).unwrap()),
        store: base.store.clone(),
        secrets: base.secrets.clone(),
        from: MAILBOX.parse().unwrap(),
        credential: Some("Mail".into()),
    };
    let transport = Some(OperatorTransport::Graph(Box::new(sender)));
    let operator_mailer = OperatorMailer::new(transport, Some(OPERATOR), base.public_url.as_ref().clone()).unwrap();
    let app = stormwire_api::App::from(AppParts { operator_mailer: Arc::new(operator_mailer), ..base });
    let token = create_token(&app, Role::Admin).await;
    let mailer = app.operator_mailer.clone();
    let router = stormwire_api::router(app);

    let missing = mailer.send_test().await.unwrap_err();
    assert!(missing.contains("operator.credential: there is no credential \"Mail\""), "{missing}");
    for name in ["Other", "Mail"] {
        let credential = json!({ "name": name, "clientId": "app", "clientSecret": "s", "namespace": "contoso.com" });
        send(&router, "POST", "/credential", &token, Some(credential)).await.expect(201);
    }
    assert!(mailer.check().await.unwrap().starts_with("Microsoft Graph accepts the sign-in"));
    let sent = send(&router, "POST", "/system/test-mail", &token, None).await.expect(200);
    assert!(sent.to_string().contains("Microsoft Graph accepted a test email to it@example.gov"), "{sent}");
    let [mail] = &provider.emulator.messages(OPERATOR)[..] else { panic!("not one email") };
    assert_eq!(
        (&mail["subject"], &mail["from"]["emailAddress"]["address"]),
        (&json!("stormwire: test email"), &json!(MAILBOX))
    );
    assert!(mail["body"]["content"].as_str().unwrap().contains("http://storm.test/portal/system"), "{mail}");

    provider.emulator.set_settings(Settings { deny_sending: true, ..Settings::default() });
    let denied = mailer.send_test().await.unwrap_err();
    assert!(denied.contains("Mail.Send"), "{denied}");
    db.end().await;
}
