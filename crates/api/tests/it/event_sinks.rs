//! Event sinks: how administrators set them up, and what they see of the deliveries.

use crate::admin_client::AdminClient;
use crate::http::get;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use stormwire_clock::Clock;
use stormwire_store::Schema;
use stormwire_store::tables::facility_status::{self, StatusChanges};
use stormwire_store::tables::status_event::{EventCause, FacilityStatus, NewStatusEvent};
use stormwire_store::{FacilityId, StrikeId};
use stormwire_testkit::{TestDb, on_both_databases};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

type Bodies = Arc<Mutex<Vec<Value>>>;

/// A receiver that accepts everything. Returns its URL and what it gets.
async fn receiver() -> (String, Bodies) {
    async fn receive(State(bodies): State<Bodies>, body: String) -> StatusCode {
        bodies.lock().unwrap().push(serde_json::from_str(&body).unwrap());
        StatusCode::NO_CONTENT
    }
    let (listener, bodies) = (TcpListener::bind("127.0.0.1:0").await.unwrap(), Bodies::default());
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let router = Router::new().route("/hook", post(receive)).with_state(bodies.clone());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    (url, bodies)
}

async fn record_event(db: &TestDb, facility: i64) {
    let now = db.clock.now();
    let event = NewStatusEvent {
        facility_id: FacilityId::new(facility),
        facility_name: "Pool".into(),
        at: now,
        from: FacilityStatus::Clear,
        to: FacilityStatus::Active,
        ring: Some("Watch".into()),
        cause: EventCause::Strike,
        strike_id: Some(StrikeId::new(5)),
        detail: Some("near".into()),
    };
    let changes = StatusChanges { events: vec![event], ..StatusChanges::default() };
    let unit = db
        .store
        .write(Schema::It, move |conn| async move { facility_status::record(conn, &changes, now).await }.boxed());
    unit.await.unwrap();
}

async fn deliver(client: &AdminClient) {
    let announcer = client.app.event_sinks.announcer(client.app.lightning.clone(), CancellationToken::new());
    announcer.deliver_due().await.unwrap();
}

