//! The guide, built from `docs/guide` and served by the binary.

use crate::admin_client::AdminClient;
use crate::http::get;
use crate::test_app::app;
use axum::http::StatusCode;
use stormwire_store::queue::Heartbeat;
use stormwire_testkit::TestDb;

#[tokio::test(flavor = "multi_thread")]
async fn every_page_in_the_contents_is_served() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    let contents = String::from_utf8(get(&router, "/docs/guide").await.body).unwrap();
    let pages: Vec<_> = contents.split('"').filter(|part| part.starts_with("/docs/guide/")).collect();
    assert!(pages.len() > 20, "{pages:?}");
    for path in pages {
        let page = get(&router, path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert!(page.header("content-security-policy").starts_with("default-src 'none'"), "{path}");
        assert!(String::from_utf8(page.body).unwrap().contains("aria-current=\"page\""), "{path}");
    }
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_action_type_has_a_fragment_for_its_form() {
    let db = TestDb::sqlite().await;
    let client = AdminClient::without_provider(&db).await;
    let handlers = client.get("/workflow/handlers").await.expect(200);
    for handler in handlers.as_array().unwrap() {
        let action = kebab_case(handler["actionType"].as_str().unwrap());
        let fragment = client.get(&format!("/docs/guide/reference/actions/{action}.fragment.html")).await;
        assert_eq!(fragment.status, StatusCode::OK, "{action}");
        let html = String::from_utf8(fragment.body).unwrap();
        assert!(html.contains("<p>") && !html.contains("<h1") && !html.contains("<script"), "{action}");
    }
    assert_eq!(client.get("/docs/guide/search.json").await.header("content-type"), "application/json");
    db.end().await;
}

/// `WorkOrder` to `work-order`.
fn kebab_case(name: &str) -> String {
    let mut result = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !result.is_empty() {
            result.push('-');
        }
        result.extend(letter.to_lowercase());
    }
    result
}

#[tokio::test(flavor = "multi_thread")]
async fn a_path_cannot_leave_the_guide() {
    let db = TestDb::sqlite().await;
    let router = stormwire_api::router(app(&db, Heartbeat::default()));
    for path in ["../portal.html", "..%2Fportal.html", "x/../../portal.html", "nothing", "index.html.br", ".", ""] {
        let answer = get(&router, &format!("/docs/guide/{path}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
    db.end().await;
}
