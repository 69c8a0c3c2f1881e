use super::*;
use crate::config_hash;
use StepStatus::{Failed, Running, Skipped, Success};
use serde_json::json;
use stormwire_store::{ActionId, StepId, WatcherId};

fn action(id: i64, is_phase_one: bool) -> Action {
    Action {
        id: ActionId::new(id),
        watcher_id: WatcherId::new(1),
        order: 1,
        name: format!("a{id}"),
        action_type: "Http".into(),
        config: json!({"Op": {"Url": "https://example.gov"}}),
        credential_id: None,
        is_phase_one,
        sealed_secrets: None,
    }
}

/// Actions of Phase 2.
fn actions(ids: &[i64]) -> Vec<Action> {
    ids.iter().map(|id| action(*id, false)).collect()
}

fn step(position: i32, action: &Action, status: StepStatus) -> Step {
    Step {
        id: StepId::new(position.into()),
        position,
        name: action.name.clone(),
        action_type: action.action_type.clone(),
        phase: 2,
        status,
        started_at: None,
        finished_at: None,
        input: None,
        result: None,
        error: (status == Failed).then(|| "no response".into()),
        action_id: Some(action.id),
        config_hash: Some(config_hash(action)),
    }
}

/// The first actions 1, 2, ... had these outcomes.
fn before(statuses: &[StepStatus]) -> Vec<Step> {
    statuses.iter().zip(1..).map(|(status, id)| step(id, &action(id.into(), false), *status)).collect()
}

/// The ids of the actions that run, with their positions.
fn continued(resumed: &Resume<'_>) -> Option<Vec<[i64; 2]>> {
    let Resume::With(steps) = resumed else { return None };
    Some(steps.iter().map(|step| [step.action.id.get(), step.order.into()]).collect())
}

#[test]
fn exactly_the_actions_without_an_outcome_run() {
    for (statuses, now, expected) in [
        (&[][..], &[1, 2, 3][..], &[[1, 1], [2, 2], [3, 3]][..]),
        (&[Running], &[1, 2], &[[1, 1], [2, 2]]),
        (&[Success, Success, Running], &[1, 2, 3], &[[3, 3]]),
        (&[Success], &[1, 2], &[[2, 2]]),
        (&[Success], &[1], &[]),
        // Deleted, moved, or moved to Phase 1.
        (&[Success, Running], &[2, 3], &[[2, 2], [3, 3]]),
        (&[Success], &[2, 3], &[[2, 2], [3, 3]]),
        (&[Success, Success], &[2, 3], &[[3, 3]]),
        (&[Success, Running], &[2, 1, 3], &[[2, 2], [3, 3]]),
        (&[Success], &[2, 1], &[[2, 2]]),
        // What was interrupted comes first.
        (&[Success, Running], &[3, 1, 2], &[[2, 2], [3, 3]]),
        // Added.
        (&[Success, Running], &[9, 1, 2], &[[2, 2], [9, 3]]),
        (&[Success], &[1, 9], &[[9, 2]]),
    ] {
        let (steps, now) = (before(statuses), actions(now));
        let resumed = resume(&steps, &now);
        assert_eq!(continued(&resumed).as_deref(), Some(expected), "{statuses:?} {resumed:?}");
    }
}

#[test]
fn a_phase_that_had_ended_is_not_continued() {
    let failed = PhaseEnd::Failed("phase 2, action 2 \"a2\": no response".into());
    for (statuses, expected) in [
        (vec![Success, Skipped], PhaseEnd::Ended),
        (vec![Success, Failed, Skipped], failed.clone()),
        (vec![Success, Failed], failed),
    ] {
        assert_eq!(resume(&before(&statuses), &actions(&[1, 2, 3])), Resume::Ended(expected), "{statuses:?}");
    }
}

#[test]
fn an_action_with_an_outcome_in_phase_one_does_not_run_again_in_phase_two() {
    let moved = [Step { phase: 1, ..step(1, &action(1, true), Success) }, step(1, &action(2, false), Success)];
    assert_eq!(continued(&resume(&moved, &actions(&[1, 2, 3]))).unwrap(), [[3, 2]]);
}

#[test]
fn a_step_that_may_have_run_is_not_repeated_with_another_action() {
    let steps = before(&[Success, Running]);
    let edited = Action { config: json!({}), ..action(2, false) };
    for now in [
        vec![action(1, false), action(3, false)],
        vec![action(1, false), edited, action(3, false)],
        vec![action(1, false), action(2, true), action(3, false)],
    ] {
        let resumed = resume(&steps, &now);
        let Resume::Lost(lost) = &resumed else { panic!("{resumed:?}") };
        assert_eq!((lost.step.id, lost.rest.len()), (StepId::new(2), 1));
        assert_eq!(lost.rest[0].action.id, ActionId::new(3));
        assert!(
            matches!(lost.end(), PhaseEnd::Failed(text) if text.starts_with("phase 2, action 2 \"a2\": outcome unknown: "))
        );
    }
}

#[test]
fn a_step_of_an_older_version_continues_with_its_action() {
    let before = [Step { config_hash: None, ..step(1, &action(1, false), Running) }];
    assert_eq!(continued(&resume(&before, &actions(&[1]))).unwrap(), [[1, 1]]);
    assert!(matches!(resume(&before, &actions(&[2])), Resume::Lost(_)));
}
