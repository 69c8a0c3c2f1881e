//! The OpenAPI document in `docs/` is the one that is served.

use crate::ask::{app, get};
use std::collections::HashSet;
use std::path::Path;
use stormwire_store::queue::Heartbeat;
use stormwire_testkit::TestDb;

#[tokio::test(flavor = "multi_thread")]
async fn the_committed_document_is_the_served_one() {
    let db = TestDb::sqlite().await;
    let answer = get(&stormwire_api::router(app(&db, Heartbeat::default())), "/openapi.json").await;
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let committed = std::fs::read_to_string(committed).unwrap_or_default();
    assert!(String::from_utf8_lossy(&answer.body) == committed, "docs/openapi.json is old: run `make openapi`");
    db.end().await;
}

#[test]
fn every_operation_has_a_name_of_its_own_and_describes_its_responses() {
    let document: serde_json::Value = serde_json::from_str(stormwire_api::openapi()).unwrap();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let mut names = HashSet::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            assert!(operation["tags"][0].is_string(), "{method} {path} has no tag");
            let name = operation["operationId"].as_str().unwrap().to_owned();
            assert!(names.insert(name), "{method} {path} has the name of another operation");
            for (status, response) in operation["responses"].as_object().unwrap() {
                let words = response["description"].as_str().unwrap_or("");
                assert!(!words.is_empty(), "{method} {path} {status} is not described");
            }
        }
    }
}
