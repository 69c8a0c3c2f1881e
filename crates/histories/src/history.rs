//! A history: what is drawn, how it runs, and how one that fails becomes short enough to read.

use crate::draw::Draw;
use crate::operation::Operation;
use crate::operations;
use crate::scene::{Failure, Scene, Seen};
use crate::template::Template;
use anyhow::Result;

/// Operations with the numbers that they draw from. An operation draws the same whatever came before, so a shorter history can
/// still fail.
#[derive(Clone)]
pub struct History {
    seed: u64,
    steps: Vec<Step>,
}

#[derive(Clone, Copy)]
struct Step {
    operation: &'static Operation,
    seed: u64,
}

pub struct Outcome {
    /// What happened, a line for each operation.
    pub lines: Vec<String>,
    pub seen: Seen,
    pub failure: Option<Failure>,
}

impl History {
    /// Draws from a few kinds only, so that those meet each other; time passes and mail comes in every history.
    pub fn draw(seed: u64, length: usize) -> Self {
        let draw = Draw::new(seed);
        let all = operations::all();
        let mut kinds: Vec<&'static Operation> = Vec::new();
        for _ in 0..3 + draw.below(5) {
            kinds.push(*draw.one_of(&all));
        }
        let always: Vec<&'static Operation> = all.iter().copied().filter(|kind| ALWAYS.contains(&kind.name)).collect();
        kinds.extend(always);
        let mut steps: Vec<Step> = BEGIN.iter().filter_map(|name| step(&all, name, draw.number())).collect();
        steps.extend((0..length).map(|_| Step { operation: draw.one_of::<&Operation>(&kinds), seed: draw.number() }));
        Self { seed, steps }
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    pub fn run(&self, template: &Template) -> Result<Outcome> {
        let mut scene = Scene::new(template, self.seed)?;
        let mut lines = Vec::new();
        for Step { operation, seed } in &self.steps {
            if scene.is_outage() {
                scene.begin_outage();
            }
            let at = scene.simulation.now();
            if let Some(line) = (operation.apply)(&mut scene, &Draw::new(*seed)) {
                lines.push(format!("{} {line}", at.strftime("%H:%M:%S%.3f")));
                *scene.seen.operations.entry(operation.name).or_default() += 1;
                scene.simulation.settle();
                scene.inspect();
            }
            if scene.failure.is_some() {
                break;
            }
        }
        if scene.failure.is_none() {
            scene.end();
        }
        let failure = scene.failure.take();
        scene.simulation.kill();
        Ok(Outcome { lines, seen: scene.seen, failure })
    }

    fn without(&self, range: std::ops::Range<usize>) -> Self {
        let kept = self.steps.iter().enumerate().filter(|(index, _)| !range.contains(index)).map(|(_, step)| *step);
        Self { seed: self.seed, steps: kept.collect() }
    }
}

/// Kinds that every history draws from.
const ALWAYS: [&str; 5] = ["mail with strikes", "seconds pass", "minutes pass", "a window ends", "start"];
/// How every history begins.
const BEGIN: [&str; 2] = ["enable the watcher", "seconds pass"];

fn step(all: &[&'static Operation], name: &str, seed: u64) -> Option<Step> {
    all.iter().find(|kind| kind.name == name).map(|operation| Step { operation, seed })
}

/// The shortest history that still breaks the same rule, as far as leaving out operations finds it.
pub fn shrink(history: &History, template: &Template, failure: &Failure) -> Result<History> {
    let mut shortest = history.clone();
    let mut size = shortest.len() / 2;
    while size > 0 {
        let mut start = 0;
        while start < shortest.len() {
            let candidate = shortest.without(start..(start + size).min(shortest.len()));
            let fails = candidate.run(template)?.failure.is_some_and(|found| found.rule == failure.rule);
            if fails {
                shortest = candidate;
            } else {
                start += size;
            }
        }
        size /= 2;
    }
    Ok(shortest)
}
