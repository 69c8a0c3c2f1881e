//! Runs the steps of a phase in order, each with a timeout, and logs the start and end of each.

pub(crate) mod dry_run;
pub(crate) mod planned_step;
mod resume;

use self::planned_step::{Phase, PhaseEnd, PlannedStep, failure_text, plan};
use self::resume::{LostStep, Resume, resume};
use super::effect_recorder::EffectRecorder;
use super::{Context, Effect, Handlers, StepError, StepRun, StepSummary};
use futures_util::FutureExt;
use jiff::Timestamp;
use secrecy::SecretString;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;
use stormwire_city::action_secrets::{self, ActionSecrets};
use stormwire_city::secrets::{Secrets, SecretsError};
use stormwire_clock::Clock;
use stormwire_store::queue::{panic_text, retry_until_stored};
use stormwire_store::tables::action::Action;
use stormwire_store::tables::feed::{self, ClosestStrike};
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::tables::workflow::{self as rows, NewStep, StepEnd, StepStatus};
use stormwire_store::{Conn, LogId, RunId, Schema, StepId, Store, StoreError, WatcherId};
use thiserror::Error;

/// Of a step that changes nothing: often somebody waits for its result.
const DRY_STEP_TIMEOUT: Duration = Duration::from_mins(2);

#[derive(Debug, Clone)]
pub struct Run {
    pub run_id: RunId,
    pub log_id: LogId,
    pub watcher_id: WatcherId,
    pub message_key: String,
    /// Repeat effects that were done before.
    pub force: bool,
    /// Record effects instead of performing them.
    pub is_test: bool,
}

/// Why a run cannot continue for now.
#[derive(Debug, Error)]
pub enum RunError {
    /// The context could not be encrypted.
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

    /// Runs the actions of a phase. Phase 2 continues with the actions that have no outcome.
    pub async fn run(
        &self,
        run: &Run,
        phase: Phase,
        actions: &[Action],
        context: &mut Context,
    ) -> Result<PhaseEnd, RunError> {
        let steps = match phase {
            Phase::One => plan(actions, phase).collect(),
            Phase::Two => {
                let before = rows::list_steps(&mut self.store.reader().await?, &run.run_id).await?;
                match resume(&before, actions) {
                    Resume::With(steps) => steps,
                    Resume::Ended(end) => return Ok(end),
                    Resume::Lost(lost) => return self.end_lost(run, *lost).await,
                }
            }
        };
        for (index, step) in steps.iter().enumerate() {
            let rest = &steps[index + 1..];
            match self.step(run, *step, rest, context).await? {
                Ok(summary) if !summary.ends_run => {}
                Ok(_) => return Ok(PhaseEnd::Ended),
                Err(error) => {
                    let mut text = failure_text(phase, step.order, &step.action.name, &error.to_string());
                    if run.is_test && steps[..index].iter().any(|before| self.is_call(before.action)) {
                        text.push_str(NO_RESPONSES);
                    }
                    return Ok(PhaseEnd::Failed(text));
                }
            }
        }
        Ok(PhaseEnd::Done)
    }

    /// Logs all actions of a phase as skipped.
    pub async fn skip(&self, run: &Run, phase: Phase, actions: &[Action]) -> Result<(), RunError> {
        for step in plan(actions, phase) {
            self.begin(step.new_skipped_step(&run.run_id)).await?;
        }
        Ok(())
    }

    /// Logs why the step cannot continue, and the rest of the phase as skipped.
    async fn end_lost(&self, run: &Run, lost: LostStep<'_>) -> Result<PhaseEnd, RunError> {
        let outcome = StepEnd { status: StepStatus::Failed, result: None, error: Some(lost.error.clone()) };
        let skipped = lost.rest.iter().map(|step| step.new_skipped_step(&run.run_id)).collect();
        let finished = FinishedStep {
            id: lost.step.id,
            end: outcome,
            newest_strike_at: None,
            closest_strike: None,
            run: run.clone(),
            skipped,
            context: None,
            at: self.clock.now(),
        };
        self.store_finished_step(finished).await?;
        Ok(lost.end())
    }

