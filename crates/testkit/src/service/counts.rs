//! The action and the mail sender of the tests, and what they have seen.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use stormwire_mailer::operator::{OperatorMail, OperatorMailSender};
use stormwire_workflow::{ConfigViolation, Effect, Handler, StepError, StepRun, StepSummary};
use tokio::sync::Semaphore;

/// What the handler and the mail sender of the tests have seen.
pub struct Counts {
    runs: Mutex<HashMap<String, usize>>,
    /// The contexts of all steps.
    pub seen: Mutex<Vec<Value>>,
    /// Mail to the operator.
    pub mails: Mutex<Vec<OperatorMail>>,
    /// The next steps wait here while it is set.
    pub hold: Semaphore,
}

impl Default for Counts {
    fn default() -> Self {
        Self { runs: Mutex::default(), seen: Mutex::default(), mails: Mutex::default(), hold: Semaphore::new(0) }
    }
}

impl Counts {
    /// How often each message was run.
    pub fn runs(&self) -> HashMap<String, usize> {
        self.runs.lock().expect("as set up").clone()
    }

    /// Mail to the operator so far.
    pub fn mails(&self) -> Vec<OperatorMail> {
        self.mails.lock().expect("as set up").clone()
    }
}

/// An action of tests: counts, remembers its context, fails or waits when its config says so.
pub(super) struct Count(pub(super) Arc<Counts>);

impl Handler for Count {
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
            *self.0.runs.lock().expect("as set up").entry(step.message_key.to_owned()).or_default() += 1;
            self.0.seen.lock().expect("as set up").push(step.context.root().clone());
            if step.config["Wait"] == true {
                self.0.hold.acquire().await.expect("as set up").forget();
            }
            if step.config["Fail"] == true {
                return Err(StepError::Failed("it was told to".into()));
            }
            Ok(StepSummary { ends_run: step.config["End"] == true, ..StepSummary::new("counted") })
        }
        .boxed()
    }
}

impl OperatorMailSender for Counts {
    fn send<'a>(&'a self, mail: &'a OperatorMail) -> BoxFuture<'a, Result<(), String>> {
        self.mails.lock().expect("as set up").push(mail.clone());
        async { Ok(()) }.boxed()
    }
}
