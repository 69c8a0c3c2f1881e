//! Effects outside of the context, each done once: the intent is stored before, the outcome after, so that a crash or a
//! retry does not repeat an effect. [`decide`] is the rule; [`Effects`] applies it.

use super::effect_recorder::{EffectRecorder, PlannedEffect, mask, would_send};
use super::handler::hash_parts;
use super::{StepError, StepRun, StepSummary};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use std::future::Future;
use std::sync::Arc;
use stormwire_city::secrets::{Secrets, SecretsError};
use stormwire_clock::Clock;
use stormwire_store::queue::retry_until_stored;
use stormwire_store::tables::effect::{self as rows, EffectRequest, EffectState, RecordedEffect};
use stormwire_store::tables::sealed::SealedColumn;
use stormwire_store::{Conn, EffectId, RunId, Schema, Store, StoreError};
use thiserror::Error;

/// What happens when the receiver gets the same request twice with the same key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RepeatPolicy {
    /// The receiver recognizes the key, or the effect and its outcome are one transaction.
    Idempotent,
    /// The effect happens twice.
    Duplicates,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AttemptError {
    /// It did not happen.
    Failed(String),
    /// It may have happened.
    Unknown(String),
}

impl AttemptError {
    pub(super) fn into_text(self) -> String {
        match self {
            Self::Failed(error) | Self::Unknown(error) => error,
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Attempt<'a> {
    run_id: &'a RunId,
    force: bool,
    repeat: RepeatPolicy,
    now: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decision {
    /// With the key of the request.
    Send,
    /// With the key of the earlier attempt, which may have succeeded.
    Resend,
    /// With a new key, so that it happens again.
    SendWithNewKey,
    /// It was done; its output is stored.
    Reuse,
    /// It may have happened, and sending it again could duplicate it.
    Unknown,
}

/// An intent of the same run means that the run was interrupted; an intent of another run means that an operator retried.
fn decide(known: Option<&RecordedEffect>, attempt: Attempt<'_>) -> Decision {
    let Some(known) = known else { return Decision::Send };
    let is_own = known.run_id == *attempt.run_id;
    match known.state {
        EffectState::Done if is_own || !attempt.force => Decision::Reuse,
        _ if !is_own && attempt.force => Decision::SendWithNewKey,
        // Written just now by this attempt; only the commit's confirmation was lost.
        EffectState::Intended if is_own && known.intended_at.0 == attempt.now => Decision::Resend,
        EffectState::Intended if is_own && attempt.repeat == RepeatPolicy::Duplicates => Decision::Unknown,
        _ => Decision::Resend,
    }
}

/// The key of an effect that is forced to happen again.
fn new_key(effect_key: &str, run_id: &RunId) -> String {
    hash_parts(&[effect_key, run_id.as_str()])
}

fn effect_request(step: &StepRun<'_>, request: &Value) -> EffectRequest {
    let (watcher_id, message_key, action_id) = (step.watcher_id, step.message_key.to_owned(), step.action_id);
    EffectRequest { watcher_id, message_key, action_id, request_hash: step.effect_key(request) }
}

#[derive(Clone)]
pub(super) struct Effects {
    store: Store,
    clock: Arc<dyn Clock>,
    secrets: Secrets,
}

/// A stored intent: the effect is about to happen.
#[derive(Debug, Clone)]
pub(super) struct EffectIntent {
    id: EffectId,
    run_id: RunId,
    /// The idempotency key, 64 hexadecimal digits.
    pub(super) key: String,
}

/// An effect that has happened, or that was recorded.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct EffectOutcome {
    /// `None` if it was purged, or if it is not known without the effect.
    pub(super) output: Option<Value>,
    /// Set if an earlier attempt did it.
    pub(super) done_before: Option<Timestamp>,
    /// Set if it was only recorded: what would be sent, for the log.
    pub(super) would_send: Option<String>,
}

/// What an effect asks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct EffectCall<'a> {
    pub(super) request: &'a Value,
    pub(super) repeat: RepeatPolicy,
    /// The JSON pointers of secrets in the request.
    pub(super) secrets: &'a [String],
}

impl EffectOutcome {
    /// For the log. `result` is used unless an earlier attempt did it.
    pub(super) fn summary(&self, result: impl Into<String>) -> StepSummary {
        match (&self.would_send, self.done_before) {
            (Some(request), _) => StepSummary::new(request.clone()),
            (None, Some(at)) => StepSummary::new(format!("not repeated: the same request was done at {at}")),
            (None, None) => StepSummary::new(result),
        }
    }
}

enum Start {
    Now(EffectIntent),
    DoneBefore(EffectOutcome),
}

#[derive(Debug, Error)]
enum EffectError {
    #[error("an earlier attempt was interrupted. Check at the receiver whether it arrived, and retry if it did not.")]
    Unknown,
    #[error(transparent)]
    Secrets(#[from] SecretsError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl EffectError {
    fn is_transient(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_transient())
    }
}

impl From<EffectError> for StepError {
    fn from(error: EffectError) -> Self {
        match error {
            EffectError::Unknown => Self::OutcomeUnknown(error.to_string()),
            other => Self::Failed(other.to_string()),
        }
    }
}

impl Effects {
    pub(super) fn new(store: Store, clock: Arc<dyn Clock>, secrets: Secrets) -> Self {
        Self { store, clock, secrets }
    }

