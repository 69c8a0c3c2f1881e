//! Runs both phases in memory: nothing is sent, written or logged. Shows what the steps would do.

use super::planned_step::{Phase, PhaseEnd, PlannedStep, config_hash, failure_text, plan};
use super::{NO_RESPONSES, Run, Runner};
use crate::effect_recorder::EffectRecorder;
use crate::{Context, PlannedEffect, StepSummary};
use serde_json::{Map, Value};
use stormwire_store::tables::action::Action;

/// What a list of actions would do with one message.
#[derive(Debug, Clone)]
pub struct DryRun {
    /// Of the last phase that ran.
    pub end: PhaseEnd,
    /// Those that ran, in order.
    pub steps: Vec<DryStep>,
}

/// A step, and what is needed to run it only once for two lists of actions.
#[derive(Debug, Clone)]
pub struct DryStep {
    pub report: StepReport,
    ends_run: bool,
    /// Of the action's settings: with the same ones and the same context, a step does the same.
    config_hash: String,
    context_before: Context,
    context_after: Context,
}

/// What a step would do.
#[derive(Debug, Clone, PartialEq)]
pub struct StepReport {
    pub name: String,
    pub action_type: String,
    pub phase: Phase,
    /// The result for the log, or the error.
    pub outcome: Result<String, String>,
    /// The keys at the root of the context that the step set, with their values, and those that it removed, with null.
    pub outputs: Map<String, Value>,
    pub effects: Vec<PlannedEffect>,
}

impl DryStep {
    fn is_same(&self, step: PlannedStep<'_>, context: &Context) -> bool {
        self.report.phase == step.phase
            && self.report.name == step.action.name
            && self.config_hash == config_hash(step.action)
            && self.context_before == *context
    }
}

impl Runner {
    /// `known` are steps of another list for the same message: a step with the same settings and the same context is not run
    /// again.
    pub async fn dry_run(&self, run: &Run, actions: &[Action], context: Context, known: &[DryStep]) -> DryRun {
        let mut context = context;
        let mut done = DryRun { end: PhaseEnd::Done, steps: Vec::new() };
        for phase in [Phase::One, Phase::Two] {
            for step in plan(actions, phase) {
                let found = known.iter().find(|one| one.is_same(step, &context)).cloned();
                let result = match found {
                    Some(found) => found,
                    None => self.dry_step(run, step, &context).await,
                };
                context.clone_from(&result.context_after);
                let end = done.end_after(step, &result);
                done.steps.push(result);
                if let Some(end) = end {
                    done.end = end;
                    return done;
                }
            }
        }
        done
    }

    async fn dry_step(&self, run: &Run, step: PlannedStep<'_>, before: &Context) -> DryStep {
        let (mut context, recorder) = (before.clone(), EffectRecorder::default());
        let outcome = self.perform(run, step.action, &mut context, Some(&recorder)).await;
        let ends_run = outcome.as_ref().is_ok_and(|summary| summary.ends_run);
        let report = StepReport {
            name: step.action.name.clone(),
            action_type: step.action.action_type.clone(),
            phase: step.phase,
            outcome: outcome.map(|StepSummary { result, .. }| result).map_err(|error| error.to_string()),
            outputs: changed_keys(before, &context),
            effects: recorder.into_effects(),
        };
        DryStep {
            report,
            ends_run,
            config_hash: config_hash(step.action),
            context_before: before.clone(),
            context_after: context,
        }
    }
}

impl DryRun {
    pub fn reports(&self) -> impl Iterator<Item = &StepReport> {
        self.steps.iter().map(|step| &step.report)
    }

    /// How the run ends with this step; `None` if it continues.
    fn end_after(&self, step: PlannedStep<'_>, result: &DryStep) -> Option<PhaseEnd> {
        match &result.report.outcome {
            Ok(_) if result.ends_run => Some(PhaseEnd::Ended),
            Ok(_) => None,
            Err(error) => {
                let mut text = failure_text(step.phase, step.order, &step.action.name, error);
                if self.reports().flat_map(|one| &one.effects).any(|effect| !effect.has_output) {
                    text.push_str(NO_RESPONSES);
                }
                Some(PhaseEnd::Failed(text))
            }
        }
    }
}

fn changed_keys(before: &Context, after: &Context) -> Map<String, Value> {
    let keys = |context: &Context| -> Vec<String> {
        context.root().as_object().into_iter().flat_map(Map::keys).cloned().collect()
    };
    let removed = keys(before).into_iter().filter(|key| after.root().get(key).is_none());
    let changed = keys(after).into_iter().filter(|key| before.root().get(key) != after.root().get(key));
    let value = |key: String| {
        let value = after.root().get(&key).cloned().unwrap_or_default();
        (key, value)
    };
    removed.chain(changed).map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn context(root: Value) -> Context {
        let Value::Object(root) = root else { unreachable!() };
        Context::new(root)
    }

    #[test]
    fn only_new_changed_and_removed_keys_are_outputs() {
        let before = context(json!({"A": 1, "B": {"C": [1]}, "D": null, "F": 1}));
        let after = context(json!({"A": 1, "B": {"C": [2]}, "D": null, "E": null}));
        assert_eq!(Value::Object(changed_keys(&before, &after)), json!({"F": null, "B": {"C": [2]}, "E": null}));
    }
}
