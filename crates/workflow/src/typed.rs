//! A handler that is told what its config's type says: the config is read here, for all of them alike.

use super::config::Settings;
use super::{ConfigViolation, Context, Effect, Handler, StepError, StepRun, StepSummary};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use schemars::schema_for;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use stormwire_store::CredentialId;
use stormwire_store::queue::AnyWorker;

/// A type of action whose config is a type.
pub(super) trait Typed: Send + Sync {
    /// What its actions are told.
    type Config: Settings + Send + Sync;

    const ACTION_TYPE: &'static str;
    const EFFECT: Effect;
    /// How long a step may take.
    const LIMIT: Duration = Duration::from_mins(1);
    /// The guide to it, as Markdown.
    const GUIDE: Option<&'static str> = None;

    /// What can be found wrong only by looking around.
    fn look_around<'a>(
        &'a self,
        _config: &'a Self::Config,
        _credential_id: Option<CredentialId>,
    ) -> BoxFuture<'a, Vec<ConfigViolation>> {
        std::future::ready(Vec::new()).boxed()
    }

    /// What can be saved and is probably not meant so.
    fn doubts(&self, _config: &Self::Config) -> Vec<ConfigViolation> {
        Vec::new()
    }

    /// What would fail at every message, because of keys that earlier actions always set to this.
    fn objects(&self, _config: &Self::Config, _known: &Context) -> Vec<ConfigViolation> {
        Vec::new()
    }

    /// What a step is given, for the log: short, and never a secret.
    fn given(&self, _config: &Self::Config, _context: &Context) -> Option<String> {
        None
    }

    /// What its steps leave to be done later, in the queue.
    fn workers(&self) -> Vec<Arc<dyn AnyWorker>> {
        Vec::new()
    }

    fn act<'a>(&'a self, config: Self::Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>>;
}

impl<T: Typed> Handler for T {
    fn action_type(&self) -> &'static str {
        T::ACTION_TYPE
    }

    fn effect(&self) -> Effect {
        T::EFFECT
    }

    fn schema(&self) -> Value {
        schema_for!(T::Config).to_value()
    }

    fn faults(&self, config: &Value) -> Vec<ConfigViolation> {
        T::Config::read(config).err().unwrap_or_default()
    }

    fn warnings(&self, config: &Value) -> Vec<ConfigViolation> {
        T::Config::read(config).map(|config| self.doubts(&config)).unwrap_or_default()
    }

    fn objections(&self, config: &Value, known: &Context) -> Vec<ConfigViolation> {
        T::Config::read(config).map(|config| self.objects(&config, known)).unwrap_or_default()
    }

    fn documentation(&self) -> Option<&'static str> {
        T::GUIDE
    }

    fn check<'a>(
        &'a self,
        config: &'a Value,
        credential_id: Option<CredentialId>,
    ) -> BoxFuture<'a, Vec<ConfigViolation>> {
        async move {
            match T::Config::read(config) {
                Ok(config) => self.look_around(&config, credential_id).await,
                Err(faults) => faults,
            }
        }
        .boxed()
    }

    fn input(&self, config: &Value, context: &Context) -> Option<String> {
        self.given(&T::Config::read(config).ok()?, context)
    }

    fn limit(&self) -> Duration {
        T::LIMIT
    }

    fn workers(&self) -> Vec<Arc<dyn AnyWorker>> {
        self.workers()
    }

    fn run<'a>(&'a self, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        match T::Config::read(step.config) {
            Ok(config) => self.act(config, step),
            Err(faults) => std::future::ready(Err(faults.into())).boxed(),
        }
    }
}
