//! Lightning responses: ETags, caching, compression, CORS, computation permits and rate limits.

use crate::http::{TestResponse, send_request};
use crate::lightning_fixture::{GROUND, LightningFixture};
use crate::test_app::{app, parts};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request};
use serde_json::json;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use stormwire_api::{App, AppParts, RateLimiter, RequestHead};
use stormwire_lightning::ComputationKind;
use stormwire_store::queue::Heartbeat;
use stormwire_testkit::TestDb;

const POOL: (f64, f64) = (34.7304, -86.5861);
const PEER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 7));

#[tokio::test(flavor = "multi_thread")]
async fn etags_match_until_something_changes() {
    let db = TestDb::sqlite().await;
    let fixture = LightningFixture::new(&db);
    fixture.facility(1, "Pool", Some(POOL)).await;
    for path in [
        "",
        "/status",
        "/facilities",
        "/facilities/1/proximity",
        "/proximity?lat=34&lng=-86",
        "/facilities?radiusMiles=3",
        "/status?asOf=2026-05-01T11:00:00Z",
    ] {
        let first = fixture.get(path).await;
        let tag = first.header("etag").to_owned();
        assert!(tag.starts_with("W/\"") && tag.len() > 10, "{path}: {tag}");
        assert_eq!(first.header("cache-control"), "public, max-age=1, must-revalidate", "{path}");
        assert_eq!(first.header("content-type"), "application/json", "{path}");
        assert_eq!(first.header("vary"), "accept-encoding", "{path}");
        let again = fixture.get_with(path, &[("if-none-match", &tag)]).await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0), "{path}");
        assert_eq!((again.header("etag"), again.header("access-control-allow-origin")), (tag.as_str(), "*"), "{path}");
    }
    let tag = fixture.get("/status").await.header("etag").to_owned();
    fixture.strike(1, "11:59:00.000000", POOL, GROUND).await;
    fixture.advance_one_second();
    let changed = fixture.get_with("/status", &[("if-none-match", &tag)]).await;
    assert_eq!((changed.status.as_u16(), changed.json()["anyActive"].clone()), (200, json!(true)));
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn live_responses_expire_before_a_status_changes() {
    let db = TestDb::sqlite().await;
    let fixture = LightningFixture::new(&db);
    fixture.facility(1, "Pool", Some(POOL)).await;
    fixture.strike(1, "11:30:01.500000", POOL, GROUND).await;
    let first = fixture.get("/status").await;
    assert_eq!(first.json()["asOf"], "2026-05-01T12:00:00Z");
    fixture.advance_one_second();
    let kept = fixture.get("/status").await;
    assert_eq!(kept.body, first.body, "nothing has changed");
    assert_eq!(
        kept.header("cache-control"),
        "public, no-cache",
        "not cacheable half a second before the status changes"
    );
    db.clock.advance(Duration::from_millis(501));
    let turned = fixture.get("/status").await;
    assert_eq!(
        (&turned.json()["anyActive"], &turned.json()["asOf"]),
        (&json!(false), &json!("2026-05-01T12:00:01.501Z"))
    );
    db.clock.advance(Duration::from_millis(2_001));
    assert_eq!(
        fixture.get("/status").await.json()["asOf"],
        "2026-05-01T12:00:03.502Z",
        "never more than a few seconds behind"
    );
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn future_strikes_count_from_their_timestamp() {
    let db = TestDb::sqlite().await;
    let fixture = LightningFixture::new(&db);
    fixture.facility(1, "Pool", Some(POOL)).await;
    fixture.strike(1, "12:00:00.400000", POOL, GROUND).await;
    assert_eq!(fixture.json("/status").await["anyActive"], false);
    db.clock.advance(Duration::from_millis(400));
    assert_eq!(fixture.json("/status").await["anyActive"], true);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn large_responses_are_compressed_on_request() {
    let db = TestDb::sqlite().await;
    let fixture = LightningFixture::new(&db);
    for id in 1..=20 {
        fixture.facility(id, &format!("Facility {id}"), Some(POOL)).await;
        fixture.strike(id, &format!("11:{:02}:00.000000", id + 10), POOL, GROUND).await;
    }
    for path in ["", "/facilities", "/facilities?radiusMiles=4", "/facilities?asOf=2026-05-01T11:30:00Z"] {
        let plain = fixture.get(path).await;
        assert_eq!(plain.header("content-encoding"), "", "{path}");
        assert!(plain.body.len() > 1_024, "{path}");
        for encoding in ["gzip", "br"] {
            let small = fixture.get_with(path, &[("accept-encoding", encoding)]).await;
            assert_eq!(small.header("content-encoding"), encoding, "{path}");
            assert!(small.body.len() < plain.body.len() / 2, "{path}");
            assert_eq!(decompressed(encoding, &small), plain.body, "{path}");
            assert_eq!(small.header("etag"), plain.header("etag"), "{path}");
            assert!(small.header("vary").contains("accept-encoding"), "{path}");
        }
    }
    assert_eq!(fixture.get_with("/status", &[("accept-encoding", "gzip")]).await.header("content-encoding"), "");
    db.end().await;
}

fn decompressed(encoding: &str, response: &TestResponse) -> Vec<u8> {
    use std::io::Read;
    let mut out = Vec::new();
    match encoding {
        "gzip" => flate2::read::GzDecoder::new(response.body.as_slice()).read_to_end(&mut out).unwrap(),
        _ => brotli::Decompressor::new(response.body.as_slice(), 4_096).read_to_end(&mut out).unwrap(),
    };
    out
}

#[tokio::test(flavor = "multi_thread")]
async fn cross_origin_reads_and_preflights_are_allowed() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    let send = async |method: &str, path: &str| {
        let request = Request::builder().method(method).uri(path).header("origin", "https://elsewhere.example");
        send_request(&router, request.body(Body::empty()).unwrap()).await
    };
    let preflight = send("OPTIONS", "/lightning-strikes/status").await;
    assert_eq!((preflight.status.as_u16(), preflight.header("access-control-allow-methods")), (204, "GET, HEAD"));
    assert!(preflight.header("access-control-allow-headers").contains("if-none-match"));
    for (method, path, status) in [
        ("GET", "/lightning-strikes", 200),
        ("HEAD", "/lightning-strikes/status", 200),
        ("GET", "/lightning-strikes/status?x=1", 400),
        ("GET", "/lightning-strikes/nowhere", 404),
        ("DELETE", "/lightning-strikes/status", 403),
    ] {
        let response = send(method, path).await;
        assert_eq!(
            (response.status.as_u16(), response.header("access-control-allow-origin")),
            (status, "*"),
            "{method} {path}"
        );
    }
    assert_eq!(send("GET", "/healthz").await.header("access-control-allow-origin"), "");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn third_concurrent_computation_is_rejected_but_live_responses_are_not() {
    let db = TestDb::sqlite().await;
    let fixture = LightningFixture::new(&db);
    fixture.facility(1, "Pool", Some(POOL)).await;
    fixture.get("/status").await;
    let lightning = &fixture.app.lightning;
    let one = lightning.compute_permit(ComputationKind::Live).await.unwrap();
    let _other = lightning.compute_permit(ComputationKind::Live).await.unwrap();
    let preflight = "/lightning-strikes/status?asOf=2026-05-01T11:00:00Z";
    let waiting = tokio::spawn({
        let router = fixture.router.clone();
        async move { send_request(&router, Request::get(preflight).body(Body::empty()).unwrap()).await }
    });
    while !waiting.is_finished() {
        // It waits on the test clock, which is advanced until the wait times out.
        db.clock.advance(Duration::from_millis(100));
        tokio::task::yield_now().await;
    }
    let rejected = waiting.await.unwrap();
    assert_eq!((rejected.status.as_u16(), rejected.header("retry-after")), (503, "1"));
    assert_eq!(rejected.header("access-control-allow-origin"), "*");
    rejected.problem();
    for path in ["/status", "/facilities", "/facilities/1/proximity", ""] {
        assert_eq!(fixture.get(path).await.status.as_u16(), 200, "{path}");
    }
    drop(one);
    assert_eq!(fixture.get("/status?asOf=2026-05-01T11:00:00Z").await.status.as_u16(), 200);
    db.end().await;
}

fn head<'a>(method: &'a Method, uri: &'a axum::http::Uri, headers: &'a HeaderMap) -> RequestHead<'a> {
    RequestHead { method, uri, headers, peer: PEER }
}

