//! A running service under test.

use super::fields::{action_fields, actor, watcher_fields};
use super::recorder::{CountHandler, Recorder};
use super::service_config::{ServiceConfig, serve_webhooks};
use super::watched_files::WatchedFiles;
use crate::test_db::TestDb;
use crate::wait::{wait_for, wait_until};
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, SystemRng, VirtualClock};
use stormwire_emulator::{Emulator, Settings};
use stormwire_lightning::{FeedMonitor, FeedRules};
use stormwire_mailer::operator::{OperatorDigest, OperatorMail, OperatorMailWorker};
use stormwire_store::queue::{Dispatcher, LoopWorker, loop_worker, worker};
use stormwire_store::tables::action::ActionFields;
use stormwire_store::tables::log::{LogEntry, LogSearch, LogStatus, PhaseTwoStatus};
use stormwire_store::tables::watcher::WatcherFields;
use stormwire_store::{ActionId, CredentialId, Schema, WatcherId};
use stormwire_watcher::{WatcherError, Watchers, schedule};
use stormwire_workflow::{Handler, Handlers, handlers};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// The default of `operator.per_hour`.
const OPERATOR_MAILS_PER_HOUR: u32 = 20;

/// A service with an emulated provider.
pub struct TestService {
    pub watchers: Watchers,
    pub emulator: Arc<Emulator>,
    /// Used by the service and the emulator.
    pub clock: Arc<VirtualClock>,
    pub recorder: Arc<Recorder>,
    pub credential: CredentialId,
    pub feed_rules: FeedRules,
    secrets: Secrets,
    stop: CancellationToken,
    dispatcher: Option<tokio::task::JoinHandle<()>>,
}

impl TestService {
    /// Starts the service without watchers.
    pub async fn new(db: &TestDb) -> Self {
        Self::with_poll_interval(db, Duration::from_millis(300)).await
    }

    pub async fn with_poll_interval(db: &TestDb, poll_interval: Duration) -> Self {
        Self::with_intervals(db, poll_interval, None).await
    }

    /// With test messages to the mailboxes of watchers that feed strikes.
    pub async fn with_intervals(db: &TestDb, poll_interval: Duration, canary_interval: Option<Duration>) -> Self {
        let clock = Arc::new(VirtualClock::running());
        let emulator = Arc::new(Emulator::new(clock.clone(), Box::new(SystemRng)).expect("create the emulator"));
        // Short intervals need more calls than Graph allows.
        emulator.set_settings(Settings { calls_per_ten_minutes: usize::MAX, ..Settings::default() });
        let provider = emulator.listen(([127, 0, 0, 1], 0).into()).await.expect("bind a port");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("bind a port");
        let base_url = format!("http://{}", listener.local_addr().expect("local address"));
        let recorder = Arc::new(Recorder::default());
        let folder = db.folder().to_owned();
        let store = db.store.clone();
        let config = ServiceConfig { store, folder, provider, base_url, poll_interval, canary_interval, smtp: None };
        let watchers = config.build_watchers(&clock, |deps| {
            let mut all: Vec<Arc<dyn Handler>> = vec![Arc::new(CountHandler(recorder.clone()))];
            all.extend(handlers::all_handlers(deps).iter().cloned());
            Handlers::new(all)
        });
        serve_webhooks(listener, watchers.clone());
        let credential = config.create_credential(clock.clone()).await;
        let (stop, dispatcher, secrets) = (CancellationToken::new(), None, config.secrets());
        let mut service = Self {
            watchers,
            emulator,
            clock,
            recorder,
            credential,
            feed_rules: config.feed_rules(),
            secrets,
            stop,
            dispatcher,
        };
        service.start(db).await;
        service
    }

    /// Starts the queue, like at process start.
    pub async fn start(&mut self, db: &TestDb) {
        let now = self.clock.now();
        db.store.write(Schema::It, move |conn| schedule(conn, now).boxed()).await.expect("schedule the loops");
        db.store
            .write(Schema::It, move |conn| FeedMonitor::schedule(conn, now).boxed())
            .await
            .expect("schedule the loops");
        let mut all = self.watchers.workers();
        let feed = FeedMonitor::new(db.store.clone(), self.clock.clone(), self.feed_rules);
        all.push(loop_worker(Arc::new(feed)));
        let (store, clock, sender) = (db.store.clone(), self.clock.clone(), self.recorder.clone());
        let operator_mail = Arc::new(OperatorMailWorker::new(store, clock, sender, OPERATOR_MAILS_PER_HOUR));
        all.push(worker::<OperatorMail>(operator_mail.clone()));
        all.push(worker::<OperatorDigest>(operator_mail));
        let dispatcher = Dispatcher::new(db.store.clone(), self.clock.clone(), Arc::new(SystemRng), all);
        self.stop = CancellationToken::new();
        let stop = self.stop.clone();
        self.dispatcher = Some(tokio::spawn(async move { dispatcher.run(stop).await.expect("run the queue") }));
    }

