//! Credentials: secrets are stored encrypted and never returned.

use crate::http::send;
use crate::test_app::{app, create_token};
use futures_util::FutureExt;
use serde_json::{Value, json};
use stormwire_city::secrets::rotate;
use stormwire_clock::Clock;
use stormwire_store::Schema;
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::tables::user::Role;
use stormwire_testkit::{DirectConnection, on_both_databases};

const SECRET: &str = "Xq8~very.secret-value_hunter2";

fn body(name: &str, secret: Option<&str>) -> Value {
    json!({ "name": name, "clientId": "client", "clientSecret": secret, "namespace": "tenant", "secretExpiresAt": null })
}

on_both_databases! {
    async fn secrets_are_never_returned(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let (credentials, secrets) = (app.credentials.clone(), app.secrets.clone());
        let router = stormwire_api::router(app);
        let created = send(&router, "POST", "/credential", &admin, Some(body("Mail", Some(SECRET)))).await;
        assert_eq!(created.status.as_u16(), 201);
        let path = format!("/credential/{}", created.json()["id"]);
        let kept = send(&router, "PUT", &path, &admin, Some(body("Mail 2", None))).await;
        assert_eq!((kept.status.as_u16(), kept.json()["name"].clone()), (200, json!("Mail 2")));
        for path in ["/credential", &path, "/audit"] {
            let response = send(&router, "GET", path, &admin, None).await;
            assert!(!String::from_utf8_lossy(&response.body).contains(SECRET), "{path}");
        }
        credentials.verify().await.expect("the secret was kept and can be opened");
        let mut foreign = DirectConnection::connect(&db.database).await;
        let sealed = ["select ClientSecret from it.Credential"; 2];
        let before = foreign.text(sealed).await;
        assert!(before.starts_with("v1.") && !before.contains(SECRET));

        assert_eq!(rotate(&db.store, &secrets, Actor::command_line(), db.clock.now()).await.unwrap(), 1);
        let after = foreign.text(sealed).await;
        assert_ne!(before.split('.').nth(1), after.split('.').nth(1), "another key");
        credentials.verify().await.expect("the service reads the file again and goes on");
        assert_eq!(rotate(&db.store, &secrets, Actor::command_line(), db.clock.now()).await.unwrap(), 1, "and again");

        let both = || rotate(&db.store, &secrets, Actor::command_line(), db.clock.now());
        let (one, other) = tokio::join!(both(), both());
        assert!(one.is_ok() && other.is_err(), "of two rotations at once one is rejected: {one:?} {other:?}");
        credentials.verify().await.expect("and no key is lost");

        let shown = send(&router, "GET", &path, &admin, None).await.json();
        assert_eq!((&shown["hasSecret"], &shown["status"], &shown["statusReason"]), (&json!(true), &json!("Valid"), &Value::Null));
        // As after `stormwire secrets reset`.
        db.store.write(Schema::It, |conn| SealedColumn::ClientSecret.clear(conn).boxed()).await.unwrap();
        let shown = send(&router, "GET", &path, &admin, None).await.json();
        assert_eq!((&shown["hasSecret"], &shown["status"]), (&json!(false), &json!("Failing")));
        assert_eq!(shown["statusReason"], "no secret is stored; enter it", "whether it was lost or never entered");
        let entered = send(&router, "PUT", &path, &admin, Some(body("Mail 2", Some(SECRET)))).await.json();
        assert_eq!((&entered["hasSecret"], &entered["status"]), (&json!(true), &json!("Valid")));

        assert_eq!(send(&router, "DELETE", &path, &admin, None).await.status.as_u16(), 204);
        assert_eq!(send(&router, "GET", &path, &admin, None).await.status.as_u16(), 404);
    }

    async fn credentials_in_use_cannot_be_deleted(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        let created = send(&router, "POST", "/credential", &admin, Some(body("Mail", Some(SECRET)))).await;
        let id = created.json()["id"].clone();
        let now = "2026-05-01T12:00:00.000000Z";
        DirectConnection::connect(&db.database).await.execute(&format!(
            "insert into it.MailboxWatcherJob (Name, MailboxAddress, CredentialId, CreatedAt, UpdatedAt) \
             values ('job', 'storm@example.gov', {id}, '{now}', '{now}')"
        )).await.unwrap();
        let response = send(&router, "DELETE", &format!("/credential/{id}"), &admin, None).await;
        assert_eq!(response.status.as_u16(), 409);
        assert_eq!(response.problem()["detail"], "the credential is in use by watcher \"job\"; assign another credential there first");
    }

    async fn invalid_credentials_are_rejected_and_not_stored(db: &TestDb) {
        let app = app(db, Heartbeat::default());
        let admin = create_token(&app, Role::Admin).await;
        let router = stormwire_api::router(app);
        for (body, field) in [
            (body("", Some(SECRET)), "name"),
            (body(&"x".repeat(201), Some(SECRET)), "name"),
            (body("Mail", None), "clientSecret"),
            (body("Mail", Some("")), "clientSecret"),
        ] {
            let response = send(&router, "POST", "/credential", &admin, Some(body)).await;
            assert_eq!((response.status.as_u16(), response.problem()["errors"][0]["field"].clone()), (400, json!(field)));
        }
        std::fs::remove_file(db.folder().join("secret.key")).unwrap();
        let response = send(&router, "POST", "/credential", &admin, Some(body("Mail", Some(SECRET)))).await;
        assert_eq!(response.status.as_u16(), 503);
        assert_eq!(db.count("select count(*) from it.Credential").await, 0, "no row without its secret");
    }
}
