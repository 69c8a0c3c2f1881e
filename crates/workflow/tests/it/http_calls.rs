//! `Http` against a real server: good, slow, broken, huge and redirecting answers.

use crate::desk::{Asked, Desk, run};
use serde_json::{Value, json};
use stormwire_testkit::TestDb;
use stormwire_testkit::servers::{PreparedResponse, WebServer};
use stormwire_workflow::StepError;

async fn desk() -> (TestDb, Desk) {
    let db = TestDb::sqlite().await;
    let desk = Desk::new(&db, None).await;
    (db, desk)
}

fn call(verb: &str, url: &str) -> Value {
    json!({"Op": {"Action": verb, "Url": url}})
}

fn failed(outcome: Result<(String, Value), StepError>) -> String {
    match outcome.unwrap_err() {
        StepError::Failed(why) => why,
        unknown @ StepError::OutcomeUnknown(_) => panic!("{unknown}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_body_is_the_json_object_of_data_and_field_map() {
    let (_db, desk) = desk().await;
    let mut config = call("Post", &desk.web.url("/strikes/{{ $.Kind }}?from={{ $.Message.From }}"));
    config["Op"]["Headers"] = json!({"X-Kind": "{{ $.Kind }}", "Accept": "application/json"});
    config["Data"] = json!({"Source": "mail {{ $.Kind }}", "Kind": "none"});
    config["FieldMap"] = json!({"Kind": "$.Kind", "Items": "$.Extract.Items"});
    let context =
        json!({"Kind": "a/b c", "Message": {"From": "x@y.z&role=admin"}, "Extract": {"Items": [{"Lat": 1.5}]}});
    let (words, after) = desk.over(("Http", &config), context, run("one")).await.unwrap();
    assert_eq!(words, "status 200");
    assert_eq!(after["Http"], json!({"Status": 200, "Body": {"ok": true}}));
    let heard = desk.web.requests().remove(0);
    assert_eq!(heard.line, "POST /strikes/a%2Fb%20c?from=x%40y.z%26role%3Dadmin");
    assert_eq!(
        heard.json(),
        json!({"Source": "mail {{ $.Kind }}", "Kind": "a/b c", "Items": [{"Lat": 1.5}]}),
        "literals stay literals"
    );
    assert_eq!((heard.header("x-kind"), heard.header("content-type")), ("a/b c", "application/json"));
    assert_eq!(heard.header("idempotency-key").len(), 64);
    assert!(heard.header("user-agent").starts_with("stormwire/"));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_verb_is_sent_and_the_answer_goes_where_it_is_wanted() {
    let (_db, desk) = desk().await;
    for verb in ["Get", "Post", "Put", "Patch", "Delete"] {
        let mut config = call(verb, &desk.web.url("/x"));
        config["Op"]["Output"] = json!("$.PreparedResponse");
        desk.web.respond_next(PreparedResponse::Text(200, "text/plain; charset=utf-8", "grüß\u{0}".into()));
        let (_, after) = desk.alone(("Http", &config), run("one")).await.unwrap();
        assert_eq!(after["PreparedResponse"], json!({"Status": 200, "Body": "grüß\u{0}"}), "text stays text");
        let heard = desk.web.requests().pop().unwrap();
        assert_eq!(heard.line, format!("{} /x", verb.to_uppercase()));
        let expected = if matches!(verb, "Get" | "Delete") { "" } else { "{}" };
        assert_eq!(heard.body, expected, "{verb}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn statuses_that_are_not_expected_fail_and_redirects_are_not_followed() {
    let (_db, desk) = desk().await;
    let elsewhere = WebServer::start().await;
    desk.web.respond_next(PreparedResponse::Text(422, "text/html", "<h1>no\n such   thing</h1>".into()));
    assert_eq!(
        failed(desk.alone(("Http", &call("Post", &desk.web.url("/x"))), run("one")).await),
        "status 422 was not expected: <h1>no such thing</h1>"
    );
    desk.web.respond_next(PreparedResponse::Header(302, "location", elsewhere.url("/secret")));
    let why = failed(desk.alone(("Http", &call("Post", &desk.web.url("/x"))), run("two")).await);
    assert!(why.starts_with("status 302 was not expected; redirects are not followed"), "{why}");
    assert!(elsewhere.requests().is_empty());
    let mut config = call("Get", &desk.web.url("/x"));
    config["Op"]["ExpectStatus"] = json!([404, "2xx"]);
    desk.web.respond_next(PreparedResponse::Json(404, json!({"found": false})));
    let (_, after) = desk.alone(("Http", &config), run("three")).await.unwrap();
    assert_eq!(after["Http"], json!({"Status": 404, "Body": {"found": false}}));
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_without_an_end_are_cut_off() {
    let (_db, desk) = desk().await;
    desk.web.respond_next(PreparedResponse::Endless);
    let why = failed(desk.alone(("Http", &call("Post", &desk.web.url("/x"))), run("one")).await);
    assert_eq!(why, "the answer is larger than 1024 KiB");
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_break_or_never_come_leave_the_outcome_unknown_unless_it_was_only_reading() {
    let (_db, desk) = desk().await;
    let (post, get) = (call("Post", &desk.web.url("/x")), call("Get", &desk.web.url("/x")));
    desk.web.respond_next(PreparedResponse::Truncated).respond_next(PreparedResponse::Truncated);
    assert!(matches!(desk.alone(("Http", &post), run("one")).await, Err(StepError::OutcomeUnknown(_))));
    assert!(failed(desk.alone(("Http", &get), run("one")).await).starts_with("the connection broke"));
    let heard = desk.web.requests().len();
    desk.web.respond_next(PreparedResponse::Hang);
    let unknown = desk.too_slow(("Http", &post), run("two"), || desk.web.requests().len() > heard).await;
    assert_eq!(unknown, StepError::OutcomeUnknown("no answer within 30 s".into()));
    let mut brief = call("Get", &desk.web.url("/y"));
    brief["Op"]["TimeoutSeconds"] = json!(5);
    desk.web.respond_next(PreparedResponse::Hang);
    let slow = desk.too_slow(("Http", &brief), run("two"), || desk.web.requests().len() > heard + 1).await;
    assert_eq!(slow, StepError::Failed("no answer within 5 s".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_json_answer_is_kept_as_text() {
    let (_db, desk) = desk().await;
    desk.web.respond_next(PreparedResponse::Text(200, "application/json", "{\"half".into()));
    let (_, after) = desk.alone(("Http", &call("Post", &desk.web.url("/x"))), run("one")).await.unwrap();
    assert_eq!(after["Http"]["Body"], "{\"half", "the call was done; doing it again would not mend it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_asks_to_wait_is_asked_again_under_the_same_key() {
    let (_db, desk) = desk().await;
    desk.web
        .respond_next(PreparedResponse::Header(429, "retry-after", "1".into()))
        .respond_next(PreparedResponse::Header(503, "retry-after", "1".into()));
    desk.alone(("Http", &call("Post", &desk.web.url("/x"))), run("one")).await.unwrap();
    let heard = desk.web.requests();
    assert_eq!(heard.len(), 3);
    assert!(heard.iter().all(|one| one.header("idempotency-key") == heard[0].header("idempotency-key")));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_there_is_a_failure_and_not_an_unknown_outcome() {
    let (_db, desk) = desk().await;
    // Bound so that nobody else gets the port, and not listening.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let url = format!("http://{}/x", socket.local_addr().unwrap());
    let why = failed(desk.alone(("Http", &call("Post", &url)), run("one")).await);
    assert!(why.starts_with("no connection: "), "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_credential_signs_in_and_its_secret_is_in_no_word_and_no_row() {
    let (db, desk) = desk().await;
    let credential_id = Some(desk.credential("app", "s3cr3t").await);
    for (auth, header, expected) in [
        (Value::Null, "authorization", "Bearer s3cr3t"),
        (json!("Basic"), "authorization", "Basic YXBwOnMzY3IzdA=="),
        (json!("ApiKey"), "x-api-key", "s3cr3t"),
    ] {
        let mut config = call("Post", &desk.web.url("/x"));
        config["Op"]["Auth"] = auth;
        desk.web.respond_next(PreparedResponse::Text(401, "text/plain", "who is s3cr3t".into()));
        let why = failed(desk.alone(("Http", &config), Asked { credential_id, ..run("one") }).await);
        assert_eq!(why, "status 401 was not expected: who is [secret]");
        assert_eq!(desk.web.requests().pop().unwrap().header(header), expected);
    }
    let without = call("Post", &desk.web.url("/y"));
    desk.alone(("Http", &without), run("one")).await.unwrap();
    assert_eq!(desk.web.requests().pop().unwrap().header("authorization"), "", "no other credential is taken");
    assert_eq!(db.count("select count(*) from it.WorkflowEffect where Output like '%s3cr3t%'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_text_cannot_add_a_header_or_lead_elsewhere() {
    let (_db, desk) = desk().await;
    let mut config = call("Post", &desk.web.url("/v1/{{ $.Text }}/x"));
    config["Op"]["Headers"] = json!({"X-Text": "{{ $.Text }}"});
    let why = failed(desk.over(("Http", &config), json!({"Text": "a\r\nX-Evil: 1"}), run("one")).await);
    assert_eq!(why, "Op.Headers.x-text: the value cannot stand in a header");
    config["Op"]["Headers"] = json!({});
    let why = failed(desk.over(("Http", &config), json!({"Text": ".."}), run("one")).await);
    assert_eq!(why, "Op.Url: a value would change the path");
    assert!(desk.web.requests().is_empty());
}
