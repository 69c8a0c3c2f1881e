//! `Condition`: goes on with the run, or ends it in quiet, by what stands in the context.
//!
//! | `Op.Action` | |
//! |---|---|
//! | `Continue` | goes on when the condition is met, ends otherwise |
//! | `Stop` | ends when the condition is met, goes on otherwise |
//!
//! What each `Is` means is in [`compare`] and, for people, in `docs/guide/reference/actions/condition.md`.

mod compare;
mod term;

use crate::blocking::run_blocking;
use crate::config::Settings;
use crate::typed::Typed;
use crate::{ConfigViolation, Context, Effect, StepError, StepRun, StepSummary};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::Clock;
use term::Term;

/// How long patterns may search.
const TIME: Duration = Duration::from_secs(40);

/// The handler.
pub(super) struct Condition {
    pub(super) clock: Arc<dyn Clock>,
}

/// Goes on with the run, or ends it in quiet: the steps that are left, Phase 2 included, are skipped.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
#[schemars(title = "Condition")]
pub(super) struct Config {
    /// What happens when the condition is met.
    op: Op,
    /// The condition: all of these, or any of them.
    when: When,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Op {
    /// What happens when the condition is met.
    action: Verb,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
enum Verb {
    /// Goes on when the condition is met, ends the run otherwise.
    Continue,
    /// Ends the run when the condition is met, goes on otherwise.
    Stop,
}

#[derive(Debug, Deserialize, JsonSchema)]
enum When {
    /// Every one of these holds.
    All(#[schemars(extend("minItems" = 1, "description" = "Every one of these holds."))] Vec<Term>),
    /// At least one of these holds.
    Any(#[schemars(extend("minItems" = 1, "description" = "At least one of these holds."))] Vec<Term>),
}

impl When {
    fn terms(&self) -> (&'static str, &[Term]) {
        match self {
            Self::All(terms) => ("All", terms),
            Self::Any(terms) => ("Any", terms),
        }
    }
}

impl Settings for Config {
    fn faults(&self) -> Vec<ConfigViolation> {
        let (list, terms) = self.when.terms();
        if terms.is_empty() {
            return vec![ConfigViolation::new(format!("When.{list}"), "at least one comparison is needed")];
        }
        let each = terms.iter().enumerate();
        each.flat_map(|(index, term)| term.faults(&format!("When.{list}[{index}]"))).collect()
    }
}

impl Config {
    /// Whether the condition is met, and the term that decided it.
    fn is_met(&self, context: &Context, out_of_time: &mut dyn FnMut() -> bool) -> Result<(bool, String), StepError> {
        let (list, terms) = self.when.terms();
        let decides = list == "Any";
        for (index, term) in terms.iter().enumerate() {
            let holds = term.holds(context, out_of_time);
            let holds = holds.map_err(|error| StepError::Failed(format!("When.{list}[{index}]: {error}")))?;
            if holds == decides {
                return Ok((holds, term.to_string()));
            }
        }
        Ok((!decides, if decides { "none of them".to_owned() } else { "all of them".to_owned() }))
    }

    fn outcome(&self, context: &Context, out_of_time: &mut dyn FnMut() -> bool) -> Result<StepSummary, StepError> {
        let (is_met, why) = self.is_met(context, out_of_time)?;
        let ends_run = is_met == (self.op.action == Verb::Stop);
        let met = if is_met { "met" } else { "not met" };
        let then = if ends_run { "the run ends here" } else { "the run goes on" };
        Ok(StepSummary { ends_run, ..StepSummary::new(format!("{met} ({why}): {then}")) })
    }
}

impl Typed for Condition {
    type Config = Config;

    const ACTION_TYPE: &'static str = "Condition";
    const EFFECT: Effect = Effect::None;
    const GUIDE: Option<&'static str> = Some(include_str!("../../../../../docs/guide/reference/actions/condition.md"));

    fn given(&self, config: &Config, _context: &Context) -> Option<String> {
        let (list, terms) = config.when.terms();
        let words: Vec<String> = terms.iter().take(3).map(ToString::to_string).collect();
        let more = if terms.len() > 3 { ", …" } else { "" };
        Some(format!("{list} of: {}{more}", words.join(", ")))
    }

    fn act<'a>(&'a self, config: Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        async move {
            // A pattern may search a whole mail: not on the threads that everything else waits on.
            let context = step.context.clone();
            run_blocking(self.clock.as_ref(), TIME, move |out_of_time| config.outcome(&context, out_of_time)).await
        }
        .boxed()
    }
}

#[cfg(test)]
mod tests;