    /// Calls `send` with the idempotency key, unless the effect was done before or is only recorded.
    pub(super) async fn run_once<F>(
        &self,
        step: &StepRun<'_>,
        call: EffectCall<'_>,
        send: impl FnOnce(String) -> F,
    ) -> Result<EffectOutcome, StepError>
    where
        F: Future<Output = Result<Value, AttemptError>>,
    {
        if let Some(recorder) = step.recorder {
            return Ok(self.record(recorder, step, call).await?);
        }
        let intent = match self.start(step, call.request, call.repeat).await? {
            Start::Now(intent) => intent,
            Start::DoneBefore(outcome) => return Ok(outcome),
        };
        match send(intent.key.clone()).await {
            Ok(output) => {
                self.mark_done(&intent, &output).await?;
                Ok(EffectOutcome { output: Some(output), done_before: None, would_send: None })
            }
            Err(AttemptError::Failed(error)) => {
                self.mark_failed(&intent).await?;
                Err(StepError::Failed(error))
            }
            // The intent stays without an outcome.
            Err(AttemptError::Unknown(error)) => Err(StepError::OutcomeUnknown(error)),
        }
    }

    /// Writes to our own tables in one transaction with the outcome, unless that was done before.
    pub(super) async fn write_once<W>(
        &self,
        step: &StepRun<'_>,
        request: &Value,
        write: W,
    ) -> Result<EffectOutcome, StepError>
    where
        W: for<'c> Fn(&'c mut Conn, String) -> BoxFuture<'c, Result<Value, StoreError>> + Clone + Send + Sync + 'static,
    {
        if let Some(recorder) = step.recorder {
            let call = EffectCall { request, repeat: RepeatPolicy::Idempotent, secrets: &[] };
            return Ok(self.record(recorder, step, call).await?);
        }
        let intent = match self.start(step, request, RepeatPolicy::Idempotent).await? {
            Start::Now(intent) => intent,
            Start::DoneBefore(outcome) => return Ok(outcome),
        };
        let (effects, now) = (self.clone(), self.clock.now());
        let transaction = self.write(move |conn| {
            let (effects, intent, write) = (effects.clone(), intent.clone(), write.clone());
            async move {
                let output = write(conn, intent.key.clone()).await?;
                effects.store_done(conn, &intent, &output, now).await?;
                Ok(output)
            }
            .boxed()
        });
        let output = transaction.await?;
        Ok(EffectOutcome { output: Some(output), done_before: None, would_send: None })
    }

    /// Performs nothing. If an earlier run sent the same request, later steps get its output.
    async fn record(
        &self,
        recorder: &EffectRecorder,
        step: &StepRun<'_>,
        call: EffectCall<'_>,
    ) -> Result<EffectOutcome, EffectError> {
        let known = rows::find(&mut self.store.reader().await?, &effect_request(step, call.request)).await?;
        let output = match known.filter(|known| known.state == EffectState::Done) {
            Some(known) => self.recorded_outcome(&known)?.output,
            None => None,
        };
        let request = mask(call.request, call.secrets);
        let would_send = Some(would_send(&request));
        recorder.record(PlannedEffect { request, has_output: output.is_some() });
        Ok(EffectOutcome { output, done_before: None, would_send })
    }

    /// Whether any run has started this request, or has left another one of this step without an outcome.
    pub(super) async fn was_started(&self, step: &StepRun<'_>, request: &Value) -> Result<bool, StepError> {
        let failed = |error: StoreError| StepError::Failed(error.to_string());
        let effect = effect_request(step, request);
        let mut conn = self.store.reader().await.map_err(failed)?;
        let is_known = rows::find(&mut conn, &effect).await.map_err(failed)?.is_some();
        Ok(is_known || rows::has_open_request(&mut conn, &effect, step.run_id).await.map_err(failed)?)
    }

