//! How lightning answers are shared: tags, caches, compression, other sites, one's turn, one's allowance.

use crate::ask::{Answer, app, ask, parts};
use crate::sky::{GROUND, Sky};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Method, Request};
use serde_json::json;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use stormwire_api::{App, AppParts, RateLimiter, RequestHead};
use stormwire_store::queue::Heartbeat;
use stormwire_testkit::TestDb;

const POOL: (f64, f64) = (34.7304, -86.5861);
const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 7));

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_known_again_by_its_tag_until_something_changes() {
    let db = TestDb::sqlite().await;
    let sky = Sky::over(&db);
    sky.facility(1, "Pool", Some(POOL)).await;
    for path in [
        "",
        "/status",
        "/facilities",
        "/facilities/1/proximity",
        "/proximity?lat=34&lng=-86",
        "/facilities?radiusMiles=3",
        "/status?asOf=2026-05-01T11:00:00Z",
    ] {
        let first = sky.get(path).await;
        let tag = first.header("etag").to_owned();
        assert!(tag.starts_with("W/\"") && tag.len() > 10, "{path}: {tag}");
        assert_eq!(first.header("cache-control"), "public, max-age=1, must-revalidate", "{path}");
        assert_eq!(first.header("content-type"), "application/json", "{path}");
        assert_eq!(first.header("vary"), "accept-encoding", "{path}");
        let again = sky.get_with(path, &[("if-none-match", &tag)]).await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0), "{path}");
        assert_eq!((again.header("etag"), again.header("access-control-allow-origin")), (tag.as_str(), "*"), "{path}");
    }
    let tag = sky.get("/status").await.header("etag").to_owned();
    sky.strike(1, "11:59:00.000000", POOL, GROUND).await;
    sky.a_second_later();
    let changed = sky.get_with("/status", &[("if-none-match", &tag)]).await;
    assert_eq!((changed.status.as_u16(), changed.json()["anyActive"].clone()), (200, json!(true)));
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_answer_lives_for_a_few_seconds_and_never_past_the_turn_of_a_status() {
    let db = TestDb::sqlite().await;
    let sky = Sky::over(&db);
    sky.facility(1, "Pool", Some(POOL)).await;
    sky.strike(1, "11:30:01.500000", POOL, GROUND).await;
    let first = sky.get("/status").await;
    assert_eq!(first.json()["asOf"], "2026-05-01T12:00:00Z");
    sky.a_second_later();
    let kept = sky.get("/status").await;
    assert_eq!(kept.body, first.body, "nothing has changed, so not a byte has");
    assert_eq!(kept.header("cache-control"), "public, no-cache", "half a second before the turn nobody may keep it");
    db.clock.advance(Duration::from_millis(501));
    let turned = sky.get("/status").await;
    assert_eq!(
        (&turned.json()["anyActive"], &turned.json()["asOf"]),
        (&json!(false), &json!("2026-05-01T12:00:01.501Z"))
    );
    db.clock.advance(Duration::from_millis(2_001));
    assert_eq!(
        sky.get("/status").await.json()["asOf"],
        "2026-05-01T12:00:03.502Z",
        "never more than a few seconds behind"
    );
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_strike_that_is_dated_ahead_counts_when_its_time_has_come() {
    let db = TestDb::sqlite().await;
    let sky = Sky::over(&db);
    sky.facility(1, "Pool", Some(POOL)).await;
    sky.strike(1, "12:00:00.400000", POOL, GROUND).await;
    assert_eq!(sky.json("/status").await["anyActive"], false);
    db.clock.advance(Duration::from_millis(400));
    assert_eq!(sky.json("/status").await["anyActive"], true);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn large_answers_are_compressed_when_asked_for() {
    let db = TestDb::sqlite().await;
    let sky = Sky::over(&db);
    for id in 1..=20 {
        sky.facility(id, &format!("Facility {id}"), Some(POOL)).await;
        sky.strike(id, &format!("11:{:02}:00.000000", id + 10), POOL, GROUND).await;
    }
    for path in ["", "/facilities", "/facilities?radiusMiles=4", "/facilities?asOf=2026-05-01T11:30:00Z"] {
        let plain = sky.get(path).await;
        assert_eq!(plain.header("content-encoding"), "", "{path}");
        assert!(plain.body.len() > 1_024, "{path}");
        for coding in ["gzip", "br"] {
            let small = sky.get_with(path, &[("accept-encoding", coding)]).await;
            assert_eq!(small.header("content-encoding"), coding, "{path}");
            assert!(small.body.len() < plain.body.len() / 2, "{path}");
            assert_eq!(unpacked(coding, &small), plain.body, "{path}");
            assert_eq!(small.header("etag"), plain.header("etag"), "{path}");
            assert!(small.header("vary").contains("accept-encoding"), "{path}");
        }
    }
    assert_eq!(sky.get_with("/status", &[("accept-encoding", "gzip")]).await.header("content-encoding"), "");
    db.end().await;
}

fn unpacked(coding: &str, answer: &Answer) -> Vec<u8> {
    use std::io::Read;
    let mut out = Vec::new();
    match coding {
        "gzip" => flate2::read::GzDecoder::new(answer.body.as_slice()).read_to_end(&mut out).unwrap(),
        _ => brotli::Decompressor::new(answer.body.as_slice(), 4_096).read_to_end(&mut out).unwrap(),
    };
    out
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_any_site_may_read_and_ask_before_they_do() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    let send = async |method: &str, path: &str| {
        let request = Request::builder().method(method).uri(path).header("origin", "https://elsewhere.example");
        ask(&router, request.body(Body::empty()).unwrap()).await
    };
    let asked = send("OPTIONS", "/lightning-strikes/status").await;
    assert_eq!((asked.status.as_u16(), asked.header("access-control-allow-methods")), (204, "GET, HEAD"));
    assert!(asked.header("access-control-allow-headers").contains("if-none-match"));
    for (method, path, status) in [
        ("GET", "/lightning-strikes", 200),
        ("HEAD", "/lightning-strikes/status", 200),
        ("GET", "/lightning-strikes/status?x=1", 400),
        ("GET", "/lightning-strikes/nowhere", 404),
        ("DELETE", "/lightning-strikes/status", 403),
    ] {
        let answer = send(method, path).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("access-control-allow-origin")),
            (status, "*"),
            "{method} {path}"
        );
    }
    assert_eq!(send("GET", "/healthz").await.header("access-control-allow-origin"), "");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_are_computed_at_once_the_next_waits_briefly_and_the_live_ones_are_always_there() {
    let db = TestDb::sqlite().await;
    let sky = Sky::over(&db);
    sky.facility(1, "Pool", Some(POOL)).await;
    sky.get("/status").await;
    let (one, _other) =
        (sky.app.lightning.compute_permit().await.unwrap(), sky.app.lightning.compute_permit().await.unwrap());
    let asked = "/lightning-strikes/status?asOf=2026-05-01T11:00:00Z";
    let waiting = tokio::spawn({
        let router = sky.router.clone();
        async move { ask(&router, Request::get(asked).body(Body::empty()).unwrap()).await }
    });
    while !waiting.is_finished() {
        // It waits on the clock, which is moved until it has given up.
        db.clock.advance(Duration::from_millis(100));
        tokio::task::yield_now().await;
    }
    let refused = waiting.await.unwrap();
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "1"));
    assert_eq!(refused.header("access-control-allow-origin"), "*");
    refused.problem();
    for path in ["/status", "/facilities", "/facilities/1/proximity", ""] {
        assert_eq!(sky.get(path).await.status.as_u16(), 200, "{path}");
    }
    drop(one);
    assert_eq!(sky.get("/status?asOf=2026-05-01T11:00:00Z").await.status.as_u16(), 200);
    db.end().await;
}

