//! `Condition`: continues or ends the run, depending on values of the context. Ending a run is not an error.
//!
//! | `Op.Action` | |
//! |---|---|
//! | `Continue` | continues if the condition is met, ends otherwise |
//! | `Stop` | ends if the condition is met, continues otherwise |
//!
//! [`compare`] and `docs/guide/reference/actions/condition.md` define each `Is`.

mod compare;
mod comparison;

use crate::blocking::run_blocking;
use crate::config::{ActionConfig, unused_keys};
use crate::typed_handler::TypedHandler;
use crate::{ConfigViolation, Context, Effect, StepError, StepRun, StepSummary};
use comparison::Comparison;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::Clock;
use stormwire_store::CredentialId;

/// Of the search of all patterns.
const PATTERN_TIMEOUT: Duration = Duration::from_secs(40);

pub(super) struct Condition {
    pub(super) clock: Arc<dyn Clock>,
}

/// Continues or ends the run. When it ends, the remaining steps are skipped, including Phase 2.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
#[schemars(title = "Condition")]
pub(super) struct Config {
    /// Operation.
    op: Op,
    /// Comparisons: all or any of them must match.
    when: When,
    /// Accepted, as in every action, but not used.
    #[serde(default)]
    #[schemars(extend("x-unused" = true))]
    data: Option<Map<String, Value>>,
    /// Accepted, as in every action, but not used.
    #[serde(default)]
    #[schemars(extend("x-unused" = true))]
    field_map: Option<Map<String, Value>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Op {
    /// What to do if the condition is met.
    action: Operation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
enum Operation {
    /// Continues if the condition is met, ends the run otherwise.
    Continue,
    /// Ends the run if the condition is met, continues otherwise.
    Stop,
}

#[derive(Debug, Deserialize, JsonSchema)]
enum When {
    /// All of these must match.
    All(
        #[schemars(extend("minItems" = 1, "description" = "All of these must match.", "x-kind" = "condition"))]
        Vec<Comparison>,
    ),
    /// At least one of these must match.
    Any(
        #[schemars(extend("minItems" = 1, "description" = "At least one of these must match.", "x-kind" = "condition"))]
         Vec<Comparison>,
    ),
}

impl When {
    fn comparisons(&self) -> (&'static str, &[Comparison]) {
        match self {
            Self::All(all) => ("All", all),
            Self::Any(any) => ("Any", any),
        }
    }
}

impl ActionConfig for Config {
    fn validate(&self) -> Vec<ConfigViolation> {
        let (list, comparisons) = self.when.comparisons();
        if comparisons.is_empty() {
            return vec![ConfigViolation::new(format!("When.{list}"), "must have at least one comparison")];
        }
        let each = comparisons.iter().enumerate();
        each.flat_map(|(index, comparison)| comparison.validate(&format!("When.{list}[{index}]"))).collect()
    }
}

impl Config {
    /// Whether the condition is met, and the comparison that decided it.
    fn is_met(&self, context: &Context, out_of_time: &mut dyn FnMut() -> bool) -> Result<(bool, String), StepError> {
        let (list, comparisons) = self.when.comparisons();
        let is_any = list == "Any";
        for (index, comparison) in comparisons.iter().enumerate() {
            let matches = comparison.matches(context, out_of_time);
            let matches = matches.map_err(|error| StepError::Failed(format!("When.{list}[{index}]: {error}")))?;
            if matches == is_any {
                return Ok((matches, comparison.to_string()));
            }
        }
        Ok((!is_any, if is_any { "no comparison matches".to_owned() } else { "all comparisons match".to_owned() }))
    }

    fn evaluate(&self, context: &Context, out_of_time: &mut dyn FnMut() -> bool) -> Result<StepSummary, StepError> {
        let (is_met, reason) = self.is_met(context, out_of_time)?;
        let ends_run = is_met == (self.op.action == Operation::Stop);
        let met = if is_met { "met" } else { "not met" };
        let then = if ends_run { "the run ends here" } else { "the run continues" };
        Ok(StepSummary { ends_run, ..StepSummary::new(format!("{met} ({reason}): {then}")) })
    }
}

impl TypedHandler for Condition {
    type Config = Config;

    const ACTION_TYPE: &'static str = "Condition";
    const EFFECT: Effect = Effect::None;

    fn warnings(&self, config: &Config, _credential_id: Option<CredentialId>) -> Vec<ConfigViolation> {
        unused_keys(Self::ACTION_TYPE, config.data.as_ref(), config.field_map.as_ref())
    }

    fn input(&self, config: &Config, _context: &Context) -> Option<String> {
        let (list, comparisons) = config.when.comparisons();
        let first: Vec<String> = comparisons.iter().take(3).map(ToString::to_string).collect();
        let more = if comparisons.len() > 3 { ", …" } else { "" };
        Some(format!("{list} of: {}{more}", first.join(", ")))
    }

    fn run<'a>(&'a self, config: Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        async move {
            // A pattern may search a whole message, which must not block the async threads.
            let context = step.context.clone();
            let evaluate = move |out_of_time: &mut dyn FnMut() -> bool| config.evaluate(&context, out_of_time);
            run_blocking(self.clock.as_ref(), PATTERN_TIMEOUT, evaluate).await
        }
        .boxed()
    }
}

#[cfg(test)]
mod tests;
