//! A watching service beside an emulated provider: one clock, one queue, a listener for what the provider tells.

pub mod hard;
pub mod killing;
pub mod midway;
mod site;

pub use site::{Site, listen};

use crate::Bed;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, SystemClock, SystemRng, VirtualClock};
use stormwire_emulator::Emulator;
use stormwire_lightning::{FeedHealthJob, FeedWatch};
use stormwire_mailer::operator::{OperatorMail, OperatorMailSender, OperatorMailWorker};
use stormwire_store::queue::{Dispatcher, worker};
use stormwire_store::tables::action::ActionFields;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::log::{Log, LogStatus, PhaseTwoStatus, Search};
use stormwire_store::tables::watcher::WatcherFields;
use stormwire_store::{ActionId, CredentialId, Schema, WatcherId};
use stormwire_watcher::{Watchers, schedule};
use stormwire_workflow::{ConfigViolation, Effect, Handler, Handlers, StepError, StepRun, StepSummary, handlers};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// A watching service beside an emulated provider.
pub struct Station {
    pub watchers: Watchers,
    /// The provider.
    pub emulator: Arc<Emulator>,
    /// Of both.
    pub clock: Arc<VirtualClock>,
    /// What the handler and the postman saw.
    pub counts: Arc<Counts>,
    /// The credential of the watchers.
    pub credential: CredentialId,
    reconciliation: Duration,
    secrets: Secrets,
    stop: CancellationToken,
    work: Option<tokio::task::JoinHandle<()>>,
}

/// What the test's own handler and postman saw.
pub struct Counts {
    runs: Mutex<HashMap<String, usize>>,
    /// The contexts of all steps.
    pub seen: Mutex<Vec<Value>>,
    /// Mail to the operator.
    pub mails: Mutex<Vec<OperatorMail>>,
    /// The next steps wait here while it is set.
    pub hold: tokio::sync::Semaphore,
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
struct Count(Arc<Counts>);

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