    /// Decides and stores the intent, in one transaction.
    async fn start(&self, step: &StepRun<'_>, request: &Value, repeat: RepeatPolicy) -> Result<Start, EffectError> {
        let effect = effect_request(step, request);
        let effect_key = effect.request_hash.clone();
        let (run_id, force, now) = (step.run_id.clone(), step.force, self.clock.now());
        let effects = self.clone();
        let transaction = self.write(move |conn| {
            let (effects, effect) = (effects.clone(), effect.clone());
            let (effect_key, run_id) = (effect_key.clone(), run_id.clone());
            async move {
                let known = rows::find(conn, &effect).await?;
                // The request changed while the outcome of the earlier one is unknown: that one may have arrived.
                if known.is_none()
                    && repeat == RepeatPolicy::Duplicates
                    && rows::has_open_request(conn, &effect, &run_id).await?
                {
                    return Err(EffectError::Unknown);
                }
                let key = match (decide(known.as_ref(), Attempt { run_id: &run_id, force, repeat, now }), known) {
                    (Decision::Reuse, Some(known)) => return Ok(Start::DoneBefore(effects.recorded_outcome(&known)?)),
                    (Decision::Unknown, _) => return Err(EffectError::Unknown),
                    (Decision::Resend, Some(known)) => known.effect_key,
                    (Decision::SendWithNewKey, _) => new_key(&effect_key, &run_id),
                    (Decision::Send | Decision::Resend | Decision::Reuse, _) => effect_key,
                };
                let id = rows::put_intent(conn, &effect, &run_id, &key, now).await?;
                Ok(Start::Now(EffectIntent { id, run_id, key }))
            }
            .boxed()
        });
        transaction.await
    }

    async fn mark_done(&self, intent: &EffectIntent, output: &Value) -> Result<(), EffectError> {
        let (effects, intent, output, now) = (self.clone(), intent.clone(), output.clone(), self.clock.now());
        let transaction = self.write(move |conn| {
            let (effects, intent, output) = (effects.clone(), intent.clone(), output.clone());
            async move { effects.store_done(conn, &intent, &output, now).await }.boxed()
        });
        transaction.await
    }

    /// Writes the row first and seals the output then, as [`stormwire_city::secrets`] requires.
    async fn store_done(
        &self,
        conn: &mut Conn,
        intent: &EffectIntent,
        output: &Value,
        now: Timestamp,
    ) -> Result<(), EffectError> {
        if rows::put_outcome(conn, intent.id, &intent.run_id, EffectState::Done, now).await? {
            let plain = SecretString::from(output.to_string());
            let sealed = self.secrets.seal(&SealedColumn::Output.location(intent.id.get()), &plain)?;
            SealedColumn::Output.store_sealed_value(conn, intent.id.get(), sealed).await?;
        }
        Ok(())
    }

    async fn mark_failed(&self, intent: &EffectIntent) -> Result<(), EffectError> {
        let (intent, now) = (intent.clone(), self.clock.now());
        let transaction = self.write(move |conn| {
            let intent = intent.clone();
            async move {
                rows::put_outcome(conn, intent.id, &intent.run_id, EffectState::Failed, now).await?;
                Ok(())
            }
            .boxed()
        });
        transaction.await
    }

    /// Retries while the database is unavailable. The transactions here can safely run twice.
    async fn write<T, W>(&self, transaction: W) -> Result<T, EffectError>
    where
        T: Send + 'static,
        W: for<'c> Fn(&'c mut Conn) -> BoxFuture<'c, Result<T, EffectError>> + Clone + Send + Sync + 'static,
    {
        let attempt = || self.store.write(Schema::It, transaction.clone()).boxed();
        retry_until_stored(self.clock.as_ref(), EffectError::is_transient, attempt).await
    }

    fn recorded_outcome(&self, known: &RecordedEffect) -> Result<EffectOutcome, EffectError> {
        let plain = known
            .output
            .as_ref()
            .map(|sealed| self.secrets.open(&SealedColumn::Output.location(known.id.get()), sealed));
        let read = |plain: SecretString| {
            let unreadable = |_| StoreError::Unreadable(format!("the output of effect {}", known.id));
            serde_json::from_str(plain.expose_secret()).map_err(unreadable)
        };
        let output = plain.transpose()?.map(read).transpose()?;
        let at = known.finished_at.map_or(known.intended_at.0, |at| at.0);
        Ok(EffectOutcome { output, done_before: Some(at), would_send: None })
    }
}

#[cfg(test)]
mod tests;
