//! `/media`: ranges, ETags, cache lifetime, and paths that try to leave the folder.

use crate::http::{TestResponse, get, send_request};
use crate::test_app::{app, parts};
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use std::path::Path;
use std::sync::Arc;
use std::{fs, io};
use stormwire_api::AppParts;
use stormwire_city::tiles::{Media, TilePainter};
use stormwire_store::queue::Heartbeat;
use stormwire_testkit::TestDb;

const BYTES: &[u8] = b"0123456789abcdefghij";

async fn router_with_images() -> (TestDb, Router) {
    let db = TestDb::sqlite().await;
    let folder = db.folder().join("media/aerial");
    fs::create_dir_all(&folder).unwrap();
    for name in ["a-2024.jpg", "a-2024.png", "old town-2024.jpg", "page.html"] {
        fs::write(folder.join(name), BYTES).unwrap();
    }
    fs::write(folder.join(".a-2024.jpg.part"), "half").unwrap();
    fs::write(db.folder().join("secret"), "s3cret").unwrap();
    std::os::unix::fs::symlink(db.folder().join("secret"), folder.join("link.jpg")).unwrap();
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    (db, router)
}

async fn with(router: &Router, path: &str, headers: &[(&str, &str)]) -> TestResponse {
    let request = headers.iter().fold(Request::get(path), |request, (name, value)| request.header(*name, *value));
    send_request(router, request.body(Body::empty()).unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn images_have_etag_cache_lifetime_and_content_type() {
    let (db, router) = router_with_images().await;
    let response = get(&router, "/media/aerial/a-2024.jpg").await;
    assert_eq!((response.status.as_u16(), response.body.as_slice()), (200, BYTES));
    assert_eq!(response.header("content-type"), "image/jpeg");
    assert_eq!(response.header("cache-control"), "public, max-age=2592000");
    assert_eq!(response.header("x-content-type-options"), "nosniff");
    assert_eq!(response.header("access-control-allow-origin"), "*");
    assert_eq!(response.header("accept-ranges"), "bytes");
    assert_eq!(get(&router, "/media/aerial/a-2024.png").await.header("content-type"), "image/png");
    assert_eq!(get(&router, "/media/aerial/old%20town-2024.jpg").await.status.as_u16(), 200);
    let page = get(&router, "/media/aerial/page.html").await;
    assert!(page.header("content-security-policy").contains("sandbox"), "scripts in the folder do not run");
    let head = Request::head("/media/aerial/a-2024.jpg").body(Body::empty()).unwrap();
    let head = send_request(&router, head).await;
    assert_eq!((head.status.as_u16(), head.body.len(), head.header("content-length")), (200, 0, "20"));

    let tag = response.header("etag");
    assert!(tag.starts_with('"') && tag.len() > 4, "{tag}");
    let known = with(&router, "/media/aerial/a-2024.jpg", &[("if-none-match", tag)]).await;
    assert_eq!((known.status.as_u16(), known.body.len(), known.header("etag")), (304, 0, tag));
    assert_eq!(known.header("cache-control"), "public, max-age=2592000");
    assert_eq!(known.header("access-control-allow-origin"), "*");
    fs::write(db.folder().join("media/aerial/a-2024.jpg"), "another picture").unwrap();
    let changed = with(&router, "/media/aerial/a-2024.jpg", &[("if-none-match", tag)]).await;
    assert_eq!((changed.status.as_u16(), changed.body.as_slice()), (200, b"another picture".as_slice()));
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn range_requests_return_part_of_an_image() {
    let (db, router) = router_with_images().await;
    let path = "/media/aerial/a-2024.jpg";
    for (range, part, content_range) in [
        ("bytes=0-3", "0123", "bytes 0-3/20"),
        ("bytes=10-", "abcdefghij", "bytes 10-19/20"),
        ("bytes=-5", "fghij", "bytes 15-19/20"),
    ] {
        let response = with(&router, path, &[("range", range)]).await;
        assert_eq!((response.status.as_u16(), response.body.as_slice()), (206, part.as_bytes()), "{range}");
        assert_eq!(response.header("content-range"), content_range);
    }
    let beyond = with(&router, path, &[("range", "bytes=50-60")]).await;
    assert_eq!((beyond.status.as_u16(), beyond.header("content-range")), (416, "bytes */20"));
    beyond.problem();
    let several = with(&router, path, &[("range", "bytes=0-1,4-5")]).await;
    assert_eq!(
        (several.status.as_u16(), several.body.as_slice()),
        (200, BYTES),
        "the whole image instead of several parts"
    );
    for other in ["lines=0-9", "bytes=9-3", "bytes=x-3", "bytes", "bytes=", "bytes=-"] {
        let response = with(&router, path, &[("range", other)]).await;
        assert_eq!((response.status.as_u16(), response.body.as_slice()), (200, BYTES), "{other} is not a byte range");
    }
    let stale = with(&router, path, &[("range", "bytes=0-3"), ("if-range", "\"old\"")]).await;
    assert_eq!((stale.status.as_u16(), stale.body.as_slice()), (200, BYTES), "the image may have changed");
    let known = get(&router, path).await;
    for name in ["etag", "last-modified"] {
        let validator = known.header(name);
        let same = with(&router, path, &[("range", "bytes=0-3"), ("if-range", validator)]).await;
        assert_eq!((same.status.as_u16(), same.body.as_slice()), (206, b"0123".as_slice()), "{name} {validator}");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn paths_cannot_leave_the_folder_or_reach_hidden_files() {
    let (db, router) = router_with_images().await;
    for path in [
        "/media/../secret",
        "/media/aerial/../../secret",
        "/media/%2e%2e/secret",
        "/media/aerial/%2e%2e/%2e%2e/secret",
        "/media/..%2fsecret",
        "/media/..%2Fsecret",
        "/media/aerial/..%5c..%5csecret",
        "/media/%2fetc/passwd",
        "/media//etc/passwd",
        "/media/aerial//a-2024.jpg",
        "/media/./aerial/a-2024.jpg",
        "/media/aerial/link.jpg",
        "/media/aerial/.a-2024.jpg.part",
        "/media/aerial",
        "/media/aerial/",
        "/media/",
        "/media",
        "/media/aerial/a-2024.jpg/",
        "/media/aerial/a-2024.jpg%00.png",
        "/media/aerial/%ff",
        "/media/aerial/none-2024.jpg",
    ] {
        let response = get(&router, path).await;
        assert!(matches!(response.status.as_u16(), 400 | 404), "{path}: {}", response.status);
        response.problem();
        assert!(!String::from_utf8_lossy(&response.body).contains("s3cret"), "{path}");
        assert_eq!(response.header("cache-control"), "no-store", "{path}: may exist later");
    }
    db.end().await;
}

struct FixedPainter;

impl TilePainter for FixedPainter {
    fn paint(&self, folder: &Path, path: &str) -> io::Result<bool> {
        match path {
            "aerial/new-2024.jpg" => {
                fs::create_dir_all(folder.join("aerial"))?;
                fs::write(folder.join(path), BYTES).map(|()| true)
            }
            "aerial/broken-2024.jpg" => Err(io::Error::other("the disk at /var/secret is full")),
            _ => Ok(false),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_images_are_painted_on_request() {
    let db = TestDb::sqlite().await;
    let media = Media::new(&db.folder().join("media"), Some(Arc::new(FixedPainter)));
    let parts = AppParts { media, ..parts(&db, Heartbeat::default()) };
    let router = stormwire_api::router(parts.into());
    assert_eq!(get(&router, "/media/aerial/new-2024.jpg").await.body, BYTES);
    assert_eq!(get(&router, "/media/aerial/other-2024.jpg").await.status.as_u16(), 404);
    let broken = get(&router, "/media/aerial/broken-2024.jpg").await;
    assert_eq!(broken.status.as_u16(), 500);
    broken.problem();
    assert!(!String::from_utf8_lossy(&broken.body).contains("/var"), "internals are not shown");
    db.end().await;
}
