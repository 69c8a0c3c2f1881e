//! Sign-in while the disk is full.

use crate::http::{TestResponse, send, send_request};
use crate::test_app::{PASSWORD, app, create_token, parts};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::time::Duration;
use stormwire_api::{App, AppParts};
use stormwire_city::accounts::{Password, SecurityLog};
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::user::Role;
use stormwire_store::user_tables::generated::{self, GeneratedSql};
use stormwire_store::{Database, Schema, StoreError};
use stormwire_testkit::{TestDb, fill_disk, free_disk, on_both_databases};

/// Every sign-in inserts a row.
const TABLE: &str = "Session";

/// SQLite stores rows in the free parts of its pages, so these are filled, too: at the end of the table and of its indexes,
/// where the row of a sign-in would be.
async fn fill_completely(db: &TestDb) {
    fill_disk(db, TABLE).await;
    if let Database::Postgres(_) = &db.database {
        return;
    }
    let insert = "insert into it.Audit (At, Username, Action, Resource) \
                  select coalesce(max(At), '2026-05-01T12:00:00.000000Z'), 'a', 'sign-in', 'session' from it.Audit";
    for _ in 0..10_000 {
        let insert = GeneratedSql::new(insert.to_owned());
        let inserted = db.store.write::<_, StoreError, _>(Schema::It, move |conn| {
            async move { generated::execute(conn, &insert, None).await }.boxed()
        });
        if let Err(error) = inserted.await {
            assert!(matches!(error, StoreError::DiskFull(_)), "{error:?}");
            return;
        }
    }
    panic!("the disk is not full");
}

async fn login(router: &Router, password: &str) -> TestResponse {
    send(router, "POST", "/auth/login", "", Some(json!({ "username": "admin", "password": password }))).await
}

async fn with_session(router: &Router, method: &str, path: &str, login: &TestResponse) -> TestResponse {
    let body = if method == "GET" { Body::empty() } else { Body::from("{}") };
    send_with_session(router, method, path, login, body).await
}

async fn send_with_session(
    router: &Router,
    method: &str,
    path: &str,
    login: &TestResponse,
    body: Body,
) -> TestResponse {
    let cookie = login.header("set-cookie").split(';').next().unwrap().to_owned();
    let request = Request::builder().method(method).uri(path).header("cookie", cookie);
    send_request(router, request.header("content-type", "application/json").body(body).unwrap()).await
}

/// An administrator who signed in while the disk was full. It is not full anymore.
struct UnstoredSession {
    router: Router,
    /// Of the same administrator, from before.
    token: String,
    entered: TestResponse,
}

impl UnstoredSession {
    async fn open(db: &TestDb) -> Self {
        let app = app(db, Heartbeat::default());
        let token = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        fill_completely(db).await;
        let entered = login(&router, PASSWORD).await;
        assert_eq!(entered.expect(200)["isReadOnly"], true);
        free_disk(db, TABLE).await;
        Self { router, token, entered }
    }
}

on_both_databases! {
    async fn administrators_can_sign_in_to_read_on_a_full_disk(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        let before = login(&router, PASSWORD).await;
        assert_eq!(before.expect(200)["isReadOnly"], false);
        fill_completely(db).await;

        login(&router, "a wrong password").await.expect(401);
        let entered = login(&router, PASSWORD).await;
        let user = entered.expect(200);
        assert_eq!((&user["isReadOnly"], &user["role"]), (&json!(true), &json!("viewer")));
        assert!(entered.header("set-cookie").contains("Max-Age=1800"), "{}", entered.header("set-cookie"));
        assert_eq!(with_session(&router, "GET", "/auth/session", &entered).await.expect(200), user);
        with_session(&router, "GET", "/mailbox-watcher", &entered).await.expect(200);
        for (method, path) in [("POST", "/policy"), ("GET", "/auth/access")] {
            let problem = with_session(&router, method, path, &entered).await.expect(403);
            assert!(problem["detail"].as_str().unwrap().contains("disk of the server was full"), "{path} {problem}");
        }
        assert_eq!(with_session(&router, "GET", "/auth/session", &before).await.expect(200)["role"], "admin", "a stored session");

        with_session(&router, "POST", "/auth/logout", &entered).await.expect(204);
        with_session(&router, "GET", "/auth/session", &entered).await.expect(401);
        let second = login(&router, PASSWORD).await;
        db.clock.advance(Duration::from_mins(31));
        with_session(&router, "GET", "/auth/session", &second).await.expect(401);

        free_disk(db, TABLE).await;
        let after: Value = login(&router, PASSWORD).await.expect(200);
        assert_eq!((&after["isReadOnly"], &after["role"]), (&json!(false), &json!("admin")));
    }

    async fn a_break_glass_sign_in_on_a_full_disk_is_in_the_security_log(db: &TestDb) {
        let path = db.folder().join("security.jsonl");
        let log = SecurityLog::open(Some(path.clone())).unwrap();
        let parts = parts(db, Heartbeat::default());
        let app = App::from(AppParts { sign_in: parts.sign_in.clone().with_security_log(log), ..parts });
        let password = Password::new(PASSWORD.into(), "glass").unwrap();
        app.users.create_break_glass("glass".into(), Role::Admin, password, Actor::command_line()).await.unwrap();
        let router = stormwire_api::router(app);
        fill_completely(db).await;
        let credentials = json!({ "username": "glass", "password": PASSWORD });
        let entered = send(&router, "POST", "/auth/login", "", Some(credentials)).await.expect(200);
        assert_eq!(entered["isReadOnly"], true);
        let text = std::fs::read_to_string(&path).unwrap();
        let line: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        assert_eq!((&line["event"], &line["user"]), (&json!("session.sign-in"), &json!("glass")));
        assert_eq!(line["after"], json!({ "signInMethod": "breakGlass" }));
    }

    async fn a_new_password_ends_sessions_that_are_not_stored(db: &TestDb) {
        let UnstoredSession { router, token, entered } = UnstoredSession::open(db).await;
        let change = json!({ "currentPassword": PASSWORD, "newPassword": "another password" }).to_string();
        let problem = send_with_session(&router, "POST", "/auth/password", &entered, change.into()).await.expect(403);
        assert!(problem["detail"].as_str().unwrap().contains("disk of the server was full"), "it may only read: {problem}");
        send(&router, "PATCH", "/user/1", &token, Some(json!({ "password": "another password" }))).await.expect(200);
        with_session(&router, "GET", "/auth/session", &entered).await.expect(401);
    }

    async fn ending_all_sessions_ends_those_that_are_not_stored(db: &TestDb) {
        let UnstoredSession { router, token, entered } = UnstoredSession::open(db).await;
        let revoked = send(&router, "POST", "/user/1/revoke", &token, None).await.expect(200);
        assert_eq!(revoked, json!({ "sessions": 1, "tokens": 1 }));
        with_session(&router, "GET", "/auth/session", &entered).await.expect(401);
    }
}
