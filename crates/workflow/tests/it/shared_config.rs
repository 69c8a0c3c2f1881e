//! What the configs of all action types have in common: `Op`, `Data` and `FieldMap`, and errors that name what was rejected.

use crate::action_fixture::ActionFixture;
use serde_json::{Value, json};
use stormwire_testkit::TestDb;
use stormwire_workflow::ConfigViolation;

/// A valid config of each action type.
fn valid_configs() -> Vec<(&'static str, Value)> {
    vec![
        (
            "TextExtract",
            json!({"Op": {"Action": "Extract"}, "Segment": {"StartPattern": "a"}, "Fields": {"A": {"Pattern": "a"}}}),
        ),
        ("Sql", json!({"Op": {"Action": "Query", "Target": "data.LightningStrike"}})),
        ("Http", json!({"Op": {"Action": "Get", "Url": "https://example.gov"}})),
        ("Condition", json!({"Op": {"Action": "Stop"}, "When": {"All": [{"Path": "$.A", "Is": "Exists"}]}})),
        ("Data", json!({"Op": {"Action": "Remove", "Target": "A"}})),
        ("Email", json!({"Op": {"Action": "Send", "To": ["a@example.gov"], "Subject": "a", "Text": "b"}})),
        ("Chat", json!({"Op": {"Action": "Send", "Platform": "Slack", "Url": "https://example.gov", "Text": "a"}})),
        ("WorkOrder", json!({"Op": {"Action": "Create", "ServiceCode": "A", "AddressId": "1", "Description": "a"}})),
    ]
}

fn with(config: &Value, key: &str, value: Value) -> Value {
    let mut changed = config.clone();
    changed[key] = value;
    changed
}

fn at<'v>(violations: &'v [ConfigViolation], path: &str) -> Vec<&'v str> {
    violations.iter().filter(|one| one.path == path).map(|one| one.message.as_str()).collect()
}

#[tokio::test]
async fn every_action_accepts_data_and_field_map() {
    let db = TestDb::sqlite().await;
    let fixture = ActionFixture::new(&db, None).await;
    for (action_type, config) in valid_configs() {
        let handler = fixture.handlers().find(action_type).unwrap();
        assert_eq!(handler.validate(&config), [], "{action_type}");
        let empty = with(&with(&config, "Data", json!({})), "FieldMap", json!({}));
        assert_eq!(handler.validate(&empty), [], "{action_type}");
        assert_eq!(handler.warnings(&empty, None), handler.warnings(&config, None), "{action_type}");
        let wrong = handler.validate(&with(&config, "Data", json!("x")));
        assert_eq!(at(&wrong, "Data"), ["must be an object, not a string"], "{action_type}: {wrong:?}");
        let schema = handler.schema();
        assert!(["Data", "FieldMap"].iter().all(|key| schema["properties"].get(key).is_some()), "{action_type}");
    }
    for action_type in ["TextExtract", "Condition"] {
        let config = valid_configs().into_iter().find(|(name, _)| *name == action_type).unwrap().1;
        let handler = fixture.handlers().find(action_type).unwrap();
        let used = with(&with(&config, "Data", json!({"A": 1})), "FieldMap", json!({"B": "$.B"}));
        assert_eq!(handler.validate(&used), []);
        let warnings = handler.warnings(&used, None);
        assert!(at(&warnings, "Data")[0].starts_with(&format!("{action_type} does not use Data")), "{warnings:?}");
        assert_eq!(at(&warnings, "FieldMap").len(), 1, "{warnings:?}");
    }
    db.end().await;
}

#[tokio::test]
async fn rejected_actions_keys_and_types_are_named() {
    let db = TestDb::sqlite().await;
    let fixture = ActionFixture::new(&db, None).await;
    for (action_type, config) in valid_configs() {
        let handler = fixture.handlers().find(action_type).unwrap();
        let mut unknown = config.clone();
        unknown["Op"]["Action"] = json!("Explode");
        let violations = handler.validate(&unknown);
        assert!(at(&violations, "Op.Action").concat().contains("Explode"), "{action_type}: {violations:?}");
        let violations = handler.validate(&with(&config, "Sauce", json!("hot")));
        assert!(at(&violations, "Sauce").concat().contains("unknown key \"Sauce\""), "{action_type}: {violations:?}");
    }
    let violations = fixture.handlers().check("Carrier pigeon", &json!({}), None).await;
    assert!(at(&violations, "actionType").concat().contains("\"Carrier pigeon\" is not one of "), "{violations:?}");
    db.end().await;
}
