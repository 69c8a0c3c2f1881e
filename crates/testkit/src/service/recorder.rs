//! The handler and the operator mail sender of the test service, and a record of their calls.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use stormwire_mailer::operator::{OperatorMail, OperatorMailSender};
use stormwire_workflow::{ConfigViolation, Effect, Handler, StepError, StepRun, StepSummary};
use tokio::sync::Semaphore;

pub struct Recorder {
    runs: Mutex<HashMap<String, usize>>,
    /// The contexts of all steps.
    pub contexts: Mutex<Vec<Value>>,
    mails: Mutex<Vec<OperatorMail>>,
    /// Steps with `Wait` in their config take one permit each.
    pub wait_permits: Semaphore,
}

impl Default for Recorder {
    fn default() -> Self {
        Self {
            runs: Mutex::default(),
            contexts: Mutex::default(),
            mails: Mutex::default(),
            wait_permits: Semaphore::new(0),
        }
    }
}

impl Recorder {
    /// The number of runs by message key.
    pub fn runs(&self) -> HashMap<String, usize> {
        self.runs.lock().expect("lock").clone()
    }

    /// Mail to the operator.
    pub fn mails(&self) -> Vec<OperatorMail> {
        self.mails.lock().expect("lock").clone()
    }
}

/// Records its context, and fails or waits if its config says so.
pub(super) struct CountHandler(pub(super) Arc<Recorder>);

impl Handler for CountHandler {
    fn action_type(&self) -> &'static str {
        "Count"
    }

    fn effect(&self) -> Effect {
        Effect::None
    }

    fn schema(&self) -> Value {
        json!({})
    }

    fn validate(&self, _: &Value) -> Vec<ConfigViolation> {
        Vec::new()
    }

    fn run<'a>(&'a self, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        async move {
            *self.0.runs.lock().expect("lock").entry(step.message_key.to_owned()).or_default() += 1;
            self.0.contexts.lock().expect("lock").push(step.context.root().clone());
            if step.config["Wait"] == true {
                self.0.wait_permits.acquire().await.expect("an open semaphore").forget();
            }
            if step.config["Fail"] == true {
                return Err(StepError::Failed("failed by config".into()));
            }
            Ok(StepSummary { ends_run: step.config["End"] == true, ..StepSummary::new("counted") })
        }
        .boxed()
    }
}

impl OperatorMailSender for Recorder {
    fn send<'a>(&'a self, mail: &'a OperatorMail) -> BoxFuture<'a, Result<(), String>> {
        self.mails.lock().expect("lock").push(mail.clone());
        async { Ok(()) }.boxed()
    }
}
