//! The steps of a phase: its actions in their order, and how they are logged. Pure.

use crate::handler::hash_parts;
use crate::sorted_json::sorted_text;
use stormwire_store::RunId;
use stormwire_store::tables::action::Action;
use stormwire_store::tables::workflow::{NewStep, Step, StepStatus};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Runs before the message is filed.
    One,
    /// Runs from the queue after the message was filed.
    Two,
}

impl Phase {
    pub const fn number(self) -> i32 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PhaseEnd {
    /// Every step succeeded.
    Done,
    /// A condition ended the run; the remaining steps were skipped.
    Ended,
    /// A step failed. The text names it and the error.
    Failed(String),
}

/// An action and its position in its phase.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PlannedStep<'a> {
    pub(super) action: &'a Action,
    pub(super) phase: Phase,
    /// From 1.
    pub(super) order: i32,
}

/// The actions of a phase. Each phase counts from 1.
pub(super) fn plan(actions: &[Action], phase: Phase) -> impl Iterator<Item = PlannedStep<'_>> {
    let of_phase = actions.iter().filter(move |action| action.is_phase_one == (phase == Phase::One));
    of_phase.zip(1..).map(move |(action, order)| PlannedStep { action, phase, order })
}

impl PlannedStep<'_> {
    pub(super) fn new_running_step(self, run_id: &RunId, input: Option<String>) -> NewStep {
        NewStep { status: StepStatus::Running, input, ..self.new_skipped_step(run_id) }
    }

    pub(super) fn new_skipped_step(self, run_id: &RunId) -> NewStep {
        NewStep {
            run_id: run_id.clone(),
            action_id: self.action.id,
            order: self.order,
            name: self.action.name.clone(),
            action_type: self.action.action_type.clone(),
            phase: self.phase.number(),
            status: StepStatus::Skipped,
            input: None,
            config_hash: config_hash(self.action),
        }
    }
}

/// The same for the same settings: an interrupted run continues only with the settings it began with.
pub fn config_hash(action: &Action) -> String {
    let credential = action.credential_id.map(|id| id.to_string()).unwrap_or_default();
    let config = sorted_text(&action.config);
    let parts = [action.action_type.as_str(), &config, &credential];
    match &action.sealed_secrets {
        // Secrets that were sealed again count as a change: then a person decides.
        Some(sealed) => hash_parts(&[&parts[..], &[sealed.as_str()]].concat()),
        None => hash_parts(&parts),
    }
}

/// Whether the action still is what the step began with.
pub fn is_unchanged(action: &Action, step: &Step) -> bool {
    step.action_id == Some(action.id) && step.config_hash.as_deref() == Some(config_hash(action).as_str())
}

pub(super) fn failure_text(phase: Phase, order: i32, name: &str, error: &str) -> String {
    let phase = if phase == Phase::Two { "phase 2, " } else { "" };
    format!("{phase}action {order} {name:?}: {error}")
}
