//! The OpenAPI document in `docs/` equals the served one.

use crate::http::get;
use crate::test_app::app;
use std::collections::HashSet;
use std::path::Path;
use stormwire_store::queue::Heartbeat;
use stormwire_testkit::TestDb;

#[tokio::test(flavor = "multi_thread")]
async fn committed_document_equals_the_served_one() {
    let db = TestDb::sqlite().await;
    let response = get(&stormwire_api::router(app(&db, Heartbeat::default())), "/openapi.json").await;
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let committed = std::fs::read_to_string(committed).unwrap_or_default();
    assert!(
        String::from_utf8_lossy(&response.body) == committed,
        "docs/openapi.json is out of date: run `make openapi`"
    );
    db.end().await;
}

#[test]
fn operations_have_unique_ids_and_described_responses() {
    let document: serde_json::Value = serde_json::from_str(stormwire_api::openapi()).unwrap();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let mut names = HashSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            assert!(operation["tags"][0].is_string(), "{method} {path} has no tag");
            let name = operation["operationId"].as_str().unwrap().to_owned();
            assert!(names.insert(name), "{method} {path} has the name of another operation");
            for (status, response) in operation["responses"].as_object().unwrap() {
                let description = response["description"].as_str().unwrap_or("");
                assert!(!description.is_empty(), "{method} {path} {status} is not described");
            }
        }
    }
}