on_both_databases! {
    async fn sinks_are_created_replaced_and_deleted_with_an_audit_row(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let body = json!({"name": "Siren", "kind": "Webhook", "url": "https://a.example/hook?key=abc"});
        let mut created = client.send("POST", "/event-sink", body.clone()).await.expect(201);
        let secret = created.as_object_mut().unwrap().remove("secret").unwrap();
        assert!(secret.as_str().unwrap().starts_with("whsec_"), "{secret}");
        assert_eq!(created, json!({
            "id": 1, "name": "Siren", "kind": "Webhook", "url": "https://a.example/hook?key=abc", "facilityIds": null,
            "statuses": null, "isEnabled": true, "hasSecret": true, "lastDeliveredEventId": null, "lastError": null,
        }));
        assert_eq!(client.get("/event-sink").await.expect(200), json!([created]), "the secret is shown once");
        assert_eq!(client.send("PUT", "/event-sink/1", created.clone()).await.expect(200), created, "a response can be sent back");
        let mut changed = body.clone();
        changed["isEnabled"] = json!(false);
        changed["statuses"] = json!(["Active"]);
        changed["secret"] = json!("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let changed = client.send("PUT", "/event-sink/1", changed).await.expect(200);
        assert_eq!((&changed["isEnabled"], &changed["statuses"], changed.get("secret")), (&json!(false), &json!(["Active"]), None));
        assert_eq!(client.get("/event-sink/1").await.expect(200), changed);
        client.send("POST", "/event-sink", body).await.expect(409);
        client.send("DELETE", "/event-sink/1", Value::Null).await.expect(204);
        for (method, path) in [("GET", "/event-sink/1"), ("DELETE", "/event-sink/1"), ("POST", "/event-sink/1/test"), ("GET", "/event-sink/1/delivery"), ("POST", "/event-sink/1/delivery/1/retry")] {
            client.send(method, path, Value::Null).await.expect(404);
        }
        let audit = client.get("/audit?resource=event-sink").await.expect(200);
        let actions: Vec<&Value> = audit["items"].as_array().unwrap().iter().map(|entry| &entry["action"]).collect();
        assert_eq!(actions, ["delete", "update", "update", "create"], "{audit}");
        assert_eq!(audit["items"][1]["after"]["secretChanged"], true);
        let text = audit.to_string();
        assert!(!text.contains("whsec_") && !text.contains("key=abc"), "{text}");
    }

    async fn null_removes_the_secret_and_an_omitted_one_is_kept(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        for (number, (kind, url, secret)) in [
            ("Cap", "https://a.example/cap", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
            ("Mqtt", "mqtt://broker.example", "hunter2"),
        ].into_iter().enumerate() {
            let sink = json!({"name": kind, "kind": kind, "url": url});
            let (path, with) = (format!("/event-sink/{}", number + 1), |value: Value| {
                let mut body = sink.clone();
                body["secret"] = value;
                body
            });
            assert_eq!(client.send("POST", "/event-sink", sink.clone()).await.expect(201)["hasSecret"], false, "{kind}");
            for (body, expected) in [(with(json!(secret)), true), (sink.clone(), true), (with(Value::Null), false), (with(json!(secret)), true), (with(json!("")), false)] {
                let stored = client.send("PUT", &path, body.clone()).await.expect(200);
                assert_eq!(stored["hasSecret"], expected, "{kind} {body}");
            }
        }
        // A webhook is always signed.
        let webhook = json!({"name": "Siren", "kind": "Webhook", "url": "https://a.example/hook", "secret": null});
        assert!(client.send("POST", "/event-sink", webhook.clone()).await.expect(201)["secret"].is_string());
        assert_eq!(client.send("PUT", "/event-sink/3", webhook).await.expect(200)["hasSecret"], true);
    }

    async fn a_webhook_without_a_secret_is_not_enabled(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let mut webhook = json!({"name": "Siren", "kind": "Webhook", "url": "https://a.example/hook", "isEnabled": false});
        client.send("POST", "/event-sink", webhook.clone()).await.expect(201);
        // As a configuration file creates it.
        db.execute("update it.EventSink set Secret = null").await;
        webhook["isEnabled"] = json!(true);
        let rejected = client.send("PUT", "/event-sink/1", webhook.clone()).await.expect(409);
        assert_eq!(rejected["errors"][0]["field"], "secret", "{rejected}");
        assert_eq!(client.get("/event-sink/1").await.expect(200)["isEnabled"], false);
        webhook["secret"] = json!("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        assert_eq!(client.send("PUT", "/event-sink/1", webhook).await.expect(200)["isEnabled"], true);
    }

    async fn invalid_sinks_are_rejected_by_field(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let valid = json!({"name": "Siren", "kind": "Webhook", "url": "https://a.example/hook"});
        for (field, value) in [
            ("name", json!(" ")),
            ("kind", json!("Email")),
            ("url", json!("ftp://a.example")),
            ("secret", json!("hunter2")),
            ("facilityIds", json!([77])),
            ("facilityIds", json!([])),
            ("statuses", json!(["Red"])),
            ("isEnabled", json!("yes")),
        ] {
            let mut body = valid.clone();
            body[field] = value;
            let rejected = client.send("POST", "/event-sink", body).await.expect(400);
            assert_eq!(rejected["errors"][0]["field"], field, "{rejected}");
            assert!(!rejected.to_string().contains("hunter2"), "{rejected}");
        }
        client.send("POST", "/event-sink", valid.clone()).await.expect(201);
        let mut other = valid;
        (other["kind"], other["url"]) = (json!("Mqtt"), json!("mqtt://broker.example"));
        let rejected = client.send("PUT", "/event-sink/1", other).await.expect(400);
        assert_eq!(rejected["errors"][0]["field"], "kind", "{rejected}");
    }

    async fn deliveries_are_logged_and_retried(db: &TestDb) {
        let (client, (url, bodies)) = (AdminClient::without_provider(db).await, receiver().await);
        let sink = json!({"name": "Siren", "kind": "Webhook", "url": "http://127.0.0.1:9/"});
        client.send("POST", "/event-sink", sink.clone()).await.expect(201);
        record_event(db, 1).await;
        deliver(&client).await;
        let log = client.get("/event-sink/1/delivery?status=Waiting").await.expect(200);
        assert_eq!((&log[0]["eventId"], &log[0]["status"], &log[0]["attempts"]), (&json!(1), &json!("Waiting"), &json!(1)));
        assert!(log[0]["lastError"].as_str().unwrap().starts_with("cannot connect") && log[0]["nextAttemptAt"].is_string());
        assert_eq!(client.get("/event-sink/1").await.expect(200)["lastError"], log[0]["lastError"]);
        let mut corrected = sink;
        corrected["url"] = json!(url);
        client.send("PUT", "/event-sink/1", corrected).await.expect(200);
        let retried = client.send("POST", "/event-sink/1/delivery/1/retry", Value::Null).await.expect(202);
        assert_eq!(retried["eventId"], 1);
        client.send("POST", "/event-sink/1/delivery/2/retry", Value::Null).await.expect(404);
        deliver(&client).await;
        let events = get(&client.router, "/lightning-strikes/events").await.expect(200);
        assert_eq!(bodies.lock().unwrap()[0]["data"], events[0], "a webhook gets what the API shows");
        let log = client.get("/event-sink/1/delivery").await.expect(200);
        assert_eq!(log, json!([{
            "eventId": 1, "facilityId": 1, "facilityName": "Pool", "at": "2026-05-01T12:00:00Z", "from": "Clear", "to": "Active",
            "status": "Delivered", "attempts": 2, "nextAttemptAt": null, "deliveredAt": "2026-05-01T12:00:00Z", "lastError": null,
        }]));
        assert_eq!(client.get("/event-sink/1").await.expect(200)["lastDeliveredEventId"], 1);
        client.send("POST", "/event-sink/1/delivery/1/retry", Value::Null).await.expect(409);
        for (query, field) in [("status=Red", "status"), ("before=0", "before"), ("limit=501", "limit"), ("x=1", "x")] {
            let rejected = client.get(&format!("/event-sink/1/delivery?{query}")).await.expect(400);
            assert_eq!(rejected["errors"][0]["field"], field, "{rejected}");
        }
        let test = client.send("POST", "/event-sink/1/test", Value::Null).await.expect(200);
        assert_eq!((&test["passed"], &bodies.lock().unwrap()[1]["type"]), (&json!(true), &json!("test")));
    }
}
