//! What `/readyz` checks, on both databases.

use crate::http::{get, send};
use crate::test_app::{app, create_token, parts, running_pulse};
use axum::http::StatusCode;
use std::time::Duration;
use stormwire_api::AppParts;
use stormwire_city::accounts::MetricsToken;
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::user::Role;
use stormwire_testkit::on_both_databases;

on_both_databases! {
    async fn ready_with_reachable_database_and_running_queue(db: &TestDb) {
        let router = stormwire_api::router(app(db, running_pulse(db).await));
        let response = get(&router, "/readyz").await;
        assert_eq!(response.status, StatusCode::OK);
        insta::allow_duplicates! {
            insta::assert_json_snapshot!(response.json(), @r#"
            {
              "status": "ready",
              "checks": {
                "database": "ok",
                "queue": "ok",
                "key": "ok"
              }
            }
            "#);
        }
    }

    async fn not_ready_when_the_queue_is_stuck(db: &TestDb) {
        let heartbeat = running_pulse(db).await;
        db.clock.advance(Duration::from_mins(1));
        for heartbeat in [heartbeat, Heartbeat::default()] {
            let response = get(&stormwire_api::router(app(db, heartbeat)), "/readyz").await;
            assert_eq!(response.status, StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(response.header("retry-after"), "5");
            assert_eq!(response.problem()["errors"][0]["field"], "queue");
        }
    }

    async fn alive_but_not_ready_when_the_database_is_gone(db: &TestDb) {
        let app = app(db, running_pulse(db).await);
        let router = stormwire_api::router(app);
        db.store.close().await;
        assert_eq!(get(&router, "/healthz").await.status, StatusCode::OK);
        let response = get(&router, "/readyz").await;
        assert_eq!(response.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.problem()["errors"][0]["field"], "database");
        let response = send(&router, "GET", "/metrics", "some-token", None).await;
        assert_eq!(response.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.problem()["detail"], "the database is not reachable; try again later");
    }

    async fn not_ready_when_the_key_file_is_gone(db: &TestDb) {
        let router = stormwire_api::router(app(db, running_pulse(db).await));
        std::fs::remove_file(db.folder().join("secret.key")).unwrap();
        let response = get(&router, "/readyz").await;
        assert_eq!(response.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.problem()["errors"][0]["field"], "key");
    }

    async fn metrics_include_counters_and_queue(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let token = create_token(&app, Role::Viewer).await;
        let response = send(&stormwire_api::router(app), "GET", "/metrics", &token, None).await;
        assert_eq!(response.status, StatusCode::OK);
        assert!(response.header("content-type").starts_with("text/plain"));
        let text = String::from_utf8(response.body).unwrap();
        assert!(text.starts_with("counted 1\n") && text.contains("# TYPE stormwire_queue_items gauge"), "{text}");
    }

    async fn prometheus_reads_metrics_while_the_database_is_gone(db: &TestDb) {
        const TOKEN: &str = "0123456789abcdef";
        let file = db.folder().join("token");
        std::fs::write(&file, TOKEN).unwrap();
        let metrics_token = Some(MetricsToken::load(&file).unwrap());
        let router = stormwire_api::router(AppParts { metrics_token, ..parts(db, Heartbeat::default()) }.into());
        db.store.close().await;
        let response = send(&router, "GET", "/metrics", TOKEN, None).await;
        assert_eq!(response.status, StatusCode::OK);
        let text = String::from_utf8(response.body).unwrap();
        assert!(text.contains("\nstormwire_database_up 0\n"), "{text}");
        let other = send(&router, "GET", "/metrics", "0123456789abcdeF", None).await;
        assert_eq!(other.status, StatusCode::SERVICE_UNAVAILABLE, "users are in the database");
    }
}
