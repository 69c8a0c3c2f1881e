//! What a handler is: a type of action, what it accepts, what it does.

use super::Context;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;
use stormwire_store::queue::AnyWorker;
use stormwire_store::{ActionId, CredentialId, LogId, RunId, WatcherId};
use thiserror::Error;

/// Something wrong with an action's config.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigViolation {
    /// The path of the offending key, as in `Op.Action`.
    pub path: String,
    /// What is wrong, and how to mend it.
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

/// What a handler reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing but the context.
    None,
    /// The world outside, or rows: may not be repeated without a thought.
    Outside,
}

/// A step as its handler sees it.
pub struct StepRun<'a> {
    pub watcher_id: WatcherId,
    pub message_key: &'a str,
    /// Its row in the log; none when no message is being processed.
    pub log_id: Option<LogId>,
    pub run_id: &'a RunId,
    pub action_id: ActionId,
    /// What the action is told.
    pub config: &'a Value,
    /// Whose credential, where the action has one of its own.
    pub credential_id: Option<CredentialId>,
    /// Whether effects are to be repeated.
    pub force: bool,
    /// What the steps share.
    pub context: &'a mut Context,
}

impl StepRun<'_> {
    /// The key of what this step does outside: the same for the same request of the same action about the same message,
    /// in whichever run. 64 hexadecimal digits.
    pub fn effect_key(&self, request: &Value) -> String {
        let (watcher, action) = (self.watcher_id.to_string(), self.action_id.to_string());
        // The order of keys says nothing: an editor may have changed it.
        let mut request = request.clone();
        request.sort_all_objects();
        // Attachments lie in a folder of the run; they are the same files in the next one.
        let request = request.to_string().replace(&format!("/{}/", self.run_id), "/run/");
        hashed(&[&watcher, self.message_key, &action, &request])
    }
}

/// 64 hexadecimal digits of all the parts, told apart by their lengths.
pub(super) fn hashed(parts: &[&str]) -> String {
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

/// How a step ended well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepSummary {
    pub result: String,
    /// The rest of the steps is not to run.
    pub ends_run: bool,
    /// The newest strike that the step has written, where it has written strikes.
    pub newest_strike_at: Option<Timestamp>,
}

impl StepSummary {
    /// The next step follows.
    pub fn new(result: impl Into<String>) -> Self {
        Self { result: result.into(), ends_run: false, newest_strike_at: None }
    }
}

/// How a step ended badly.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StepError {
    /// It failed, and the run with it.
    #[error("{0}")]
    Failed(String),
    /// It may have happened or not; only a person can tell.
    #[error("outcome unknown: {0}")]
    OutcomeUnknown(String),
}

/// A type of action.
pub trait Handler: Send + Sync {
    fn action_type(&self) -> &'static str;

    fn effect(&self) -> Effect;

    /// What its config may hold, as a JSON Schema: what the editor draws its form from.
    fn schema(&self) -> Value;

    /// Everything that is wrong with a config.
    fn faults(&self, config: &Value) -> Vec<ConfigViolation>;

    /// What can be saved and is probably not meant so.
    fn warnings(&self, _config: &Value) -> Vec<ConfigViolation> {
        Vec::new()
    }

    /// What would fail at every message, because of keys that earlier actions always set to this.
    fn objections(&self, _config: &Value, _known: &Context) -> Vec<ConfigViolation> {
        Vec::new()
    }

    /// The guide to it, as Markdown.
    fn documentation(&self) -> Option<&'static str> {
        None
    }

    /// Everything that is wrong with a config that is to be saved, also what can only be seen by looking around.
    /// `credential_id` is the action's own.
    fn check<'a>(
        &'a self,
        config: &'a Value,
        _credential_id: Option<CredentialId>,
    ) -> BoxFuture<'a, Vec<ConfigViolation>> {
        std::future::ready(self.faults(config)).boxed()
    }

    /// What a step is given, for the log: short, and never a secret.
    fn input(&self, _config: &Value, _context: &Context) -> Option<String> {
        None
    }

    /// How long it may take.
    fn limit(&self) -> Duration {
        Duration::from_mins(1)
    }

    fn run<'a>(&'a self, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>>;

    /// What its steps leave to be done later, in the queue.
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

    /// The one for a type of action.
    pub fn find(&self, action_type: &str) -> Option<&Arc<dyn Handler>> {
        self.0.iter().find(|handler| handler.action_type() == action_type)
    }

    /// All of them, in the order in which they are listed.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Handler>> {
        self.0.iter()
    }

    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|handler| handler.action_type())
    }

    /// What their steps leave to be done later.
    pub fn workers(&self) -> Vec<Arc<dyn AnyWorker>> {
        self.0.iter().flat_map(|handler| handler.workers()).collect()
    }

    /// What is probably not meant so about an action.
    pub fn warnings(&self, action_type: &str, config: &Value) -> Vec<ConfigViolation> {
        self.find(action_type).map(|handler| handler.warnings(config)).unwrap_or_default()
    }

    /// What would fail at every message about an action, because of keys that earlier actions always set to this.
    pub(super) fn objections(&self, action_type: &str, config: &Value, known: &Context) -> Vec<ConfigViolation> {
        self.find(action_type).map(|handler| handler.objections(config, known)).unwrap_or_default()
    }

    /// Everything that is wrong with an action that is to be saved; an unknown type is one of it.
    pub async fn check(
        &self,
        action_type: &str,
        config: &Value,
        credential_id: Option<CredentialId>,
    ) -> Vec<ConfigViolation> {
        if let Some(handler) = self.find(action_type) {
            return handler.check(config, credential_id).await;
        }
        let known: Vec<&str> = self.names().collect();
        let message = format!("{action_type:?} is not one of {}", known.join(", "));
        vec![ConfigViolation::new("actionType", message)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_folder_of_a_run_does_not_make_a_request_another_one() {
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
                context: &mut Context::default(),
            };
            step.effect_key(&request)
        };
        let file = |run: &str, name: &str| json!({"A": [{"FilePath": format!("/runs/1/{run}/{name}")}]});
        assert_eq!(key("aaaa", file("aaaa", "x.csv")), key("bbbb", file("bbbb", "x.csv")));
        assert_ne!(key("aaaa", file("aaaa", "x.csv")), key("bbbb", file("bbbb", "y.csv")));
        assert_ne!(key("aaaa", json!("aaaa")), key("bbbb", json!("bbbb")), "only its folder is left out");
    }
}