    fn faults(&self, _: &Value) -> Vec<ConfigViolation> {
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

/// Who changes things in tests.
pub fn actor() -> Actor {
    Actor::command_line()
}

impl Station {
    /// Everything running, no watcher yet.
    pub async fn new(bed: &Bed) -> Self {
        Self::with(bed, Duration::from_millis(300)).await
    }

    /// With this much between two looks.
    pub async fn with(bed: &Bed, reconciliation: Duration) -> Self {
        let clock = Arc::new(VirtualClock::running());
        let emulator = Arc::new(Emulator::new(clock.clone(), Box::new(SystemRng)).expect("as set up"));
        let provider = emulator.listen(([127, 0, 0, 1], 0).into()).await.expect("as set up");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("as set up");
        let base = format!("http://{}", listener.local_addr().expect("as set up"));
        let counts = Arc::new(Counts {
            runs: Mutex::default(),
            seen: Mutex::default(),
            mails: Mutex::default(),
            hold: tokio::sync::Semaphore::new(0),
        });
        let folder = bed.folder().to_owned();
        let site = Site { store: bed.store.clone(), folder, provider, base, reconciliation, smtp: None };
        let watchers = site.watchers(&clock, |deps| {
            let mut all: Vec<Arc<dyn Handler>> = vec![Arc::new(Count(counts.clone()))];
            all.extend(handlers::all(deps).iter().cloned());
            Handlers::new(all)
        });
        listen(listener, watchers.clone());
        let credential = site.credential(clock.clone()).await;
        let (stop, work, secrets) = (CancellationToken::new(), None, site.secrets());
        let mut station = Self { watchers, emulator, clock, counts, credential, reconciliation, secrets, stop, work };
        station.start(bed).await;
        station
    }

    /// Starts the queue, as after a start of the process.
    pub async fn start(&mut self, bed: &Bed) {
        let now = self.clock.now();
        bed.store.write(Schema::It, move |conn| schedule(conn, now).boxed()).await.expect("as set up");
        bed.store.write(Schema::It, move |conn| FeedWatch::schedule(conn, now).boxed()).await.expect("as set up");
        let mut all = self.watchers.workers();
        let feed = FeedWatch::new(bed.store.clone(), self.clock.clone(), self.reconciliation);
        all.push(worker::<FeedHealthJob>(Arc::new(feed)));
        all.push(worker::<OperatorMail>(Arc::new(OperatorMailWorker::new(self.counts.clone()))));
        let dispatcher = Dispatcher::new(bed.store.clone(), self.clock.clone(), Arc::new(SystemRng), all);
        self.stop = CancellationToken::new();
        let stop = self.stop.clone();
        self.work = Some(tokio::spawn(async move { dispatcher.run(stop).await.expect("as set up") }));
    }

    /// Ends the queue as a stop does: what is in hand is finished.
    pub async fn stop(&mut self) {
        self.stop.cancel();
        if let Some(work) = self.work.take() {
            work.await.expect("as set up");
        }
    }

    /// A watcher on a mailbox of its own, switched on, with one counting action.
    pub async fn watcher(&self, mailbox: &str, change: impl FnOnce(&mut WatcherFields)) -> WatcherId {
        self.emulator.add_mailbox(mailbox).expect("as set up");
        let mut fields = watcher_fields(mailbox, self.credential);
        change(&mut fields);
        let id = self.watchers.admin().create(fields, actor()).await.expect("as set up").watcher.id;
        self.action(id, json!({}), true).await;
        self.watchers.admin().set_enabled(id, true, actor()).await.expect("as set up");
        id
    }

    /// Adds a counting action.
    pub async fn action(&self, watcher: WatcherId, config: Value, is_phase_one: bool) -> ActionId {
        let fields = action_fields("Count", config, is_phase_one);
        self.watchers.admin().create_action(watcher, fields, actor()).await.expect("as set up").id
    }

    /// Adds an action of the product.
    pub async fn action_of(&self, watcher: WatcherId, action_type: &str, config: Value) -> ActionId {
        let fields = action_fields(action_type, config, true);
        self.watchers.admin().create_action(watcher, fields, actor()).await.expect("as set up").id
    }

    /// Delivers a message as the vendor sends it.
    pub fn deliver(&self, mailbox: &str, subject: &str) -> String {
        self.deliver_text(mailbox, subject, "<table><tr><td>1</td><td>2</td></tr></table>")
    }

    /// Delivers a message with this body.
    pub fn deliver_text(&self, mailbox: &str, subject: &str, html: &str) -> String {
        let message = json!({
            "subject": subject,
            "from": {"emailAddress": {"name": "Vendor", "address": "alerts@vendor.example"}},
            "toRecipients": [{"emailAddress": {"address": mailbox}}],
            "body": {"contentType": "html", "content": html},
        });
        self.emulator.deliver(mailbox, "Inbox", message).expect("as set up")
    }

    /// All rows of the log.
    pub async fn logs(&self) -> Vec<Log> {
        self.watchers.repair().logs(Search { most: 100_000, ..Search::default() }).await.expect("as set up")
    }

    /// Waits until a watcher holds a subscription and has looked once more after that: what comes from now on is told.
    pub async fn subscribed(&self, watcher: WatcherId) {
        let is_settled = async || {
            let state = self.watchers.admin().get(watcher).await.expect("as set up").watcher.state;
            state.subscription_id.is_some() && state.last_checked_at >= state.last_renewed_at
        };
        until(is_settled).await;
    }

    /// Waits until every row has come to an end and nothing waits for its second phase.
    pub async fn settled(&self, rows: usize) -> Vec<Log> {
        let ended = |log: &Log| {
            matches!(log.status, LogStatus::Success | LogStatus::Failed | LogStatus::Skipped)
                && !matches!(log.phase_two_status, PhaseTwoStatus::Queued | PhaseTwoStatus::Running)
        };
        until(async || {
            let logs = self.logs().await;
            logs.len() >= rows && logs.iter().all(ended)
        })
        .await;
        self.logs().await
    }

    /// The key file of the service.
    pub fn secrets(&self) -> Secrets {
        self.secrets.clone()
    }

    /// How many messages of a mailbox are in each folder.
    pub fn folders(&self, mailbox: &str) -> HashMap<String, usize> {
        let mut folders = HashMap::new();
        for message in self.emulator.messages(mailbox) {
            *folders.entry(message["folder"].as_str().expect("as set up").to_owned()).or_default() += 1;
        }
        folders
    }
}

/// A watcher on an Inbox, still switched off.
pub fn watcher_fields(mailbox: &str, credential: CredentialId) -> WatcherFields {
    WatcherFields { credential_id: Some(credential), ..WatcherFields::new(format!("watcher of {mailbox}"), mailbox) }
}

/// An action, behind all others.
pub fn action_fields(action_type: &str, config: Value, is_phase_one: bool) -> ActionFields {
    let (name, action_type) = (action_type.to_lowercase(), action_type.to_owned());
    ActionFields { name, action_type, config, order: None, credential_id: None, is_phase_one }
}

/// Far more than any of this takes: it ends a test that would never end.
const TEST_TIMEOUT: Duration = Duration::from_mins(10);

/// Looks again and again. A look that takes long is followed by a pause that is longer, so that whoever is looked at
/// gets on with it.
pub async fn until(mut holds: impl AsyncFnMut() -> bool) {
    let look = async {
        loop {
            let begun = SystemClock.now();
            if holds().await {
                return;
            }
            let took = Duration::try_from(SystemClock.now().duration_since(begun)).unwrap_or_default();
            SystemClock.sleep((4 * took).max(Duration::from_millis(5))).await;
        }
    };
    tokio::time::timeout(TEST_TIMEOUT, look).await.expect("it never came to that");
}
