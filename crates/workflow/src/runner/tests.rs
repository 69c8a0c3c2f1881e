use super::*;

fn step(position: i32, status: StepStatus) -> Step {
    Step {
        position,
        name: "call".into(),
        action_type: "Http".into(),
        phase: 2,
        status,
        started_at: None,
        finished_at: None,
        input: None,
        result: None,
        error: (status == StepStatus::Failed).then(|| "no response".into()),
        action_id: None,
        config_hash: None,
    }
}

#[test]
fn phase_two_resumes_after_the_last_finished_step() {
    use StepStatus::{Failed, Running, Skipped, Success};
    let ended = || Resume::Ended(PhaseEnd::Ended);
    let failed = Resume::Ended(PhaseEnd::Failed("phase 2, action 2 \"call\": no response".into()));
    for (statuses, expected) in [
        (vec![], Resume::After(0)),
        (vec![Running], Resume::After(0)),
        (vec![Success, Success, Running], Resume::After(2)),
        (vec![Success], Resume::After(1)),
        (vec![Success, Skipped], ended()),
        (vec![Success, Failed, Skipped], failed),
    ] {
        let steps: Vec<Step> = statuses.iter().zip(1..).map(|(status, at)| step(at, *status)).collect();
        assert_eq!(resume(&steps), expected, "{statuses:?}");
    }
}
