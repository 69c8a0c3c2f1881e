//! The life of the service process.

use crate::draw::Draw;
use crate::operation::Operation;
use crate::scene::Scene;
use std::time::Duration;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "kill", apply: kill },
    Operation { name: "kill in the middle of work", apply: kill_in_the_middle },
    Operation { name: "stop", apply: stop },
    Operation { name: "start", apply: start },
];

fn kill(scene: &mut Scene, _: &Draw) -> Option<String> {
    scene.simulation.process.as_ref()?;
    scene.model.was_killed = true;
    scene.simulation.kill();
    Some("the process is killed".into())
}

/// After some work of the database or the network, wherever that is.
fn kill_in_the_middle(scene: &mut Scene, draw: &Draw) -> Option<String> {
    scene.simulation.process.as_ref()?;
    let rounds = 1 + draw.below(40);
    scene.model.was_killed = true;
    scene.simulation.run_rounds(rounds);
    scene.simulation.kill();
    Some(format!("the process is killed after {rounds} rounds"))
}

fn stop(scene: &mut Scene, _: &Draw) -> Option<String> {
    scene.simulation.process.as_ref()?;
    let took = scene.simulation.stop();
    if took > Duration::from_secs(20) {
        scene.fail("stops in time", format!("the process took {} s to end", took.as_secs()));
    }
    Some("the process is stopped".into())
}

fn start(scene: &mut Scene, _: &Draw) -> Option<String> {
    if scene.simulation.process.is_some() {
        return None;
    }
    scene.start();
    Some("the process is started".into())
}
