use super::*;
use stormwire_store::DbTimestamp;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn known(state: EffectState, run_id: &str) -> RecordedEffect {
    RecordedEffect {
        id: EffectId::new(1),
        state,
        run_id: RunId::new(run_id),
        effect_key: "k".into(),
        intended_at: DbTimestamp(at(1)),
        finished_at: None,
        output: None,
    }
}

#[test]
fn the_recorded_state_decides_what_is_sent() {
    use Decision::{Resend, Reuse, Send, SendWithNewKey, Unknown};
    use RepeatPolicy::{Duplicates, Idempotent};
    for (state, run_id, force, idempotent, duplicates) in [
        // A new request; a changed request is a new one.
        (None, "", false, Send, Send),
        (None, "", true, Send, Send),
        // Done with the same request.
        (Some(EffectState::Done), "before", false, Reuse, Reuse),
        (Some(EffectState::Done), "before", true, SendWithNewKey, SendWithNewKey),
        (Some(EffectState::Done), "mine", false, Reuse, Reuse),
        (Some(EffectState::Done), "mine", true, Reuse, Reuse),
        // Intended, outcome unknown: an operator retries, or the run continues after a crash.
        (Some(EffectState::Intended), "before", false, Resend, Resend),
        (Some(EffectState::Intended), "before", true, SendWithNewKey, SendWithNewKey),
        (Some(EffectState::Intended), "mine", false, Resend, Unknown),
        (Some(EffectState::Intended), "mine", true, Resend, Unknown),
        // Failed.
        (Some(EffectState::Failed), "before", false, Resend, Resend),
        (Some(EffectState::Failed), "before", true, SendWithNewKey, SendWithNewKey),
        (Some(EffectState::Failed), "mine", false, Resend, Resend),
        (Some(EffectState::Failed), "mine", true, Resend, Resend),
    ] {
        let known = state.map(|state| known(state, run_id));
        for (repeat, expected) in [(Idempotent, idempotent), (Duplicates, duplicates)] {
            let attempt = Attempt { run_id: &RunId::new("mine"), force, repeat, now: at(2) };
            assert_eq!(decide(known.as_ref(), attempt), expected, "{state:?} of {run_id}, force {force}, {repeat:?}");
        }
    }
}

#[test]
fn an_intent_with_a_lost_confirmation_is_sent() {
    let attempt = Attempt { run_id: &RunId::new("mine"), force: false, repeat: RepeatPolicy::Duplicates, now: at(1) };
    assert_eq!(decide(Some(&known(EffectState::Intended, "mine")), attempt), Decision::Resend);
}

#[test]
fn a_forced_effect_gets_a_new_key_per_run() {
    let (one, two) = (new_key("k", &RunId::new("run 1")), new_key("k", &RunId::new("run 2")));
    assert!(one.len() == 64 && one != two && one == new_key("k", &RunId::new("run 1")));
}
