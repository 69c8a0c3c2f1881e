use super::*;
use jiff::Timestamp;
use proptest::prelude::*;
use serde_json::json;
use stormwire_store::tables::claim::TriggerEvent;
use stormwire_store::tables::log::{LogStatus, PhaseTwoStatus};
use stormwire_store::{ActionId, DbTimestamp, LogId, RunId, StepId, WatcherId};
use stormwire_workflow::config_hash;

fn log(resume_count: i32, dismissed: bool) -> LogEntry {
    let now = DbTimestamp(Timestamp::UNIX_EPOCH);
    LogEntry {
        id: LogId::new(1),
        watcher_id: WatcherId::new(1),
        message_key: "m".into(),
        internet_message_id: None,
        subject: None,
        from_address: None,
        received_at: None,
        detected_at: now,
        processed_at: None,
        status: LogStatus::Processing,
        phase_two_status: PhaseTwoStatus::None,
        error_message: None,
        trigger_event: TriggerEvent::Reconciliation,
        notified_at: None,
        run_id: RunId::new("run"),
        force: false,
        dismissed_at: dismissed.then_some(now),
        dismissed_by: None,
        resume_count,
        is_test: false,
        size_bytes: None,
    }
}

/// The action type says how safe a repetition is.
fn safety(action: &Action) -> RepeatSafety {
    match action.action_type.as_str() {
        "Pure" => RepeatSafety::Pure,
        "Reads" => RepeatSafety::Reads,
        "Keyed" => RepeatSafety::Keyed,
        _ => RepeatSafety::Duplicates,
    }
}

fn action(id: i64, action_type: &str, is_phase_one: bool) -> Action {
    Action {
        id: ActionId::new(id),
        watcher_id: WatcherId::new(1),
        order: i32::try_from(id).unwrap(),
        name: format!("a{id}"),
        action_type: action_type.into(),
        config: json!({"Op": {"Action": action_type}}),
        credential_id: None,
        is_phase_one,
        sealed_secrets: None,
    }
}

fn actions(types: &[&str]) -> Vec<Action> {
    types.iter().zip(1..).map(|(action_type, id)| action(id, action_type, true)).collect()
}

fn step(position: i32, action: &Action, status: StepStatus) -> Step {
    Step {
        id: StepId::new(position.into()),
        position,
        name: action.name.clone(),
        action_type: action.action_type.clone(),
        phase: 1,
        status,
        started_at: None,
        finished_at: None,
        input: None,
        result: None,
        error: None,
        action_id: Some(action.id),
        config_hash: Some(config_hash(action)),
    }
}

/// The first `count` actions have begun; the last of them has not ended.
fn started(actions: &[Action], count: usize) -> Vec<Step> {
    let status = |index| if index + 1 == count { StepStatus::Running } else { StepStatus::Success };
    let steps = actions.iter().take(count).zip(1..).enumerate();
    steps.map(|(index, (action, position))| step(position, action, status(index))).collect()
}

fn decision(types: &[&str], count: usize) -> ResumeDecision {
    let actions = actions(types);
    decide(Resume::Automatic, &log(0, false), &started(&actions, count), &actions, safety)
}

#[test]
fn continues_only_if_everything_that_may_have_run_is_safe_to_repeat() {
    for (types, count, waits_for) in [
        (&["Duplicates"][..], 0, None),
        (&["Pure", "Keyed", "Duplicates"], 2, None),
        (
            &["Pure", "Keyed", "Duplicates"],
            3,
            Some("action 3 \"a3\" (Duplicates) may have run and is not safe to repeat"),
        ),
        (&["Keyed", "Keyed", "Reads", "Pure"], 4, None),
        (
            &["Reads", "Pure", "Keyed"],
            3,
            Some("action 3 \"a3\" (Keyed) may have run with what action 1 \"a1\" read, which may differ now"),
        ),
        (&["Reads", "Pure", "Keyed"], 2, None),
    ] {
        let expected = waits_for.map_or(ResumeDecision::Resume, |why| ResumeDecision::Wait(why.into()));
        assert_eq!(decision(types, count), expected, "{types:?} {count}");
    }
}

