//! Whatever goes wrong is a problem, in the same shape, with nothing in it that is none of the caller's business.

use crate::ask::{Answer, app, ask, get};
use axum::Router;
use axum::body::Body;
use axum::extract::Query;
use axum::http::{Request, StatusCode};
use axum::routing::{get as route_get, post};
use serde::Deserialize;
use stormwire_api::{App, Json, with_middleware};
use stormwire_store::queue::Heartbeat;
use stormwire_testkit::TestDb;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    name: String,
    point: Point,
}

#[derive(Deserialize)]
struct Point {
    x: f64,
}

#[derive(Deserialize)]
struct Page {
    number: u32,
}

/// Routes that go wrong in each way that a route can.
fn broken(db: &TestDb) -> Router {
    let app = app(db, Heartbeat::default());
    let routes: Router<App> = Router::new()
        .route("/place", post(|Json(place): Json<Place>| async move { format!("{} {}", place.name, place.point.x) }))
        .route("/page", route_get(|Query(page): Query<Page>| async move { page.number.to_string() }))
        .route("/bare", route_get(|| async { (StatusCode::BAD_GATEWAY, "stack trace and select * from secrets") }))
        .route("/panic", route_get(|| async { broken_handler() }));
    with_middleware(routes, &app).with_state(app)
}

fn broken_handler() -> &'static str {
    assert!(!std::hint::black_box(true), "the password is hunter2");
    "never"
}

async fn send(router: &Router, kind: Option<&str>, body: impl Into<Body>) -> Answer {
    let mut request = Request::post("/place");
    if let Some(kind) = kind {
        request = request.header("content-type", kind);
    }
    ask(router, request.body(body.into()).unwrap()).await
}

const JSON: Option<&str> = Some("application/json");

#[tokio::test(flavor = "multi_thread")]
async fn unknown_routes_and_methods_are_problems() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    let answer = get(&router, "/no/such/place?secret=1").await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
    insta::assert_json_snapshot!(answer.problem(), @r#"
    {
      "type": "urn:stormwire:problem:not-found",
      "title": "Not Found",
      "status": 404,
      "detail": "there is nothing at /no/such/place"
    }
    "#);
    let answer = ask(&router, Request::delete("/healthz").body(Body::empty()).unwrap()).await;
    assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(answer.header("allow"), "GET,HEAD");
    assert_eq!(answer.problem()["detail"], "DELETE is not possible at /healthz");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_body_is_a_problem_that_names_the_field() {
    let db = TestDb::sqlite().await;
    let router = broken(&db);
    let cases = [
        ("", None),
        ("{", None),
        (r#"{"name": "a", "point": {"x": 1}} {}"#, None),
        ("\u{0}", None),
        (r#"{"name": 7, "point": {"x": 1}}"#, Some(("name", "invalid type: integer `7`, expected a string"))),
        (r#"{"name": "a", "point": {"x": "east"}}"#, Some(("point.x", "invalid type: string \"east\", expected f64"))),
        (r#"{"name": "a", "point": {}}"#, Some(("point.x", "missing field `x`"))),
        (r#"{"point": {"x": 1}}"#, Some(("name", "missing field `name`"))),
        (r#"{"name": "a", "pont": {"x": 1}}"#, Some(("pont", "unknown field `pont`, expected `name` or `point`"))),
    ];
    for (body, field) in cases {
        let answer = send(&router, JSON, body.to_owned()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}");
        let problem = answer.problem();
        let found = problem["errors"][0]["field"].as_str().zip(problem["errors"][0]["message"].as_str());
        assert_eq!(found, field, "{body}: {problem}");
    }
    assert_eq!(send(&router, JSON, r#"{"name": "a", "point": {"x": 1}}"#).await.body, b"a 1");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_of_another_kind_or_of_great_length_is_a_problem() {
    let db = TestDb::sqlite().await;
    let router = broken(&db);
    for kind in [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("application/jsonish")] {
        let answer = send(&router, kind, "{}").await;
        assert_eq!(answer.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{kind:?}");
        answer.problem();
    }
    let quoted = |length: usize| format!("\"{}\"", " ".repeat(length - 2));
    let largest = send(&router, Some("application/json; charset=utf-8"), quoted(1024 * 1024)).await;
    assert_eq!(largest.status, StatusCode::BAD_REQUEST, "exactly 1 MiB is read, and is then the wrong type");
    let larger = send(&router, JSON, quoted(1024 * 1024 + 1)).await;
    assert_eq!(larger.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(larger.problem()["detail"], "the body may have 1 MiB at most");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deeply_nested_json_is_refused_and_not_followed() {
    let db = TestDb::sqlite().await;
    let answer = send(&broken(&db), JSON, "[".repeat(500_000)).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    answer.problem();
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_framework_or_a_handler_says_by_itself_becomes_a_problem_and_leaks_nothing() {
    let db = TestDb::sqlite().await;
    let router = broken(&db);
    let answer = get(&router, "/page?number=many").await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    answer.problem();
    for path in ["/bare", "/panic"] {
        let answer = get(&router, path).await;
        assert!(answer.status.is_server_error(), "{path}");
        let problem = answer.problem();
        assert_eq!(problem["detail"], "something went wrong on our side");
        assert_eq!(problem["requestId"], answer.header("x-request-id"), "the caller can quote it");
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(!text.contains("select") && !text.contains("hunter2"), "{text}");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_keeps_its_plain_id_and_gets_one_otherwise() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    let with = |id: &'static str| {
        ask(&router, Request::get("/healthz").header("x-request-id", id).body(Body::empty()).unwrap())
    };
    assert_eq!(with("abc-123").await.header("x-request-id"), "abc-123");
    let long = "x".repeat(65);
    for bad in ["", "a b", "<script>", "a\"b", long.leak()] {
        let answer = with(bad).await;
        assert_eq!(answer.header("x-request-id").len(), 36, "{bad:?}");
    }
    db.end().await;
}
