//! Pages: embedded in the binary, compressed, cached, with a strict content security policy.

use crate::http::{get, send_request};
use crate::test_app::app;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use stormwire_store::queue::Heartbeat;
use stormwire_testkit::TestDb;

#[tokio::test(flavor = "multi_thread")]
async fn pages_load_nothing_from_other_hosts() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    for path in ["/", "/f/7", "/portal", "/portal/facilities/7", "/docs", "/docs/element"] {
        let response = get(&router, path).await;
        assert_eq!(response.status, StatusCode::OK, "{path}");
        assert!(response.header("content-security-policy").starts_with("default-src 'none'"), "{path}");
        assert_eq!(response.header("x-content-type-options"), "nosniff");
        let html = String::from_utf8(response.body).unwrap();
        assert!(html.starts_with("<!doctype html>"), "{path}");
        assert!(!html.contains("http://") && !html.contains("https://"), "{path} names another server");
        for link in html.split('"').filter(|word| word.starts_with("/assets/")) {
            let asset = get(&router, link).await;
            assert_eq!(asset.status, StatusCode::OK, "{link}");
            assert!(asset.header("cache-control").contains("immutable"), "{link}");
        }
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn public_pages_are_an_installable_app() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    for (page, start) in [("/", "/"), ("/f/7", "/f/7")] {
        let response = get(&router, page).await;
        let policy = response.header("content-security-policy").to_owned();
        assert!(policy.contains("manifest-src 'self'") && policy.contains("worker-src 'self'"), "{policy}");
        let html = String::from_utf8(response.body).unwrap();
        let link = html.split('"').find(|word| word.starts_with("/manifest.webmanifest")).unwrap();
        let manifest = get(&router, link).await;
        assert_eq!(manifest.header("content-type"), "application/manifest+json");
        let manifest = manifest.json();
        assert_eq!((&manifest["start_url"], &manifest["display"]), (&start.into(), &"standalone".into()));
        let icons = manifest["icons"].as_array().unwrap();
        for icon in icons.iter().map(|icon| icon["src"].as_str().unwrap()).chain(["/icon/apple-touch-icon.png"]) {
            let found = get(&router, icon).await;
            assert_eq!((found.status, found.header("content-type")), (StatusCode::OK, "image/png"), "{icon}");
        }
    }
    let worker = get(&router, "/service-worker.js").await;
    assert!(worker.status == StatusCode::OK && worker.header("content-type").contains("javascript"));
    assert_eq!(worker.header("cache-control"), "no-cache", "a new version is found at once");
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn assets_support_etags_and_compression() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    let page = String::from_utf8(get(&router, "/portal").await.body).unwrap();
    let script = page.split('"').find(|word| word.starts_with("/assets/") && word.contains(".js")).unwrap();
    let plain = get(&router, script).await;
    let with = |name: &'static str, value: String| {
        send_request(&router, Request::get(script).header(name, value).body(Body::empty()).unwrap())
    };
    let known = with("if-none-match", plain.header("etag").to_owned()).await;
    assert_eq!((known.status, known.body.len()), (StatusCode::NOT_MODIFIED, 0));
    for (accepted, encoding) in [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("identity", "")] {
        let response = with("accept-encoding", accepted.into()).await;
        assert_eq!(response.header("content-encoding"), encoding);
        assert_eq!(response.header("content-type"), plain.header("content-type"));
        assert!(encoding.is_empty() || response.body.len() < plain.body.len());
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn element_is_cross_origin_with_a_short_cache_lifetime() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    let with = |name: &'static str, value: String| {
        let request = Request::get("/facility-lightning-status.js").header("origin", "https://pool.example");
        send_request(&router, request.header(name, value).body(Body::empty()).unwrap())
    };
    let plain = with("accept-encoding", "identity".into()).await;
    assert_eq!(plain.status, StatusCode::OK);
    assert!(plain.header("content-type").contains("javascript"), "{}", plain.header("content-type"));
    let known = with("if-none-match", plain.header("etag").to_owned()).await;
    assert_eq!(known.status, StatusCode::NOT_MODIFIED);
    let small = with("accept-encoding", "gzip".into()).await;
    assert_eq!(small.header("content-encoding"), "gzip");
    assert!(small.body.len() < 15_000, "{} bytes compressed", small.body.len());
    for response in [plain, known, small] {
        assert_eq!(response.header("access-control-allow-origin"), "*");
        assert_eq!(response.header("cross-origin-resource-policy"), "cross-origin");
        assert_eq!(response.header("cache-control"), "public, max-age=300");
        assert!(response.header("etag").starts_with("W/"));
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn asset_paths_cannot_leave_the_folder() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    for path in
        ["/assets/../index.html", "/assets/%2e%2e/index.html", "/assets/..%2findex.html", "/assets/", "/assets/%00"]
    {
        let response = get(&router, path).await;
        assert_eq!(response.status, StatusCode::NOT_FOUND, "{path}");
        response.problem();
    }
    db.end().await;
}
