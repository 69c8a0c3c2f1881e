//! Alive is not ready: what `/readyz` looks at, on both databases.

use crate::ask::{app, beating, get, send, token_of};
use axum::http::StatusCode;
use std::time::Duration;
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::user::Role;
use stormwire_testkit::on_both_databases;

on_both_databases! {
    async fn ready_when_the_database_answers_and_the_queue_moves(db: &TestDb) {
        let router = stormwire_api::router(app(db, beating(db).await));
        let answer = get(&router, "/readyz").await;
        assert_eq!(answer.status, StatusCode::OK);
        insta::allow_duplicates! {
            insta::assert_json_snapshot!(answer.json(), @r#"
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

    async fn not_ready_when_the_queue_has_stood_still(db: &TestDb) {
        let heartbeat = beating(db).await;
        db.clock.advance(Duration::from_mins(1));
        for heartbeat in [heartbeat, Heartbeat::default()] {
            let answer = get(&stormwire_api::router(app(db, heartbeat)), "/readyz").await;
            assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(answer.header("retry-after"), "5");
            assert_eq!(answer.problem()["errors"][0]["field"], "queue");
        }
    }

    async fn alive_but_not_ready_when_the_database_is_gone(db: &TestDb) {
        let app = app(db, beating(db).await);
        let router = stormwire_api::router(app);
        db.store.close().await;
        assert_eq!(get(&router, "/healthz").await.status, StatusCode::OK);
        let answer = get(&router, "/readyz").await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer.problem()["errors"][0]["field"], "database");
        let answer = send(&router, "GET", "/metrics", "some-token", None).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer.problem()["detail"], "the database does not answer just now");
    }

    async fn not_ready_when_the_key_file_is_gone(db: &TestDb) {
        let router = stormwire_api::router(app(db, beating(db).await));
        std::fs::remove_file(db.folder().join("secret.key")).unwrap();
        let answer = get(&router, "/readyz").await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer.problem()["errors"][0]["field"], "key");
    }

    async fn metrics_hold_the_counters_and_the_queue(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let token = token_of(&app, Role::Viewer).await;
        let answer = send(&stormwire_api::router(app), "GET", "/metrics", &token, None).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert!(answer.header("content-type").starts_with("text/plain"));
        let text = String::from_utf8(answer.body).unwrap();
        assert!(text.starts_with("counted 1\n") && text.contains("# TYPE stormwire_queue_items gauge"), "{text}");
    }
}
