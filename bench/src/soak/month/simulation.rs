//! The database, the provider, the watchers and the process that runs them.

use super::log_lines::count_lines;
use super::worker::{Worker, WorkerOptions};
use anyhow::{Error, Result};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use stormwire_bench::built_programs::built_program;
use stormwire_bench::memory::resident_mib_of;
use stormwire_clock::{Clock, SystemRng, VirtualClock, earlier};
use stormwire_emulator::{Emulator, FaultSet, Settings};
use stormwire_store::Database;
use stormwire_store::tables::watcher::{Resume, WatcherFields};
use stormwire_testkit::process::free_address;
use stormwire_testkit::service::{ServiceConfig, action_fields, actor, wait_until, watcher_fields};
use stormwire_testkit::{Cluster, Durability, TestDb, start_cluster};
use stormwire_workflow::handlers::all_handlers;

pub(super) const WATCHERS: usize = 50;
pub(super) const STEPS_PER_DAY: usize = 4;
const STEP: Duration = Duration::from_hours(6);
const POLL_INTERVAL: Duration = Duration::from_mins(5);

const STARTED: &str = "Status <> 'Detected'";
const SUCCEEDED: &str = "Status = 'Success'";

pub(super) struct Simulation {
    server: Cluster,
    db: TestDb,
    emulator: Emulator,
    /// Of the provider. The worker has its own, which is advanced with it.
    clock: Arc<VirtualClock>,
    config: ServiceConfig,
    options: WorkerOptions,
    worker: Worker,
    advanced: Duration,
    /// Messages for each watcher after each jump of the clock.
    per_step: usize,
    delivered: usize,
    /// Delivered on this day to each watcher.
    delivered_today: usize,
}

impl Simulation {
    pub(super) async fn start(per_step: usize) -> Result<Self> {
        let server = start_cluster(Durability::None).await;
        let db = TestDb::existing(Database::Postgres(server.url("postgres").parse()?)).await;
        let clock = Arc::new(VirtualClock::running());
        let emulator = Emulator::new(clock.clone(), Box::new(SystemRng))?;
        // The messages of a day arrive in seconds.
        emulator.set_settings(Settings { calls_per_ten_minutes: usize::MAX, ..Settings::default() });
        let config = ServiceConfig {
            store: db.store.clone(),
            folder: db.folder().to_owned(),
            provider: emulator.listen(([127, 0, 0, 1], 0).into()).await?,
            base_url: format!("http://{}", free_address()),
            poll_interval: POLL_INTERVAL,
            canary_interval: None,
            smtp: None,
        };
        create_watchers(&config, &emulator, &clock).await;
        let options = WorkerOptions {
            program: built_program("test-worker")?,
            database_url: db.url(),
            log: db.folder().join("worker.log"),
        };
        let worker = Worker::start(&options, &config, Duration::ZERO)?;
        let (advanced, delivered, delivered_today) = (Duration::ZERO, 0, 0);
        Ok(Self {
            server,
            db,
            emulator,
            clock,
            config,
            options,
            worker,
            advanced,
            per_step,
            delivered,
            delivered_today,
        })
    }

    pub(super) fn delivered(&self) -> usize {
        self.delivered
    }

    pub(super) fn set_faults(&self, faults: FaultSet) -> Result<()> {
        self.emulator.set_faults(faults).map_err(Error::msg)
    }

    /// The provider first: the worker must not see times in its future.
    pub(super) fn advance(&mut self) -> Result<()> {
        self.clock.advance(STEP);
        self.advanced += STEP;
        self.worker.advance(STEP)?;
        Ok(())
    }

    pub(super) fn deliver(&mut self) -> Result<()> {
        for _ in 0..self.per_step {
            for mailbox in (0..WATCHERS).map(mailbox) {
                let subject = self.delivered.to_string();
                let message = json!({"subject": subject, "body": {"contentType": "text", "content": "Strike"}});
                self.emulator.deliver(&mailbox, "Inbox", message).map_err(Error::msg)?;
                self.delivered += 1;
            }
        }
        self.delivered_today += self.per_step;
        Ok(())
    }

    /// Like a crash of its machine.
    pub(super) fn restart_database(&self) -> Result<()> {
        self.server.pause()?;
        self.server.resume()
    }

    /// Kills the worker while it processes what was delivered last.
    pub(super) async fn restart_worker(&mut self) -> Result<()> {
        self.wait_for(STARTED, self.per_step * WATCHERS / 2).await;
        // The next one listens on the same address.
        self.worker.process.kill_now();
        self.worker = Worker::start(&self.options, &self.config, self.advanced)?;
        Ok(())
    }

