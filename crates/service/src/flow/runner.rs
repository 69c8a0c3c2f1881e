//! Takes the steps of a phase in their order, each within its limit, and writes down how each began and ended.

use super::{Context, Effect, Handlers, StepError, StepRun, StepSummary};
use crate::queue::panic_text;
use crate::store::action::Action;
use crate::store::workflow::{self as rows, NewStep, StepEnd};
use crate::store::{Schema, Store, StoreError};
use futures_util::FutureExt;
use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;
use stormwire_world::clock::Clock;

/// Before disposition, or after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Synchronous: the message waits for it.
    One,
    /// Queued: runs after the message was put away.
    Two,
}

impl Phase {
    /// As stored.
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
    /// Which run.
    pub run_id: String,
    /// Of which watcher.
    pub job_id: i64,
    /// About which message.
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

/// Runs phases.
#[derive(Clone)]
pub struct Runner {
    store: Store,
    clock: Arc<dyn Clock>,
    handlers: Handlers,
}

impl Runner {
    /// With these handlers.
    pub fn new(store: Store, clock: Arc<dyn Clock>, handlers: Handlers) -> Self {
        Self { store, clock, handlers }
    }

    /// The handlers.
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
    ) -> Result<PhaseEnd, StoreError> {
        let before = match phase {
            Phase::One => HashMap::new(),
            Phase::Two => self.outcomes(run).await?,
        };
        let mine = actions.iter().filter(|action| action.is_phase_one == (phase == Phase::One));
        let mut steps = mine.zip(1..);
        while let Some((action, order)) = steps.next() {
            if before.get(&order).is_some_and(|status| status != "Running") {
                continue;
            }
            let end = match self.step(run, phase, (action, order), context).await? {
                Ok(summary) if !summary.ends_run => continue,
                Ok(_) => PhaseEnd::Ended,
                Err(error) => PhaseEnd::Failed(format!("action {order} {:?}: {error}", action.name)),
            };
            for (action, order) in steps {
                self.begin(run, phase, (action, order), ("Skipped", None)).await?;
            }
            return Ok(end);
        }
        Ok(PhaseEnd::Done)
    }

    /// Writes down that none of these actions will run.
    pub async fn skip(&self, run: &Run, phase: Phase, actions: &[Action]) -> Result<(), StoreError> {
        let mine = actions.iter().filter(|action| action.is_phase_one == (phase == Phase::One));
        for (action, order) in mine.zip(1..) {
            self.begin(run, phase, (action, order), ("Skipped", None)).await?;
        }
        Ok(())
    }

    async fn outcomes(&self, run: &Run) -> Result<HashMap<i32, String>, StoreError> {
        let steps = rows::steps(&mut self.store.reader().await?, &run.run_id).await?;
        Ok(steps.into_iter().filter(|step| step.phase == 2).map(|step| (step.position, step.status)).collect())
    }

    async fn step(
        &self,
        run: &Run,
        phase: Phase,
        (action, order): (&Action, i32),
        context: &mut Context,
    ) -> Result<Result<StepSummary, StepError>, StoreError> {
        let handler = self.handlers.find(&action.action_type);
        let input = handler.and_then(|handler| handler.input(&action.config, context));
        let Some(id) = self.begin(run, phase, (action, order), ("Running", input)).await? else {
            let words = "this step has begun before and its outcome is not known";
            return Ok(Err(StepError::OutcomeUnknown(words.into())));
        };
        let outcome = self.perform(run, action, context).await;
        let end = match &outcome {
            Ok(summary) => StepEnd { status: "Success", result: Some(summary.result.clone()), error: None },
            Err(error) => StepEnd { status: "Failed", result: None, error: Some(error.to_string()) },
        };
        self.end(id, end).await?;
        Ok(outcome)
    }

    /// What has happened is written down, however long the database is away: the step must not be taken for unfinished.
    async fn end(&self, id: i64, end: StepEnd) -> Result<(), StoreError> {
        let now = self.clock.now();
        let mut wait = Duration::from_millis(100);
        loop {
            let end = end.clone();
            match self.store.write(Schema::It, move |conn| rows::end_step(conn, id, end, now).boxed()).await {
                Err(error) if error.is_passing() => self.clock.sleep(wait).await,
                other => return other,
            }
            wait = (wait * 2).min(Duration::from_secs(5));
        }
    }

    /// A handler that panics or dawdles fails its step and nothing else.
    async fn perform(&self, run: &Run, action: &Action, context: &mut Context) -> Result<StepSummary, StepError> {
        let Some(handler) = self.handlers.find(&action.action_type) else {
            return Err(StepError::Failed(format!("there is no handler for {:?}", action.action_type)));
        };
        let step = StepRun {
            job_id: run.job_id,
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

    async fn begin(
        &self,
        run: &Run,
        phase: Phase,
        (action, order): (&Action, i32),
        (status, input): (&'static str, Option<String>),
    ) -> Result<Option<i64>, StoreError> {
        let step = NewStep {
            run_id: run.run_id.clone(),
            action_id: action.id,
            order,
            name: action.name.clone(),
            action_type: action.action_type.clone(),
            phase: phase.number(),
            status,
            input,
        };
        let now = self.clock.now();
        self.store.write(Schema::It, move |conn| rows::begin_step(conn, step, now).boxed()).await
    }
}
