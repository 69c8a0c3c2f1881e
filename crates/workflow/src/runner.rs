//! Takes the steps of a phase in their order, each within its limit, and writes down how each began and ended.

use super::{Context, Effect, Handlers, StepError, StepRun, StepSummary};
use futures_util::FutureExt;
use jiff::Timestamp;
use secrecy::SecretString;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use stormwire_city::secrets::{Secrets, SecretsError};
use stormwire_clock::Clock;
use stormwire_store::queue::{panic_text, retry_until_stored};
use stormwire_store::tables::action::Action;
use stormwire_store::tables::feed;
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::tables::workflow::{self as rows, NewStep, Step, StepEnd, StepStatus};
use stormwire_store::{Conn, LogId, RunId, Schema, StepId, Store, StoreError, WatcherId};
use thiserror::Error;

/// Before disposition, or after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Synchronous: the message waits for it.
    One,
    /// Queued: runs after the message was put away.
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

/// What a run is about.
#[derive(Debug, Clone)]
pub struct Run {
    pub run_id: RunId,
    /// Its row in the log.
    pub log_id: LogId,
    pub watcher_id: WatcherId,
    pub message_key: String,
    /// Whether effects are to be repeated.
    pub force: bool,
}

/// How a phase ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PhaseEnd {
    /// Every step has succeeded.
    Done,
    /// A condition ended the run; what was left did not run.
    Ended,
    /// A step failed: which one, and why.
    Failed(String),
}

/// Why a run cannot go on for now.
#[derive(Debug, Error)]
pub enum RunError {
    /// The key, with which the context is kept.
    #[error(transparent)]
    Secrets(#[from] SecretsError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RunError {
    fn is_transient(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_transient())
    }
}

#[derive(Clone)]
pub struct Runner {
    store: Store,
    clock: Arc<dyn Clock>,
    secrets: Secrets,
    handlers: Handlers,
}

impl Runner {
    pub fn new(store: Store, clock: Arc<dyn Clock>, secrets: Secrets, handlers: Handlers) -> Self {
        Self { store, clock, secrets, handlers }
    }

    pub fn handlers(&self) -> &Handlers {
        &self.handlers
    }

    /// Runs the actions of a phase over the context. The second phase goes on behind the last step that has an outcome.
    pub async fn run(
        &self,
        run: &Run,
        phase: Phase,
        actions: &[Action],
        context: &mut Context,
    ) -> Result<PhaseEnd, RunError> {
        let done = match phase {
            Phase::One => 0,
            Phase::Two => match resume(&self.outcomes(run).await?) {
                Resume::Behind(done) => done,
                Resume::Over(end) => return Ok(end),
            },
        };
        let mine: Vec<Planned<'_>> = planned(actions, phase).collect();
        for (index, step) in mine.iter().enumerate().skip(done) {
            let rest = &mine[index + 1..];
            match self.step(run, *step, rest, context).await? {
                Ok(summary) if !summary.ends_run => {}
                Ok(_) => return Ok(PhaseEnd::Ended),
                Err(error) => {
                    return Ok(PhaseEnd::Failed(failure(phase, step.order, &step.action.name, &error.to_string())));
                }
            }
        }
        Ok(PhaseEnd::Done)
    }

    /// Writes down that none of these actions will run.
    pub async fn skip(&self, run: &Run, phase: Phase, actions: &[Action]) -> Result<(), RunError> {
        for step in planned(actions, phase) {
            self.begin(step.skipped(run)).await?;
        }
        Ok(())
    }

    async fn outcomes(&self, run: &Run) -> Result<Vec<Step>, RunError> {
        let steps = rows::steps(&mut self.store.reader().await?, &run.run_id).await?;
        Ok(steps.into_iter().filter(|step| step.phase == 2).collect())
    }

