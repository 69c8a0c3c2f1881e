//! Requests that are meant to cost more than they should.

use crate::http::{get, send_request};
use crate::lightning_fixture::LightningFixture;
use crate::test_app::app;
use axum::body::Body;
use axum::http::Request;
use std::time::Duration;
use stormwire_lightning::ComputationKind;
use stormwire_store::queue::Heartbeat;
use stormwire_testkit::TestDb;

const POOL: (f64, f64) = (34.7304, -86.5861);

#[tokio::test(flavor = "multi_thread")]
async fn replays_do_not_keep_out_live_requests() {
    let db = TestDb::sqlite().await;
    let fixture = LightningFixture::new(&db);
    fixture.facility(1, "Pool", Some(POOL)).await;
    fixture.get("/status").await;
    let _replay = fixture.app.lightning.compute_permit(ComputationKind::Replay).await.unwrap();
    for path in ["/status?asOf=2026-05-01T11:00:00Z", "/facilities?historyHours=168"] {
        let waiting = tokio::spawn({
            let (router, path) = (fixture.router.clone(), format!("/lightning-strikes{path}"));
            async move { send_request(&router, Request::get(path).body(Body::empty()).unwrap()).await }
        });
        for radius in 1..20 {
            let live = fixture.get(&format!("/facilities?radiusMiles={radius}")).await;
            assert_eq!(live.status.as_u16(), 200, "live, with its own radius");
        }
        while !waiting.is_finished() {
            db.clock.advance(Duration::from_millis(100));
            tokio::task::yield_now().await;
        }
        assert_eq!(waiting.await.unwrap().status.as_u16(), 503, "{path} waits for another replay");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_with_parameters_do_not_keep_out_parts_of_the_list() {
    let db = TestDb::sqlite().await;
    let fixture = LightningFixture::new(&db);
    fixture.facility(1, "Pool", Some(POOL)).await;
    let lightning = &fixture.app.lightning;
    let _all = [
        lightning.compute_permit(ComputationKind::Live).await.unwrap(),
        lightning.compute_permit(ComputationKind::Live).await.unwrap(),
    ];
    for path in ["/facilities?since=0", "/facilities?bbox=-87,34,-86,35", "/facilities?limit=1"] {
        // A request without a permit would wait on the test clock.
        let path = format!("/lightning-strikes{path}");
        let waiting = tokio::spawn({
            let (router, path) = (fixture.router.clone(), path.clone());
            async move { send_request(&router, Request::get(path).body(Body::empty()).unwrap()).await }
        });
        while !waiting.is_finished() {
            db.clock.advance(Duration::from_millis(1));
            tokio::task::yield_now().await;
        }
        assert_eq!(waiting.await.unwrap().status.as_u16(), 200, "{path}");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_problem_is_not_much_larger_than_its_request() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    let unknown: String = (0..10_000).map(|number| format!("p{number}&")).collect::<Vec<_>>().concat();
    let response = get(&router, &format!("/lightning-strikes?{unknown}")).await;
    assert!(response.body.len() < 4_000, "{} bytes", response.body.len());
    let problem = response.problem();
    assert_eq!(problem["errors"].as_array().unwrap().len(), 10);
    assert_eq!(problem["detail"], "invalid parameters; only the first 10 are listed");
    let long = "7".repeat(60_000);
    for path in [
        format!("/lightning-strikes?bbox={long}x"),
        format!("/lightning-strikes/proximity?lat={long}&lng=x"),
        format!("/aerial-tiles?level={long}"),
        format!("/aerial-tiles?limit={long}"),
        format!("/aerial-tiles?{long}=1"),
        format!("/{long}"),
    ] {
        let response = get(&router, &path).await;
        assert!(response.body.len() < 4_000, "{}: {} bytes", &path[..40], response.body.len());
        assert!(matches!(response.problem()["status"].as_u64(), Some(400 | 404)), "{}", &path[..40]);
    }
    db.end().await;
}
