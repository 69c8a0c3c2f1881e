//! What the provider calls: whom to believe, and that everything believed is stored.

use crate::ask::{Answer, ask};
use crate::office::Desk;
use axum::body::Body;
use axum::http::Request;
use secrecy::SecretString;
use serde_json::{Value, json};
use stormwire_store::tables::sealed::SealedLocation;
use stormwire_testkit::{Foreign, TestDb, on_both_databases};

const MAIL: &str = "/webhooks/graph/mail";
const LIFECYCLE: &str = "/webhooks/graph/lifecycle";
const STATE: &str = "the-state-of-storm";

async fn call(desk: &Desk, path: &str, body: impl Into<Body>) -> Answer {
    let request = Request::post(path).header("content-type", "application/json").body(body.into()).unwrap();
    ask(&desk.router, request).await
}

async fn tell(desk: &Desk, notices: &[Value]) -> u16 {
    let answer = call(desk, MAIL, json!({"value": notices}).to_string()).await;
    let status = answer.status.as_u16();
    match status {
        202 => assert!(answer.body.is_empty()),
        _ => drop(answer.problem()),
    }
    status
}

fn notice(subscription: &str, state: &str, id: &str) -> Value {
    json!({"subscriptionId": subscription, "clientState": state, "changeType": "created",
        "resource": format!("Users/u/Messages/{id}"), "resourceData": {"@odata.type": "#Microsoft.Graph.Message", "id": id}})
}

/// A watcher that holds the subscription, or is having one made.
async fn subscribed(db: &TestDb, desk: &Desk, subscription: Option<&str>) -> i64 {
    let id = desk.watcher(json!({})).await["id"].as_i64().unwrap();
    let place = SealedLocation { table: "it.MailboxWatcherJob", row: id, column: "ClientState" };
    let sealed = desk.app.secrets.seal(&place, &SecretString::from(STATE)).unwrap();
    let held = subscription.map_or("null".into(), |name| format!("'{name}'"));
    let sql = format!(
        "update it.MailboxWatcherJob set IsEnabled = true, GraphSubscriptionId = {held}, ClientState = '{sealed}', \
         SubscriptionExpiresAt = '2026-05-05T12:00:00.000000Z' where Id = {id}"
    );
    Foreign::connect(&db.database).await.execute(&sql).await.unwrap();
    id
}

async fn retire(db: &TestDb, id: &str, at: &str) {
    let sql = format!("insert into it.RetiredSubscription (Id, RetiredAt) values ('{id}', '{at}')");
    Foreign::connect(&db.database).await.execute(&sql).await.unwrap();
}

async fn keys(desk: &Desk) -> Vec<String> {
    let page = desk.get("/mailbox-watcher/log").await.json();
    let mut keys: Vec<String> =
        page["items"].as_array().unwrap().iter().map(|one| one["messageKey"].as_str().unwrap().into()).collect();
    keys.sort();
    keys
}

#[tokio::test(flavor = "multi_thread")]
async fn the_probe_is_echoed_as_plain_text_and_nothing_else() {
    let db = TestDb::sqlite().await;
    let desk = Desk::alone(&db).await;
    for path in [MAIL, LIFECYCLE] {
        for (query, expected) in [
            ("validationToken=abc", "abc"),
            ("validationToken=Validation%3A+Testing+client+application", "Validation: Testing client application"),
            ("a=b&validationToken=%2B%25%26%3D%3Cscript%3E", "+%&=<script>"),
            ("validationToken=", ""),
        ] {
            let answer = call(&desk, &format!("{path}?{query}"), Body::empty()).await;
            assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "text/plain"), "{query}");
            assert_eq!(String::from_utf8_lossy(&answer.body), expected);
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
        }
        let large = call(&desk, &format!("{path}?validationToken=x"), vec![b' '; 1024 * 1024 + 1]).await;
        assert_eq!(large.status.as_u16(), 200, "the token comes first");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_payload_is_refused() {
    let db = TestDb::sqlite().await;
    let desk = Desk::alone(&db).await;
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
            assert_eq!(call(&desk, path, body).await.problem()["status"], 400, "{body}");
        }
        let odd = call(&desk, path, vec![0xff, 0xfe, 0x00]).await;
        assert_eq!(odd.problem()["status"], 400, "not even text");
        let deep = format!(r#"{{"value":{}{}}}"#, "[".repeat(10_000), "]".repeat(10_000));
        assert_eq!(call(&desk, path, deep).await.problem()["status"], 400, "nested without end");
        for method in ["GET", "PUT", "DELETE"] {
            assert_eq!(desk.send(method, path, Value::Null).await.problem()["status"], 405);
        }
    }
    db.end().await;
}