    /// Stops the queue after running jobs have finished.
    pub async fn stop(&mut self) {
        self.stop.cancel();
        if let Some(dispatcher) = self.dispatcher.take() {
            dispatcher.await.expect("stop the queue");
        }
    }

    /// Creates a mailbox and an enabled watcher with one `Count` action.
    pub async fn create_watcher(&self, mailbox: &str, change: impl FnOnce(&mut WatcherFields)) -> WatcherId {
        self.emulator.add_mailbox(mailbox).expect("add the mailbox");
        let mut fields = watcher_fields(mailbox, self.credential);
        change(&mut fields);
        self.create_counting(fields).await
    }

    /// Creates an enabled watcher of status events with one `Count` action.
    pub async fn create_status_watcher(&self, name: &str, change: impl FnOnce(&mut WatcherFields)) -> WatcherId {
        let mut fields = WatcherFields::of_status_events(name);
        change(&mut fields);
        self.create_counting(fields).await
    }

    /// Creates an enabled watcher of files with one `Count` action.
    pub async fn create_file_watcher(
        &self,
        folder: &WatchedFiles,
        change: impl FnOnce(&mut WatcherFields),
    ) -> WatcherId {
        let mut fields = folder.fields();
        change(&mut fields);
        self.create_counting(fields).await
    }

    async fn create_counting(&self, fields: WatcherFields) -> WatcherId {
        let id = self.watchers.admin().create(fields, actor()).await.expect("create the watcher").watcher.id;
        self.add_count_action(id, json!({}), true).await;
        self.watchers.admin().set_enabled(id, true, actor()).await.expect("enable the watcher");
        id
    }

    pub async fn add_count_action(&self, watcher: WatcherId, config: Value, is_phase_one: bool) -> ActionId {
        self.create_action(watcher, &action_fields("Count", config, is_phase_one)).await
    }

    /// Again after a deadlock with a poll of the watcher, as an administrator does whose request got a 503.
    async fn create_action(&self, watcher: WatcherId, fields: &ActionFields) -> ActionId {
        let created =
            wait_for(async || match self.watchers.admin().create_action(watcher, fields.clone(), actor()).await {
                Err(WatcherError::Store(error)) if error.is_transient() => None,
                created => Some(created),
            });
        created.await.expect("create the action").id
    }

    /// Adds a Phase 1 action.
    pub async fn add_action(&self, watcher: WatcherId, action_type: &str, config: Value) -> ActionId {
        self.create_action(watcher, &action_fields(action_type, config, true)).await
    }

    /// Delivers a message from the vendor. Returns its key.
    pub fn deliver(&self, mailbox: &str, subject: &str) -> String {
        self.deliver_html(mailbox, subject, "<table><tr><td>1</td><td>2</td></tr></table>")
    }

    /// Delivers a message with this body. Returns its key.
    pub fn deliver_html(&self, mailbox: &str, subject: &str, html: &str) -> String {
        let message = json!({
            "subject": subject,
            "from": {"emailAddress": {"name": "Vendor", "address": "alerts@vendor.example"}},
            "toRecipients": [{"emailAddress": {"address": mailbox}}],
            "body": {"contentType": "html", "content": html},
        });
        self.emulator.deliver(mailbox, "Inbox", message).expect("deliver the message")
    }

    pub async fn logs(&self) -> Vec<LogEntry> {
        self.watchers.repair().logs(LogSearch { most: 100_000, ..LogSearch::default() }).await.expect("read the log")
    }

    /// Waits until a watcher has a subscription and has polled after that: from then on new messages are notified.
    pub async fn wait_subscribed(&self, watcher: WatcherId) {
        let is_subscribed = async || {
            let state = self.watchers.admin().get(watcher).await.expect("read the watcher").watcher.state;
            state.subscription_id.is_some() && state.last_checked_at >= state.last_renewed_at
        };
        wait_until(is_subscribed).await;
    }

    /// Waits until the log has at least `rows` rows and all messages are processed, including Phase 2.
    pub async fn wait_processed(&self, rows: usize) -> Vec<LogEntry> {
        let ended = |log: &LogEntry| {
            matches!(log.status, LogStatus::Success | LogStatus::Failed | LogStatus::Skipped)
                && !matches!(log.phase_two_status, PhaseTwoStatus::Queued | PhaseTwoStatus::Running)
        };
        wait_for(async || {
            let logs = self.logs().await;
            (logs.len() >= rows && logs.iter().all(ended)).then_some(logs)
        })
        .await
    }

    pub fn secrets(&self) -> Secrets {
        self.secrets.clone()
    }

    /// The number of messages in each folder of a mailbox.
    pub fn folder_counts(&self, mailbox: &str) -> HashMap<String, usize> {
        let mut folders = HashMap::new();
        for message in self.emulator.messages(mailbox) {
            *folders.entry(message["folder"].as_str().expect("a folder path").to_owned()).or_default() += 1;
        }
        folders
    }
}
