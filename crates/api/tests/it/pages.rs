//! The pages: from this binary alone, compressed, cached, under a strict policy.

use crate::ask::{app, ask, get};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use stormwire_store::queue::Heartbeat;
use stormwire_testkit::TestDb;

#[tokio::test(flavor = "multi_thread")]
async fn pages_load_nothing_from_elsewhere() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    for path in ["/", "/f/7", "/portal", "/portal/facilities/7", "/docs", "/docs/element"] {
        let answer = get(&router, path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert!(answer.header("content-security-policy").starts_with("default-src 'none'"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        let html = String::from_utf8(answer.body).unwrap();
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
async fn a_known_file_is_not_sent_again_and_a_small_form_is_sent_to_who_takes_it() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    let page = String::from_utf8(get(&router, "/portal").await.body).unwrap();
    let script = page.split('"').find(|word| word.starts_with("/assets/") && word.contains(".js")).unwrap();
    let plain = get(&router, script).await;
    let with = |name: &'static str, value: String| {
        ask(&router, Request::get(script).header(name, value).body(Body::empty()).unwrap())
    };
    let known = with("if-none-match", plain.header("etag").to_owned()).await;
    assert_eq!((known.status, known.body.len()), (StatusCode::NOT_MODIFIED, 0));
    for (accepted, coding) in [("gzip, deflate, br", "br"), ("gzip", "gzip"), ("identity", "")] {
        let answer = with("accept-encoding", accepted.into()).await;
        assert_eq!(answer.header("content-encoding"), coding);
        assert_eq!(answer.header("content-type"), plain.header("content-type"));
        assert!(coding.is_empty() || answer.body.len() < plain.body.len());
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_element_may_be_loaded_by_any_origin_and_a_new_one_is_seen_soon() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    let with = |name: &'static str, value: String| {
        let request = Request::get("/facility-lightning-status.js").header("origin", "https://pool.example");
        ask(&router, request.header(name, value).body(Body::empty()).unwrap())
    };
    let plain = with("accept-encoding", "identity".into()).await;
    assert_eq!(plain.status, StatusCode::OK);
    assert!(plain.header("content-type").contains("javascript"), "{}", plain.header("content-type"));
    let known = with("if-none-match", plain.header("etag").to_owned()).await;
    assert_eq!(known.status, StatusCode::NOT_MODIFIED);
    let small = with("accept-encoding", "gzip".into()).await;
    assert_eq!(small.header("content-encoding"), "gzip");
    assert!(small.body.len() < 15_000, "{} bytes compressed", small.body.len());
    for answer in [plain, known, small] {
        assert_eq!(answer.header("access-control-allow-origin"), "*");
        assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin");
        assert_eq!(answer.header("cache-control"), "public, max-age=300");
        assert!(answer.header("etag").starts_with("W/"));
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_path_leads_out_of_the_assets() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    for path in
        ["/assets/../index.html", "/assets/%2e%2e/index.html", "/assets/..%2findex.html", "/assets/", "/assets/%00"]
    {
        let answer = get(&router, path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        answer.problem();
    }
    db.end().await;
}
