//! The interface of a handler, which implements one type of action.

use super::Context;
use super::effect_recorder::EffectRecorder;
use super::sorted_json::sorted_text;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;
use stormwire_store::queue::AnyWorker;
use stormwire_store::tables::feed::ClosestStrike;
use stormwire_store::{ActionId, CredentialId, LogId, RunId, WatcherId};
use thiserror::Error;

/// An error in an action's config.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigViolation {
    /// Of the key, as in `Op.Action`.
    pub path: String,
    /// What is wrong, and how to fix it.
    pub message: String,
}

impl std::fmt::Display for ConfigViolation {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.path.is_empty() {
            return formatter.write_str(&self.message);
        }
        write!(formatter, "{}: {}", self.path, self.message)
    }
}

impl ConfigViolation {
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}

/// What a handler changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Only the context.
    None,
    /// Rows or external systems: repeating it may not be safe.
    Outside,
}

/// What happens if a step that may have run is run again with the same input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepeatSafety {
    /// Nothing outside of the context changes, and the output is the same.
    Pure,
    /// Nothing outside of the context changes, but the output may differ.
    Reads,
    /// An effect under an idempotency key: the same request takes effect once.
    Keyed,
    /// It may take effect twice.
    Duplicates,
}

impl From<Effect> for RepeatSafety {
    /// Without a key, an effect may happen twice.
    fn from(effect: Effect) -> Self {
        match effect {
            Effect::None => Self::Pure,
            Effect::Outside => Self::Duplicates,
        }
    }
}

/// One execution of an action.
pub struct StepRun<'a> {
    pub watcher_id: WatcherId,
    pub message_key: &'a str,
    /// `None` if no message is being processed.
    pub log_id: Option<LogId>,
    pub run_id: &'a RunId,
    pub action_id: ActionId,
    pub config: &'a Value,
    /// The action's own credential.
    pub credential_id: Option<CredentialId>,
    /// Repeat effects that were done before.
    pub force: bool,
    /// If set, the step changes nothing outside of the context: it records its effects here.
    pub recorder: Option<&'a EffectRecorder>,
    pub context: &'a mut Context,
}

impl StepRun<'_> {
    /// The idempotency key of an effect, 64 hexadecimal digits. It is the same in every run for the same request of the same
    /// action about the same message.
    pub fn effect_key(&self, request: &Value) -> String {
        let (watcher, action) = (self.watcher_id.to_string(), self.action_id.to_string());
        // The order of keys does not matter: an editor may change it. Attachments are in a folder of the run; they are the same
        // files in the next run.
        let request = sorted_text(request).replace(&format!("/{}/", self.run_id), "/run/");
        hash_parts(&[&watcher, self.message_key, &action, &request])
    }
}

