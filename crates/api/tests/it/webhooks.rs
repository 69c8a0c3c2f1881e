//! Webhooks: authentication of notifications, and storing the valid ones.

use crate::admin_client::AdminClient;
use crate::http::{TestResponse, send_request};
use crate::test_app::parts;
use axum::body::Body;
use axum::http::Request;
use secrecy::SecretString;
use serde_json::{Value, json};
use stormwire_api::{AppParts, RateLimiter};
use stormwire_clock::{SystemClock, within};
use stormwire_store::queue::Heartbeat;
use stormwire_store::tables::sealed::SealedLocation;
use stormwire_testkit::service::{TEST_TIMEOUT, wait_until};
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};

const MAIL: &str = "/webhooks/graph/mail";
const LIFECYCLE: &str = "/webhooks/graph/lifecycle";
const STATE: &str = "the-state-of-storm";

async fn call(client: &AdminClient, path: &str, body: impl Into<Body>) -> TestResponse {
    let request = Request::post(path).header("content-type", "application/json").body(body.into()).unwrap();
    send_request(&client.router, request).await
}

async fn notify(client: &AdminClient, notifications: &[Value]) -> u16 {
    let response = call(client, MAIL, json!({"value": notifications}).to_string()).await;
    let status = response.status.as_u16();
    match status {
        202 => assert!(response.body.is_empty()),
        _ => drop(response.problem()),
    }
    status
}

fn notification(subscription: &str, state: &str, id: &str) -> Value {
    json!({"subscriptionId": subscription, "clientState": state, "changeType": "created",
        "resource": format!("Users/u/Messages/{id}"), "resourceData": {"@odata.type": "#Microsoft.Graph.Message", "id": id}})
}

/// Creates a watcher with the subscription, or with one that is being created.
async fn create_subscribed_watcher(db: &TestDb, client: &AdminClient, subscription: Option<&str>) -> i64 {
    let id = client.create_watcher(json!({})).await["id"].as_i64().unwrap();
    let location = SealedLocation { table: "it.MailboxWatcherJob", row: id, column: "ClientState" };
    let sealed = client.app.secrets.seal(&location, &SecretString::from(STATE)).unwrap();
    let held = subscription.map_or("null".into(), |name| format!("'{name}'"));
    let sql = format!(
        "update it.MailboxWatcherJob set IsEnabled = true, GraphSubscriptionId = {held}, ClientState = '{sealed}', \
         SubscriptionExpiresAt = '2026-05-05T12:00:00.000000Z' where Id = {id}"
    );
    DirectConnection::connect(&db.database).await.execute(&sql).await.unwrap();
    id
}

async fn retire(db: &TestDb, id: &str, at: &str) {
    let sql = format!("insert into it.RetiredSubscription (Id, RetiredAt) values ('{id}', '{at}')");
    DirectConnection::connect(&db.database).await.execute(&sql).await.unwrap();
}

async fn keys(client: &AdminClient) -> Vec<String> {
    let page = client.get("/mailbox-watcher/log").await.json();
    let mut keys: Vec<String> =
        page["items"].as_array().unwrap().iter().map(|one| one["messageKey"].as_str().unwrap().into()).collect();
    keys.sort();
    keys
}

