//! `Http` against a real server: normal, slow, broken, large and redirecting responses.

use crate::action_fixture::{ActionFixture, RunOptions, run};
use serde_json::{Value, json};
use stormwire_testkit::TestDb;
use stormwire_testkit::servers::{PreparedResponse, WebServer};
use stormwire_workflow::StepError;

async fn set_up() -> (TestDb, ActionFixture) {
    let db = TestDb::sqlite().await;
    let fixture = ActionFixture::new(&db, None).await;
    (db, fixture)
}

fn call(verb: &str, url: &str) -> Value {
    json!({"Op": {"Action": verb, "Url": url}})
}

fn failed(outcome: Result<(String, Value), StepError>) -> String {
    match outcome.unwrap_err() {
        StepError::Failed(error) => error,
        unknown @ StepError::OutcomeUnknown(_) => panic!("{unknown}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_body_is_the_json_object_of_data_and_field_map() {
    let (_db, fixture) = set_up().await;
    let mut config = call("Post", &fixture.web.url("/strikes/{{ $.Kind }}?from={{ $.Message.From }}"));
    config["Op"]["Headers"] = json!({"X-Kind": "{{ $.Kind }}", "Accept": "application/json"});
    config["Data"] = json!({"Source": "mail {{ $.Kind }}", "Kind": "none"});
    config["FieldMap"] = json!({"Kind": "$.Kind", "Items": "$.Extract.Items"});
    let context =
        json!({"Kind": "a/b c", "Message": {"From": "x@y.z&role=admin"}, "Extract": {"Items": [{"Lat": 1.5}]}});
    let (result, after) = fixture.run_with(("Http", &config), context, run("one")).await.unwrap();
    assert_eq!(result, "status 200");
    assert_eq!(after["Http"], json!({"Status": 200, "Body": {"ok": true}}));
    let request = fixture.web.requests().remove(0);
    assert_eq!(request.line, "POST /strikes/a%2Fb%20c?from=x%40y.z%26role%3Dadmin");
    assert_eq!(
        request.json(),
        json!({"Source": "mail {{ $.Kind }}", "Kind": "a/b c", "Items": [{"Lat": 1.5}]}),
        "placeholders in Data are not replaced"
    );
    assert_eq!((request.header("x-kind"), request.header("content-type")), ("a/b c", "application/json"));
    assert_eq!(request.header("idempotency-key").len(), 64);
    assert!(request.header("user-agent").starts_with("stormwire/"));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_method_stores_the_response_at_its_output() {
    let (_db, fixture) = set_up().await;
    for verb in ["Get", "Post", "Put", "Patch", "Delete"] {
        let mut config = call(verb, &fixture.web.url("/x"));
        config["Op"]["Output"] = json!("$.Answer");
        fixture.web.respond_next(PreparedResponse::Text(200, "text/plain; charset=utf-8", "grüß\u{0}".into()));
        let (_, after) = fixture.run(("Http", &config), run("one")).await.unwrap();
        assert_eq!(after["Answer"], json!({"Status": 200, "Body": "grüß\u{0}"}), "text stays text");
        let request = fixture.web.requests().pop().unwrap();
        assert_eq!(request.line, format!("{} /x", verb.to_uppercase()));
        let expected = if matches!(verb, "Get" | "Delete") { "" } else { "{}" };
        assert_eq!(request.body, expected, "{verb}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unexpected_statuses_fail_and_redirects_are_not_followed() {
    let (_db, fixture) = set_up().await;
    let elsewhere = WebServer::start().await;
    fixture.web.respond_next(PreparedResponse::Text(422, "text/html", "<h1>no\n such   thing</h1>".into()));
    assert_eq!(
        failed(fixture.run(("Http", &call("Post", &fixture.web.url("/x"))), run("one")).await),
        "unexpected status 422: <h1>no such thing</h1>"
    );
    fixture.web.respond_next(PreparedResponse::Header(302, "location", elsewhere.url("/secret")));
    let error = failed(fixture.run(("Http", &call("Post", &fixture.web.url("/x"))), run("two")).await);
    assert!(error.starts_with("unexpected status 302 (redirects are not followed)"), "{error}");
    assert!(elsewhere.requests().is_empty());
    let mut config = call("Get", &fixture.web.url("/x"));
    config["Op"]["ExpectStatus"] = json!([404, "2xx"]);
    fixture.web.respond_next(PreparedResponse::Json(404, json!({"found": false})));
    let (_, after) = fixture.run(("Http", &config), run("three")).await.unwrap();
    assert_eq!(after["Http"], json!({"Status": 404, "Body": {"found": false}}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_response_that_is_too_large_fails() {
    let (_db, fixture) = set_up().await;
    fixture.web.respond_next(PreparedResponse::Endless);
    let error = failed(fixture.run(("Http", &call("Post", &fixture.web.url("/x"))), run("one")).await);
    assert_eq!(error, "the response is larger than 1024 KiB");
}

#[tokio::test(flavor = "multi_thread")]
async fn interrupted_calls_have_an_unknown_outcome_except_get() {
    let (_db, fixture) = set_up().await;
    let (post, get) = (call("Post", &fixture.web.url("/x")), call("Get", &fixture.web.url("/x")));
    fixture.web.respond_next(PreparedResponse::Truncated).respond_next(PreparedResponse::Truncated);
    assert!(matches!(fixture.run(("Http", &post), run("one")).await, Err(StepError::OutcomeUnknown(_))));
    assert!(failed(fixture.run(("Http", &get), run("one")).await).starts_with("connection interrupted"));
    let count = fixture.web.requests().len();
    fixture.web.respond_next(PreparedResponse::Hang);
    let unknown = fixture.run_until_timeout(("Http", &post), run("two"), || fixture.web.requests().len() > count).await;
    assert_eq!(unknown, StepError::OutcomeUnknown("no response within 30 s".into()));
    let mut brief = call("Get", &fixture.web.url("/y"));
    brief["Op"]["TimeoutSeconds"] = json!(5);
    fixture.web.respond_next(PreparedResponse::Hang);
    let slow =
        fixture.run_until_timeout(("Http", &brief), run("two"), || fixture.web.requests().len() > count + 1).await;
    assert_eq!(slow, StepError::Failed("no response within 5 s".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_response_with_invalid_json_is_stored_as_text() {
    let (_db, fixture) = set_up().await;
    fixture.web.respond_next(PreparedResponse::Text(200, "application/json", "{\"half".into()));
    let (_, after) = fixture.run(("Http", &call("Post", &fixture.web.url("/x"))), run("one")).await.unwrap();
    assert_eq!(after["Http"]["Body"], "{\"half", "the call was done; a repetition would not fix the response");
}

#[tokio::test(flavor = "multi_thread")]
async fn retry_after_is_honored_with_the_same_key() {
    let (_db, fixture) = set_up().await;
    fixture
        .web
        .respond_next(PreparedResponse::Header(429, "retry-after", "1".into()))
        .respond_next(PreparedResponse::Header(503, "retry-after", "1".into()));
    fixture.run(("Http", &call("Post", &fixture.web.url("/x"))), run("one")).await.unwrap();
    let requests = fixture.web.requests();
    assert_eq!(requests.len(), 3);
    assert!(requests.iter().all(|one| one.header("idempotency-key") == requests[0].header("idempotency-key")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_port_is_a_failure() {
    let (_db, fixture) = set_up().await;
    // Bound, so that no other program gets the port, but not listening.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let url = format!("http://{}/x", socket.local_addr().unwrap());
    let error = failed(fixture.run(("Http", &call("Post", &url)), run("one")).await);
    assert!(error.starts_with("cannot connect: "), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_credential_is_sent_and_its_secret_is_never_shown_or_stored() {
    let (db, fixture) = set_up().await;
    let credential_id = Some(fixture.create_credential("app", "s3cr3t").await);
    for (auth, header, expected) in [
        (Value::Null, "authorization", "Bearer s3cr3t"),
        (json!("Basic"), "authorization", "Basic YXBwOnMzY3IzdA=="),
        (json!("ApiKey"), "x-api-key", "s3cr3t"),
    ] {
        let mut config = call("Post", &fixture.web.url("/x"));
        config["Op"]["Auth"] = auth;
        fixture.web.respond_next(PreparedResponse::Text(401, "text/plain", "who is s3cr3t".into()));
        let error = failed(fixture.run(("Http", &config), RunOptions { credential_id, ..run("one") }).await);
        assert_eq!(error, "unexpected status 401: who is [secret]");
        assert_eq!(fixture.web.requests().pop().unwrap().header(header), expected);
    }
    let without = call("Post", &fixture.web.url("/y"));
    fixture.run(("Http", &without), run("one")).await.unwrap();
    assert_eq!(fixture.web.requests().pop().unwrap().header("authorization"), "", "no other credential is used");
    assert_eq!(db.count("select count(*) from it.WorkflowEffect where Output like '%s3cr3t%'").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn message_text_cannot_add_a_header_or_change_the_path() {
    let (_db, fixture) = set_up().await;
    let mut config = call("Post", &fixture.web.url("/v1/{{ $.Text }}/x"));
    config["Op"]["Headers"] = json!({"X-Text": "{{ $.Text }}"});
    let error = failed(fixture.run_with(("Http", &config), json!({"Text": "a\r\nX-Evil: 1"}), run("one")).await);
    assert_eq!(error, "Op.Headers.x-text: the value is not allowed in a header");
    config["Op"]["Headers"] = json!({});
    let error = failed(fixture.run_with(("Http", &config), json!({"Text": ".."}), run("one")).await);
    assert_eq!(error, "Op.Url: a value contains `..` and would change the path");
    assert!(fixture.web.requests().is_empty());
}
