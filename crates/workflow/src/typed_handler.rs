//! Handlers whose config is a Rust type. The config is parsed here, the same way for all of them.

use super::config::ActionConfig;
use super::{ConfigViolation, Context, Effect, Handler, RepeatSafety, StepError, StepRun, StepSummary};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use schemars::schema_for;
use serde_json::Value;
use std::sync::Arc;
use stormwire_store::CredentialId;
use stormwire_store::queue::AnyWorker;

/// A [`Handler`] whose config is parsed before its methods run. The methods are those of [`Handler`].
pub(super) trait TypedHandler: Send + Sync {
    type Config: ActionConfig + Send + Sync;

    const ACTION_TYPE: &'static str;
    const EFFECT: Effect;

    fn repeat_safety(&self, _config: &Self::Config) -> RepeatSafety {
        Self::EFFECT.into()
    }

    fn warnings(&self, _config: &Self::Config, _credential_id: Option<CredentialId>) -> Vec<ConfigViolation> {
        Vec::new()
    }

    fn validate_constants(&self, _config: &Self::Config, _constants: &Context) -> Vec<ConfigViolation> {
        Vec::new()
    }

    /// Only the violations that need a lookup; the config itself is valid.
    fn check<'a>(
        &'a self,
        _config: &'a Self::Config,
        _credential_id: Option<CredentialId>,
    ) -> BoxFuture<'a, Vec<ConfigViolation>> {
        std::future::ready(Vec::new()).boxed()
    }

    fn input(&self, _config: &Self::Config, _context: &Context) -> Option<String> {
        None
    }

    fn run<'a>(&'a self, config: Self::Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>>;

    fn workers(&self) -> Vec<Arc<dyn AnyWorker>> {
        Vec::new()
    }
}

impl<T: TypedHandler> Handler for T {
    fn action_type(&self) -> &'static str {
        T::ACTION_TYPE
    }

    fn effect(&self) -> Effect {
        T::EFFECT
    }

    fn repeat_safety(&self, config: &Value) -> RepeatSafety {
        // A config that cannot be read has never run.
        T::Config::from_json(config).map_or(RepeatSafety::Duplicates, |config| self.repeat_safety(&config))
    }

    fn schema(&self) -> Value {
        schema_for!(T::Config).to_value()
    }

    fn validate(&self, config: &Value) -> Vec<ConfigViolation> {
        T::Config::from_json(config).err().unwrap_or_default()
    }

    fn warnings(&self, config: &Value, credential_id: Option<CredentialId>) -> Vec<ConfigViolation> {
        T::Config::from_json(config).map(|config| self.warnings(&config, credential_id)).unwrap_or_default()
    }

    fn validate_constants(&self, config: &Value, constants: &Context) -> Vec<ConfigViolation> {
        T::Config::from_json(config).map(|config| self.validate_constants(&config, constants)).unwrap_or_default()
    }

    fn check<'a>(
        &'a self,
        config: &'a Value,
        credential_id: Option<CredentialId>,
    ) -> BoxFuture<'a, Vec<ConfigViolation>> {
        async move {
            match T::Config::from_json(config) {
                Ok(config) => self.check(&config, credential_id).await,
                Err(violations) => violations,
            }
        }
        .boxed()
    }

    fn input(&self, config: &Value, context: &Context) -> Option<String> {
        self.input(&T::Config::from_json(config).ok()?, context)
    }

    fn run<'a>(&'a self, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        match T::Config::from_json(step.config) {
            Ok(config) => self.run(config, step),
            Err(violations) => std::future::ready(Err(violations.into())).boxed(),
        }
    }

    fn workers(&self) -> Vec<Arc<dyn AnyWorker>> {
        self.workers()
    }
}
