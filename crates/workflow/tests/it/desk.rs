//! A desk from which single steps are run with the product's own handlers, as a run would.

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
use stormwire_workflow::handlers::{Deps, all};
use stormwire_workflow::{Context, Handlers, StepError, StepRun, StepSummary};
use tokio::sync::oneshot;

/// The handlers, on rows of their own, with a web to call and a mail provider.
pub(crate) struct Desk {
    pub(crate) web: WebServer,
    pub(crate) emulator: Emulator,
    pub(crate) clock: Arc<VirtualClock>,
    pub(crate) deps: Deps,
    handlers: Handlers,
}

/// Which run, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) run_id: &'static str,
    pub(crate) force: bool,
    pub(crate) credential_id: Option<CredentialId>,
    pub(crate) message_key: &'static str,
}

/// A run without further wishes.
pub(crate) const fn run(run_id: &'static str) -> Asked {
    Asked { run_id, force: false, credential_id: None, message_key: "m" }
}

impl Desk {
    pub(crate) async fn new(db: &TestDb, smtp: Option<SocketAddr>) -> Self {
        let clock = Arc::new(VirtualClock::running());
        let emulator = Emulator::new(clock.clone(), Box::new(SystemRng)).unwrap();
        let provider = emulator.listen(([127, 0, 0, 1], 0).into()).await.unwrap();
        let (base_url, poll_interval) = (String::new(), Duration::from_secs(1));
        let folder = db.folder().to_owned();
        let config = ServiceConfig { store: db.store.clone(), folder, provider, base_url, poll_interval, smtp };
        let deps = config.handler_deps(&clock);
        Self { web: WebServer::start().await, emulator, clock, handlers: all(&deps), deps }
    }

    /// Runs one step over a context.
    pub(crate) async fn step(
        &self,
        (action_type, config): (&str, &Value),
        context: &mut Context,
        asked: Asked,
    ) -> Result<StepSummary, StepError> {
        let handler = self.handlers.find(action_type).unwrap();
        assert_eq!(handler.faults(config), [], "the config can be saved");
        let Asked { run_id, force, credential_id, message_key } = asked;
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
            context,
        };
        // Nothing that happens in a run happens at the same instant as something in the next.
        self.clock.advance(Duration::from_secs(1));
        handler.run(step).await
    }

    /// The same over an empty context; gives the words for the log and the context.
    pub(crate) async fn alone(&self, action: (&str, &Value), asked: Asked) -> Result<(String, Value), StepError> {
        self.over(action, Value::Object(serde_json::Map::new()), asked).await
    }

    /// The same over a context of its own.
    pub(crate) async fn over(
        &self,
        action: (&str, &Value),
        context: Value,
        asked: Asked,
    ) -> Result<(String, Value), StepError> {
        let Value::Object(root) = context else { unreachable!() };
        let mut context = Context::new(root);
        let summary = self.step(action, &mut context, asked).await?;
        Ok((summary.result, context.root().clone()))
    }

    /// Runs a step until the other side has it in hand, and then lets the time run out.
    pub(crate) async fn too_slow(&self, action: (&str, &Value), asked: Asked, in_hand: impl Fn() -> bool) -> StepError {
        let (ended, has_ended) = oneshot::channel();
        let step = async {
            let outcome = self.alone(action, asked).await;
            let _ = ended.send(());
            outcome
        };
        let time = async {
            stormwire_testkit::service::wait_until(async || in_hand()).await;
            self.clock.advance(Duration::from_mins(10));
            let _ = has_ended.await;
        };
        tokio::join!(step, time).0.unwrap_err()
    }

    /// A credential of an action.
    pub(crate) async fn credential(&self, client_id: &str, secret: &str) -> CredentialId {
        let fields = CredentialFields {
            name: client_id.into(),
            client_id: client_id.into(),
            namespace: "contoso.com".into(),
            secret_expires_at: None,
        };
        let Deps { store, secrets, .. } = self.deps.clone();
        let credentials = Credentials::new(store, self.clock.clone(), secrets);
        credentials.create(fields, secret.into(), actor()).await.unwrap().id
    }
}
