//! Sign-in: cookies, sessions, wrong passwords, password changes and cross-site requests.

use crate::http::{TestResponse, send, send_request};
use crate::test_app::{PASSWORD, app, create_token, parts};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_api::AppParts;
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::user::Role;
use stormwire_testkit::on_both_databases;

async fn login(router: &Router, username: &str, password: &str) -> TestResponse {
    send(router, "POST", "/auth/login", "", Some(json!({ "username": username, "password": password }))).await
}

/// The cookie as a browser would send it back.
fn cookie(response: &TestResponse) -> String {
    response.header("set-cookie").split(';').next().unwrap().to_owned()
}

async fn with_cookie(router: &Router, method: &str, path: &str, cookie: &str, body: Value) -> TestResponse {
    let request = Request::builder().method(method).uri(path).header("cookie", cookie);
    let request = request.header("content-type", "application/json").body(Body::from(body.to_string())).unwrap();
    send_request(router, request).await
}

async fn who(router: &Router, cookie: &str) -> u16 {
    with_cookie(router, "GET", "/auth/session", cookie, json!(null)).await.status.as_u16()
}

on_both_databases! {
    async fn sessions_start_at_sign_in_and_end_at_sign_out(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        create_token(&app, Role::Operator).await;
        let router = stormwire_api::router(app);
        let entered = login(&router, "OPERATOR", PASSWORD).await;
        assert_eq!(entered.status.as_u16(), 200, "the case of a name does not matter");
        assert_eq!(entered.json()["role"], "operator");
        let set = entered.header("set-cookie");
        assert!(set.contains("HttpOnly") && set.contains("SameSite=Strict") && !set.contains("Secure"), "{set}");
        let cookie = cookie(&entered);
        assert_eq!(who(&router, &cookie).await, 200);
        let left = with_cookie(&router, "POST", "/auth/logout", &cookie, json!(null)).await;
        assert_eq!(left.status.as_u16(), 204);
        assert!(left.header("set-cookie").contains("Max-Age=0"));
        assert_eq!(who(&router, &cookie).await, 401);
    }

    async fn sessions_expire_when_idle_or_after_two_weeks(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        create_token(&app, Role::Viewer).await;
        let router = stormwire_api::router(app);
        let idle = cookie(&login(&router, "viewer", PASSWORD).await);
        db.clock.advance(Duration::from_hours(25));
        assert_eq!(who(&router, &idle).await, 401);
        let used = cookie(&login(&router, "viewer", PASSWORD).await);
        for _ in 0..13 {
            db.clock.advance(Duration::from_hours(23));
            assert_eq!(who(&router, &used).await, 200);
        }
        db.clock.advance(Duration::from_hours(23));
        db.clock.advance(Duration::from_hours(15));
        assert_eq!(who(&router, &used).await, 401);
    }

    async fn a_new_password_ends_all_sessions(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        create_token(&app, Role::Viewer).await;
        let router = stormwire_api::router(app);
        let one = cookie(&login(&router, "viewer", PASSWORD).await);
        let other = cookie(&login(&router, "viewer", PASSWORD).await);
        let change = |current: &str, new: &str| json!({ "currentPassword": current, "newPassword": new });
        let wrong = with_cookie(&router, "POST", "/auth/password", &one, change("guess", "another password")).await;
        assert_eq!((wrong.status.as_u16(), wrong.problem()["errors"][0]["field"].clone()), (403, json!("currentPassword")));
        let short = with_cookie(&router, "POST", "/auth/password", &one, change(PASSWORD, "short")).await;
        assert_eq!((short.status.as_u16(), short.problem()["errors"][0]["field"].clone()), (400, json!("newPassword")));
        let changed = with_cookie(&router, "POST", "/auth/password", &one, change(PASSWORD, "another password")).await;
        assert_eq!(changed.status.as_u16(), 204);
        assert_eq!((who(&router, &one).await, who(&router, &other).await), (401, 401));
        assert_eq!(login(&router, "viewer", PASSWORD).await.status.as_u16(), 401);
        assert_eq!(login(&router, "viewer", "another password").await.status.as_u16(), 200);
    }

    async fn concurrent_sign_in_cannot_outlive_a_password_change(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        create_token(&app, Role::Viewer).await;
        let router = stormwire_api::router(app);
        let mut password = PASSWORD.to_owned();
        for round in 0..8 {
            let next = format!("password number {round}");
            let (entering, old) = (router.clone(), password.clone());
            let entering = tokio::spawn(async move { login(&entering, "viewer", &old).await });
            let change = json!({ "password": next });
            assert_eq!(send(&router, "PATCH", "/user/2", &admin, Some(change)).await.status.as_u16(), 200);
            let entered = entering.await.unwrap();
            if entered.status.as_u16() == 200 {
                assert_eq!(who(&router, &cookie(&entered)).await, 401, "round {round}");
            }
            password = next;
        }
    }

    async fn impossible_user_names_are_rejected_like_wrong_ones(db: &TestDb) {
        let router = stormwire_api::router(app(db, Heartbeat::default()));
        for name in ["", "a b", &"x".repeat(500_000)] {
            assert_eq!(login(&router, name, "guess").await.status.as_u16(), 401);
        }
        assert_eq!(login(&router, "a\u{0}b", "guess").await.status.as_u16(), 400, "as in every other body");
    }

    async fn wrong_password_and_unknown_user_look_the_same(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        create_token(&app, Role::Viewer).await;
        let router = stormwire_api::router(app);
        let (wrong, unknown) = (login(&router, "viewer", "wrong password").await, login(&router, "nobody", "x").await);
        assert_eq!((wrong.status.as_u16(), wrong.problem()), (401, unknown.problem()));
        assert!(wrong.header("set-cookie").is_empty());
        let huge = login(&router, "viewer", &"x".repeat(1_000_000)).await;
        assert_eq!(huge.status.as_u16(), 401, "a password of a megabyte is wrong, and is not hashed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn password_guesses_are_limited_per_address_and_account() {
    let db = stormwire_testkit::TestDb::sqlite().await;
    let app = app(&db, Heartbeat::default());
    create_token(&app, Role::Viewer).await;
    let router = stormwire_api::router(app);
    let guesses: Vec<_> = (0..30)
        .map(|_| {
            let router = router.clone();
            tokio::spawn(async move { login(&router, "viewer", "guess").await.status.as_u16() })
        })
        .collect();
    let mut wrong = 0;
    for guess in guesses {
        wrong += i32::from(guess.await.unwrap() == 401);
    }
    assert_eq!(wrong, 20, "guesses at once are charged like guesses in a row");
    let slowed = login(&router, "viewer", PASSWORD).await;
    assert_eq!(slowed.status.as_u16(), 429, "even the right one has to wait");
    assert_eq!(slowed.header("retry-after"), "31");
    slowed.problem();
    db.clock.advance(Duration::from_secs(31));
    assert_eq!(login(&router, "viewer", PASSWORD).await.status.as_u16(), 200);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cross_site_changes_are_rejected() {
    let db = stormwire_testkit::TestDb::sqlite().await;
    let app = app(&db, Heartbeat::default());
    let token = create_token(&app, Role::Admin).await;
    let router = stormwire_api::router(app);
    for (origin, expected) in [("http://storm.test", 200), ("https://evil.test", 403), ("null", 403)] {
        let request = Request::post("/facility/sync-latlong/all").header("origin", origin);
        let request = request.header("authorization", format!("Bearer {token}")).body(Body::empty()).unwrap();
        let response = send_request(&router, request).await;
        assert_eq!(response.status.as_u16(), expected, "{origin}");
    }
    let read = Request::get("/healthz").header("origin", "https://evil.test").body(Body::empty()).unwrap();
    assert_eq!(send_request(&router, read).await.status.as_u16(), 200, "reading is not changing");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn password_guesses_are_limited_per_address() {
    let db = stormwire_testkit::TestDb::sqlite().await;
    let app = app(&db, Heartbeat::default());
    create_token(&app, Role::Viewer).await;
    let router = stormwire_api::router(app);
    for number in 0..50 {
        assert_eq!(login(&router, &format!("name{number}"), "guess").await.status.as_u16(), 401);
    }
    assert_eq!(login(&router, "viewer", PASSWORD).await.status.as_u16(), 429);
    db.clock.advance(Duration::from_secs(6));
    assert_eq!(login(&router, "viewer", PASSWORD).await.status.as_u16(), 200);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn api_responses_have_security_headers() {
    let db = stormwire_testkit::TestDb::sqlite().await;
    let app = app(&db, Heartbeat::default());
    let token = create_token(&app, Role::Viewer).await;
    let plain = send(&stormwire_api::router(app), "GET", "/facility", &token, None).await;
    assert_eq!(plain.header("cache-control"), "no-store");
    assert_eq!(plain.header("x-content-type-options"), "nosniff");
    assert_eq!(plain.header("strict-transport-security"), "");
    let public_url = std::sync::Arc::new("https://storm.test".parse().unwrap());
    let parts = AppParts { public_url, ..parts(&db, Heartbeat::default()) };
    let router = stormwire_api::router(parts.into());
    assert!(
        send(&router, "GET", "/facility", &token, None)
            .await
            .header("strict-transport-security")
            .starts_with("max-age")
    );
    assert!(login(&router, "viewer", PASSWORD).await.header("set-cookie").ends_with("; Secure"));
    db.end().await;
}
