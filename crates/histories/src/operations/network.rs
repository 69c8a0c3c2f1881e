//! What fails between the service and others.

#![expect(clippy::unnecessary_wraps, reason = "an operation may mean nothing, and some always mean something")]

use crate::city::HOOK;
use crate::draw::Draw;
use crate::operation::Operation;
use crate::scene::Scene;
use crate::simulation::{CallFailure, PROVIDER, PlannedFailure};
use std::time::Duration;
use stormwire_emulator::{FaultSet, LifecycleEvent};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "calls fail", apply: calls_fail },
    Operation { name: "a host is gone", apply: host_is_gone },
    Operation { name: "the network is repaired", apply: repair },
    Operation { name: "notifications go astray", apply: notifications_go_astray },
    Operation { name: "the provider forgets", apply: provider_forgets },
];

const HOSTS: [&str; 2] = [PROVIDER, HOOK];

fn failure(draw: &Draw) -> CallFailure {
    let seconds = |seconds: u64| Duration::from_secs(seconds);
    match draw.below(7) {
        0 => CallFailure::NotConnected,
        1 => CallFailure::Hangs,
        2 => CallFailure::Late(seconds(*draw.one_of(&[1, 8, 40]))),
        3 => CallFailure::Status(429, vec![("retry-after", draw.one_of(&["1", "30", "600"]).to_string())]),
        4 => CallFailure::Status(503, Vec::new()),
        5 => CallFailure::Status(*draw.one_of(&[400, 401, 403, 500]), Vec::new()),
        _ => CallFailure::AnswerLost,
    }
}

fn calls_fail(scene: &mut Scene, draw: &Draw) -> Option<String> {
    let host = *draw.one_of(&HOSTS);
    let calls = u32::try_from(1 + draw.below(4)).ok()?;
    let failure = failure(draw);
    let line = format!("the next {calls} calls to {host}: {failure:?}");
    scene.simulation.network.plan_failure(PlannedFailure { host, failure, calls: Some(calls) });
    Some(line)
}

fn host_is_gone(scene: &mut Scene, draw: &Draw) -> Option<String> {
    let host = *draw.one_of(&HOSTS);
    let failure =
        draw.one_of(&[CallFailure::NotConnected, CallFailure::Hangs, CallFailure::Status(503, Vec::new())]).clone();
    let line = format!("{host} is gone: {failure:?}");
    scene.simulation.network.plan_failure(PlannedFailure { host, failure, calls: None });
    Some(line)
}

fn repair(scene: &mut Scene, _: &Draw) -> Option<String> {
    scene.repair_network();
    Some("the network works again".into())
}

fn notifications_go_astray(scene: &mut Scene, draw: &Draw) -> Option<String> {
    let share = |draw: &Draw| *draw.one_of(&[0.0, 0.5, 1.0]);
    let faults = FaultSet {
        drop: share(draw),
        duplicate: share(draw),
        reorder: draw.one_in(2),
        delay_ms: *draw.one_of(&[0, 1_000, 120_000]),
        not_found_once: draw.one_in(3),
        seed: draw.number(),
        ..FaultSet::default()
    };
    let line = format!(
        "notifications: {} dropped, {} twice, {} ms late{}",
        faults.drop,
        faults.duplicate,
        faults.delay_ms,
        if faults.not_found_once { ", messages found at the second look" } else { "" }
    );
    scene.simulation.set_provider_faults(faults)?;
    Some(line)
}

fn provider_forgets(scene: &mut Scene, draw: &Draw) -> Option<String> {
    let lifecycle =
        [LifecycleEvent::Missed, LifecycleEvent::ReauthorizationRequired, LifecycleEvent::SubscriptionRemoved];
    let (faults, line) = match draw.below(5) {
        0 => (FaultSet { expire_subscriptions: true, ..FaultSet::default() }, "its subscriptions".to_owned()),
        1 => (FaultSet { lose_delta_state: true, ..FaultSet::default() }, "the state of delta queries".to_owned()),
        other => {
            let event = lifecycle[other - 2];
            (FaultSet { lifecycle: Some(event), ..FaultSet::default() }, format!("something, and says so: {event:?}"))
        }
    };
    scene.simulation.set_provider_faults(faults)?;
    Some(format!("the provider forgets {line}"))
}
