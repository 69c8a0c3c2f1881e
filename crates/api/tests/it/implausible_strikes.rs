//! A mail whose strikes are far from the city must never leave a green Clear on a page.

use crate::admin_client::AdminClient;
use crate::http::{TestResponse, get};
use crate::lightning_fixture::LightningFixture;
use crate::test_app::{AppEnvironment, app_with};
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, SystemRng};
use stormwire_store::queue::Heartbeat;
use stormwire_testkit::on_both_databases;
use stormwire_testkit::service::{TestService, wait_for, wait_until};

const BOX: &str = "storm@example.gov";
const POOL: (f64, f64) = (34.7304, -86.5861);

/// Reads `34.7283 N, 86.5477 W` without its letters, so that the longitude loses its sign.
fn extraction_without_hemisphere() -> Value {
    let field = |pattern: &str, kind: &str| json!({"Pattern": pattern, "Type": kind, "Required": true});
    json!({"Op": {"Action": "Extract"}, "Segment": {"StartPattern": "Strike at"}, "Fields": {
        "Timestamp": field(r"at (\S+)", "datetime"),
        "Latitude": field(r"\((\S+) N", "number"),
        "Longitude": field(r"N, (\S+) W", "number"),
        "Name": field("Strike", "string"),
        "Type": field(r"Cloud-to-Ground", "string"),
    }})
}

/// A busy machine may be too slow for a current picture. Then the response asks to try again.
async fn available(fixture: &LightningFixture<'_>, path: &str) -> TestResponse {
    wait_for(async || {
        let response = get(&fixture.router, path).await;
        (response.status != StatusCode::SERVICE_UNAVAILABLE).then_some(response)
    })
    .await
}

async fn available_json(fixture: &LightningFixture<'_>, path: &str) -> Value {
    available(fixture, &format!("/lightning-strikes{path}")).await.expect(200)
}

fn deliver(service: &TestService, position: &str) {
    let text = format!("Strike at {} ({position}) Cloud-to-Ground", service.clock.now());
    service.deliver_html(BOX, "Strike", &text);
}

on_both_databases! {
    async fn strikes_without_the_sign_of_the_longitude_make_the_feed_unhealthy(db: &TestDb) {
        let mut service = TestService::with_poll_interval(db, Duration::from_mins(2)).await;
        let (clock, rng): (Arc<dyn Clock>, _) = (service.clock.clone(), Arc::new(SystemRng));
        let (provider, public_url) = ("http://127.0.0.1:9".into(), "http://storm.test".into());
        let environment = AppEnvironment { clock_and_rng: (clock, rng), provider, public_url };
        let app = app_with(db, Heartbeat::default(), &environment);
        let fixture = LightningFixture { db, router: stormwire_api::router(app.clone()), app };
        fixture.facility(1, "Aspen Pool", Some(POOL)).await;
        let watcher = service.create_watcher(BOX, |_| ()).await;
        service.add_action(watcher, "TextExtract", extraction_without_hemisphere()).await;
        let merge = json!({"Op": {"Action": "Merge", "Target": "data.LightningStrike", "Source": "$.Extract.Items"}});
        service.add_action(watcher, "Sql", merge).await;
        wait_until(async || available_json(&fixture, "/status").await["feed"]["healthy"] == true).await;

        deliver(&service, "34.7283 N, 86.5477 W");
        service.wait_processed(1).await;
        wait_until(async || available_json(&fixture, "").await["count"] == 1).await;
        for path in ["/status", "/facilities", "/facilities/1/proximity"] {
            let feed = available_json(&fixture, path).await["feed"].clone();
            let reason = "the strikes of the last message are at least 7,631 miles from every facility, so their coordinates are probably wrong";
            assert_eq!((&feed["healthy"], &feed["reason"]), (&json!(false), &json!(reason)), "{path}");
        }
        let admin = AdminClient::new(fixture.app.clone()).await;
        let listed = admin.get("/mailbox-watcher").await.expect(200)[0].clone();
        let read = admin.get(&format!("/mailbox-watcher/{watcher}")).await.expect(200);
        for watcher in [listed, read] {
            assert!(watcher["feedProblem"]["reason"].as_str().unwrap().contains("7,631 miles"), "{watcher}");
            assert!(watcher["feedProblem"]["advice"].as_str().unwrap().contains("dismiss the message"), "{watcher}");
        }
        let page = String::from_utf8(available(&fixture, "/f/1.txt").await.body).unwrap();
        assert!(page.starts_with("UNKNOWN: Aspen Pool\n"), "{page}");
        let strike = available_json(&fixture, "").await["strikes"][0].clone();
        assert_eq!((&strike["kind"], &strike["longitude"]), (&json!("ground"), &json!(86.5477)));

        // The provider reports whole seconds: the next message needs a later second.
        service.clock.advance(Duration::from_secs(2));
        deliver(&service, "34.7283 N, -86.5477 W");
        service.wait_processed(2).await;
        wait_until(async || available_json(&fixture, "/status").await["feed"]["healthy"] == true).await;
        service.stop().await;
    }
}
