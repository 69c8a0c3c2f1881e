//! Push subscriptions: for anyone, from our own pages, with violations by field.

use crate::http::{get, send, send_request};
use crate::test_app::app;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use stormwire_city::facilities::FacilityInput;
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::audit::Actor;
use stormwire_testkit::{TestDb, on_both_databases};

/// Of RFC 8291, appendix A.
const P256DH: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// A router with one facility, and a valid subscription to it.
async fn fixture(db: &TestDb) -> (Router, Value) {
    let app = app(db, Heartbeat::default());
    let input = FacilityInput { name: "Pool".into(), point: None, policy_id: None };
    let facility = app.facilities.create(input, Actor::command_line()).await.unwrap();
    let body = json!({
        "facilityId": facility.id,
        "endpoint": "https://push.example/one",
        "keys": { "p256dh": P256DH, "auth": AUTH },
        "language": "es-MX",
    });
    (stormwire_api::router(app), body)
}

on_both_databases! {
    async fn anyone_subscribes_renews_and_ends(db: &TestDb) {
        let (router, body) = fixture(db).await;
        let key = get(&router, "/push/key").await.json()["publicKey"].clone();
        assert_eq!(key.as_str().unwrap().len(), 87);
        assert_eq!(get(&router, "/push/key").await.json()["publicKey"], key);
        let created = send(&router, "POST", "/push/subscription", "", Some(body.clone())).await;
        let id = created.expect(201)["id"].as_str().unwrap().to_owned();
        assert_eq!(id.len(), 43);
        let again = send(&router, "POST", "/push/subscription", "", Some(body)).await;
        assert_eq!(again.expect(201)["id"], id, "a renewal keeps the id");
        assert_eq!(db.count("select count(*) from it.PushSubscription where Language = 'es'").await, 1);
        let path = format!("/push/subscription/{id}");
        assert_eq!(send(&router, "DELETE", &path, "", None).await.status, StatusCode::NO_CONTENT);
        assert_eq!(send(&router, "DELETE", &path, "", None).await.status, StatusCode::NOT_FOUND);
        assert_eq!(db.count("select count(*) from it.PushSubscription").await, 0);
    }

    async fn violations_name_the_field(db: &TestDb) {
        let (router, body) = fixture(db).await;
        for (pointer, value, status, field) in [
            ("/endpoint", json!("http://push.example/one"), 400, "endpoint"),
            ("/endpoint", json!("https://10.0.0.1/one"), 400, "endpoint"),
            ("/keys/p256dh", json!("AAAA"), 400, "keys.p256dh"),
            ("/facilityId", json!(0), 400, "facilityId"),
            ("/facilityId", json!(999_999), 404, ""),
        ] {
            let mut body = body.clone();
            *body.pointer_mut(pointer).unwrap() = value.clone();
            let problem = send(&router, "POST", "/push/subscription", "", Some(body)).await;
            let found = problem.expect(status)["errors"][0]["field"].as_str().unwrap_or_default().to_owned();
            assert_eq!(found, field, "{pointer}: {value}");
        }
        db.clock.advance(std::time::Duration::from_secs(2));
        let mut unknown = body;
        unknown["expirationTime"] = Value::Null;
        send(&router, "POST", "/push/subscription", "", Some(unknown)).await.expect(400);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_cannot_subscribe() {
    let db = TestDb::sqlite().await;
    let (router, body) = fixture(&db).await;
    let request = Request::post("/push/subscription").header("origin", "https://evil.example");
    let request = request.header("content-type", "application/json").body(Body::from(body.to_string())).unwrap();
    assert_eq!(send_request(&router, request).await.status, StatusCode::FORBIDDEN);
    assert_eq!(db.count("select count(*) from it.PushSubscription").await, 0);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_subscribes_a_few_times_per_second() {
    let db = TestDb::sqlite().await;
    let (router, body) = fixture(&db).await;
    for _ in 0..5 {
        send(&router, "POST", "/push/subscription", "", Some(body.clone())).await.expect(201);
    }
    let rejected = send(&router, "POST", "/push/subscription", "", Some(body)).await;
    assert_eq!((rejected.status.as_u16(), rejected.header("retry-after")), (429, "1"));
    db.end().await;
}