    async fn step(
        &self,
        run: &Run,
        step: PlannedStep<'_>,
        rest: &[PlannedStep<'_>],
        context: &mut Context,
    ) -> Result<Result<StepSummary, StepError>, RunError> {
        let action = step.action;
        let handler = self.handlers.find(&action.action_type);
        let input = handler.and_then(|handler| handler.input(&action.config, context));
        let Some(id) = self.begin(step.new_running_step(&run.run_id, input)).await? else {
            return Ok(Err(StepError::OutcomeUnknown("the step was started before and did not finish".into())));
        };
        // What would happen is in the result of the step.
        let recorder = run.is_test.then(EffectRecorder::default);
        let outcome = self.perform(run, action, context, recorder.as_ref()).await;
        let continues = outcome.as_ref().is_ok_and(|summary| !summary.ends_run);
        // The context of Phase 1 is stored by the caller when the phase ends. In Phase 2 also after what is the last step by
        // now: until the end is stored, actions may be added.
        let stores_context = step.phase == Phase::Two && continues;
        let skipped = if continues { &[] } else { rest };
        let finished = FinishedStep {
            id,
            end: step_end(&outcome),
            newest_strike_at: outcome.as_ref().ok().and_then(|summary| summary.newest_strike_at),
            closest_strike: outcome.as_ref().ok().and_then(|summary| summary.closest_strike),
            run: run.clone(),
            skipped: skipped.iter().map(|step| step.new_skipped_step(&run.run_id)).collect(),
            context: stores_context.then(|| context.root().to_string().into()),
            at: self.clock.now(),
        };
        self.store_finished_step(finished).await?;
        Ok(outcome)
    }

    /// Retries until the database is available: a finished step must not look unfinished. The context after a step of
    /// Phase 2 and the skipped steps are written in the same transaction, so a crash between two steps loses neither.
    async fn store_finished_step(&self, finished: FinishedStep) -> Result<(), RunError> {
        let attempt = || {
            let (finished, secrets) = (finished.clone(), self.secrets.clone());
            let transaction = self.store.write(Schema::It, move |conn| finished.write(conn, secrets).boxed());
            transaction.boxed()
        };
        retry_until_stored(self.clock.as_ref(), RunError::is_transient, attempt).await
    }

    /// Whether the action gets a response from another system, which later actions may need.
    fn is_call(&self, action: &Action) -> bool {
        let handler = self.handlers.find(&action.action_type);
        action.action_type != "Sql" && handler.is_some_and(|handler| handler.effect() == Effect::Outside)
    }

    /// A panic or a timeout of the handler fails the step and nothing else.
    async fn perform(
        &self,
        run: &Run,
        action: &Action,
        context: &mut Context,
        recorder: Option<&EffectRecorder>,
    ) -> Result<StepSummary, StepError> {
        let Some(handler) = self.handlers.find(&action.action_type) else {
            let message = format!("actionType: {}", self.handlers.unknown_type(&action.action_type));
            return Err(StepError::Failed(message));
        };
        let config = match ActionSecrets::open(&self.secrets, action) {
            Ok(values) => action_secrets::merge(&action.action_type, action.config.clone(), &values),
            Err(error) => return Err(StepError::Failed(error.to_string())),
        };
        let step = StepRun {
            watcher_id: run.watcher_id,
            log_id: Some(run.log_id),
            message_key: &run.message_key,
            run_id: &run.run_id,
            action_id: action.id,
            config: &config,
            credential_id: action.credential_id,
            force: run.force,
            recorder,
            context,
        };
        let timeout = match recorder {
            Some(_) => handler.timeout().min(DRY_STEP_TIMEOUT),
            None => handler.timeout(),
        };
        let running = AssertUnwindSafe(handler.run(step)).catch_unwind();
        let timed_out = format!("timed out after {} s", timeout.as_secs());
        tokio::select! {
            ended = running => ended.unwrap_or_else(|panic| {
                Err(StepError::Failed(format!("the handler panicked: {}", panic_text(panic.as_ref()))))
            }),
            () = self.clock.sleep(timeout) => Err(match handler.effect() {
                Effect::None => StepError::Failed(timed_out),
                Effect::Outside => StepError::OutcomeUnknown(timed_out),
            }),
        }
    }

    /// `None` if the step has begun before. Retries until the database is available: a message between two steps must not be
    /// left without an outcome. A commit may have succeeded although its acknowledgment was lost: then the step has begun,
    /// but nobody else runs it.
    async fn begin(&self, step: NewStep) -> Result<Option<StepId>, RunError> {
        let (mut attempts, now) = (0, self.clock.now());
        let attempt = || {
            attempts += 1;
            let (step, is_retry) = (step.clone(), attempts > 1);
            let transaction = self.store.write::<_, RunError, _>(Schema::It, move |conn| {
                async move {
                    let position = step.position();
                    match rows::begin_step(conn, step, now).await? {
                        None if is_retry => Ok(rows::find_running_step(conn, position).await?),
                        begun => Ok(begun),
                    }
                }
                .boxed()
            });
            transaction.boxed()
        };
        retry_until_stored(self.clock.as_ref(), RunError::is_transient, attempt).await
    }
}

fn step_end(outcome: &Result<StepSummary, StepError>) -> StepEnd {
    match outcome {
        Ok(summary) => StepEnd { status: StepStatus::Success, result: Some(summary.result.clone()), error: None },
        Err(error) => StepEnd { status: StepStatus::Failed, result: None, error: Some(error.to_string()) },
    }
}

/// Follows the error of a step that may have needed a response.
const NO_RESPONSES: &str = " (nothing was sent, so the actions before this one have no responses)";

/// Everything that is written in one transaction when a step ends.
#[derive(Clone)]
struct FinishedStep {
    id: StepId,
    end: StepEnd,
    /// Stored with the message. The feed check compares it with the time of the message.
    newest_strike_at: Option<Timestamp>,
    /// Stored with the message. The feed check compares it with the facilities.
    closest_strike: Option<ClosestStrike>,
    run: Run,
    skipped: Vec<NewStep>,
    context: Option<SecretString>,
    at: Timestamp,
}

impl FinishedStep {
    async fn write(self, conn: &mut Conn, secrets: Secrets) -> Result<(), RunError> {
        rows::end_step(conn, self.id, self.end, self.at).await?;
        if let Some(at) = self.newest_strike_at {
            feed::put_newest_strike(conn, self.run.log_id, &self.run.run_id, at, self.at).await?;
        }
        if let Some(strike) = self.closest_strike {
            feed::put_closest_strike(conn, self.run.log_id, &self.run.run_id, strike).await?;
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