    async fn step(
        &self,
        run: &Run,
        step: Planned<'_>,
        rest: &[Planned<'_>],
        context: &mut Context,
    ) -> Result<Result<StepSummary, StepError>, RunError> {
        let action = step.action;
        let handler = self.handlers.find(&action.action_type);
        let input = handler.and_then(|handler| handler.input(&action.config, context));
        let Some(id) = self.begin(step.started(run, input)).await? else {
            let words = "this step has begun before and its outcome is not known";
            return Ok(Err(StepError::OutcomeUnknown(words.into())));
        };
        let outcome = self.perform(run, action, context).await;
        let goes_on = outcome.as_ref().is_ok_and(|summary| !summary.ends_run);
        // What the first phase makes of the context is kept when that is over.
        let keeps = step.phase == Phase::Two && goes_on && !rest.is_empty();
        let skipped = if goes_on { &[] } else { rest };
        let ended = Ended {
            id,
            end: step_end(&outcome),
            newest_strike_at: outcome.as_ref().ok().and_then(|summary| summary.newest_strike_at),
            run: run.clone(),
            skipped: skipped.iter().map(|step| step.skipped(run)).collect(),
            context: keeps.then(|| context.root().to_string().into()),
            at: self.clock.now(),
        };
        self.end(ended).await?;
        Ok(outcome)
    }

    /// What has happened is written down, however long the database is away: the step must not be taken for unfinished.
    /// What a step of the second phase has put into the context, and that others will not run, stand in the same unit: a
    /// process that ends between two steps takes neither with it.
    async fn end(&self, ended: Ended) -> Result<(), RunError> {
        let attempt = || {
            let (ended, secrets) = (ended.clone(), self.secrets.clone());
            let unit = self.store.write(Schema::It, move |conn| ended.write(conn, secrets).boxed());
            unit.boxed()
        };
        retry_until_stored(self.clock.as_ref(), RunError::is_transient, attempt).await
    }

    /// A handler that panics or dawdles fails its step and nothing else.
    async fn perform(&self, run: &Run, action: &Action, context: &mut Context) -> Result<StepSummary, StepError> {
        let Some(handler) = self.handlers.find(&action.action_type) else {
            return Err(StepError::Failed(format!("there is no handler for {:?}", action.action_type)));
        };
        let step = StepRun {
            watcher_id: run.watcher_id,
            log_id: Some(run.log_id),
            message_key: &run.message_key,
            run_id: &run.run_id,
            action_id: action.id,
            config: &action.config,
            credential_id: action.credential_id,
            force: run.force,
            context,
        };
        let limit = handler.limit();
        let running = AssertUnwindSafe(handler.run(step)).catch_unwind();
        let too_slow = format!("not done within {} s", limit.as_secs());
        tokio::select! {
            ended = running => ended.unwrap_or_else(|panic| Err(StepError::Failed(format!("it panicked: {}", panic_text(panic.as_ref()))))),
            () = self.clock.sleep(limit) => Err(match handler.effect() {
                Effect::None => StepError::Failed(too_slow),
                Effect::Outside => StepError::OutcomeUnknown(too_slow),
            }),
        }
    }

    async fn begin(&self, step: NewStep) -> Result<Option<StepId>, RunError> {
        let now = self.clock.now();
        Ok(self.store.write(Schema::It, move |conn| rows::begin_step(conn, step, now).boxed()).await?)
    }
}

fn step_end(outcome: &Result<StepSummary, StepError>) -> StepEnd {
    match outcome {
        Ok(summary) => StepEnd { status: StepStatus::Success, result: Some(summary.result.clone()), error: None },
        Err(error) => StepEnd { status: StepStatus::Failed, result: None, error: Some(error.to_string()) },
    }
}

/// An action and its position in its phase.
#[derive(Clone, Copy)]
struct Planned<'a> {
    action: &'a Action,
    phase: Phase,
    /// From 1.
    order: i32,
}

/// The actions of a phase; each phase counts its own.
fn planned(actions: &[Action], phase: Phase) -> impl Iterator<Item = Planned<'_>> {
    let mine = actions.iter().filter(move |action| action.is_phase_one == (phase == Phase::One));
    mine.zip(1..).map(move |(action, order)| Planned { action, phase, order })
}

