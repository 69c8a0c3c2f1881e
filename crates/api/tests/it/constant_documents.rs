//! Documents that rarely change are made once: with an ETag, compressed, cacheable, and identical until something changes.

use crate::admin_client::AdminClient;
use crate::http::{TestResponse, send_request};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use stormwire_testkit::TestDb;

/// Each with its `Cache-Control`.
const DOCUMENTS: [(&str, &str); 10] = [
    ("/city", "public, max-age=60"),
    ("/openapi.json", "public, max-age=300"),
    ("/aerial-tiles", "public, no-cache"),
    ("/aerial-tiles?limit=1000", "public, no-cache"),
    ("/aerial-tiles/covering?lat=34.73&lng=-86.58", "public, no-cache"),
    ("/map-layers", "public, no-cache"),
    ("/plain", "public, max-age=1, must-revalidate"),
    ("/docs/guide", "no-cache"),
    ("/facility-lightning-status.js", "public, max-age=300"),
    ("/custom-elements.json", "public, max-age=300"),
];

async fn get_with(router: &Router, path: &str, name: &str, value: &str) -> TestResponse {
    send_request(router, Request::get(path).header(name, value).body(Body::empty()).unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn unchanged_documents_are_not_sent_again() {
    let db = TestDb::sqlite().await;
    let client = AdminClient::without_provider(&db).await;
    for (path, cache_control) in DOCUMENTS {
        let first = client.get(path).await;
        first.expect(200);
        assert_eq!(first.header("cache-control"), cache_control, "{path}");
        let known = get_with(&client.router, path, "if-none-match", first.header("etag")).await;
        assert_eq!((known.status.as_u16(), known.body.len()), (304, 0), "{path}");
        assert_eq!(client.get(path).await.body, first.body, "{path}");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn large_documents_are_sent_compressed() {
    let db = TestDb::sqlite().await;
    let client = AdminClient::without_provider(&db).await;
    let plain = client.get("/openapi.json").await;
    for encoding in ["gzip", "br"] {
        let small = get_with(&client.router, "/openapi.json", "accept-encoding", encoding).await;
        assert_eq!(small.header("content-encoding"), encoding);
        assert!(small.body.len() < plain.body.len() / 5, "{encoding}: {}", small.body.len());
        assert_eq!(small.header("content-type"), "application/json");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn raw_strikes_without_parameters_come_from_the_cache() {
    let db = TestDb::sqlite().await;
    let client = AdminClient::without_provider(&db).await;
    let first = client.get("/lightning-strikes").await;
    assert_eq!(first.expect(200)["strikes"], json!([]));
    let streamed = client.get("/lightning-strikes?limit=10000").await;
    assert_eq!(streamed.expect(200), first.json(), "the same strikes with and without parameters");
    assert_eq!(client.get("/lightning-strikes").await.body, first.body);
    assert_ne!(first.header("content-length"), "", "not streamed");
    db.end().await;
}
