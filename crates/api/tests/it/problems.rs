//! Every error is a problem of the same shape, without internals.

use crate::http::{TestResponse, get, send_request};
use crate::test_app::app;
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
struct Facility {
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

/// Routes that fail in different ways.
fn broken(db: &TestDb) -> Router {
    let app = app(db, Heartbeat::default());
    let routes: Router<App> = Router::new()
        .route(
            "/facility",
            post(|Json(facility): Json<Facility>| async move { format!("{} {}", facility.name, facility.point.x) }),
        )
        .route("/page", route_get(|Query(page): Query<Page>| async move { page.number.to_string() }))
        .route("/bare", route_get(|| async { (StatusCode::BAD_GATEWAY, "stack trace and select * from secrets") }))
        .route("/panic", route_get(|| async { broken_handler() }));
    with_middleware(routes, &app).with_state(app)
}

fn broken_handler() -> &'static str {
    assert!(!std::hint::black_box(true), "the password is hunter2");
    "never"
}

async fn send(router: &Router, kind: Option<&str>, body: impl Into<Body>) -> TestResponse {
    let mut request = Request::post("/facility");
    if let Some(kind) = kind {
        request = request.header("content-type", kind);
    }
    send_request(router, request.body(body.into()).unwrap()).await
}

const JSON: Option<&str> = Some("application/json");

#[tokio::test(flavor = "multi_thread")]
async fn unknown_routes_and_methods_are_problems() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    let response = get(&router, "/no/such/path?secret=1").await;
    assert_eq!(response.status, StatusCode::NOT_FOUND);
    insta::assert_json_snapshot!(response.problem(), @r#"
    {
      "type": "urn:stormwire:problem:not-found",
      "title": "Not Found",
      "status": 404,
      "detail": "/no/such/path not found"
    }
    "#);
    let response = send_request(&router, Request::delete("/healthz").body(Body::empty()).unwrap()).await;
    assert_eq!(response.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(response.header("allow"), "GET,HEAD");
    assert_eq!(response.problem()["detail"], "DELETE is not supported by /healthz");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_bodies_are_rejected_by_field() {
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
        let response = send(&router, JSON, body.to_owned()).await;
        assert_eq!(response.status, StatusCode::BAD_REQUEST, "{body}");
        let problem = response.problem();
        let found = problem["errors"][0]["field"].as_str().zip(problem["errors"][0]["message"].as_str());
        assert_eq!(found, field, "{body}: {problem}");
    }
    assert_eq!(send(&router, JSON, r#"{"name": "a", "point": {"x": 1}}"#).await.body, b"a 1");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_content_types_and_large_bodies_are_rejected() {
    let db = TestDb::sqlite().await;
    let router = broken(&db);
    for kind in [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("application/jsonish")] {
        let response = send(&router, kind, "{}").await;
        assert_eq!(response.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{kind:?}");
        response.problem();
    }
    let quoted = |length: usize| format!("\"{}\"", " ".repeat(length - 2));
    let largest = send(&router, Some("application/json; charset=utf-8"), quoted(1024 * 1024)).await;
    assert_eq!(largest.status, StatusCode::BAD_REQUEST, "exactly 1 MiB is read, and is then the wrong type");
    let larger = send(&router, JSON, quoted(1024 * 1024 + 1)).await;
    assert_eq!(larger.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(larger.problem()["detail"], "the request body is larger than 1 MiB");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deeply_nested_json_is_rejected() {
    let db = TestDb::sqlite().await;
    let response = send(&broken(&db), JSON, "[".repeat(500_000)).await;
    assert_eq!(response.status, StatusCode::BAD_REQUEST);
    response.problem();
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn framework_errors_and_panics_become_problems_without_internals() {
    let db = TestDb::sqlite().await;
    let router = broken(&db);
    let response = get(&router, "/page?number=many").await;
    assert_eq!(response.status, StatusCode::BAD_REQUEST);
    response.problem();
    for path in ["/bare", "/panic"] {
        let response = get(&router, path).await;
        assert!(response.status.is_server_error(), "{path}");
        let problem = response.problem();
        assert_eq!(problem["detail"], "internal error; see the server log");
        assert_eq!(problem["requestId"], response.header("x-request-id"), "it leads to the log line");
        let text = String::from_utf8_lossy(&response.body).into_owned();
        assert!(!text.contains("select") && !text.contains("hunter2"), "{text}");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn valid_request_ids_are_kept_and_others_replaced() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    let with = |id: &'static str| {
        send_request(&router, Request::get("/healthz").header("x-request-id", id).body(Body::empty()).unwrap())
    };
    assert_eq!(with("abc-123").await.header("x-request-id"), "abc-123");
    let long = "x".repeat(65);
    for bad in ["", "a b", "<script>", "a\"b", long.leak()] {
        let response = with(bad).await;
        assert_eq!(response.header("x-request-id").len(), 36, "{bad:?}");
    }
    db.end().await;
}
