use super::*;
use crate::Handler;
use serde_json::{Value, json};
use stormwire_clock::VirtualClock;
use stormwire_store::{ActionId, LogId, RunId, WatcherId};

fn context() -> Context {
    let Value::Object(root) = json!({
        "Extract": { "Count": 2, "Items": [
            { "Type": "Ground", "Lat": 34.7, "At": "2025-05-01T12:00:00Z", "Note": null },
            { "Type": "Cloud", "Lat": 35, "At": "2025-05-01T12:05:00Z", "Note": "near" },
        ] },
        "Message": { "Subject": "{{ $.Secret }} Strike", "To": ["a@b.c", "d@e.f"] },
        "Text": "12",
        "Flag": true,
        "Nothing": null,
    }) else {
        unreachable!()
    };
    Context::new(root)
}

fn config(when: &Value) -> Value {
    json!({ "Op": { "Action": "Continue" }, "When": when })
}

fn evaluate(config: &Value) -> Result<StepSummary, String> {
    let config = Config::from_json(config).map_err(|violations| format!("{violations:?}"))?;
    config.evaluate(&context(), &mut || false).map_err(|error| error.to_string())
}

/// Whether a single comparison matches.
fn compare(path: &str, is: &str, value: &Value) -> Result<bool, String> {
    let mut comparison = json!({ "Path": path, "Is": is });
    if !matches!(is, "Exists" | "Missing") {
        comparison["Value"] = value.clone();
    }
    evaluate(&config(&json!({ "All": [comparison] }))).map(|summary| !summary.ends_run)
}

#[test]
fn each_operator_matches_only_what_it_should() {
    let count = "$.Extract.Count";
    let table = [
        (count, "Equals", json!(2), true),
        (count, "Equals", json!("2"), true),
        (count, "Equals", json!(3), false),
        ("$.Flag", "Equals", json!(true), true),
        ("$.Nothing", "Equals", json!(null), true),
        ("$.Absent", "Equals", json!(null), false),
        (count, "NotEquals", json!(3), true),
        (count, "NotEquals", json!(2.0), false),
        ("$.Absent", "NotEquals", json!(2), true),
        (count, "Greater", json!(1), true),
        (count, "Greater", json!(2), false),
        ("$.Text", "Greater", json!(9), true),
        (count, "GreaterOrEqual", json!(2), true),
        (count, "GreaterOrEqual", json!(2.5), false),
        (count, "Less", json!(2.5), true),
        (count, "Less", json!(2), false),
        (count, "LessOrEqual", json!(2), true),
        (count, "LessOrEqual", json!(1), false),
        ("$.Absent", "Less", json!(1), false),
        ("$.Nothing", "Less", json!(1), false),
        ("$.Extract.Items[0].At", "Less", json!("2025-05-01T08:00:00-05:00"), true),
        ("$.Extract.Items[0].At", "Greater", json!("2025-05-01T08:00:00-05:00"), false),
        ("$.Message.Subject", "Contains", json!("Strike"), true),
        ("$.Message.Subject", "Contains", json!("strike"), false),
        ("$.Message.To", "Contains", json!("d@e.f"), true),
        ("$.Message.To", "Contains", json!("d@e"), false),
        ("$.Message.Subject", "StartsWith", json!("{{ $"), true),
        ("$.Message.Subject", "StartsWith", json!("Strike"), false),
        ("$.Message.Subject", "EndsWith", json!("Strike"), true),
        ("$.Message.Subject", "EndsWith", json!("{{"), false),
        ("$.Message.Subject", "Matches", json!(r"(?i)\bSTRIKE$"), true),
        ("$.Message.Subject", "Matches", json!("^Strike"), false),
        (count, "In", json!([1, "2"]), true),
        (count, "In", json!([]), false),
        ("$.Extract.Items[1].Note", "Exists", json!(null), true),
        ("$.Extract.Items[0].Note", "Exists", json!(null), false),
        ("$.Absent", "Exists", json!(null), false),
        ("$.Absent", "Missing", json!(null), true),
        ("$.Nothing", "Missing", json!(null), true),
        ("$.Flag", "Missing", json!(null), false),
    ];
    for (path, is, value, expected) in table {
        assert_eq!(compare(path, is, &value), Ok(expected), "{path} {is} {value}");
    }
}

#[test]
fn one_match_of_several_values_is_enough() {
    let kinds = "$.Extract.Items[*].Type";
    assert_eq!(compare(kinds, "Equals", &json!("Cloud")), Ok(true));
    assert_eq!(compare(kinds, "NotEquals", &json!("Cloud")), Ok(false), "the opposite of Equals");
    assert_eq!(compare(kinds, "In", &json!(["Inter"])), Ok(false));
    assert_eq!(compare("$.Extract.Items[*].Lat", "Greater", &json!(34.9)), Ok(true));
    assert_eq!(compare("$.Extract.Items[*].Note", "Missing", &json!(null)), Ok(false));
}