#[test]
fn waits_if_configured_dismissed_or_interrupted_too_often() {
    let decide = |resume, log: &LogEntry| decide(resume, log, &[], &[], safety);
    assert_eq!(decide(Resume::Manual, &log(0, false)), ResumeDecision::WaitQuietly);
    assert_eq!(decide(Resume::Automatic, &log(0, true)), ResumeDecision::WaitQuietly);
    assert_eq!(decide(Resume::Automatic, &log(9, false)), ResumeDecision::Resume);
    let forced = LogEntry { force: true, ..log(0, false) };
    assert!(
        matches!(decide(Resume::Automatic, &forced), ResumeDecision::Wait(why) if why.contains("effects repeated"))
    );
    assert!(
        matches!(decide(Resume::Automatic, &log(20, false)), ResumeDecision::Wait(why) if why.contains("20 times"))
    );
}

#[test]
fn waits_if_an_action_that_may_have_run_is_not_the_same_any_more() {
    let before = actions(&["Keyed", "Keyed"]);
    let steps = started(&before, 1);
    let decide = |steps: &[Step], actions: &[Action]| decide(Resume::Automatic, &log(0, false), steps, actions, safety);
    assert_eq!(decide(&steps, &before), ResumeDecision::Resume);
    let mut edited = before.clone();
    edited[0].config = json!({"Op": {"Action": "other"}});
    let swapped = [before[1].clone(), before[0].clone()];
    let of_older_version = [Step { config_hash: None, ..steps[0].clone() }];
    for (steps, actions) in
        [(&steps[..], &edited[..]), (&steps, &swapped), (&steps, &before[1..]), (&of_older_version, &before)]
    {
        assert!(
            matches!(decide(steps, actions), ResumeDecision::Wait(why) if why.contains("changed, moved or deleted"))
        );
    }
    let mut later_edited = before.clone();
    later_edited[1].config = json!({});
    assert_eq!(decide(&steps, &later_edited), ResumeDecision::Resume, "the second action has not begun");
}

#[test]
fn other_phases_and_skipped_steps_have_not_run() {
    let actions = vec![action(1, "Duplicates", false), action(2, "Pure", true), action(3, "Duplicates", true)];
    let steps = vec![
        step(1, &actions[1], StepStatus::Running),
        step(2, &actions[2], StepStatus::Skipped),
        Step { phase: 2, ..step(1, &actions[0], StepStatus::Skipped) },
    ];
    assert_eq!(decide(Resume::Automatic, &log(0, false), &steps, &actions, safety), ResumeDecision::Resume);
}

proptest! {
    #[test]
    fn nothing_that_could_happen_twice_is_ever_repeated(types in prop::collection::vec(0_usize..4, 0..6), count in 0_usize..6) {
        let names: Vec<&str> = types.iter().map(|kind| ["Pure", "Reads", "Keyed", "Duplicates"][*kind]).collect();
        let begun = &names[..count.min(names.len())];
        let reads = begun.iter().position(|name| *name == "Reads");
        let is_keyed_after = |from: usize| begun[from..].contains(&"Keyed");
        let is_safe = !begun.contains(&"Duplicates") && !reads.is_some_and(is_keyed_after);
        prop_assert_eq!(decision(&names, count) == ResumeDecision::Resume, is_safe);
    }
}

#[test]
fn test_mode_resumes_whatever_may_have_run() {
    let in_test_mode = |resume_count, dismissed| LogEntry { is_test: true, ..log(resume_count, dismissed) };
    let decision = |log: &LogEntry| decide(Resume::Manual, log, &[], &[], safety);
    assert_eq!(decision(&in_test_mode(0, false)), ResumeDecision::Resume);
    assert_eq!(decision(&in_test_mode(0, true)), ResumeDecision::WaitQuietly);
    assert_eq!(decision(&in_test_mode(MAX_RESUMES, false)), ResumeDecision::WaitQuietly);
}
