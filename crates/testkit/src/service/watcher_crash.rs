//! Kills the watcher process while messages, files or status events arrive, then checks the log, the runs and the folders.

use crate::process::Process;
use crate::service::crash_source::{CrashSetup, CrashSource};
use crate::service::fields::{action_fields, actor, feed_rules};
use crate::service::service_config::ServiceConfig;
use crate::test_db::TestDb;
use crate::wait::wait_until;
use serde_json::json;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, SeededRng, SystemRng, VirtualClock};
use stormwire_emulator::{Emulator, Settings};
use stormwire_lightning::Feed;
use stormwire_lightning::source::read_feed;
use stormwire_store::queue;
use stormwire_store::tables::action::ActionFields;
use stormwire_store::tables::log::{LogEntry, LogSearch, LogStatus};
use stormwire_store::tables::watcher::{Resume, WatcherFields};
use stormwire_watcher::Watchers;
use stormwire_workflow::handlers;

#[derive(Debug, Clone, Copy)]
pub struct WatcherCrashTest {
    pub source: CrashSource,
    /// Over all watchers: what they run a workflow for.
    pub messages: usize,
    /// `kill -9` at random moments.
    pub kills: usize,
    pub watchers: usize,
    pub arrival: Arrival,
    /// `Automatic`: no operator helps.
    pub resume: Resume,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// The same number before each kill.
    Spread,
    /// All before the first kill.
    Burst,
}

#[derive(Debug, Clone, Copy)]
pub struct WatcherCrashReport {
    /// Rows that a kill left in `Processing`, for an operator.
    pub left_processing: usize,
    /// Rows that a kill left in `Processing` and that continued by themselves.
    pub resumed: usize,
    /// From a start of the process until the feed was healthy. Zero if the watchers do not feed strikes.
    pub slowest_recovery: Duration,
}

/// Between two polls in production: the parent assesses the feed by it.
const FEED_POLL_INTERVAL: Duration = Duration::from_secs(30);

/// The messages that have reached Phase 1. The journal may miss some of them because of kills.
pub(super) const COUNT_STARTED: &str = "select count(*) from it.MailboxWatcherLog where Status <> 'Detected'";

pub(super) struct CrashFixture {
    pub(super) emulator: Emulator,
    watchers: Watchers,
    clock: Arc<VirtualClock>,
    pub(super) config: ServiceConfig,
    journal: PathBuf,
}

impl WatcherCrashTest {
    /// Delivers, kills and restarts, then checks the result. Each message stores a strike with its subject as the name.
    pub async fn run(&self, program: &Path, db: &TestDb) -> WatcherCrashReport {
        let fixture = self.set_up(db).await;
        let rng = SeededRng::new(23);
        let per_round = self.messages / (self.kills + 1);
        let (mut delivered, mut slowest_recovery) = (0, Duration::ZERO);
        for round in 1..=self.kills {
            let expected = match self.arrival {
                Arrival::Spread => round * per_round,
                Arrival::Burst => self.messages,
            };
            // Half of the messages arrive while nothing runs.
            delivered = self.deliver(&fixture, delivered, delivered.midpoint(expected)).await;
            let mut worker = fixture.start(program, db);
            slowest_recovery = slowest_recovery.max(self.wait_for_feed(&fixture, &mut worker).await);
            delivered = self.deliver(&fixture, delivered, expected).await;
            // Kill while up to a whole round is not started yet.
            let not_started = usize::try_from(rng.next() >> 1).unwrap_or(0) % per_round.max(1);
            let started = i64::try_from(round * per_round - not_started).expect("a small number");
            wait_until(async || worker.is_running() && db.count(COUNT_STARTED).await >= started).await;
            worker.kill();
        }
        let mut worker = fixture.start(program, db);
        self.deliver(&fixture, delivered, self.messages).await;
        let left = self.wait_for_messages(&fixture).await;
        for log in &left {
            // The worker may hold the file.
            wait_until(async || fixture.watchers.repair().retry(log.id, false, actor()).await.is_ok()).await;
        }
        wait_until(async || fixture.logs().await.iter().all(|log| log.status == LogStatus::Success)).await;
        self.check(&fixture, db, &left).await;
        assert!(worker.is_running(), "the last worker is still running");
        worker.kill();
        let resumed = fixture.logs().await.iter().filter(|log| log.resume_count > 0).count();
        WatcherCrashReport { left_processing: left.len(), resumed, slowest_recovery }
    }