fn head<'a>(method: &'a Method, uri: &'a axum::http::Uri, headers: &'a HeaderMap) -> RequestHead<'a> {
    RequestHead { method, uri, headers, peer: HERE }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_fast_path_sends_what_the_router_sends_while_it_is_current() {
    let db = TestDb::sqlite().await;
    let sky = Sky::over(&db);
    let (none, uri) = (HeaderMap::new(), "/lightning-strikes/status".parse().unwrap());
    let cached = |app: &App| app.cached_response(&head(&Method::GET, &uri, &none));
    assert!(cached(&sky.app).is_none(), "nobody has asked yet");
    let routed = sky.get("/status").await;
    let ready = cached(&sky.app).unwrap();
    assert_eq!(ready.body().as_ref(), routed.body);
    for (name, value) in &routed.headers {
        // The length is written by whoever sends it; a name of its own has only what is logged.
        if name != "content-length" && name != "x-request-id" {
            assert_eq!(ready.headers().get(name), Some(value), "{name}");
        }
    }
    assert!(ready.headers().keys().all(|name| routed.headers.contains_key(name)), "and no other headers");
    assert!(sky.app.cached_response(&head(&Method::HEAD, &uri, &none)).is_none());
    sky.get("/facilities?historyHours=168&radiusMiles=3").await;
    sky.get("/proximity?lat=34&lng=-86").await;
    assert!(cached(&sky.app).is_some(), "what others ask for clears nothing");
    let known = HeaderMap::from_iter([(axum::http::header::IF_NONE_MATCH, routed.headers["etag"].clone())]);
    assert_eq!(sky.app.cached_response(&head(&Method::GET, &uri, &known)).unwrap().status().as_u16(), 304);
    let other = "/lightning-strikes/status?asOf=2026-05-01T11:00:00Z".parse().unwrap();
    sky.get("/status?asOf=2026-05-01T11:00:00Z").await;
    assert!(sky.app.cached_response(&head(&Method::GET, &other, &none)).is_none(), "the past is not kept");
    sky.strike(1, "11:59:00.000000", POOL, GROUND).await;
    sky.a_second_later();
    assert!(cached(&sky.app).is_none(), "a second later nobody is shown what may have changed");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_fast_path_has_the_security_headers_of_the_router() {
    let db = TestDb::sqlite().await;
    for public_url in ["http://storm.test", "https://storm.example.gov"] {
        let public_url = std::sync::Arc::new(public_url.parse().unwrap());
        let app = App::from(AppParts { public_url, ..parts(&db, Heartbeat::default()) });
        let router = stormwire_api::router(app.clone());
        let uri = "/lightning-strikes/status".parse().unwrap();
        for (name, value) in [("accept", "*/*"), ("accept-encoding", "br"), ("if-none-match", "*")] {
            let request = Request::get(&uri).header(name, value).body(Body::empty()).unwrap();
            let headers = request.headers().clone();
            let from_router = ask(&router, request).await;
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
async fn from(router: &Router, method: &str, path: &str, peer: [u8; 4], forwarded: Option<&str>) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    if let Some(forwarded) = forwarded {
        request = request.header("x-forwarded-for", forwarded);
    }
    let mut request = request.body(Body::empty()).unwrap();
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from((peer, 4_000))));
    ask(router, request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_may_ask_only_so_often_where_anyone_may_ask() {
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
        "/docs",
        "/",
        "/portal",
    ];
    for (number, path) in (1..).zip(open) {
        let peer = [203, 0, 113, number];
        for _ in 0..2 {
            assert_ne!(from(&router, "GET", path, peer, None).await.status.as_u16(), 429, "{path}");
        }
        let refused = from(&router, "GET", path, peer, None).await;
        assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (429, "1"), "{path}");
        refused.problem();
        if path.starts_with("/lightning") {
            assert_eq!(refused.header("access-control-allow-origin"), "*", "{path}");
        }
    }
    for path in ["/facility", "/mailbox-watcher", "/metrics", "/auth/session"] {
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
async fn behind_a_proxy_the_forwarded_address_counts_only_when_the_proxy_is_trusted() {
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
    assert_eq!(status([203, 0, 113, 7], "198.51.100.4").await, 429, "what a stranger says about itself does not count");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_provider_tells_is_never_refused_for_its_number() {
    let db = TestDb::sqlite().await;
    let parts = AppParts { rate_limiter: RateLimiter::new(1), ..parts(&db, Heartbeat::default()) };
    let router = stormwire_api::router(parts.into());
    for number in 0..20 {
        let path = format!("/webhooks/graph/mail?validationToken={number}");
        assert_eq!(from(&router, "POST", &path, [203, 0, 113, 7], None).await.status.as_u16(), 200);
    }
    // A call that is not believed uses the allowance up; then the next one is refused as such.
    assert_eq!(from(&router, "POST", "/webhooks/graph/mail", [203, 0, 113, 7], None).await.status.as_u16(), 400);
    assert_eq!(from(&router, "POST", "/webhooks/graph/mail", [203, 0, 113, 7], None).await.status.as_u16(), 429);
    let probe = from(&router, "POST", "/webhooks/graph/mail?validationToken=x", [203, 0, 113, 7], None).await;
    assert_eq!(probe.status.as_u16(), 200, "and what is believed still is");
    db.end().await;
}