/// SHA-256 in 64 hexadecimal digits. The length of each part is hashed too, so that `["ab"]` and `["a", "b"]` differ.
pub(super) fn hash_parts(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// The outcome of a step that succeeded.
#[derive(Debug, Clone, PartialEq)]
pub struct StepSummary {
    /// For the log: a text, or a JSON object with counts.
    pub result: String,
    /// Skip the remaining steps.
    pub ends_run: bool,
    /// The newest strike that the step wrote, if it wrote strikes.
    pub newest_strike_at: Option<Timestamp>,
    /// The strike closest to a facility, if the step wrote strikes.
    pub closest_strike: Option<ClosestStrike>,
}

impl StepSummary {
    pub fn new(result: impl Into<String>) -> Self {
        Self { result: result.into(), ends_run: false, newest_strike_at: None, closest_strike: None }
    }

    /// A result that programs read, such as `{"count": 3, "unread": 1}`.
    pub fn with_counts(counts: &Value) -> Self {
        Self::new(counts.to_string())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StepError {
    #[error("{0}")]
    Failed(String),
    /// The effect may or may not have happened; an operator has to find out.
    #[error("outcome unknown: {0}")]
    OutcomeUnknown(String),
}

const PURE_STEP_TIMEOUT: Duration = Duration::from_mins(1);
/// Calls, mails and transactions have their own timeouts. This one leaves time to wait until an outage of the database has
/// ended: what a step has done must still be stored then.
const EFFECT_STEP_TIMEOUT: Duration = Duration::from_hours(12);

/// Implements one type of action.
pub trait Handler: Send + Sync {
    fn action_type(&self) -> &'static str;

    fn effect(&self) -> Effect;

    /// Of a step with this config that was interrupted.
    fn repeat_safety(&self, _config: &Value) -> RepeatSafety {
        self.effect().into()
    }

    /// Of one step.
    fn timeout(&self) -> Duration {
        match self.effect() {
            Effect::None => PURE_STEP_TIMEOUT,
            Effect::Outside => EFFECT_STEP_TIMEOUT,
        }
    }

    /// JSON Schema of the config. The portal builds its form from it.
    fn schema(&self) -> Value;

    /// Returns everything that is wrong with a config, without any lookup.
    fn validate(&self, config: &Value) -> Vec<ConfigViolation>;

    /// Returns what can be saved but is probably a mistake. `credential_id` is the action's own.
    fn warnings(&self, _config: &Value, _credential_id: Option<CredentialId>) -> Vec<ConfigViolation> {
        Vec::new()
    }

    /// Returns what would fail for every message because of the constants that earlier actions set.
    fn validate_constants(&self, _config: &Value, _constants: &Context) -> Vec<ConfigViolation> {
        Vec::new()
    }

    /// Validates a config that is about to be saved, including lookups in the database. `credential_id` is the action's own.
    fn check<'a>(
        &'a self,
        config: &'a Value,
        _credential_id: Option<CredentialId>,
    ) -> BoxFuture<'a, Vec<ConfigViolation>> {
        std::future::ready(self.validate(config)).boxed()
    }

    /// Describes the input of a step for the log: short, and never a secret.
    fn input(&self, _config: &Value, _context: &Context) -> Option<String> {
        None
    }

    fn run<'a>(&'a self, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>>;

    /// Run the queue jobs that its steps enqueue.
    fn workers(&self) -> Vec<Arc<dyn AnyWorker>> {
        Vec::new()
    }
}

#[derive(Clone)]
pub struct Handlers(Arc<[Arc<dyn Handler>]>);

impl Handlers {
    pub fn new(all: Vec<Arc<dyn Handler>>) -> Self {
        Self(all.into())
    }

    pub fn find(&self, action_type: &str) -> Option<&Arc<dyn Handler>> {
        self.0.iter().find(|handler| handler.action_type() == action_type)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Handler>> {
        self.0.iter()
    }

    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|handler| handler.action_type())
    }

    pub fn workers(&self) -> Vec<Arc<dyn AnyWorker>> {
        self.0.iter().flat_map(|handler| handler.workers()).collect()
    }

    pub fn warnings(
        &self,
        action_type: &str,
        config: &Value,
        credential_id: Option<CredentialId>,
    ) -> Vec<ConfigViolation> {
        self.find(action_type).map(|handler| handler.warnings(config, credential_id)).unwrap_or_default()
    }

    pub(super) fn validate_constants(
        &self,
        action_type: &str,
        config: &Value,
        constants: &Context,
    ) -> Vec<ConfigViolation> {
        self.find(action_type).map(|handler| handler.validate_constants(config, constants)).unwrap_or_default()
    }

    /// Validates an action that is about to be saved. An unknown type is a violation too.
    pub async fn check(
        &self,
        action_type: &str,
        config: &Value,
        credential_id: Option<CredentialId>,
    ) -> Vec<ConfigViolation> {
        if let Some(handler) = self.find(action_type) {
            return handler.check(config, credential_id).await;
        }
        vec![ConfigViolation::new("actionType", self.unknown_type(action_type))]
    }

    pub(super) fn unknown_type(&self, action_type: &str) -> String {
        let known: Vec<&str> = self.names().collect();
        format!("{action_type:?} is not one of {}", known.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_effect_key_ignores_the_folder_of_the_run() {
        let key = |run_id: &str, request: Value| {
            let step = StepRun {
                watcher_id: WatcherId::new(1),
                message_key: "m",
                log_id: Some(LogId::new(1)),
                run_id: &RunId::new(run_id),
                action_id: ActionId::new(1),
                config: &Value::Null,
                credential_id: None,
                force: false,
                recorder: None,
                context: &mut Context::default(),
            };
            step.effect_key(&request)
        };
        let file = |run: &str, name: &str| json!({"A": [{"FilePath": format!("/runs/1/{run}/{name}")}]});
        assert_eq!(key("aaaa", file("aaaa", "x.csv")), key("bbbb", file("bbbb", "x.csv")));
        assert_ne!(key("aaaa", file("aaaa", "x.csv")), key("bbbb", file("bbbb", "y.csv")));
        assert_ne!(key("aaaa", json!("aaaa")), key("bbbb", json!("bbbb")), "only the folder is ignored");
    }
}