    /// Waits until the feed is healthy. Returns how long that took.
    async fn wait_for_feed(&self, fixture: &CrashFixture, worker: &mut Process) -> Duration {
        let started_at = fixture.clock.now();
        if self.resume == Resume::Automatic && self.source == CrashSource::Mailboxes {
            wait_until(async || worker.is_running() && fixture.feed().await.healthy == Some(true)).await;
        }
        fixture.clock.now().duration_since(started_at).unsigned_abs()
    }

    pub(super) async fn set_up(&self, db: &TestDb) -> CrashFixture {
        let clock = Arc::new(VirtualClock::running());
        let emulator = Emulator::new(clock.clone(), Box::new(SystemRng)).expect("create the emulator");
        // Short intervals and many starts need more calls than Graph allows.
        emulator.set_settings(Settings { calls_per_ten_minutes: usize::MAX, ..Settings::default() });
        let provider = emulator.listen(([127, 0, 0, 1], 0).into()).await.expect("bind a port");
        let free = crate::process::free_address();
        let (base_url, poll_interval) = (format!("http://{free}"), Duration::from_millis(300));
        let folder = db.folder().to_owned();
        let config = ServiceConfig {
            store: db.store.clone(),
            folder,
            provider,
            base_url,
            poll_interval,
            canary_interval: None,
            smtp: None,
        };
        let watchers = config.build_watchers(&clock, handlers::all_handlers);
        let credential = config.create_credential(clock.clone()).await;
        let setup = CrashSetup { emulator: &emulator, config: &config };
        for number in 0..self.watchers {
            let fields = WatcherFields { resume: self.resume, ..self.source.prepare(setup, number, credential) };
            let id = watchers.admin().create(fields, actor()).await.expect("create the watcher").watcher.id;
            for action in self.actions() {
                watchers.admin().create_action(id, action, actor()).await.expect("create the action");
            }
            watchers.admin().set_enabled(id, true, actor()).await.expect("enable the watcher");
        }
        CrashFixture { emulator, watchers, clock, config, journal: db.folder().join("journal") }
    }

    /// The journal of the workers counts runs, but what it did is unknown after a kill: only an operator can repeat it.
    fn actions(&self) -> Vec<ActionFields> {
        let journal = action_fields("Data", json!({"Op": {"Action": "Set"}, "Data": {"A": 1}}), true);
        let insert = json!({
            "Op": {"Action": "Insert", "Target": "data.LightningStrike"},
            "Data": {"Type": "Ground", "Latitude": 34.7, "Longitude": -86.6},
            "FieldMap": self.source.strike_fields(),
        });
        let insert = action_fields("Sql", insert, true);
        match self.resume {
            Resume::Manual => vec![journal, insert],
            Resume::Automatic => vec![insert],
        }
    }

    /// Waits until every message has succeeded or was left in `Processing`. Returns the latter.
    pub(super) async fn wait_for_messages(&self, fixture: &CrashFixture) -> Vec<LogEntry> {
        let is_settled = |log: &LogEntry| matches!(log.status, LogStatus::Success | LogStatus::Processing);
        // A message in Processing may still be running, unless the queue has no items.
        let is_settled =
            |log: &LogEntry| is_settled(log) && (self.resume == Resume::Manual || log.status == LogStatus::Success);
        wait_until(async || {
            let logs = fixture.logs().await;
            logs.len() == self.messages && logs.iter().all(is_settled) && !fixture.has_queued_messages().await
        })
        .await;
        fixture.logs().await.into_iter().filter(|log| log.status == LogStatus::Processing).collect()
    }