#[test]
fn values_that_cannot_be_compared_fail_the_step() {
    for (path, is, value) in [
        ("$.Message.Subject", "Greater", json!(5)),
        ("$.Flag", "Less", json!(5)),
        ("$.Extract.Count", "Contains", json!(2)),
        ("$.Extract.Count", "StartsWith", json!("2")),
        ("$.Extract", "Matches", json!("2")),
        ("$.Message.Subject", "Less", json!("2025-05-01T12:00:00Z")),
    ] {
        let error = compare(path, is, &value).unwrap_err();
        assert!(error.starts_with("When.All[0]: "), "{error}");
        assert!(!error.contains("Secret"), "the error does not show the message: {error}");
    }
}

#[test]
fn continue_and_stop_are_opposites() {
    let yes = json!({ "Path": "$.Flag", "Is": "Equals", "Value": true });
    let no = json!({ "Path": "$.Flag", "Is": "Equals", "Value": false });
    for (list, terms, is_met) in [
        ("All", vec![&yes, &yes], true),
        ("All", vec![&yes, &no], false),
        ("Any", vec![&no, &yes], true),
        ("Any", vec![&no, &no], false),
    ] {
        for (action, ends) in [("Continue", !is_met), ("Stop", is_met)] {
            let config = json!({ "Op": { "Action": action }, "When": { list: terms } });
            assert_eq!(evaluate(&config).unwrap().ends_run, ends, "{config}");
        }
    }
    let result = evaluate(&config(&json!({ "All": [yes, no] }))).unwrap().result;
    assert_eq!(result, "not met ($.Flag Equals false): the run ends here");
}

#[test]
fn all_violations_are_reported_with_their_path() {
    let table = [
        (json!({ "All": [] }), vec!["When.All"]),
        (json!({ "Some": [] }), vec!["When"]),
        (json!({ "All": [{ "Path": "$.A", "Is": "Equals" }] }), vec!["When.All[0].Value"]),
        (json!({ "Any": [{ "Path": "$.A", "Is": "Like", "Value": 1 }] }), vec!["When.Any[0].Is"]),
        (
            json!({ "Any": [{ "Path": "A", "Is": "In", "Value": 1 }, { "Path": "$.A", "Is": "Exists", "Value": 1 }] }),
            vec!["When.Any[0].Path", "When.Any[0].Value", "When.Any[1].Value"],
        ),
        (
            json!({ "All": [
                { "Path": "$.A", "Is": "Matches", "Value": "(" },
                { "Path": "$.A", "Is": "Less", "Value": true },
                { "Path": "$.A", "Is": "EndsWith", "Value": 1 },
            ] }),
            vec!["When.All[0].Value", "When.All[1].Value", "When.All[2].Value"],
        ),
        (
            json!({ "All": [{ "Path": 1, "Is": "Exists" }, { "Is": "Exists", "Unknown": 1 }] }),
            vec!["When.All[0].Path", "When.All[1].Path", "When.All[1].Unknown"],
        ),
    ];
    for (when, paths) in table {
        let config = config(&when);
        let mut found: Vec<String> =
            Config::from_json(&config).expect_err("violations").into_iter().map(|violation| violation.path).collect();
        found.sort();
        assert_eq!(found, paths, "{when}");
    }
    let violations = Config::from_json(&json!({ "Op": { "Action": "Go" }, "Sauce": {} })).expect_err("violations");
    let paths: Vec<&str> = violations.iter().map(|violation| violation.path.as_str()).collect();
    assert!(["Op.Action", "Sauce", "When"].iter().all(|path| paths.contains(path)), "{paths:?}");
}

#[test]
fn a_slow_pattern_ends_with_an_error_that_names_it() {
    let pattern = r"(?:a|aa)+d(?<!ad)";
    let config =
        Config::from_json(&config(&json!({ "All": [{ "Path": "$.A", "Is": "Matches", "Value": pattern }] }))).unwrap();
    let mut context = Context::default();
    context.set("A", json!("a".repeat(100) + "d"));
    let error = config.evaluate(&context, &mut || false).unwrap_err().to_string();
    assert!(error.contains(pattern) && error.contains("too much backtracking"), "{error}");
    let late = config.evaluate(&context, &mut || true).unwrap_err().to_string();
    assert!(late.contains("the action timed out"), "{late}");
}

#[tokio::test]
async fn a_condition_does_not_change_the_context() {
    let handler: Arc<dyn Handler> = Arc::new(Condition { clock: Arc::new(VirtualClock::running()) });
    let config = config(&json!({ "Any": [{ "Path": "$.Flag", "Is": "Exists" }] }));
    assert_eq!(handler.input(&config, &context()).as_deref(), Some("Any of: $.Flag Exists"));
    let mut shared = context();
    let step = StepRun {
        watcher_id: WatcherId::new(1),
        message_key: "m",
        log_id: Some(LogId::new(1)),
        run_id: &RunId::new("r"),
        action_id: ActionId::new(1),
        config: &config,
        credential_id: None,
        force: false,
        recorder: None,
        context: &mut shared,
    };
    assert!(!handler.run(step).await.unwrap().ends_run);
    assert_eq!(shared, context());
}
