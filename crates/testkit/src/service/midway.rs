//! The trial of effects: a process is killed when the other side has a request in hand and nobody has an answer.

use crate::outside::{MailServer, WebServer};
use crate::process::{Process, free_address};
use crate::service::fields::{action_fields, actor, watcher_fields};
use crate::service::site::Site;
use crate::service::wait::until;
use crate::test_db::TestDb;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{SystemRng, VirtualClock};
use stormwire_emulator::Emulator;
use stormwire_store::tables::log::{LogEntry, LogSearch, PhaseTwoStatus};
use stormwire_store::{WatcherId, queue};
use stormwire_watcher::Watchers;
use stormwire_workflow::handlers;

const BOX: &str = "storm@example.gov";

/// A watcher whose worker is a process of its own, and the world that it reaches.
pub struct Midway {
    /// What it calls.
    pub web: WebServer,
    /// What takes its mail.
    pub mail: MailServer,
    watchers: Watchers,
    site: Site,
    emulator: Emulator,
    watcher: WatcherId,
}

impl Midway {
    /// A watcher that is switched on, without actions.
    pub async fn new(db: &TestDb) -> Self {
        let clock = Arc::new(VirtualClock::running());
        let emulator = Emulator::new(clock.clone(), Box::new(SystemRng)).expect("an emulator");
        let provider = emulator.listen(([127, 0, 0, 1], 0).into()).await.expect("a port");
        let (web, mail) = (WebServer::start().await, MailServer::start(db.folder()));
        let site = Site {
            store: db.store.clone(),
            folder: db.folder().to_owned(),
            provider,
            base: format!("http://{}", free_address()),
            reconciliation: Duration::from_millis(300),
            smtp: Some(mail.address),
        };
        let watchers = site.watchers(&clock, handlers::all);
        let credential = site.credential(clock).await;
        emulator.add_mailbox(BOX).expect("an address");
        let fields = watcher_fields(BOX, credential);
        let watcher = watchers.admin().create(fields, actor()).await.expect("a watcher").watcher.id;
        watchers.admin().set_enabled(watcher, true, actor()).await.expect("enabled");
        Self { web, mail, watchers, site, emulator, watcher }
    }

    /// Adds an action, behind the others.
    pub async fn action(&self, action_type: &str, config: Value, is_phase_one: bool) {
        let fields = action_fields(action_type, config, is_phase_one);
        self.watchers.admin().create_action(self.watcher, fields, actor()).await.expect("an action");
    }

    /// Starts a worker.
    pub fn start(&self, program: &Path, db: &TestDb) -> Process {
        let address = self.site.base.trim_start_matches("http://");
        let mut command = Command::new(program);
        command.arg(db.url()).arg(&self.site.folder);
        command.args([&self.site.provider.to_string(), address, &self.mail.address.to_string()]);
        Process::start(command)
    }

    /// Delivers a message, kills its worker when the other side has a request in hand, and starts another.
    pub async fn kill_midway(&self, program: &Path, db: &TestDb, in_hand: impl Fn(&Self) -> bool) -> Process {
        let mut worker = self.start(program, db);
        self.deliver();
        until(async || worker.lives() && in_hand(self)).await;
        worker.kill();
        self.start(program, db)
    }

    /// Delivers a message.
    pub fn deliver(&self) {
        let message = json!({"subject": "Strike", "body": {"contentType": "text", "content": "Strike"}});
        self.emulator.deliver(BOX, "Inbox", message).expect("delivered");
    }

    /// The one row of the log.
    pub async fn log(&self) -> LogEntry {
        let mut logs = self.watchers.repair().logs(LogSearch { most: 2, ..LogSearch::default() }).await.expect("rows");
        assert_eq!(logs.len(), 1, "one message, one row");
        logs.remove(0)
    }

    /// Waits until its second phase has come to an end.
    pub async fn ended(&self, worker: &mut Process) -> LogEntry {
        let is_over = |log: &LogEntry| matches!(log.phase_two_status, PhaseTwoStatus::Success | PhaseTwoStatus::Failed);
        until(async || worker.lives() && is_over(&self.log().await)).await;
        self.log().await
    }

    /// How many mails wait for the operator.
    pub async fn operator_mails(&self) -> usize {
        let mut conn = self.site.store.reader().await.expect("a connection");
        let kinds = queue::summary(&mut conn).await.expect("rows");
        kinds.iter().filter(|row| row.kind == "OperatorMail").count()
    }

    /// The operator's way back, as soon as nobody holds the row.
    pub async fn retry(&self) {
        let log = self.log().await.id;
        until(async || self.watchers.repair().retry(log, false, actor()).await.is_ok()).await;
    }

    /// The keys under which requests came in.
    pub fn keys(&self) -> Vec<String> {
        self.web.heard().iter().map(|heard| heard.header("idempotency-key").to_owned()).collect()
    }
}