    pub(super) async fn check(&self, fixture: &CrashFixture, db: &TestDb, retried: &[LogEntry]) {
        let logs = fixture.logs().await;
        assert_eq!(logs.len(), self.messages, "every message has a row");
        let mut keys: Vec<&str> = logs.iter().map(|log| log.message_key.as_str()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), self.messages, "no message has two rows");
        let runs = fixture.phase_one_runs();
        let recorded = if self.resume == Resume::Manual { self.messages } else { 0 };
        assert_eq!(runs.len(), recorded, "every message ran");
        for (key, runs) in runs {
            let allowed = 1 + retried.iter().filter(|log| log.message_key == key).count();
            assert!(runs <= allowed, "{key} ran {runs} times without an operator");
        }
        let messages = i64::try_from(self.messages).expect("a small number");
        for count in ["count(*)", "count(distinct Name)"] {
            let strikes = db.count(&format!("select {count} from data.LightningStrike")).await;
            assert_eq!(strikes, messages, "{count}: no strike is lost or doubled");
        }
        self.source.check_filed(fixture.setup(), self.watchers, self.messages);
    }

    pub(super) async fn deliver(&self, fixture: &CrashFixture, from: usize, to: usize) -> usize {
        for number in from..to {
            self.source.deliver(fixture.setup(), number % self.watchers, &number.to_string()).await;
        }
        to
    }
}

impl CrashFixture {
    fn setup(&self) -> CrashSetup<'_> {
        CrashSetup { emulator: &self.emulator, config: &self.config }
    }

    fn start(&self, program: &Path, db: &TestDb) -> Process {
        let address = self.config.base_url.trim_start_matches("http://");
        let provider = self.config.provider.to_string();
        let mut command = Command::new(program);
        command.arg("watchers").arg(db.url()).arg(&self.config.folder).args([provider.as_str(), address]);
        Process::start(command)
    }

    /// The number of Phase 1 runs by message key, from the journal of the workers.
    fn phase_one_runs(&self) -> HashMap<String, usize> {
        let mut runs = HashMap::new();
        for line in std::fs::read_to_string(&self.journal).unwrap_or_default().lines() {
            *runs.entry(line.to_owned()).or_default() += 1;
        }
        runs
    }

    /// Each message whose notification was answered with 2xx has one row, and it succeeded. Returns their number.
    pub(super) async fn check_acknowledged(&self) -> usize {
        let mut rows: HashMap<String, Vec<LogStatus>> = HashMap::new();
        for log in self.logs().await {
            rows.entry(log.message_key).or_default().push(log.status);
        }
        let acknowledged = self.emulator.acknowledged_messages();
        for key in &acknowledged {
            let found = rows.get(key).map_or(&[][..], Vec::as_slice);
            assert!(matches!(found, [LogStatus::Success | LogStatus::Skipped]), "{key} was acknowledged: {found:?}");
        }
        acknowledged.len()
    }

    pub(super) async fn logs(&self) -> Vec<LogEntry> {
        self.watchers.repair().logs(LogSearch { most: 1_000_000, ..LogSearch::default() }).await.expect("read rows")
    }

    async fn feed(&self) -> Feed {
        let mut conn = self.config.store.reader().await.expect("get a connection");
        read_feed(&mut conn, &feed_rules(FEED_POLL_INTERVAL), self.clock.now()).await.expect("read rows")
    }

    async fn has_queued_messages(&self) -> bool {
        let mut conn = self.config.store.reader().await.expect("get a connection");
        queue::summary(&mut conn).await.expect("read rows").iter().any(|row| row.kind == "Message")
    }
}
