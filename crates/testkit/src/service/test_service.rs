//! The service under test.

use super::counts::{Count, Counts};
use super::fields::{action_fields, actor, watcher_fields};
use super::site::{Site, listen};
use super::wait::until;
use crate::test_db::TestDb;
use futures_util::FutureExt;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use stormwire_city::secrets::Secrets;
use stormwire_clock::{Clock, SystemRng, VirtualClock};
use stormwire_emulator::Emulator;
use stormwire_lightning::{FeedHealthJob, FeedMonitor};
use stormwire_mailer::operator::{OperatorMail, OperatorMailWorker};
use stormwire_store::queue::{Dispatcher, worker};
use stormwire_store::tables::log::{LogEntry, LogSearch, LogStatus, PhaseTwoStatus};
use stormwire_store::tables::watcher::WatcherFields;
use stormwire_store::{ActionId, CredentialId, Schema, WatcherId};
use stormwire_watcher::{Watchers, schedule};
use stormwire_workflow::{Handler, Handlers, handlers};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// A watching service beside an emulated provider.
pub struct TestService {
    pub watchers: Watchers,
    pub emulator: Arc<Emulator>,
    /// Of the service and the emulator.
    pub clock: Arc<VirtualClock>,
    pub counts: Arc<Counts>,
    pub credential: CredentialId,
    reconciliation: Duration,
    secrets: Secrets,
    stop: CancellationToken,
    work: Option<tokio::task::JoinHandle<()>>,
}

impl TestService {
    /// Everything runs; there is no watcher yet.
    pub async fn new(db: &TestDb) -> Self {
        Self::with(db, Duration::from_millis(300)).await
    }

    /// With this much between two polls.
    pub async fn with(db: &TestDb, reconciliation: Duration) -> Self {
        let clock = Arc::new(VirtualClock::running());
        let emulator = Arc::new(Emulator::new(clock.clone(), Box::new(SystemRng)).expect("as set up"));
        let provider = emulator.listen(([127, 0, 0, 1], 0).into()).await.expect("as set up");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("as set up");
        let base = format!("http://{}", listener.local_addr().expect("as set up"));
        let counts = Arc::new(Counts::default());
        let folder = db.folder().to_owned();
        let site = Site { store: db.store.clone(), folder, provider, base, reconciliation, smtp: None };
        let watchers = site.watchers(&clock, |deps| {
            let mut all: Vec<Arc<dyn Handler>> = vec![Arc::new(Count(counts.clone()))];
            all.extend(handlers::all(deps).iter().cloned());
            Handlers::new(all)
        });
        listen(listener, watchers.clone());
        let credential = site.credential(clock.clone()).await;
        let (stop, work, secrets) = (CancellationToken::new(), None, site.secrets());
        let mut service = Self { watchers, emulator, clock, counts, credential, reconciliation, secrets, stop, work };
        service.start(db).await;
        service
    }

    /// Starts the queue, as after a start of the process.
    pub async fn start(&mut self, db: &TestDb) {
        let now = self.clock.now();
        db.store.write(Schema::It, move |conn| schedule(conn, now).boxed()).await.expect("as set up");
        db.store.write(Schema::It, move |conn| FeedMonitor::schedule(conn, now).boxed()).await.expect("as set up");
        let mut all = self.watchers.workers();
        let feed = FeedMonitor::new(db.store.clone(), self.clock.clone(), self.reconciliation);
        all.push(worker::<FeedHealthJob>(Arc::new(feed)));
        all.push(worker::<OperatorMail>(Arc::new(OperatorMailWorker::new(self.counts.clone()))));
        let dispatcher = Dispatcher::new(db.store.clone(), self.clock.clone(), Arc::new(SystemRng), all);
        self.stop = CancellationToken::new();
        let stop = self.stop.clone();
        self.work = Some(tokio::spawn(async move { dispatcher.run(stop).await.expect("as set up") }));
    }

    /// Ends the queue as a stop does: running jobs are finished.
    pub async fn stop(&mut self) {
        self.stop.cancel();
        if let Some(work) = self.work.take() {
            work.await.expect("as set up");
        }
    }

    /// An enabled watcher on a mailbox of its own, with one counting action.
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
    pub async fn logs(&self) -> Vec<LogEntry> {
        self.watchers.repair().logs(LogSearch { most: 100_000, ..LogSearch::default() }).await.expect("as set up")
    }

    /// Waits until a watcher holds a subscription and has polled after that: new messages are notified from now on.
    pub async fn subscribed(&self, watcher: WatcherId) {
        let is_settled = async || {
            let state = self.watchers.admin().get(watcher).await.expect("as set up").watcher.state;
            state.subscription_id.is_some() && state.last_checked_at >= state.last_renewed_at
        };
        until(is_settled).await;
    }

    /// Waits until every row has ended and no Phase 2 is left.
    pub async fn settled(&self, rows: usize) -> Vec<LogEntry> {
        let ended = |log: &LogEntry| {
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