#[tokio::test(flavor = "multi_thread")]
async fn validation_token_is_returned_as_plain_text() {
    let db = TestDb::sqlite().await;
    let client = AdminClient::without_provider(&db).await;
    for path in [MAIL, LIFECYCLE] {
        for (query, expected) in [
            ("validationToken=abc", "abc"),
            ("validationToken=Validation%3A+Testing+client+application", "Validation: Testing client application"),
            ("a=b&validationToken=%2B%25%26%3D%3Cscript%3E", "+%&=<script>"),
            ("validationToken=", ""),
        ] {
            let response = call(&client, &format!("{path}?{query}"), Body::empty()).await;
            assert_eq!((response.status.as_u16(), response.header("content-type")), (200, "text/plain"), "{query}");
            assert_eq!(String::from_utf8_lossy(&response.body), expected);
            assert_eq!(response.header("x-content-type-options"), "nosniff");
        }
        let large = call(&client, &format!("{path}?validationToken=x"), vec![b' '; 1024 * 1024 + 1]).await;
        assert_eq!(large.status.as_u16(), 200, "the token comes first");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn false_calls_do_not_reject_a_notification_from_the_same_address() {
    let db = TestDb::sqlite().await;
    let parts = AppParts { rate_limiter: RateLimiter::new(1), ..parts(&db, Heartbeat::default()) };
    let client = AdminClient::new(parts.into()).await;
    create_subscribed_watcher(&db, &client, Some("sub")).await;
    let false_call = [notification("other", STATE, "1")];
    assert_eq!((notify(&client, &false_call).await, notify(&client, &false_call).await), (403, 429));
    assert_eq!(notify(&client, &[notification("sub", STATE, "1")]).await, 202);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_payloads_are_rejected() {
    let db = TestDb::sqlite().await;
    let client = AdminClient::without_provider(&db).await;
    for path in [MAIL, LIFECYCLE] {
        for body in [
            "",
            "{",
            "null",
            "[]",
            "{}",
            r#"{"value":[]}"#,
            r#"{"value":{}}"#,
            r#"{"value":null}"#,
            "\u{feff}x",
            "<a/>",
        ] {
            assert_eq!(call(&client, path, body).await.problem()["status"], 400, "{body}");
        }
        let invalid = call(&client, path, vec![0xff, 0xfe, 0x00]).await;
        assert_eq!(invalid.problem()["status"], 400, "not even text");
        let deep = format!(r#"{{"value":{}{}}}"#, "[".repeat(10_000), "]".repeat(10_000));
        assert_eq!(call(&client, path, deep).await.problem()["status"], 400, "nested without end");
        for method in ["GET", "PUT", "DELETE"] {
            assert_eq!(client.send(method, path, Value::Null).await.problem()["status"], 405);
        }
    }
    db.end().await;
}

on_both_databases! {
    async fn notifications_without_the_client_state_are_rejected(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let job = create_subscribed_watcher(db, &client, Some("sub-1")).await;
        let bare = |without: &str| { let mut one = notification("sub-1", STATE, "m"); one.as_object_mut().unwrap().remove(without); one };
        let before = db.count("select count(*) from it.Queue").await;
        for wrong in [
            notification("sub-1", "another", "m"), notification("sub-1", "", "m"), notification("sub-1", &STATE[1..], "m"),
            notification("sub-2", STATE, "m"), notification("a\u{0}b", "a\u{0}b", "m"), bare("clientState"), bare("subscriptionId"), json!({}), json!(7),
        ] {
            for path in [MAIL, LIFECYCLE] {
                let response = call(&client, path, json!({"value": [wrong]}).to_string()).await;
                assert_eq!(response.status.as_u16(), 403, "{wrong}");
                assert!(!response.problem().to_string().contains(STATE));
            }
        }
        assert_eq!(db.count("select count(*) from it.MailboxWatcherLog").await, 0, "nothing was written");
        assert_eq!(db.count("select count(*) from it.Queue").await, before);
        assert_eq!(client.get(&format!("/mailbox-watcher/{job}")).await.json()["lastNotificationAt"], json!(null));
        assert_eq!(notify(&client, &[notification("sub-1", STATE, "m")]).await, 202);
        assert_eq!(keys(&client).await, ["m"]);
        let row = client.get("/mailbox-watcher/log").await.json()["items"][0].clone();
        assert_eq!((&row["status"], &row["triggerEvent"], &row["subject"]), (&json!("Detected"), &json!("Notification"), &json!(null)));
        assert!(client.get(&format!("/mailbox-watcher/{job}")).await.json()["lastNotificationAt"].is_string());
    }

    async fn notifications_of_retired_subscriptions_are_ignored(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        create_subscribed_watcher(db, &client, Some("sub-1")).await;
        retire(db, "late", "2026-04-25T12:00:00.000000Z").await;
        retire(db, "too-late", "2026-04-24T12:00:00.000000Z").await;
        assert_eq!(notify(&client, &[notification("late", "any", "m")]).await, 202);
        assert_eq!(notify(&client, &[notification("too-late", "any", "m")]).await, 403);
        assert_eq!(keys(&client).await, [] as [&str; 0]);
    }

    async fn subscriptions_being_created_are_matched_by_client_state(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        create_subscribed_watcher(db, &client, None).await;
        assert_eq!(notify(&client, &[notification("being-created", "another", "m")]).await, 403);
        assert_eq!(notify(&client, &[notification("being-created", STATE, "m")]).await, 202);
        assert_eq!(keys(&client).await, ["m"]);
    }

    async fn valid_notifications_of_a_mixed_payload_are_claimed(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        create_subscribed_watcher(db, &client, Some("sub-1")).await;
        retire(db, "late", "2026-05-01T11:00:00.000000Z").await;
        let mixed = [
            notification("sub-1", "wrong", "forged"), json!("text"), notification("sub-1", STATE, "good"), notification("late", STATE, "old"),
            notification("sub-1", STATE, "AAMk/a+b=="), notification("sub-1", STATE, &"x".repeat(513)), notification("sub-1", STATE, "a\u{0}b"),
        ];
        assert_eq!(notify(&client, &mixed).await, 202);
        assert_eq!(keys(&client).await, ["AAMk/a+b==", "good"]);
    }

    async fn a_thousand_notifications_in_one_payload_are_claimed_once(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        create_subscribed_watcher(db, &client, Some("sub-1")).await;
        let many: Vec<Value> = (0..1_000).map(|number| notification("sub-1", STATE, &format!("m{number}"))).collect();
        assert_eq!((notify(&client, &many).await, notify(&client, &many).await), (202, 202));
        assert_eq!(db.count("select count(*) from it.MailboxWatcherLog").await, 1_000);
        assert_eq!(db.count("select count(*) from it.Queue where Kind = 'Message'").await, 1_000);
    }

    async fn more_than_a_thousand_notifications_are_rejected_unread(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        create_subscribed_watcher(db, &client, Some("sub-1")).await;
        let many = vec![notification("sub-1", STATE, "m"); 1_001];
        let problem = call(&client, MAIL, json!({"value": many}).to_string()).await.problem();
        assert_eq!(problem["status"], 413);
        assert_eq!(problem["detail"], "the body has more than 1000 notifications; send them in several requests");
        assert_eq!(keys(&client).await, [] as [&str; 0]);
    }

    async fn payloads_up_to_1_mib_are_accepted(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        create_subscribed_watcher(db, &client, Some("sub-1")).await;
        let mut body = json!({"value": [notification("sub-1", STATE, "m")]}).to_string().into_bytes();
        body.resize(1024 * 1024, b' ');
        assert_eq!(call(&client, MAIL, body.clone()).await.status.as_u16(), 202);
        body.push(b' ');
        assert_eq!(call(&client, MAIL, body).await.problem()["status"], 413);
        assert_eq!(keys(&client).await, ["m"]);
    }

    async fn webhooks_accept_foreign_origins_without_content_type(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        create_subscribed_watcher(db, &client, Some("sub-1")).await;
        let body = json!({"value": [notification("SUB-1", STATE, "m")]}).to_string();
        let request = Request::post(MAIL).header("origin", "https://graph.example").body(Body::from(body)).unwrap();
        assert_eq!(send_request(&client.router, request).await.status.as_u16(), 202);
        let request = Request::post("/mailbox-watcher").header("origin", "https://graph.example").body(Body::empty()).unwrap();
        assert_eq!(send_request(&client.router, request).await.status.as_u16(), 403, "other routes reject it");
    }

    async fn lifecycle_events_renew_or_recreate_the_subscription(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        let job = create_subscribed_watcher(db, &client, Some("sub-1")).await;
        let event = |name: &str| json!({"value": [{"subscriptionId": "sub-1", "clientState": STATE, "lifecycleEvent": name}]}).to_string();
        let loops = async |kind: &str| db.count(&format!("select count(*) from it.Queue where Kind = '{kind}'")).await;
        assert_eq!(call(&client, LIFECYCLE, event("missed")).await.status.as_u16(), 202);
        assert_eq!((loops("Reconcile").await, loops("Subscription").await), (1, 0));
        assert_eq!(call(&client, LIFECYCLE, event("reauthorizationRequired")).await.status.as_u16(), 202);
        assert_eq!((loops("Reconcile").await, loops("Subscription").await), (1, 1));
        let path = format!("/mailbox-watcher/{job}");
        assert_eq!(client.get(&path).await.json()["graphSubscriptionId"], "sub-1");
        assert_eq!(call(&client, LIFECYCLE, event("subscriptionRemoved")).await.status.as_u16(), 202);
        assert_eq!(client.get(&path).await.json()["graphSubscriptionId"], json!(null));
        assert_eq!(call(&client, LIFECYCLE, event("missed")).await.status.as_u16(), 202, "late notifications are still accepted");
    }

    async fn unreachable_database_is_503_so_the_provider_retries(db: &TestDb) {
        let client = AdminClient::without_provider(db).await;
        create_subscribed_watcher(db, &client, Some("sub-1")).await;
        db.store.close().await;
        let response = call(&client, MAIL, json!({"value": [notification("sub-1", STATE, "m")]}).to_string()).await;
        assert_eq!((response.status.as_u16(), response.header("retry-after")), (503, "5"));
        response.problem();
        let probe = call(&client, &format!("{MAIL}?validationToken=x"), Body::empty()).await;
        assert_eq!(probe.status.as_u16(), 200, "a probe needs no database");
    }
}

/// Calls that are not genuine wait for a lock on their table. A genuine one does not wait for them, and they take no more
/// than one of the connections to the database that it needs.
#[tokio::test(flavor = "multi_thread")]
async fn genuine_notifications_do_not_wait_for_others() {
    let db = TestDb::postgres().await;
    let client = AdminClient::without_provider(&db).await;
    create_subscribed_watcher(&db, &client, Some("sub-1")).await;
    let mut foreign = DirectConnection::connect(&db.database).await;
    foreign.execute("begin").await.unwrap();
    foreign.execute("lock table it.RetiredSubscription in access exclusive mode").await.unwrap();
    let calls: Vec<_> = (0..40)
        .map(|number| {
            let router = client.router.clone();
            let body = json!({"value": [notification(&format!("unknown-{number}"), "x", "m")]}).to_string();
            tokio::spawn(
                async move { send_request(&router, Request::post(MAIL).body(Body::from(body)).unwrap()).await },
            )
        })
        .collect();
    let waiting = "select count(*) from pg_locks join pg_database on pg_database.oid = pg_locks.database \
                   where datname = current_database() and relation = 'it.RetiredSubscription'::regclass and not granted";
    wait_until(async || db.count(waiting).await > 0).await;
    let genuine = [notification("sub-1", STATE, "m")];
    let accepted = within(&SystemClock, TEST_TIMEOUT, notify(&client, &genuine)).await;
    assert_eq!(accepted, Some(202));
    assert_eq!(db.count(waiting).await, 1, "one at a time");
    foreign.execute("rollback").await.unwrap();
    for call in calls {
        assert_eq!(call.await.unwrap().status.as_u16(), 403);
    }
    db.end().await;
}
