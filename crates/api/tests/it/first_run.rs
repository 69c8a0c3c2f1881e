//! The first administrator: the one-time code, its limits, and what is left afterwards.

use crate::http::{TestResponse, get, send};
use crate::test_app::{app, create_token};
use axum::Router;
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::user::Role;
use stormwire_testkit::on_both_databases;

fn admin(code: &str, username: &str) -> Value {
    json!({ "code": code, "username": username, "password": "thunder over the ridge" })
}

async fn create(router: &Router, body: Value) -> TestResponse {
    send(router, "POST", "/auth/first-run", "", Some(body)).await
}

async fn is_needed(router: &Router) -> Value {
    get(router, "/auth/first-run").await.json()["needed"].clone()
}

on_both_databases! {
    async fn the_code_creates_the_first_admin_and_signs_in(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let code = app.first_run.printed_code();
        let router = stormwire_api::router(app);
        assert_eq!(is_needed(&router).await, true);
        let entered = format!(" {} ", code.to_lowercase().replace('-', " "));
        let created = create(&router, admin(&entered, "ann")).await;
        assert_eq!((created.status.as_u16(), &created.json()["role"]), (201, &json!("admin")));
        let cookie = created.header("set-cookie").split(';').next().unwrap().to_owned();
        let request = axum::http::Request::get("/user").header("cookie", cookie);
        let users = crate::http::send_request(&router, request.body(axum::body::Body::empty()).unwrap()).await;
        assert_eq!((users.status.as_u16(), users.json()[0]["username"].clone()), (200, json!("ann")));
        assert_eq!(is_needed(&router).await, false);
        assert_eq!(create(&router, admin(&code, "bob")).await.status.as_u16(), 409, "the code works once");
        assert_eq!(db.count("select count(*) from it.UserAccount").await, 1);
        assert_eq!(db.count("select count(*) from it.Audit where Action = 'create' and Resource = 'user' and Username = 'ann'").await, 1);
    }

    async fn a_wrong_code_is_rejected_and_limited(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let code = app.first_run.printed_code();
        let router = stormwire_api::router(app);
        for attempt in 0..20 {
            let rejected = create(&router, admin("AAAA-BBBB-CCCC-DDDD", &format!("ann{attempt}"))).await;
            assert_eq!((rejected.status.as_u16(), rejected.problem()["errors"][0]["field"].clone()), (403, json!("code")));
        }
        let limited = create(&router, admin(&code, "ann")).await;
        assert_eq!(limited.status.as_u16(), 429, "another name is no way around the limit");
        assert!(!limited.header("retry-after").is_empty());
        db.clock.advance(Duration::from_mins(1));
        assert_eq!(create(&router, admin(&code, "ann")).await.status.as_u16(), 201);
    }

    async fn of_two_requests_at_once_one_makes_an_admin(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let code = app.first_run.printed_code();
        let router = stormwire_api::router(app);
        let (one, other) = tokio::join!(create(&router, admin(&code, "ann")), create(&router, admin(&code, "bob")));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409]);
        assert_eq!(db.count("select count(*) from it.UserAccount").await, 1);
    }

    async fn invalid_input_uses_no_code(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let code = app.first_run.printed_code();
        let router = stormwire_api::router(app);
        for (body, field) in [
            (admin(&code, "a b"), "username"),
            (json!({ "code": code, "username": "ann", "password": "short" }), "password"),
            (json!({ "code": code, "username": "ann", "password": "password1" }), "password"),
        ] {
            let rejected = create(&router, body).await;
            assert_eq!((rejected.status.as_u16(), rejected.problem()["errors"][0]["field"].clone()), (400, json!(field)));
        }
        assert_eq!(is_needed(&router).await, true);
        assert_eq!(create(&router, admin(&code, "ann")).await.status.as_u16(), 201);
    }

    async fn a_user_from_the_command_line_ends_the_first_run(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let code = app.first_run.printed_code();
        create_token(&app, Role::Viewer).await;
        let router = stormwire_api::router(app);
        assert_eq!(is_needed(&router).await, false);
        assert_eq!(create(&router, admin(&code, "ann")).await.status.as_u16(), 409);
    }
}