#[tokio::test(flavor = "multi_thread")]
async fn fast_path_equals_the_router_while_current() {
    let db = TestDb::sqlite().await;
    let fixture = LightningFixture::new(&db);
    let (none, uri) = (HeaderMap::new(), "/lightning-strikes/status".parse().unwrap());
    let cached = |app: &App| app.cached_response(&head(&Method::GET, &uri, &none));
    assert!(cached(&fixture.app).is_none(), "no request yet");
    let routed = fixture.get("/status").await;
    let ready = cached(&fixture.app).unwrap();
    assert_eq!(ready.body().as_ref(), routed.body);
    for (name, value) in &routed.headers {
        // The listener sets the length; only logged requests have an id.
        if name != "content-length" && name != "x-request-id" {
            assert_eq!(ready.headers().get(name), Some(value), "{name}");
        }
    }
    assert!(ready.headers().keys().all(|name| routed.headers.contains_key(name)), "no additional headers");
    assert!(fixture.app.cached_response(&head(&Method::HEAD, &uri, &none)).is_none());
    fixture.get("/facilities?historyHours=168&radiusMiles=3").await;
    fixture.get("/proximity?lat=34&lng=-86").await;
    assert!(cached(&fixture.app).is_some(), "other requests do not clear it");
    let known = HeaderMap::from_iter([(axum::http::header::IF_NONE_MATCH, routed.headers["etag"].clone())]);
    assert_eq!(fixture.app.cached_response(&head(&Method::GET, &uri, &known)).unwrap().status().as_u16(), 304);
    let other = "/lightning-strikes/status?asOf=2026-05-01T11:00:00Z".parse().unwrap();
    fixture.get("/status?asOf=2026-05-01T11:00:00Z").await;
    assert!(fixture.app.cached_response(&head(&Method::GET, &other, &none)).is_none(), "replays are not cached");
    fixture.strike(1, "11:59:00.000000", POOL, GROUND).await;
    fixture.advance_one_second();
    assert!(cached(&fixture.app).is_none(), "after a second it may be out of date");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fast_path_has_the_security_headers_of_the_router() {
    let db = TestDb::sqlite().await;
    for public_url in ["http://storm.test", "https://storm.example.gov"] {
        let public_url = std::sync::Arc::new(public_url.parse().unwrap());
        let app = App::from(AppParts { public_url, ..parts(&db, Heartbeat::default()) });
        let router = stormwire_api::router(app.clone());
        let uri = "/lightning-strikes/status".parse().unwrap();
        for (name, value) in [("accept", "*/*"), ("accept-encoding", "br"), ("if-none-match", "*")] {
            let request = Request::get(&uri).header(name, value).body(Body::empty()).unwrap();
            let headers = request.headers().clone();
            let from_router = send_request(&router, request).await;
            let cached = app.cached_response(&head(&Method::GET, &uri, &headers)).unwrap();
            let shared = |all: &HeaderMap| -> Vec<(String, Vec<u8>)> {
                let kept = |name: &str| name != "content-length" && name != "x-request-id";
                let mut list: Vec<_> =
                    all.iter().map(|(name, value)| (name.to_string(), value.as_bytes().to_vec())).collect();
                list.retain(|(name, _)| kept(name));
                list.sort();
                list
            };
            assert_eq!(
                shared(cached.headers()),
                shared(&from_router.headers),
                "{app_url} {name}",
                app_url = app.public_url
            );
            assert_eq!(cached.headers()["x-content-type-options"], "nosniff");
            assert_eq!(cached.headers().contains_key("strict-transport-security"), app.public_url.scheme() == "https");
        }
    }
    db.end().await;
}

/// A request from an address, possibly through a proxy that names another.
async fn from(router: &Router, method: &str, path: &str, peer: [u8; 4], forwarded: Option<&str>) -> TestResponse {
    let mut request = Request::builder().method(method).uri(path);
    if let Some(forwarded) = forwarded {
        request = request.header("x-forwarded-for", forwarded);
    }
    let mut request = request.body(Body::empty()).unwrap();
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from((peer, 4_000))));
    send_request(router, request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn anonymous_requests_are_limited_per_address() {
    let db = TestDb::sqlite().await;
    let parts = AppParts { rate_limiter: RateLimiter::new(2), ..parts(&db, Heartbeat::default()) };
    let router = stormwire_api::router(parts.into());
    let open = [
        "/lightning-strikes",
        "/lightning-strikes/status",
        "/lightning-strikes/facilities",
        "/lightning-strikes/proximity?lat=1&lng=1",
        "/lightning-strikes/facilities/1/proximity",
        "/healthz",
        "/readyz",
        "/openapi.json",
        "/city",
        "/docs",
        "/no-such-page",
        "/",
        "/portal",
    ];
    for (number, path) in (1..).zip(open) {
        let peer = [203, 0, 113, number];
        for _ in 0..2 {
            assert_ne!(from(&router, "GET", path, peer, None).await.status.as_u16(), 429, "{path}");
        }
        let rejected = from(&router, "GET", path, peer, None).await;
        assert_eq!((rejected.status.as_u16(), rejected.header("retry-after")), (429, "1"), "{path}");
        rejected.problem();
        if path.starts_with("/lightning") {
            assert_eq!(rejected.header("access-control-allow-origin"), "*", "{path}");
        }
    }
    let with_role = [
        "/facility",
        "/facility/1",
        "/mailbox-watcher",
        "/metrics",
        "/auth/session",
        "/policy",
        "/policy/1",
        "/city/settings",
        "/system",
        "/workflow/handlers",
    ];
    for path in with_role {
        for _ in 0..5 {
            assert_eq!(from(&router, "GET", path, [203, 0, 113, 99], None).await.status.as_u16(), 401, "{path}");
        }
    }
    db.clock.advance(Duration::from_millis(500));
    assert_eq!(
        from(&router, "GET", "/healthz", [203, 0, 113, 1], None).await.status.as_u16(),
        200,
        "half a second gives one more"
    );
    assert_eq!(from(&router, "GET", "/healthz", [203, 0, 113, 1], None).await.status.as_u16(), 429);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forwarded_addresses_count_only_from_trusted_proxies() {
    let db = TestDb::sqlite().await;
    let trusted: std::sync::Arc<[_]> = ["10.0.0.0/8".parse().unwrap()].into();
    let parts =
        AppParts { rate_limiter: RateLimiter::new(1), trusted_proxies: trusted, ..parts(&db, Heartbeat::default()) };
    let router = stormwire_api::router(parts.into());
    let status = async |peer, forwarded| from(&router, "GET", "/healthz", peer, Some(forwarded)).await.status.as_u16();
    assert_eq!(status([10, 0, 0, 1], "198.51.100.1").await, 200);
    assert_eq!(status([10, 0, 0, 1], "198.51.100.2").await, 200, "another client of the same proxy");
    assert_eq!(status([10, 0, 0, 2], "198.51.100.1").await, 429, "the same client through another proxy");
    assert_eq!(status([203, 0, 113, 7], "198.51.100.3").await, 200);
    assert_eq!(status([203, 0, 113, 7], "198.51.100.4").await, 429, "the header of an untrusted client is ignored");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn verified_notifications_are_never_rate_limited() {
    let db = TestDb::sqlite().await;
    let parts = AppParts { rate_limiter: RateLimiter::new(1), ..parts(&db, Heartbeat::default()) };
    let router = stormwire_api::router(parts.into());
    for number in 0..20 {
        let path = format!("/webhooks/graph/mail?validationToken={number}");
        assert_eq!(from(&router, "POST", &path, [203, 0, 113, 7], None).await.status.as_u16(), 200);
    }
    // An unauthenticated call uses up the limit; the next one is rejected with 429.
    assert_eq!(from(&router, "POST", "/webhooks/graph/mail", [203, 0, 113, 7], None).await.status.as_u16(), 400);
    assert_eq!(from(&router, "POST", "/webhooks/graph/mail", [203, 0, 113, 7], None).await.status.as_u16(), 429);
    let probe = from(&router, "POST", "/webhooks/graph/mail?validationToken=x", [203, 0, 113, 7], None).await;
    assert_eq!(probe.status.as_u16(), 200, "valid calls are still accepted");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_body_of_a_rejected_webhook_is_not_read() {
    let db = TestDb::sqlite().await;
    let parts = AppParts { rate_limiter: RateLimiter::new(1), ..parts(&db, Heartbeat::default()) };
    let router = stormwire_api::router(parts.into());
    assert_eq!(from(&router, "POST", "/webhooks/graph/mail", [203, 0, 113, 7], None).await.status.as_u16(), 400);
    let body =
        Body::from_stream(futures_util::stream::once(async { panic!("the body is read") as Result<String, String> }));
    let mut request = Request::post("/webhooks/graph/mail").body(body).unwrap();
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from(([203, 0, 113, 7], 4_000))));
    assert_eq!(send_request(&router, request).await.status.as_u16(), 429);
    db.end().await;
}