impl Planned<'_> {
    fn started(self, run: &Run, input: Option<String>) -> NewStep {
        NewStep { status: StepStatus::Running, input, ..self.skipped(run) }
    }

    fn skipped(self, run: &Run) -> NewStep {
        NewStep {
            run_id: run.run_id.clone(),
            action_id: self.action.id,
            order: self.order,
            name: self.action.name.clone(),
            action_type: self.action.action_type.clone(),
            phase: self.phase.number(),
            status: StepStatus::Skipped,
            input: None,
        }
    }
}

/// A step that has ended, with all that is written down together.
#[derive(Clone)]
struct Ended {
    id: StepId,
    end: StepEnd,
    /// Kept with the message: its times are held against each other to see whether both can be right.
    newest_strike_at: Option<Timestamp>,
    run: Run,
    skipped: Vec<NewStep>,
    context: Option<SecretString>,
    at: Timestamp,
}

impl Ended {
    async fn write(self, conn: &mut Conn, secrets: Secrets) -> Result<(), RunError> {
        rows::end_step(conn, self.id, self.end, self.at).await?;
        if let Some(at) = self.newest_strike_at {
            feed::put_newest_strike(conn, self.run.log_id, &self.run.run_id, at).await?;
        }
        for step in self.skipped {
            rows::begin_step(conn, step, self.at).await?;
        }
        if let Some(context) = self.context {
            let seal =
                || Ok::<_, RunError>(secrets.seal(&SealedColumn::Context.location(self.run.log_id.get()), &context)?);
            rows::put_context(conn, &self.run.run_id, seal).await?;
        }
        Ok(())
    }
}

/// Where a second phase goes on.
#[derive(Debug, PartialEq, Eq)]
enum Resume {
    /// That many steps are done.
    Behind(usize),
    /// It had ended, but that was not written down any more.
    Over(PhaseEnd),
}

/// Goes on behind the last step with an outcome, unless that outcome was the end.
fn resume(before: &[Step]) -> Resume {
    if let Some(failed) = before.iter().find(|step| step.status == StepStatus::Failed) {
        let error = failed.error.as_deref().unwrap_or_default();
        return Resume::Over(PhaseEnd::Failed(failure(Phase::Two, failed.position, &failed.name, error)));
    }
    if before.iter().any(|step| step.status == StepStatus::Skipped) {
        return Resume::Over(PhaseEnd::Ended);
    }
    Resume::Behind(before.iter().take_while(|step| step.status == StepStatus::Success).count())
}

fn failure(phase: Phase, order: i32, name: &str, error: &str) -> String {
    let phase = if phase == Phase::Two { "phase 2, " } else { "" };
    format!("{phase}action {order} {name:?}: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(position: i32, status: StepStatus) -> Step {
        Step {
            position,
            name: "call".into(),
            action_type: "Http".into(),
            phase: 2,
            status,
            started_at: None,
            finished_at: None,
            input: None,
            result: None,
            error: (status == StepStatus::Failed).then(|| "no answer".into()),
            action_id: None,
        }
    }

    #[test]
    fn a_second_phase_goes_on_behind_the_last_step_that_has_an_outcome_and_never_behind_its_end() {
        use StepStatus::{Failed, Running, Skipped, Success};
        let ended = || Resume::Over(PhaseEnd::Ended);
        let failed = Resume::Over(PhaseEnd::Failed("phase 2, action 2 \"call\": no answer".into()));
        for (statuses, expected) in [
            (vec![], Resume::Behind(0)),
            (vec![Running], Resume::Behind(0)),
            (vec![Success, Success, Running], Resume::Behind(2)),
            (vec![Success], Resume::Behind(1)),
            (vec![Success, Skipped], ended()),
            (vec![Success, Failed, Skipped], failed),
        ] {
            let steps: Vec<Step> = statuses.iter().zip(1..).map(|(status, at)| step(at, *status)).collect();
            assert_eq!(resume(&steps), expected, "{statuses:?}");
        }
    }
}
