//! Decides where Phase 2 continues after an interruption. Pure.
//!
//! The list of actions may have changed since the phase began, so a step is found again by its action, never by its number.

use super::planned_step::{Phase, PhaseEnd, PlannedStep, failure_text, is_unchanged};
use crate::StepError;
use stormwire_store::tables::action::Action;
use stormwire_store::tables::workflow::{Step, StepStatus};

/// Where Phase 2 continues.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Resume<'a> {
    /// With these steps.
    With(Vec<PlannedStep<'a>>),
    /// Nowhere: the phase had ended, but the process stopped before it stored that.
    Ended(PhaseEnd),
    /// Nowhere: this step may have run, and its action is not the same any more.
    Lost(Box<LostStep<'a>>),
}

/// A step that can neither be repeated nor counted as done.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LostStep<'a> {
    pub(super) step: Step,
    pub(super) error: String,
    /// Those that will not run.
    pub(super) rest: Vec<PlannedStep<'a>>,
}

impl LostStep<'_> {
    pub(super) fn end(&self) -> PhaseEnd {
        PhaseEnd::Failed(failure_text(Phase::Two, self.step.position, &self.step.name, &self.error))
    }
}

/// `before` are the steps of the run, of both phases. Runs what was interrupted, then all actions without an outcome, in their
/// order.
pub(super) fn resume<'a>(before: &[Step], actions: &'a [Action]) -> Resume<'a> {
    let of_phase = || before.iter().filter(|step| step.phase == Phase::Two.number());
    if let Some(failed) = of_phase().find(|step| step.status == StepStatus::Failed) {
        let error = failed.error.as_deref().unwrap_or_default();
        return Resume::Ended(PhaseEnd::Failed(failure_text(Phase::Two, failed.position, &failed.name, error)));
    }
    if of_phase().any(|step| step.status == StepStatus::Skipped) {
        return Resume::Ended(PhaseEnd::Ended);
    }
    // Also in Phase 1: an action that was moved to Phase 2 meanwhile must not run twice.
    let has_outcome = |action: &Action| {
        before.iter().any(|step| step.status == StepStatus::Success && step.action_id == Some(action.id))
    };
    let mut left: Vec<&Action> = actions.iter().filter(|action| !action.is_phase_one && !has_outcome(action)).collect();
    let mut steps = Vec::new();
    let mut lost = None;
    for step in of_phase().filter(|step| step.status == StepStatus::Running) {
        match left.iter().position(|action| is_same(action, step)) {
            Some(index) => {
                steps.push(PlannedStep { action: left.remove(index), phase: Phase::Two, order: step.position });
            }
            None => lost = lost.or(Some(step)),
        }
    }
    let first_free = of_phase().map(|step| step.position).max().unwrap_or(0) + 1;
    let new = left.into_iter().zip(first_free..);
    let new = new.map(|(action, order)| PlannedStep { action, phase: Phase::Two, order });
    match lost {
        Some(step) => Resume::Lost(Box::new(LostStep {
            step: step.clone(),
            error: StepError::OutcomeUnknown(CHANGED.into()).to_string(),
            rest: new.filter(|one| step.action_id != Some(one.action.id)).collect(),
        })),
        None => Resume::With(steps.into_iter().chain(new).collect()),
    }
}

const CHANGED: &str = "the action was changed, moved to another phase or deleted after it may have run";

/// Whether the interrupted step continues with this action. A step of an older version does not say what it began with.
fn is_same(action: &Action, step: &Step) -> bool {
    is_unchanged(action, step) || step.config_hash.is_none() && step.action_id == Some(action.id)
}

#[cfg(test)]
mod tests;
