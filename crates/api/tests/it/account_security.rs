//! Guessing, the audit trail of sign-ins, scopes and sessions.

use crate::http::{TestResponse, send, send_request};
use crate::test_app::{PASSWORD, app, create_token, parts};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use stormwire_api::{App, AppParts};
use stormwire_city::accounts::SecurityLog;
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::user::Role;
use stormwire_testkit::{TestDb, on_both_databases};

async fn login_from(router: &Router, address: &str, username: &str, password: &str) -> TestResponse {
    let body = json!({ "username": username, "password": password }).to_string();
    let mut request =
        Request::post("/auth/login").header("content-type", "application/json").body(body.into()).unwrap();
    let peer = SocketAddr::new(address.parse().unwrap(), 4_000);
    request.extensions_mut().insert(ConnectInfo(peer));
    send_request(router, request).await
}

async fn with_cookie(router: &Router, method: &str, path: &str, signed_in: &TestResponse) -> TestResponse {
    let cookie = signed_in.header("set-cookie").split(';').next().unwrap();
    let request = Request::builder().method(method).uri(path).header("cookie", cookie);
    send_request(router, request.body(Body::empty()).unwrap()).await
}

async fn audit(router: &Router, token: &str, query: &str) -> Vec<Value> {
    let page = send(router, "GET", &format!("/audit?limit=500&{query}"), token, None).await.expect(200);
    page["items"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_from_elsewhere_do_not_lock_a_user_out() {
    let db = TestDb::sqlite().await;
    let app = app(&db, Heartbeat::default());
    create_token(&app, Role::Viewer).await;
    let router = stormwire_api::router(app);
    for _ in 0..20 {
        assert_eq!(login_from(&router, "203.0.113.66", "viewer", "guess").await.status.as_u16(), 401);
    }
    assert_eq!(login_from(&router, "203.0.113.66", "viewer", PASSWORD).await.status.as_u16(), 429);
    assert_eq!(login_from(&router, "198.51.100.7", "viewer", PASSWORD).await.status.as_u16(), 200);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_of_one_ipv6_network_are_slowed_together() {
    let db = TestDb::sqlite().await;
    let app = app(&db, Heartbeat::default());
    create_token(&app, Role::Viewer).await;
    let router = stormwire_api::router(app);
    for number in 0..20 {
        let address = format!("2001:db8:1:2::{number:x}");
        assert_eq!(login_from(&router, &address, "viewer", "guess").await.status.as_u16(), 401);
    }
    assert_eq!(login_from(&router, "2001:db8:1:2:ffff::1", "viewer", PASSWORD).await.status.as_u16(), 429);
    assert_eq!(login_from(&router, "2001:db8:1:3::1", "viewer", PASSWORD).await.status.as_u16(), 200);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn attempts_without_a_password_check_reach_the_security_log() {
    let db = TestDb::sqlite().await;
    let path = db.folder().join("security.jsonl");
    let log = SecurityLog::open(Some(path.clone())).unwrap();
    let parts = parts(&db, Heartbeat::default());
    let app = App::from(AppParts { sign_in: parts.sign_in.clone().with_security_log(log), ..parts });
    create_token(&app, Role::Viewer).await;
    let router = stormwire_api::router(app);
    for name in ["line\nend".to_owned(), "x".repeat(10_000)] {
        assert_eq!(login_from(&router, "198.51.100.7", &name, "guess").await.status.as_u16(), 401);
    }
    for _ in 0..30 {
        login_from(&router, "203.0.113.66", "viewer", "guess").await;
    }
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let rejected: Vec<Value> = lines.filter(|line| line["event"] == "session.sign-in-rejected").collect();
    let summary: Vec<_> = rejected.iter().map(|line| (&line["user"], &line["address"], &line["after"])).collect();
    let after = |reason: &str, count: u64| json!({ "reason": reason, "count": count });
    assert_eq!(
        summary,
        [
            (&json!("line\u{fffd}end"), &json!("198.51.100.7"), &after("invalid-name", 1)),
            (&json!("viewer"), &json!("203.0.113.66"), &after("too-many-attempts", 1)),
            (&json!("viewer"), &json!("203.0.113.66"), &after("too-many-attempts", 10)),
        ]
    );
    db.end().await;
}

on_both_databases! {
    async fn audit_trail_has_sign_ins_with_user_and_address(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        create_token(&app, Role::Viewer).await;
        let router = stormwire_api::router(app);
        let signed_in = login_from(&router, "198.51.100.7", "Viewer", PASSWORD).await;
        db.clock.advance(Duration::from_secs(1));
        with_cookie(&router, "POST", "/auth/logout", &signed_in).await;
        db.clock.advance(Duration::from_secs(1));
        for _ in 0..3 {
            login_from(&router, "203.0.113.66", "viewer", "guess").await;
        }
        let found = audit(&router, &admin, "resource=session").await;
        let summary: Vec<_> = found.iter().map(|entry| {
            (entry["action"].as_str().unwrap(), entry["username"].as_str().unwrap(), entry["address"].as_str())
        }).collect();
        assert_eq!(summary, [
            ("sign-in-failed", "viewer", Some("203.0.113.66")),
            ("sign-out", "viewer", Some("0.0.0.0")),
            ("sign-in", "viewer", Some("198.51.100.7")),
        ]);
        assert_eq!(found[0]["after"]["count"], 3, "guesses within a minute share an entry");
        assert_eq!(found[0]["sentence"], "viewer failed to sign in 3 times from 203.0.113.66");
        assert_eq!(found[2]["sentence"], "viewer signed in from 198.51.100.7");
    }

    async fn guesses_of_many_names_do_not_fill_the_audit_trail(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        for number in 0..130 {
            let address = format!("203.0.113.{}", number % 200);
            login_from(&router, &address, &format!("name{number}"), "guess").await;
        }
        let found = audit(&router, &admin, "action=sign-in-failed").await;
        assert_eq!(found.len(), 101, "a limit per hour, and one entry for the rest");
        let rest = found.iter().find(|entry| entry["address"].is_null()).unwrap();
        assert_eq!((rest["username"].clone(), rest["after"]["count"].clone()), (json!("other users"), json!(30)));
        db.clock.advance(Duration::from_hours(1));
        login_from(&router, "203.0.113.1", "late", "guess").await;
        assert_eq!(audit(&router, &admin, "action=sign-in-failed&user=late").await.len(), 1);
    }

    async fn guesses_of_many_names_do_not_hide_guesses_at_an_account(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        create_token(&app, Role::Viewer).await;
        let router = stormwire_api::router(app);
        for number in 0..101 {
            login_from(&router, &format!("203.0.113.{number}"), &format!("name{number}"), "guess").await;
        }
        for _ in 0..2 {
            login_from(&router, "198.51.100.7", "Viewer", "guess").await;
        }
        let found = audit(&router, &admin, "action=sign-in-failed&user=viewer").await;
        assert_eq!(found.len(), 1);
        assert_eq!((&found[0]["address"], &found[0]["after"]["count"]), (&json!("198.51.100.7"), &json!(2)));
    }

    async fn guesses_at_an_account_from_many_addresses_are_bounded(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        create_token(&app, Role::Viewer).await;
        let router = stormwire_api::router(app);
        for number in 0..105 {
            login_from(&router, &format!("203.0.113.{number}"), "viewer", "guess").await;
        }
        login_from(&router, "203.0.113.1", "nobody", "guess").await;
        let found = audit(&router, &admin, "action=sign-in-failed&user=viewer").await;
        assert_eq!(found.len(), 101, "a limit per hour, and one entry for the rest");
        let rest = found.iter().find(|entry| entry["address"].is_null()).unwrap();
        assert_eq!(rest["sentence"], "viewer failed to sign in 5 times");
        assert_eq!(audit(&router, &admin, "action=sign-in-failed&user=nobody").await.len(), 1, "has its own limit");
    }

    async fn audit_trail_can_be_filtered_and_exported(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        for name in ["=cmd()", "Pool, \"North\""] {
            db.clock.advance(Duration::from_mins(1));
            send(&router, "POST", "/facility", &admin, Some(json!({ "name": name }))).await.expect(201);
        }
        let names = async |query: &str| -> Vec<Value> {
            audit(&router, &admin, query).await.iter().map(|entry| entry["after"]["name"].clone()).collect()
        };
        assert_eq!(names("resource=facility").await, ["Pool, \"North\"", "=cmd()"]);
        assert_eq!(names("resource=facility&q=north").await, ["Pool, \"North\""]);
        assert_eq!(names("resource=facility&q=%25").await, Vec::<Value>::new(), "no pattern characters");
        assert_eq!(names("resource=facility&user=ADMIN&to=2026-05-01T12:01:00Z").await, ["=cmd()"]);
        assert_eq!(names("resource=facility&from=2026-05-01T12:02:00Z").await, ["Pool, \"North\""]);
        assert_eq!(names("resource=facility&user=nobody").await, Vec::<Value>::new());
        let bad = send(&router, "GET", "/audit?from=yesterday", &admin, None).await;
        assert_eq!((bad.status.as_u16(), bad.problem()["errors"][0]["field"].clone()), (400, json!("from")));
        let csv = send(&router, "GET", "/audit/export?format=csv&resource=facility", &admin, None).await;
        csv.expect(200);
        assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
        let text = String::from_utf8(csv.body).unwrap();
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!(lines[0], "at,username,address,action,resource,resourceId,sentence,before,after,requestId");
        assert!(lines[1].starts_with("2026-05-01T12:02:00Z,admin,"), "{text}");
        assert!(!lines.iter().any(|line| line.split(',').any(|cell| cell.starts_with(['=', '+', '@']))), "{text}");
        let lines = send(&router, "GET", "/audit/export?format=jsonl&resource=facility", &admin, None).await;
        let lines = String::from_utf8(lines.body).unwrap();
        let parsed: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(parsed.len(), 2);
        assert_eq!(parsed[1]["after"]["name"], "=cmd()");
        assert_eq!(audit(&router, &admin, "action=export").await.len(), 2, "exports are audited");
        assert_eq!(send(&router, "GET", "/audit/export?format=pdf", &admin, None).await.status.as_u16(), 400);
    }

    async fn first_use_of_a_token_per_day_and_address_is_audited(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        let use_from = async |address: &str| {
            let mut request = Request::get("/auth/session").header("authorization", format!("Bearer {admin}"));
            request = request.header("x-test", "1");
            let mut request = request.body(Body::empty()).unwrap();
            request.extensions_mut().insert(ConnectInfo(SocketAddr::new(address.parse().unwrap(), 1)));
            send_request(&router, request).await.expect(200);
        };
        for address in ["198.51.100.1", "198.51.100.2", "198.51.100.1", "198.51.100.2"] {
            use_from(address).await;
            db.clock.advance(Duration::from_mins(2));
        }
        let used = async |address: &str| audit(&router, &admin, &format!("action=use&q={address}")).await.len();
        assert_eq!((used("198.51.100.1").await, used("198.51.100.2").await), (1, 1));
        db.clock.advance(Duration::from_hours(24));
        use_from("198.51.100.1").await;
        assert_eq!((used("198.51.100.1").await, used("198.51.100.2").await), (2, 1));
    }

    async fn a_new_password_ends_the_tokens_of_the_user(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let viewer = create_token(&app, Role::Viewer).await;
        let router = stormwire_api::router(app);
        let status = async |token: &str| send(&router, "GET", "/auth/session", token, None).await.status.as_u16();
        assert_eq!(status(&viewer).await, 200);
        let change = json!({ "password": "a quite new passphrase" });
        send(&router, "PATCH", "/user/2", &admin, Some(change)).await.expect(200);
        assert_eq!((status(&viewer).await, status(&admin).await), (401, 200));
        let entry = &audit(&router, &admin, "resource=user&action=update").await[0];
        assert_eq!((entry["after"]["passwordChanged"].clone(), entry["after"]["tokensRevoked"].clone()), (json!(true), json!(1)));
    }

    async fn a_scope_limits_a_token_and_never_extends_the_role(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        create_token(&app, Role::Viewer).await;
        let router = stormwire_api::router(app);
        let create = async |body: Value| send(&router, "POST", "/token", &admin, Some(body)).await;
        let read = create(json!({ "name": "read", "scope": "read" })).await.expect(201);
        assert_eq!((read["scope"].clone(), read["expiresAt"].clone()), (json!("read"), json!("2027-05-01T12:00:00Z")), "365 days by default");
        let never = create(json!({ "name": "never", "expiresAt": null })).await.expect(201);
        assert_eq!((never["scope"].clone(), never["expiresAt"].clone()), (json!("admin"), json!(null)));
        let token = read["token"].as_str().unwrap();
        let denied = send(&router, "GET", "/user", token, None).await;
        assert_eq!((denied.status.as_u16(), send(&router, "GET", "/facility", token, None).await.status.as_u16()), (403, 200));
        let session = send(&router, "GET", "/auth/session", token, None).await.expect(200);
        assert_eq!((session["username"].clone(), session["role"].clone()), (json!("admin"), json!("viewer")));
        let of_viewer = create(json!({ "name": "x", "userId": 2, "scope": "admin" })).await.expect(201);
        let of_viewer = of_viewer["token"].as_str().unwrap();
        assert_eq!(send(&router, "GET", "/user", of_viewer, None).await.status.as_u16(), 403);
        let bad = create(json!({ "name": "x", "scope": "root" })).await;
        assert_eq!((bad.status.as_u16(), bad.problem()["errors"][0]["field"].clone()), (400, json!("scope")));
    }

    async fn a_token_with_a_small_scope_cannot_touch_the_access_of_its_user(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        create_token(&app, Role::Viewer).await;
        let router = stormwire_api::router(app);
        let here = login_from(&router, "198.51.100.7", "viewer", PASSWORD).await;
        let create = async |scope: &str| {
            let body = json!({ "name": scope, "userId": 2, "scope": scope });
            send(&router, "POST", "/token", &admin, Some(body)).await.expect(201)
        };
        let full = create("admin").await;
        let own = with_cookie(&router, "GET", "/auth/access", &here).await.expect(200);
        let session = format!("/auth/access/session/{}", own["sessions"][0]["id"]);
        let token = format!("/auth/access/token/{}", full["id"]);
        for scope in ["read", "operate"] {
            let limited = create(scope).await["token"].as_str().unwrap().to_owned();
            for (method, path) in [("GET", "/auth/access"), ("DELETE", &session), ("DELETE", &token), ("POST", "/auth/access/revoke")] {
                let response = send(&router, method, path, &limited, None).await;
                assert_eq!(response.status.as_u16(), 403, "{method} {path} with {scope}");
                assert_eq!(
                    response.problem()["detail"],
                    format!("this token has scope {scope}; this request needs scope admin. Create a token with scope admin.")
                );
            }
        }
        let full = full["token"].as_str().unwrap();
        send(&router, "GET", "/auth/access", full, None).await.expect(200);
        send(&router, "DELETE", &session, full, None).await.expect(204);
        send(&router, "POST", "/auth/access/revoke", full, None).await.expect(204);
    }

    async fn a_denial_names_the_scope_or_the_role_that_is_missing(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        create_token(&app, Role::Operator).await;
        let router = stormwire_api::router(app);
        let body = json!({ "name": "read", "userId": 2, "scope": "read" });
        let read = send(&router, "POST", "/token", &admin, Some(body)).await.expect(201);
        let read = read["token"].as_str().unwrap();
        let detail = async |method: &str, path: &str| {
            let response = send(&router, method, path, read, None).await;
            assert_eq!(response.status.as_u16(), 403);
            response.problem()["detail"].as_str().unwrap().to_owned()
        };
        assert_eq!(
            detail("POST", "/system/test-mail").await,
            "this token has scope read; this request needs scope operate. Create a token with scope operate."
        );
        assert_eq!(detail("GET", "/user").await, "requires the role admin; your role is operator");
    }

    async fn an_impossible_expiration_is_explained(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        let latest = "9999-12-30T22:00:00Z";
        for expires_at in ["9999-12-31T23:59:59Z", "+010000-01-01T00:00:00Z", "soon"] {
            let body = json!({ "name": "x", "expiresAt": expires_at });
            let created = send(&router, "POST", "/token", &admin, Some(body)).await;
            let patched = send(&router, "PATCH", "/token/1", &admin, Some(json!({ "expiresAt": expires_at }))).await;
            let credential = json!({ "name": "c", "clientId": "c", "clientSecret": "s", "namespace": "n", "secretExpiresAt": expires_at });
            let credential = send(&router, "POST", "/credential", &admin, Some(credential)).await;
            for (response, field) in [(created, "expiresAt"), (patched, "expiresAt"), (credential, "secretExpiresAt")] {
                let error = &response.problem()["errors"][0];
                assert_eq!((response.status.as_u16(), &error["field"]), (400, &json!(field)), "{expires_at}");
                let message = error["message"].as_str().unwrap();
                assert!(message.contains(expires_at) && message.contains(latest), "{message}");
            }
        }
        let body = json!({ "name": "x", "expiresAt": latest });
        assert_eq!(send(&router, "POST", "/token", &admin, Some(body)).await.expect(201)["expiresAt"], latest);
    }

    async fn users_see_and_end_their_own_sessions_and_tokens(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let viewer = create_token(&app, Role::Viewer).await;
        let router = stormwire_api::router(app);
        let here = login_from(&router, "198.51.100.7", "viewer", PASSWORD).await;
        db.clock.advance(Duration::from_secs(1));
        let there = login_from(&router, "198.51.100.8", "viewer", PASSWORD).await;
        let other = login_from(&router, "198.51.100.9", "admin", PASSWORD).await;
        let own = with_cookie(&router, "GET", "/auth/access", &here).await.expect(200);
        let sessions = own["sessions"].as_array().unwrap();
        let summary: Vec<_> = sessions.iter().map(|one| (one["address"].as_str().unwrap(), one["isCurrent"].as_bool().unwrap())).collect();
        assert_eq!(summary, [("198.51.100.8", false), ("198.51.100.7", true)]);
        assert_eq!(own["tokens"].as_array().unwrap().len(), 1);
        let (id, token_id) = (&sessions[0]["id"], &own["tokens"][0]["id"]);
        assert_eq!(with_cookie(&router, "DELETE", "/auth/access/session/999999", &here).await.status.as_u16(), 404);
        let foreign = with_cookie(&router, "DELETE", &format!("/auth/access/session/{id}"), &other).await;
        assert_eq!(foreign.status.as_u16(), 404, "only one's own");
        with_cookie(&router, "DELETE", &format!("/auth/access/session/{id}"), &here).await.expect(204);
        assert_eq!(with_cookie(&router, "GET", "/auth/session", &there).await.status.as_u16(), 401);
        with_cookie(&router, "DELETE", &format!("/auth/access/token/{token_id}"), &here).await.expect(204);
        assert_eq!(send(&router, "GET", "/auth/session", &viewer, None).await.status.as_u16(), 401);
        let all = send(&router, "GET", "/session", &admin, None).await.expect(200);
        assert_eq!(all.as_array().unwrap().len(), 2);
        assert_eq!(with_cookie(&router, "GET", "/session", &here).await.status.as_u16(), 403);
        send(&router, "POST", "/user/2/revoke", &admin, None).await.expect(200);
        assert_eq!(with_cookie(&router, "GET", "/auth/session", &here).await.status.as_u16(), 401);
        assert_eq!(with_cookie(&router, "GET", "/auth/session", &other).await.status.as_u16(), 200);
        with_cookie(&router, "POST", "/auth/access/revoke", &other).await.expect(204);
        assert_eq!(with_cookie(&router, "GET", "/auth/session", &other).await.status.as_u16(), 401);
        assert_eq!(send(&router, "GET", "/auth/session", &admin, None).await.status.as_u16(), 401);
    }
}
