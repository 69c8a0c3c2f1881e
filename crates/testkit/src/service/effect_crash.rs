//! Kills the watcher process after a server received a request and before it responded.

use crate::process::{Process, free_address};
use crate::servers::{MailServer, WebServer};
use crate::service::fields::{action_fields, actor, watcher_fields};
use crate::service::service_config::ServiceConfig;
use crate::test_db::TestDb;
use crate::wait::wait_until;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{SystemRng, VirtualClock};
use stormwire_emulator::Emulator;
use stormwire_store::WatcherId;
use stormwire_store::tables::log::{LogEntry, LogSearch, PhaseTwoStatus};
use stormwire_watcher::Watchers;
use stormwire_workflow::handlers;

const BOX: &str = "storm@example.gov";

/// A watcher that runs in a child process, and the servers that its workflow calls.
pub struct EffectCrashFixture {
    pub web: WebServer,
    pub mail: MailServer,
    watchers: Watchers,
    config: ServiceConfig,
    emulator: Emulator,
    watcher: WatcherId,
}

impl EffectCrashFixture {
    /// Creates an enabled watcher without actions.
    pub async fn new(db: &TestDb) -> Self {
        let clock = Arc::new(VirtualClock::running());
        let emulator = Emulator::new(clock.clone(), Box::new(SystemRng)).expect("create the emulator");
        let provider = emulator.listen(([127, 0, 0, 1], 0).into()).await.expect("bind a port");
        let (web, mail) = (WebServer::start().await, MailServer::start(db.folder()));
        let config = ServiceConfig {
            store: db.store.clone(),
            folder: db.folder().to_owned(),
            provider,
            base_url: format!("http://{}", free_address()),
            poll_interval: Duration::from_millis(300),
            canary_interval: None,
            smtp: Some(mail.address),
        };
        let watchers = config.build_watchers(&clock, handlers::all_handlers);
        let credential = config.create_credential(clock).await;
        emulator.add_mailbox(BOX).expect("add the mailbox");
        let fields = watcher_fields(BOX, credential);
        let watcher = watchers.admin().create(fields, actor()).await.expect("create the watcher").watcher.id;
        watchers.admin().set_enabled(watcher, true, actor()).await.expect("enable the watcher");
        Self { web, mail, watchers, config, emulator, watcher }
    }

    /// Adds an action after the others.
    pub async fn add_action(&self, action_type: &str, config: Value, is_phase_one: bool) {
        let fields = action_fields(action_type, config, is_phase_one);
        self.watchers.admin().create_action(self.watcher, fields, actor()).await.expect("create the action");
    }

    pub fn start(&self, program: &Path, db: &TestDb) -> Process {
        let address = self.config.base_url.trim_start_matches("http://");
        let mut command = Command::new(program);
        command.arg("watchers").arg(db.url()).arg(&self.config.folder);
        command.args([&self.config.provider.to_string(), address, &self.mail.address.to_string()]);
        Process::start(command)
    }

    /// Delivers a message, kills the worker once the server has received the request, and starts another worker.
    pub async fn kill_during_request(
        &self,
        program: &Path,
        db: &TestDb,
        is_received: impl Fn(&Self) -> bool,
    ) -> Process {
        let mut worker = self.start(program, db);
        self.deliver();
        wait_until(async || worker.is_running() && is_received(self)).await;
        worker.kill();
        self.start(program, db)
    }

    pub fn deliver(&self) {
        let message = json!({"subject": "Strike", "body": {"contentType": "text", "content": "Strike"}});
        self.emulator.deliver(BOX, "Inbox", message).expect("deliver the message");
    }

    /// The only row of the log.
    pub async fn log(&self) -> LogEntry {
        let mut logs =
            self.watchers.repair().logs(LogSearch { most: 2, ..LogSearch::default() }).await.expect("read rows");
        assert_eq!(logs.len(), 1, "one message, one row");
        logs.remove(0)
    }

    pub async fn wait_phase_two_ended(&self, worker: &mut Process) -> LogEntry {
        let is_ended =
            |log: &LogEntry| matches!(log.phase_two_status, PhaseTwoStatus::Success | PhaseTwoStatus::Failed);
        wait_until(async || worker.is_running() && is_ended(&self.log().await)).await;
        self.log().await
    }

    /// Whether a mail to the operator is queued, not counting those about polls that are late on a busy machine.
    pub async fn has_operator_mail(&self, db: &TestDb) -> bool {
        let of_messages = "select count(*) from it.Queue where Kind = 'OperatorMail' \
                           and Payload not like '%is degraded%' and Payload not like '%has recovered%'";
        db.count(of_messages).await > 0
    }

    /// Retries the message as soon as it is no longer being processed.
    pub async fn retry(&self) {
        let log = self.log().await.id;
        wait_until(async || self.watchers.repair().retry(log, false, actor()).await.is_ok()).await;
    }

    /// The idempotency keys of the received requests.
    pub fn idempotency_keys(&self) -> Vec<String> {
        self.web.requests().iter().map(|request| request.header("idempotency-key").to_owned()).collect()
    }
}
