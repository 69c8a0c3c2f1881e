//! Users, API tokens and the audit trail.

use crate::http::send;
use crate::test_app::{app, create_token};
use serde_json::json;
use std::time::Duration;
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::user::Role;
use stormwire_testkit::on_both_databases;

on_both_databases! {
    async fn users_can_be_created_updated_and_deleted(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        let new = json!({ "username": "ann", "password": "tulip kettle lamp", "role": "viewer" });
        let created = send(&router, "POST", "/user", &admin, Some(new.clone())).await;
        assert_eq!(created.status.as_u16(), 201);
        assert!(!String::from_utf8_lossy(&created.body).contains("tulip kettle lamp"));
        let id = created.json()["id"].as_i64().unwrap();
        let again = send(&router, "POST", "/user", &admin, Some(json!({ "username": "ANN", "password": "tulip kettle lamp", "role": "viewer" }))).await;
        assert_eq!((again.status.as_u16(), again.problem()["errors"][0]["field"].clone()), (409, json!("username")));
        let changed = send(&router, "PATCH", &format!("/user/{id}"), &admin, Some(json!({ "role": "operator" }))).await;
        assert_eq!((changed.status.as_u16(), changed.json()["role"].clone()), (200, json!("operator")));
        let names: Vec<_> = send(&router, "GET", "/user", &admin, None).await.json().as_array().unwrap()
            .iter().map(|user| user["username"].clone()).collect();
        assert_eq!(names, ["admin", "ann"]);
        assert_eq!(send(&router, "DELETE", &format!("/user/{id}"), &admin, None).await.status.as_u16(), 204);
        assert_eq!(send(&router, "DELETE", &format!("/user/{id}"), &admin, None).await.status.as_u16(), 404);
        assert_eq!(send(&router, "PATCH", &format!("/user/{id}"), &admin, Some(json!({}))).await.status.as_u16(), 404);
    }

    async fn invalid_users_are_rejected_by_field(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        for (username, password, role, field) in [
            ("", "tulip kettle lamp", "viewer", "username"),
            ("a b", "tulip kettle lamp", "viewer", "username"),
            ("<b>", "tulip kettle lamp", "viewer", "username"),
            ("ann", "short", "viewer", "password"),
            ("ann", "tulip kettle lamp", "root", "role"),
        ] {
            let body = json!({ "username": username, "password": password, "role": role });
            let response = send(&router, "POST", "/user", &admin, Some(body)).await;
            assert_eq!(response.status.as_u16(), 400, "{username} {role}");
            assert_eq!(response.problem()["errors"][0]["field"], field);
        }
        let huge = json!({ "username": "ann", "password": "x".repeat(1_000_000), "role": "viewer" });
        let response = send(&router, "POST", "/user", &admin, Some(huge)).await;
        assert_eq!((response.status.as_u16(), response.problem()["errors"][0]["field"].clone()), (400, json!("password")));
    }

    async fn the_last_administrator_cannot_be_removed(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        let id = send(&router, "GET", "/auth/session", &admin, None).await.json()["id"].as_i64().unwrap();
        let path = format!("/user/{id}");
        assert_eq!(send(&router, "DELETE", &path, &admin, None).await.status.as_u16(), 409);
        assert_eq!(send(&router, "PATCH", &path, &admin, Some(json!({ "role": "viewer" }))).await.status.as_u16(), 409);
        assert_eq!(send(&router, "PATCH", &path, &admin, Some(json!({ "role": "admin" }))).await.status.as_u16(), 200);
    }

    async fn concurrent_demotions_leave_one_administrator(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        for round in 0..10 {
            let new = json!({ "username": format!("other{round}"), "password": "tulip kettle lamp", "role": "admin" });
            let other = send(&router, "POST", "/user", &admin, Some(new)).await.json()["id"].clone();
            let me = send(&router, "GET", "/auth/session", &admin, None).await.json()["id"].clone();
            let demote = |id: &serde_json::Value| {
                let (router, admin, path) = (router.clone(), admin.clone(), format!("/user/{id}"));
                tokio::spawn(async move {
                    send(&router, "PATCH", &path, &admin, Some(json!({ "role": "viewer" }))).await.status.as_u16()
                })
            };
            let (one, two) = (demote(&me), demote(&other));
            let _ = (one.await.unwrap(), two.await.unwrap());
            let admins = db.count("select count(*) from it.UserAccount where Role = 'admin'").await;
            assert!(admins >= 1, "one administrator must remain");
            stormwire_testkit::DirectConnection::connect(&db.database).await
                .execute(&format!("update it.UserAccount set Role = 'admin' where Id = {me}")).await.unwrap();
            assert_eq!(send(&router, "DELETE", &format!("/user/{other}"), &admin, None).await.status.as_u16(), 204);
        }
    }

    async fn tokens_work_until_they_expire_or_are_revoked(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        let ends = "2026-05-01T13:00:00Z";
        let created = send(&router, "POST", "/token", &admin, Some(json!({ "name": "script", "expiresAt": ends }))).await;
        assert_eq!(created.status.as_u16(), 201);
        let (id, token) = (created.json()["id"].clone(), created.json()["token"].as_str().unwrap().to_owned());
        let works = || async { send(&router, "GET", "/auth/session", &token, None).await.status.as_u16() };
        assert_eq!(works().await, 200);
        let listed = send(&router, "GET", "/token", &admin, None).await;
        assert!(!String::from_utf8_lossy(&listed.body).contains(&token), "the token is returned only once");
        assert_eq!(listed.json()[1]["lastUsedAt"], "2026-05-01T12:00:00Z");
        db.clock.advance(Duration::from_hours(1));
        assert_eq!(works().await, 401);
        let path = format!("/token/{id}");
        let longer = send(&router, "PATCH", &path, &admin, Some(json!({ "expiresAt": null }))).await;
        assert_eq!((longer.status.as_u16(), longer.json()["name"].clone()), (200, json!("script")));
        assert_eq!(works().await, 200);
        assert_eq!(send(&router, "DELETE", &path, &admin, None).await.status.as_u16(), 204);
        assert_eq!(works().await, 401);
        let past = send(&router, "POST", "/token", &admin, Some(json!({ "name": "x", "expiresAt": ends }))).await;
        assert_eq!((past.status.as_u16(), past.problem()["errors"][0]["field"].clone()), (400, json!("expiresAt")));
        let unknown = send(&router, "POST", "/token", &admin, Some(json!({ "name": "x", "userId": 999 }))).await;
        assert_eq!((unknown.status.as_u16(), unknown.problem()["errors"][0]["field"].clone()), (400, json!("userId")));
    }

    async fn audit_trail_has_values_before_and_after(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        let created = send(&router, "POST", "/facility", &admin, Some(json!({ "name": "Pool" }))).await.json();
        let path = format!("/facility/{}", created["id"]);
        db.clock.advance(Duration::from_secs(1));
        send(&router, "PATCH", &path, &admin, Some(json!({ "name": "Old Pool" }))).await;
        db.clock.advance(Duration::from_secs(1));
        send(&router, "DELETE", &path, &admin, None).await;
        let page = send(&router, "GET", "/audit?limit=2", &admin, None).await.json();
        let (items, cursor) = (&page["items"], page["nextCursor"].as_str().unwrap());
        assert_eq!((items[0]["action"].clone(), items[1]["action"].clone()), (json!("delete"), json!("update")));
        assert_eq!(items[1]["before"]["name"], "Pool");
        assert_eq!(items[1]["after"]["name"], "Old Pool");
        assert_eq!(items[1]["username"], "admin");
        assert_eq!(items[0]["after"], json!(null));
        assert!(items[1]["requestId"].is_string());
        let rest = send(&router, "GET", &format!("/audit?limit=2&cursor={cursor}"), &admin, None).await.json();
        assert_eq!(rest["items"][0]["action"], "create");
        assert_eq!(rest["items"][0]["resource"], "facility");
        let mut seen = 3;
        let mut next = rest["nextCursor"].as_str().map(str::to_owned);
        while let Some(cursor) = next {
            let page = send(&router, "GET", &format!("/audit?limit=1&cursor={cursor}"), &admin, None).await.json();
            seen += page["items"].as_array().unwrap().len();
            next = page["nextCursor"].as_str().map(str::to_owned);
        }
        assert_eq!(seen, 5, "the token, its first use and the facility's three changes, after the user that the page began with");
        let cursors = ["cursor=nonsense", "cursor=-009000-01-01T00:00:00Z~it~1", "cursor=2026-01-01T00:00:00Z~i%00t~1"];
        for bad in ["limit=0", "limit=501", "limit=many", "since=yesterday"].into_iter().chain(cursors) {
            let response = send(&router, "GET", &format!("/audit?{bad}"), &admin, None).await;
            assert_eq!(response.status.as_u16(), 400, "{bad}");
            assert_eq!(response.problem()["errors"][0]["field"], bad.split('=').next().unwrap(), "{bad}");
        }
    }
}
