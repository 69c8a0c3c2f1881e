//! Strikes that another program loads: Clear is shown while it is alive.

use crate::http::{get, send};
use crate::test_app::{create_token, parts};
use std::time::Duration;
use stormwire_api::App;
use stormwire_lightning::{FeedRules, Lightning};
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::user::Role;
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::feed_rules;

const HEARTBEAT: &str = "/lightning-strikes/heartbeat";

fn external_app(db: &stormwire_testkit::TestDb) -> App {
    let rules = FeedRules { external_silence: Some(Duration::from_mins(10)), ..feed_rules(Duration::from_mins(5)) };
    let lightning = Lightning::new(db.store.clone(), db.clock.clone(), rules);
    stormwire_api::AppParts { lightning, ..parts(db, Heartbeat::default()) }.into()
}

on_both_databases! {
    async fn a_heartbeat_makes_an_external_feed_healthy(db: &TestDb) {
        let app = external_app(db);
        let router = stormwire_api::router(app.clone());
        let (operator, viewer) = (create_token(&app, Role::Operator).await, create_token(&app, Role::Viewer).await);
        let feed = async || get(&router, "/lightning-strikes/status").await.expect(200)["feed"].clone();
        let before = feed().await;
        assert_eq!(before["healthy"], false);
        assert!(before["reason"].as_str().unwrap().contains("neither a strike nor a heartbeat"), "{before}");
        assert_eq!(before["canary"], serde_json::Value::Null);
        send(&router, "POST", HEARTBEAT, &viewer, None).await.expect(403);
        assert_eq!(send(&router, "POST", HEARTBEAT, &operator, None).await.status.as_u16(), 204);
        db.clock.advance(Duration::from_secs(1));
        let after = feed().await;
        assert_eq!((&after["healthy"], &after["reason"]), (&true.into(), &serde_json::Value::Null));
        assert!(get(&router, "/plain").await.status.is_success());
        db.clock.advance(Duration::from_mins(10));
        assert_eq!(feed().await["healthy"], false);
    }

    async fn a_heartbeat_without_an_external_feed_is_rejected(db: &TestDb) {
        let app: App = parts(db, Heartbeat::default()).into();
        let router = stormwire_api::router(app.clone());
        let token = create_token(&app, Role::Operator).await;
        let problem = send(&router, "POST", HEARTBEAT, &token, None).await.expect(409);
        assert!(problem["detail"].as_str().unwrap().contains("lightning.feed"), "{problem}");
    }
}
