//! The book of what reaches outside: the intent is written before, the outcome after, so that nothing is done repeat
//! because a process died or a person tried again. [`decide`] is the rule, [`Effects`] keeps the book.

use super::handler::hashed;
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

/// What happens when the same request reaches the other side repeat under one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RepeatPolicy {
    /// The other side can tell by the key, or it is written in one unit with its outcome.
    Harmless,
    /// It is done repeat.
    Doubles,
}

/// How an attempt went wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AttemptError {
    /// It did not happen, or was refused.
    Failed(String),
    /// It may have happened.
    Unknown(String),
}

#[derive(Debug, Clone, Copy)]
struct Attempt<'a> {
    run_id: &'a RunId,
    force: bool,
    repeat: RepeatPolicy,
    now: Timestamp,
}

/// What is to be done about an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// Under the key that belongs to the request.
    Send,
    /// Under the key under which it may have gone out already.
    SendAgain,
    /// Under a key of its own: it is to happen once more.
    SendAnew,
    /// It was done; what came of it is recorded.
    Recall,
    /// It may have happened, and doing it again would double it.
    Unknown,
}

/// The rule. A run that comes back to its own intent was ended in the middle of it; one that comes to another's was
/// started by a person.
fn decide(known: Option<&RecordedEffect>, attempt: Attempt<'_>) -> Verdict {
    let Some(known) = known else { return Verdict::Send };
    let is_own = known.run_id == *attempt.run_id;
    match known.state {
        EffectState::Done if is_own || !attempt.force => Verdict::Recall,
        _ if !is_own && attempt.force => Verdict::SendAnew,
        // Written a moment ago by this very attempt, whose acknowledgement was lost.
        EffectState::Intended if is_own && known.intended_at.0 == attempt.now => Verdict::SendAgain,
        EffectState::Intended if is_own && attempt.repeat == RepeatPolicy::Doubles => Verdict::Unknown,
        _ => Verdict::SendAgain,
    }
}

/// The key of an effect that is to happen once more.
fn anew(effect_key: &str, run_id: &RunId) -> String {
    hashed(&[effect_key, run_id.as_str()])
}

/// Which effect a request is.
fn identity(step: &StepRun<'_>, request: &Value) -> EffectRequest {
    let (watcher_id, message_key, action_id) = (step.watcher_id, step.message_key.to_owned(), step.action_id);
    EffectRequest { watcher_id, message_key, action_id, request_hash: step.effect_key(request) }
}

#[derive(Clone)]
pub(super) struct Effects {
    store: Store,
    clock: Arc<dyn Clock>,
    secrets: Secrets,
}

/// An effect that is about to happen.
#[derive(Debug, Clone)]
pub(super) struct Intent {
    id: EffectId,
    run_id: RunId,
    /// What the other side can tell it by: 64 hexadecimal digits.
    pub(super) key: String,
}

/// An effect that has happened.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct EffectOutcome {
    /// What came of it; nothing when it was forgotten after its time.
    pub(super) output: Option<Value>,
    /// When, if that was not now.
    pub(super) before: Option<Timestamp>,
}

impl EffectOutcome {
    /// For the log: what was done, or that it was not done again.
    pub(super) fn summary(&self, done: impl Into<String>) -> StepSummary {
        match self.before {
            Some(at) => StepSummary::new(format!("not done again: the same request was done at {at}")),
            None => StepSummary::new(done),
        }
    }
}

enum Begun {
    Now(Intent),
    Before(EffectOutcome),
}

#[derive(Debug, Error)]
enum BookError {
    #[error("it was begun before and ended in the middle; look whether it has arrived, and retry if it has not")]
    Unknown,
    #[error(transparent)]
    Secrets(#[from] SecretsError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl BookError {
    fn is_transient(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_transient())
    }
}

impl From<BookError> for StepError {
    fn from(error: BookError) -> Self {
        match error {
            BookError::Unknown => Self::OutcomeUnknown(error.to_string()),
            other => Self::Failed(other.to_string()),
        }
    }
}

impl Effects {
    /// On this store, sealed with these keys.
    pub(super) fn new(store: Store, clock: Arc<dyn Clock>, secrets: Secrets) -> Self {
        Self { store, clock, secrets }
    }

