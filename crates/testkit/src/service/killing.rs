//! The trial of the watcher: its process is killed while messages arrive, and the rows are checked afterwards.

use crate::process::Process;
use crate::service::fields::{action_fields, actor, watcher_fields};
use crate::service::site::Site;
use crate::service::wait::until;
use crate::test_db::TestDb;
use serde_json::json;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{SeededRng, SystemRng, VirtualClock};
use stormwire_emulator::Emulator;
use stormwire_store::queue;
use stormwire_store::tables::log::{LogEntry, LogSearch, LogStatus};
use stormwire_watcher::Watchers;
use stormwire_workflow::handlers;

/// How many of what.
#[derive(Debug, Clone, Copy)]
pub struct WatchTrial {
    /// Over all mailboxes.
    pub messages: usize,
    /// `kill -9`, at random moments.
    pub kills: usize,
    /// Each with a watcher of its own.
    pub mailboxes: usize,
}

/// What came of it.
#[derive(Debug, Clone, Copy)]
pub struct Books {
    /// Rows that a kill had left in the middle of their first phase.
    pub left_processing: usize,
}

struct Setting {
    emulator: Emulator,
    watchers: Watchers,
    site: Site,
    mailboxes: Vec<String>,
    journal: PathBuf,
}

impl WatchTrial {
    /// Delivers, kills, restarts, and looks at the books.
    pub async fn run(&self, program: &Path, db: &TestDb) -> Books {
        let setting = self.set_up(db).await;
        let rng = SeededRng::new(23);
        let portion = self.messages / (self.kills + 1);
        let mut delivered = 0;
        for _ in 0..self.kills {
            let mut worker = setting.start(program, db);
            delivered = setting.deliver(delivered, delivered + portion);
            // Somewhere between the first and the last of what has come so far.
            let behind = usize::try_from(rng.next() >> 1).unwrap_or(0) % portion.max(1);
            until(async || worker.lives() && setting.begun().await >= delivered - behind).await;
            worker.kill();
        }
        let mut worker = setting.start(program, db);
        setting.deliver(delivered, self.messages);
        let left = self.settle(&setting).await;
        for log in &left {
            setting.watchers.repair().retry(log.id, false, actor()).await.expect("nobody holds it");
        }
        until(async || setting.logs().await.iter().all(|log| log.status == LogStatus::Success)).await;
        self.check(&setting, &left).await;
        assert!(worker.lives(), "the last worker has not ended by itself");
        worker.kill();
        Books { left_processing: left.len() }
    }

    async fn set_up(&self, db: &TestDb) -> Setting {
        let clock = Arc::new(VirtualClock::running());
        let emulator = Emulator::new(clock.clone(), Box::new(SystemRng)).expect("an emulator");
        let provider = emulator.listen(([127, 0, 0, 1], 0).into()).await.expect("a port");
        let free = crate::process::free_address();
        let (base, reconciliation) = (format!("http://{free}"), Duration::from_millis(300));
        let folder = db.folder().to_owned();
        let site = Site { store: db.store.clone(), folder, provider, base, reconciliation, smtp: None };
        let watchers = site.watchers(&clock, handlers::all);
        let credential = site.credential(clock).await;
        let mailboxes: Vec<String> = (0..self.mailboxes).map(|number| format!("storm{number}@example.gov")).collect();
        for mailbox in &mailboxes {
            emulator.add_mailbox(mailbox).expect("an address");
            let fields = watcher_fields(mailbox, credential);
            let id = watchers.admin().create(fields, actor()).await.expect("a watcher").watcher.id;
            let config = json!({"Op": {"Action": "Set"}, "Data": {"A": 1}});
            let action = action_fields("Data", config, true);
            watchers.admin().create_action(id, action, actor()).await.expect("an action");
            watchers.admin().set_enabled(id, true, actor()).await.expect("enabled");
        }
        Setting { emulator, watchers, site, mailboxes, journal: db.folder().join("journal") }
    }

    /// Waits until every message has come to its end or was left in the middle of its first phase.
    async fn settle(&self, setting: &Setting) -> Vec<LogEntry> {
        let is_over = |log: &LogEntry| matches!(log.status, LogStatus::Success | LogStatus::Processing);
        // A message in Processing may still be running: it is left over only when the queue has no item of it.
        until(async || {
            let logs = setting.logs().await;
            logs.len() == self.messages && logs.iter().all(is_over) && !setting.has_waiting().await
        })
        .await;
        setting.logs().await.into_iter().filter(|log| log.status == LogStatus::Processing).collect()
    }

    async fn check(&self, setting: &Setting, retried: &[LogEntry]) {
        let logs = setting.logs().await;
        assert_eq!(logs.len(), self.messages, "every message has a row");
        let mut keys: Vec<&str> = logs.iter().map(|log| log.message_key.as_str()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), self.messages, "and no message has two");
        for (key, runs) in setting.journal() {
            let allowed = 1 + retried.iter().filter(|log| log.message_key == key).count();
            assert!(runs <= allowed, "{key} ran {runs} times without an operator");
        }
        for mailbox in &setting.mailboxes {
            let folders: Vec<_> = setting.emulator.messages(mailbox).iter().map(|one| one["folder"].clone()).collect();
            assert!(folders.iter().all(|folder| folder == "Inbox/Processed"), "{mailbox}: {folders:?}");
        }
    }
}

impl Setting {
    fn start(&self, program: &Path, db: &TestDb) -> Process {
        let address = self.site.base.trim_start_matches("http://");
        let provider = self.site.provider.to_string();
        let mut command = Command::new(program);
        command.arg(db.url()).arg(&self.site.folder).args([provider.as_str(), address]);
        Process::start(command)
    }

    fn deliver(&self, from: usize, to: usize) -> usize {
        for number in from..to {
            let mailbox = &self.mailboxes[number % self.mailboxes.len()];
            let message = json!({"subject": number.to_string(), "body": {"contentType": "text", "content": "Strike"}});
            self.emulator.deliver(mailbox, "Inbox", message).expect("delivered");
        }
        to
    }

    /// How often the first phase of each message was begun, as the workers have written down.
    fn journal(&self) -> HashMap<String, usize> {
        let mut runs = HashMap::new();
        for line in std::fs::read_to_string(&self.journal).unwrap_or_default().lines() {
            *runs.entry(line.to_owned()).or_default() += 1;
        }
        runs
    }

    async fn logs(&self) -> Vec<LogEntry> {
        self.watchers.repair().logs(LogSearch { most: 1_000_000, ..LogSearch::default() }).await.expect("rows")
    }

    /// How many messages have come as far as their first phase. A kill may have left some there without a line in the
    /// journal, so the journal does not tell.
    async fn begun(&self) -> usize {
        self.logs().await.iter().filter(|log| log.status != LogStatus::Detected).count()
    }

    async fn has_waiting(&self) -> bool {
        let mut conn = self.site.store.reader().await.expect("a connection");
        queue::summary(&mut conn).await.expect("rows").iter().any(|row| row.kind == "Message")
    }
}
