use super::*;
use proptest::prelude::*;
use stormwire_workflow::{Phase, PlannedEffect};

fn step(name: &str, action_type: &str) -> StepReport {
    StepReport {
        name: name.into(),
        action_type: action_type.into(),
        phase: Phase::One,
        outcome: Ok("done".into()),
        outputs: Map::new(),
        effects: Vec::new(),
    }
}

fn extract(records: &[i64]) -> StepReport {
    let items: Vec<Value> = records.iter().map(|record| json!({"V": record})).collect();
    let outputs = Map::from_iter([("Extract".to_owned(), json!({"Items": items, "Count": records.len()}))]);
    StepReport { outputs, ..step("Extract", "TextExtract") }
}

fn sends(name: &str, action_type: &str, request: Value) -> StepReport {
    StepReport { effects: vec![PlannedEffect { request, has_output: true }], ..step(name, action_type) }
}

fn fails(name: &str, error: &str) -> StepReport {
    StepReport { outcome: Err(error.into()), ..step(name, "Data") }
}

fn differences(before: &[StepReport], after: &[StepReport]) -> Vec<Difference> {
    compare_steps(&before.iter().collect::<Vec<_>>(), &after.iter().collect::<Vec<_>>())
}

fn shown(before: &[StepReport], after: &[StepReport]) -> Vec<(DifferenceKind, Value, Value)> {
    differences(before, after).into_iter().map(|one| (one.kind, one.before, one.after)).collect()
}

#[test]
fn only_records_of_one_side_are_shown() {
    let found = shown(&[extract(&[1, 2, 2, 3])], &[extract(&[1, 2, 3, 4, 5])]);
    let before = json!({"Extract": {"Items": [{"V": 2}], "Count": 4}});
    let after = json!({"Extract": {"Items": [{"V": 4}, {"V": 5}], "Count": 5}});
    assert_eq!(found, [(DifferenceKind::Records, before, after)]);
}

#[test]
fn the_order_of_keys_is_no_difference() {
    let rows = |rows: Value| sends("Store", "Sql", json!({"Rows": rows}));
    let found = shown(&[rows(json!([{"A": 1, "B": 2}]))], &[rows(json!([{"B": 2, "A": 1}, {"A": 3}]))]);
    assert_eq!(found, [(DifferenceKind::Rows, json!({"Rows": []}), json!({"Rows": [{"A": 3}]}))]);
}

#[test]
fn rows_and_calls_have_their_own_kind() {
    let rows = |row: i64| sends("Store", "Sql", json!({"Target": "data.A", "Rows": [{"V": 1}, {"V": row}]}));
    let call = |number: i64| sends("Call", "Http", json!({"url": "https://a.example", "body": {"N": number}}));
    let found = shown(&[rows(2), call(2)], &[rows(3), call(3)]);
    let expected = [
        (DifferenceKind::Rows, json!({"Rows": [{"V": 2}]}), json!({"Rows": [{"V": 3}]})),
        (DifferenceKind::Calls, json!({"body": {"N": 2}}), json!({"body": {"N": 3}})),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_step_that_no_longer_runs_loses_its_effects() {
    let call = || sends("Call", "Http", json!({"url": "https://a.example"}));
    let found = shown(&[step("Set", "Data"), call()], &[fails("Set", "no value")]);
    let expected = [
        (DifferenceKind::Error, Value::Null, json!("no value")),
        (DifferenceKind::Calls, json!({"url": "https://a.example"}), Value::Null),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_renamed_step_is_the_same_step() {
    let request = || json!({"url": "https://a.example"});
    assert_eq!(shown(&[sends("Call", "Http", request())], &[sends("Report", "Http", request())]), []);
    let two = [sends("A", "Http", json!(1)), sends("B", "Http", json!(2))];
    let swapped = [two[1].clone(), two[0].clone()];
    assert_eq!(shown(&two, &swapped), [], "each is found by its name");
}

#[test]
fn a_result_is_shown_if_nothing_else_differs() {
    let with = |result: &str| StepReport { outcome: Ok(result.into()), ..step("Check", "Condition") };
    let found = shown(&[with("true")], &[with(r#"{"count": 1}"#)]);
    assert_eq!(found, [(DifferenceKind::Result, json!("true"), json!({"count": 1}))]);
}

#[test]
fn a_large_value_is_shortened() {
    let found = differences(&[sends("Call", "Http", json!("é".repeat(9_000)))], &[]);
    assert!(found[0].size() < MAX_VALUE_BYTES + 100, "{}", found[0].size());
}

#[test]
fn a_run_is_broken_only_if_it_succeeded_before() {
    let error = || Some("failed".to_owned());
    let changed = || differences(&[extract(&[1])], &[extract(&[2])]);
    for (failed_before, error, differences, expected) in [
        (false, error(), Vec::new(), Verdict::Broken),
        (false, error(), changed(), Verdict::Broken),
        (true, error(), Vec::new(), Verdict::Unchanged),
        (true, error(), changed(), Verdict::Changed),
        (true, None, changed(), Verdict::Changed),
        (false, None, changed(), Verdict::Changed),
        (false, None, Vec::new(), Verdict::Unchanged),
    ] {
        assert_eq!(Comparison::new(failed_before, error, differences).verdict, expected);
    }
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        (0..4_i64).prop_map(Value::from),
        "[ab]{0,2}".prop_map(Value::from)
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[abc]", inner, 0..3).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn equal_steps_have_no_difference(values in prop::collection::vec(value(), 0..4)) {
        let steps: Vec<StepReport> = values.into_iter().map(|value| sends("Call", "Http", value)).collect();
        prop_assert_eq!(differences(&steps, &steps), vec![]);
    }

    #[test]
    fn different_requests_are_always_shown(before in value(), after in value()) {
        let found = differences(&[sends("Call", "Http", before.clone())], &[sends("Call", "Http", after.clone())]);
        prop_assert_eq!(found.is_empty(), before == after);
        prop_assert!(found.iter().all(|one| one.before != one.after));
    }
}