    /// Does something outside, unless it was done before.
    pub(super) async fn once<F>(
        &self,
        step: &StepRun<'_>,
        request: &Value,
        repeat: RepeatPolicy,
        send: impl FnOnce(String) -> F,
    ) -> Result<EffectOutcome, StepError>
    where
        F: Future<Output = Result<Value, AttemptError>>,
    {
        let intent = match self.begin(step, request, repeat).await? {
            Begun::Now(intent) => intent,
            Begun::Before(happened) => return Ok(happened),
        };
        match send(intent.key.clone()).await {
            Ok(output) => {
                self.done(&intent, &output).await?;
                Ok(EffectOutcome { output: Some(output), before: None })
            }
            Err(AttemptError::Failed(why)) => {
                self.failed(&intent).await?;
                Err(StepError::Failed(why))
            }
            // The intent stands without an outcome: that is what is known.
            Err(AttemptError::Unknown(why)) => Err(StepError::OutcomeUnknown(why)),
        }
    }

    /// Writes something into our own rows, in one unit with the outcome: it happens once.
    pub(super) async fn once_in_unit<W>(
        &self,
        step: &StepRun<'_>,
        request: &Value,
        write: W,
    ) -> Result<EffectOutcome, StepError>
    where
        W: for<'c> Fn(&'c mut Conn, String) -> BoxFuture<'c, Result<Value, StoreError>> + Clone + Send + Sync + 'static,
    {
        let intent = match self.begin(step, request, RepeatPolicy::Harmless).await? {
            Begun::Now(intent) => intent,
            Begun::Before(happened) => return Ok(happened),
        };
        let (book, now) = (self.clone(), self.clock.now());
        let unit = self.write(move |conn| {
            let (book, intent, write) = (book.clone(), intent.clone(), write.clone());
            async move {
                let output = write(conn, intent.key.clone()).await?;
                book.put_done(conn, &intent, &output, now).await?;
                Ok(output)
            }
            .boxed()
        });
        let output = unit.await?;
        Ok(EffectOutcome { output: Some(output), before: None })
    }

    /// Whether something was begun that this request has to do with, in whichever run: then the book decides, nobody else.
    pub(super) async fn is_begun(&self, step: &StepRun<'_>, request: &Value) -> Result<bool, StepError> {
        let failed = |error: StoreError| StepError::Failed(error.to_string());
        let effect = identity(step, request);
        let mut conn = self.store.reader().await.map_err(failed)?;
        let is_known = rows::find(&mut conn, &effect).await.map_err(failed)?.is_some();
        Ok(is_known || rows::has_open_request(&mut conn, &effect, step.run_id).await.map_err(failed)?)
    }

    /// Looks what is known and writes down the intent, in one unit.
    async fn begin(&self, step: &StepRun<'_>, request: &Value, repeat: RepeatPolicy) -> Result<Begun, BookError> {
        let effect = identity(step, request);
        let effect_key = effect.request_hash.clone();
        let (run_id, force, now) = (step.run_id.clone(), step.force, self.clock.now());
        let book = self.clone();
        let unit = self.write(move |conn| {
            let (book, effect, effect_key, run_id) = (book.clone(), effect.clone(), effect_key.clone(), run_id.clone());
            async move {
                let known = rows::find(conn, &effect).await?;
                // What is sent was changed while nobody knew whether it had been sent: it may be there already.
                if known.is_none()
                    && repeat == RepeatPolicy::Doubles
                    && rows::has_open_request(conn, &effect, &run_id).await?
                {
                    return Err(BookError::Unknown);
                }
                let key = match (decide(known.as_ref(), Attempt { run_id: &run_id, force, repeat, now }), known) {
                    (Verdict::Recall, Some(known)) => return Ok(Begun::Before(book.recall(&known)?)),
                    (Verdict::Unknown, _) => return Err(BookError::Unknown),
                    (Verdict::SendAgain, Some(known)) => known.effect_key,
                    (Verdict::SendAnew, _) => anew(&effect_key, &run_id),
                    (Verdict::Send | Verdict::SendAgain | Verdict::Recall, _) => effect_key,
                };
                let id = rows::put_intent(conn, &effect, &run_id, &key, now).await?;
                Ok(Begun::Now(Intent { id, run_id, key }))
            }
            .boxed()
        });
        unit.await
    }

    async fn done(&self, intent: &Intent, output: &Value) -> Result<(), BookError> {
        let (book, intent, output, now) = (self.clone(), intent.clone(), output.clone(), self.clock.now());
        let unit = self.write(move |conn| {
            let (book, intent, output) = (book.clone(), intent.clone(), output.clone());
            async move { book.put_done(conn, &intent, &output, now).await }.boxed()
        });
        unit.await
    }

    /// The row is touched first and the output sealed then, as [`stormwire_city::secrets`] asks.
    async fn put_done(
        &self,
        conn: &mut Conn,
        intent: &Intent,
        output: &Value,
        now: Timestamp,
    ) -> Result<(), BookError> {
        if rows::put_outcome(conn, intent.id, &intent.run_id, EffectState::Done, now).await? {
            let plain = SecretString::from(output.to_string());
            let sealed = self.secrets.seal(&SealedColumn::Output.location(intent.id.get()), &plain)?;
            SealedColumn::Output.put(conn, intent.id.get(), sealed).await?;
        }
        Ok(())
    }

    async fn failed(&self, intent: &Intent) -> Result<(), BookError> {
        let (intent, now) = (intent.clone(), self.clock.now());
        let unit = self.write(move |conn| {
            let intent = intent.clone();
            async move {
                rows::put_outcome(conn, intent.id, &intent.run_id, EffectState::Failed, now).await?;
                Ok(())
            }
            .boxed()
        });
        unit.await
    }

    /// Each of these units comes to the same when it is written repeat.
    async fn write<T, W>(&self, unit: W) -> Result<T, BookError>
    where
        T: Send + 'static,
        W: for<'c> Fn(&'c mut Conn) -> BoxFuture<'c, Result<T, BookError>> + Clone + Send + Sync + 'static,
    {
        let attempt = || self.store.write(Schema::It, unit.clone()).boxed();
        retry_until_stored(self.clock.as_ref(), BookError::is_transient, attempt).await
    }

    fn recall(&self, known: &RecordedEffect) -> Result<EffectOutcome, BookError> {
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
        Ok(EffectOutcome { output, before: Some(at) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_store::DbTimestamp;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn known(state: EffectState, run_id: &str) -> RecordedEffect {
        RecordedEffect {
            id: EffectId::new(1),
            state,
            run_id: RunId::new(run_id),
            effect_key: "k".into(),
            intended_at: DbTimestamp(at(1)),
            finished_at: None,
            output: None,
        }
    }

    #[test]
    fn what_is_known_decides_what_is_sent() {
        use RepeatPolicy::{Doubles, Harmless};
        use Verdict::{Recall, Send, SendAgain, SendAnew, Unknown};
        for (state, run_id, force, harmless, doubles) in [
            // Never seen, or a changed request, which is never seen.
            (None, "", false, Send, Send),
            (None, "", true, Send, Send),
            // Done with the same request.
            (Some(EffectState::Done), "before", false, Recall, Recall),
            (Some(EffectState::Done), "before", true, SendAnew, SendAnew),
            (Some(EffectState::Done), "mine", false, Recall, Recall),
            (Some(EffectState::Done), "mine", true, Recall, Recall),
            // Intended, outcome unknown: a person tries again, or the run goes on after its process has ended.
            (Some(EffectState::Intended), "before", false, SendAgain, SendAgain),
            (Some(EffectState::Intended), "before", true, SendAnew, SendAnew),
            (Some(EffectState::Intended), "mine", false, SendAgain, Unknown),
            (Some(EffectState::Intended), "mine", true, SendAgain, Unknown),
            // Failed.
            (Some(EffectState::Failed), "before", false, SendAgain, SendAgain),
            (Some(EffectState::Failed), "before", true, SendAnew, SendAnew),
            (Some(EffectState::Failed), "mine", false, SendAgain, SendAgain),
            (Some(EffectState::Failed), "mine", true, SendAgain, SendAgain),
        ] {
            let known = state.map(|state| known(state, run_id));
            for (repeat, expected) in [(Harmless, harmless), (Doubles, doubles)] {
                let attempt = Attempt { run_id: &RunId::new("mine"), force, repeat, now: at(2) };
                assert_eq!(
                    decide(known.as_ref(), attempt),
                    expected,
                    "{state:?} of {run_id}, force {force}, {repeat:?}"
                );
            }
        }
    }

    #[test]
    fn an_intent_that_was_written_but_not_acknowledged_is_no_crash() {
        let attempt = Attempt { run_id: &RunId::new("mine"), force: false, repeat: RepeatPolicy::Doubles, now: at(1) };
        assert_eq!(decide(Some(&known(EffectState::Intended, "mine")), attempt), Verdict::SendAgain);
    }

    #[test]
    fn an_effect_that_happens_once_more_has_a_key_of_its_own() {
        let (one, two) = (anew("k", &RunId::new("run 1")), anew("k", &RunId::new("run 2")));
        assert!(one.len() == 64 && one != two && one == anew("k", &RunId::new("run 1")));
    }
}