    pub(super) async fn wait_until_processed(&mut self) {
        self.wait_for(SUCCEEDED, self.per_step * WATCHERS).await;
    }

    /// Counts the messages of this step alone, which are younger than half of the jump: counting all of a month takes the time of the
    /// service.
    async fn wait_for(&mut self, condition: &str, count: usize) {
        let Self { clock, db, worker, .. } = self;
        let count = i64::try_from(count).expect("a small count");
        let since = earlier(clock.now(), STEP / 2);
        let sql = format!("select count(*) from it.MailboxWatcherLog where {condition} and DetectedAt > '{since}'");
        wait_until(async || worker.process.is_running() && db.count(&sql).await >= count).await;
    }

    /// Everything that arrived today is filed. Then the folders are emptied.
    pub(super) async fn check_folders(&mut self) {
        let today = std::mem::take(&mut self.delivered_today);
        for mailbox in (0..WATCHERS).map(mailbox) {
            let emulator = &self.emulator;
            let is_filed = async || {
                let messages = emulator.messages(&mailbox);
                messages.iter().all(|message| message["folder"] == "Inbox/Processed")
            };
            wait_until(is_filed).await;
            assert_eq!(emulator.messages(&mailbox).len(), today, "{mailbox}");
            emulator.empty_folder(&mailbox, "Inbox/Processed");
        }
    }

    /// The number of tasks of the worker, and its memory in MiB.
    pub(super) fn measure(&mut self) -> Result<(u64, u64)> {
        let tasks = self.worker.advance(Duration::ZERO)?;
        Ok((tasks, resident_mib_of(self.worker.process.id())?))
    }

    /// Each watcher has a row for each of its messages, and all have succeeded. Each message has stored one strike.
    pub(super) async fn check_balance(&self) {
        let per_watcher = self.delivered / WATCHERS;
        let balanced = format!(
            "select count(*) from (select MailboxWatcherJobId from it.MailboxWatcherLog group by MailboxWatcherJobId \
             having count(*) = {per_watcher} and count(distinct MessageKey) = {per_watcher} \
             and sum(case when Status = 'Success' then 1 else 0 end) = {per_watcher}) as Balanced"
        );
        assert_eq!(self.db.count(&balanced).await, i64::try_from(WATCHERS).expect("a small count"), "watchers");
        let delivered = i64::try_from(self.delivered).expect("a small count");
        assert_eq!(self.db.count("select count(*) from it.MailboxWatcherLog").await, delivered, "rows");
        for sql in
            ["select count(*) from data.LightningStrike", "select count(distinct Name) from data.LightningStrike"]
        {
            assert_eq!(self.db.count(sql).await, delivered, "{sql}");
        }
        let unfinished = "select count(*) from it.Queue where Kind = 'Message'";
        wait_until(async || self.db.count(unfinished).await == 0).await;
    }

    /// WARN and above, by message.
    pub(super) fn log_lines(&self) -> Result<BTreeMap<String, usize>> {
        Ok(count_lines(&std::fs::read_to_string(&self.options.log)?))
    }

    pub(super) async fn end(self) {
        self.worker.process.kill();
        self.db.end().await;
    }
}

/// Each stores one strike per message.
async fn create_watchers(config: &ServiceConfig, emulator: &Emulator, clock: &Arc<VirtualClock>) {
    let watchers = config.build_watchers(clock, all_handlers);
    let credential = config.create_credential(clock.clone()).await;
    let insert = json!({
        "Op": {"Action": "Insert", "Target": "data.LightningStrike"},
        "Data": {"Type": "Ground", "Latitude": 34.7, "Longitude": -86.6},
        "FieldMap": {"Name": "$.Message.Subject", "Timestamp": "$.ReceivedAt"},
    });
    for mailbox in (0..WATCHERS).map(mailbox) {
        emulator.add_mailbox(&mailbox).expect("add the mailbox");
        let fields = WatcherFields { resume: Resume::Automatic, ..watcher_fields(&mailbox, credential) };
        let id = watchers.admin().create(fields, actor()).await.expect("create the watcher").watcher.id;
        let action = action_fields("Sql", insert.clone(), true);
        watchers.admin().create_action(id, action, actor()).await.expect("create the action");
        watchers.admin().set_enabled(id, true, actor()).await.expect("enable the watcher");
    }
}

fn mailbox(number: usize) -> String {
    format!("storm{number}@example.gov")
}
