//! Runs single actions with the built-in handlers, as the runner does.

use serde_json::Value;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use stormwire_city::credentials::{CredentialFields, Credentials};
use stormwire_clock::{SystemRng, VirtualClock};
use stormwire_emulator::Emulator;
use stormwire_store::{ActionId, CredentialId, LogId, RunId, WatcherId};
use stormwire_testkit::TestDb;
use stormwire_testkit::servers::WebServer;
use stormwire_testkit::service::{ServiceConfig, actor};
use stormwire_workflow::handlers::{Deps, all_handlers};
use stormwire_workflow::{Context, Handlers, StepError, StepRun, StepSummary};
use tokio::sync::oneshot;

/// The built-in handlers with a database, an HTTP server and an emulated mail provider.
pub(crate) struct ActionFixture {
    pub(crate) web: WebServer,
    pub(crate) emulator: Emulator,
    pub(crate) clock: Arc<VirtualClock>,
    pub(crate) deps: Deps,
    handlers: Handlers,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct RunOptions {
    pub(crate) run_id: &'static str,
    pub(crate) force: bool,
    pub(crate) credential_id: Option<CredentialId>,
    pub(crate) message_key: &'static str,
}

/// Default options of a run with this id.
pub(crate) const fn run(run_id: &'static str) -> RunOptions {
    RunOptions { run_id, force: false, credential_id: None, message_key: "m" }
}

impl ActionFixture {
    pub(crate) async fn new(db: &TestDb, smtp: Option<SocketAddr>) -> Self {
        let clock = Arc::new(VirtualClock::running());
        let emulator = Emulator::new(clock.clone(), Box::new(SystemRng)).unwrap();
        let provider = emulator.listen(([127, 0, 0, 1], 0).into()).await.unwrap();
        let (base_url, poll_interval) = (String::new(), Duration::from_secs(1));
        let folder = db.folder().to_owned();
        let config = ServiceConfig {
            store: db.store.clone(),
            folder,
            provider,
            base_url,
            poll_interval,
            canary_interval: None,
            smtp,
        };
        let deps = config.handler_deps(&clock);
        Self { web: WebServer::start().await, emulator, clock, handlers: all_handlers(&deps), deps }
    }

    pub(crate) fn handlers(&self) -> &Handlers {
        &self.handlers
    }

    pub(crate) async fn run_step(
        &self,
        (action_type, config): (&str, &Value),
        context: &mut Context,
        options: RunOptions,
    ) -> Result<StepSummary, StepError> {
        let handler = self.handlers.find(action_type).unwrap();
        assert_eq!(handler.validate(config), [], "the config can be saved");
        let RunOptions { run_id, force, credential_id, message_key } = options;
        let run_id = RunId::new(run_id);
        let step = StepRun {
            watcher_id: WatcherId::new(1),
            log_id: Some(LogId::new(7)),
            message_key,
            run_id: &run_id,
            action_id: ActionId::new(3),
            config,
            credential_id,
            force,
            recorder: None,
            context,
        };
        // No two runs have the same time.
        self.clock.advance(Duration::from_secs(1));
        handler.run(step).await
    }

    /// Like [`Self::run_with`], with an empty context.
    pub(crate) async fn run(&self, action: (&str, &Value), options: RunOptions) -> Result<(String, Value), StepError> {
        self.run_with(action, Value::Object(serde_json::Map::new()), options).await
    }

    /// Returns the result for the log and the context.
    pub(crate) async fn run_with(
        &self,
        action: (&str, &Value),
        context: Value,
        options: RunOptions,
    ) -> Result<(String, Value), StepError> {
        let Value::Object(root) = context else { unreachable!() };
        let mut context = Context::new(root);
        let summary = self.run_step(action, &mut context, options).await?;
        Ok((summary.result, context.root().clone()))
    }

    /// Runs a step until the receiver has the request, then lets it time out.
    pub(crate) async fn run_until_timeout(
        &self,
        action: (&str, &Value),
        options: RunOptions,
        is_received: impl Fn() -> bool,
    ) -> StepError {
        let (ended, has_ended) = oneshot::channel();
        let step = async {
            let outcome = self.run(action, options).await;
            let _ = ended.send(());
            outcome
        };
        let time = async {
            stormwire_testkit::service::wait_until(async || is_received()).await;
            self.clock.advance(Duration::from_mins(10));
            let _ = has_ended.await;
        };
        tokio::join!(step, time).0.unwrap_err()
    }

    pub(crate) async fn create_credential(&self, client_id: &str, secret: &str) -> CredentialId {
        let fields = CredentialFields {
            name: client_id.into(),
            client_id: client_id.into(),
            namespace: "contoso.com".into(),
            secret_expires_at: None,
            usage: None,
        };
        let Deps { store, secrets, .. } = self.deps.clone();
        let credentials = Credentials::new(store, self.clock.clone(), secrets);
        credentials.create(fields, secret.into(), actor()).await.unwrap().id
    }
}
