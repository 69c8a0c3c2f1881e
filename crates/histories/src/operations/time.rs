//! Time passes, and not by random seconds: to what matters, a moment before it and a moment after it.

#![expect(clippy::unnecessary_wraps, reason = "an operation may mean nothing, and some always mean something")]

use crate::draw::Draw;
use crate::operation::Operation;
use crate::scene::Scene;
use jiff::Timestamp;
use std::time::Duration;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "seconds pass", apply: seconds_pass },
    Operation { name: "minutes pass", apply: minutes_pass },
    Operation { name: "a window ends", apply: window_ends },
];

fn seconds_pass(scene: &mut Scene, draw: &Draw) -> Option<String> {
    let seconds = *draw.one_of(&[1, 2, 5, 15, 29, 31]);
    scene.pass(Duration::from_secs(seconds));
    Some(format!("{seconds} s pass"))
}

fn minutes_pass(scene: &mut Scene, draw: &Draw) -> Option<String> {
    let minutes = *draw.one_of(&[1, 2, 3, 6, 11, 45]);
    scene.pass(Duration::from_mins(minutes));
    Some(format!("{minutes} min pass"))
}

const LONGEST_WAIT: Duration = Duration::from_hours(3);

/// The next end of a window.
fn window_ends(scene: &mut Scene, draw: &Draw) -> Option<String> {
    let now = scene.simulation.now();
    let next = scene.model.next_stop(now, Timestamp::MAX);
    let left = Duration::try_from(next.duration_since(now)).ok().filter(|left| *left < LONGEST_WAIT)?;
    let (passed, words) = match draw.below(3) {
        0 => (left.saturating_sub(Duration::from_secs(1)), "is about to end"),
        1 => (left, "ends"),
        _ => (left + Duration::from_secs(1), "has just ended"),
    };
    scene.pass(passed);
    Some(format!("a window {words}, {} s later", passed.as_secs()))
}