on_both_databases! {
    async fn only_who_knows_the_secret_is_believed(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let job = subscribed(db, &desk, Some("sub-1")).await;
        let bare = |without: &str| { let mut one = notice("sub-1", STATE, "m"); one.as_object_mut().unwrap().remove(without); one };
        let before = db.count("select count(*) from it.Queue").await;
        for wrong in [
            notice("sub-1", "another", "m"), notice("sub-1", "", "m"), notice("sub-1", &STATE[1..], "m"),
            notice("sub-2", STATE, "m"), notice("a\u{0}b", "a\u{0}b", "m"), bare("clientState"), bare("subscriptionId"), json!({}), json!(7),
        ] {
            for path in [MAIL, LIFECYCLE] {
                let answer = call(&desk, path, json!({"value": [wrong]}).to_string()).await;
                assert_eq!(answer.status.as_u16(), 403, "{wrong}");
                assert!(!answer.problem().to_string().contains(STATE));
            }
        }
        assert_eq!(db.count("select count(*) from it.MailboxWatcherLog").await, 0, "nothing was written");
        assert_eq!(db.count("select count(*) from it.Queue").await, before);
        assert_eq!(desk.get(&format!("/mailbox-watcher/{job}")).await.json()["lastNotificationAt"], json!(null));
        assert_eq!(tell(&desk, &[notice("sub-1", STATE, "m")]).await, 202);
        assert_eq!(keys(&desk).await, ["m"]);
        let row = desk.get("/mailbox-watcher/log").await.json()["items"][0].clone();
        assert_eq!((&row["status"], &row["triggerEvent"], &row["subject"]), (&json!("Detected"), &json!("Notification"), &json!(null)));
        assert!(desk.get(&format!("/mailbox-watcher/{job}")).await.json()["lastNotificationAt"].is_string());
    }

    async fn what_this_service_gave_up_is_passed_over(db: &TestDb) {
        let desk = Desk::alone(db).await;
        subscribed(db, &desk, Some("sub-1")).await;
        retire(db, "late", "2026-04-25T12:00:00.000000Z").await;
        retire(db, "too-late", "2026-04-24T12:00:00.000000Z").await;
        assert_eq!(tell(&desk, &[notice("late", "whatever", "m")]).await, 202);
        assert_eq!(tell(&desk, &[notice("too-late", "whatever", "m")]).await, 403);
        assert_eq!(keys(&desk).await, [] as [&str; 0]);
    }

    async fn a_subscription_in_the_making_is_known_by_its_secret(db: &TestDb) {
        let desk = Desk::alone(db).await;
        subscribed(db, &desk, None).await;
        assert_eq!(tell(&desk, &[notice("not-told-yet", "another", "m")]).await, 403);
        assert_eq!(tell(&desk, &[notice("not-told-yet", STATE, "m")]).await, 202);
        assert_eq!(keys(&desk).await, ["m"]);
    }

    async fn of_a_mixed_payload_the_good_ones_count(db: &TestDb) {
        let desk = Desk::alone(db).await;
        subscribed(db, &desk, Some("sub-1")).await;
        retire(db, "late", "2026-05-01T11:00:00.000000Z").await;
        let mixed = [
            notice("sub-1", "wrong", "forged"), json!("odd"), notice("sub-1", STATE, "good"), notice("late", STATE, "old"),
            notice("sub-1", STATE, "AAMk/a+b=="), notice("sub-1", STATE, &"x".repeat(513)), notice("sub-1", STATE, "a\u{0}b"),
        ];
        assert_eq!(tell(&desk, &mixed).await, 202);
        assert_eq!(keys(&desk).await, ["AAMk/a+b==", "good"]);
    }

    async fn a_thousand_notifications_in_one_payload_are_claimed_once(db: &TestDb) {
        let desk = Desk::alone(db).await;
        subscribed(db, &desk, Some("sub-1")).await;
        let many: Vec<Value> = (0..1_000).map(|number| notice("sub-1", STATE, &format!("m{number}"))).collect();
        assert_eq!((tell(&desk, &many).await, tell(&desk, &many).await), (202, 202));
        assert_eq!(db.count("select count(*) from it.MailboxWatcherLog").await, 1_000);
        assert_eq!(db.count("select count(*) from it.Queue where Kind = 'Message'").await, 1_000);
    }

    async fn a_payload_may_have_one_mebibyte(db: &TestDb) {
        let desk = Desk::alone(db).await;
        subscribed(db, &desk, Some("sub-1")).await;
        let mut body = json!({"value": [notice("sub-1", STATE, "m")]}).to_string().into_bytes();
        body.resize(1024 * 1024, b' ');
        assert_eq!(call(&desk, MAIL, body.clone()).await.status.as_u16(), 202);
        body.push(b' ');
        assert_eq!(call(&desk, MAIL, body).await.problem()["status"], 413);
        assert_eq!(keys(&desk).await, ["m"]);
    }

    async fn the_provider_is_foreign_and_needs_no_content_type(db: &TestDb) {
        let desk = Desk::alone(db).await;
        subscribed(db, &desk, Some("sub-1")).await;
        let body = json!({"value": [notice("SUB-1", STATE, "m")]}).to_string();
        let request = Request::post(MAIL).header("origin", "https://graph.example").body(Body::from(body)).unwrap();
        assert_eq!(ask(&desk.router, request).await.status.as_u16(), 202);
        let request = Request::post("/mailbox-watcher").header("origin", "https://graph.example").body(Body::empty()).unwrap();
        assert_eq!(ask(&desk.router, request).await.status.as_u16(), 403, "elsewhere it is refused");
    }

    async fn trouble_with_a_subscription_has_it_renewed_or_made_anew(db: &TestDb) {
        let desk = Desk::alone(db).await;
        let job = subscribed(db, &desk, Some("sub-1")).await;
        let trouble = |event: &str| json!({"value": [{"subscriptionId": "sub-1", "clientState": STATE, "lifecycleEvent": event}]}).to_string();
        let loops = async |kind: &str| db.count(&format!("select count(*) from it.Queue where Kind = '{kind}'")).await;
        assert_eq!(call(&desk, LIFECYCLE, trouble("missed")).await.status.as_u16(), 202);
        assert_eq!((loops("Reconcile").await, loops("Subscription").await), (1, 0));
        assert_eq!(call(&desk, LIFECYCLE, trouble("reauthorizationRequired")).await.status.as_u16(), 202);
        assert_eq!((loops("Reconcile").await, loops("Subscription").await), (1, 1));
        let path = format!("/mailbox-watcher/{job}");
        assert_eq!(desk.get(&path).await.json()["graphSubscriptionId"], "sub-1");
        assert_eq!(call(&desk, LIFECYCLE, trouble("subscriptionRemoved")).await.status.as_u16(), 202);
        assert_eq!(desk.get(&path).await.json()["graphSubscriptionId"], json!(null));
        assert_eq!(call(&desk, LIFECYCLE, trouble("missed")).await.status.as_u16(), 202, "late ones are ours still");
    }

    async fn a_database_that_is_gone_has_the_provider_try_again(db: &TestDb) {
        let desk = Desk::alone(db).await;
        subscribed(db, &desk, Some("sub-1")).await;
        db.store.close().await;
        let answer = call(&desk, MAIL, json!({"value": [notice("sub-1", STATE, "m")]}).to_string()).await;
        assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, "5"));
        answer.problem();
        let probe = call(&desk, &format!("{MAIL}?validationToken=x"), Body::empty()).await;
        assert_eq!(probe.status.as_u16(), 200, "a probe needs no database");
    }
}
