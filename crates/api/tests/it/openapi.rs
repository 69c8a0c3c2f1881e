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

#[test]
fn statuses_and_security_follow_one_rule() {
    let document: serde_json::Value = serde_json::from_str(stormwire_api::openapi()).unwrap();
    let schemes = &document["components"]["securitySchemes"];
    assert_eq!(
        (&schemes["session"]["in"], &schemes["session"]["name"]),
        (&"cookie".into(), &"stormwire_session".into())
    );
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let has = |status: &str| operation["responses"].get(status).is_some();
            if operation.get("requestBody").is_some() {
                assert!(has("400") && has("413") && has("415"), "{method} {path}");
            }
            assert!(method == "get" || has("403"), "{method} {path}");
            let is_sign_in = path == "/auth/login" || path == "/auth/oidc/callback";
            let is_protected = has("401") && !is_sign_in;
            assert_eq!(operation["security"].as_array().unwrap().len(), if is_protected { 2 } else { 0 }, "{path}");
        }
    }
}

#[test]
fn limits_of_the_server_are_in_the_document() {
    let document: serde_json::Value = serde_json::from_str(stormwire_api::openapi()).unwrap();
    let watcher = &document["components"]["schemas"]["WatcherInput"]["properties"];
    assert_eq!(watcher["mode"]["enum"], serde_json::json!(["Subscription", "PollOnly", null]));
    assert_eq!((&watcher["name"]["minLength"], &watcher["name"]["maxLength"]), (&1.into(), &200.into()));
    assert_eq!(
        (&watcher["maxAttachmentMb"]["minimum"], &watcher["maxAttachmentMb"]["maximum"]),
        (&1.into(), &1024.into())
    );
    let log = document["paths"]["/mailbox-watcher/log"]["get"]["parameters"].as_array().unwrap();
    let limit = log.iter().find(|parameter| parameter["name"] == "limit").unwrap();
    assert_eq!((&limit["schema"]["minimum"], &limit["schema"]["maximum"]), (&1.into(), &500.into()));
}
