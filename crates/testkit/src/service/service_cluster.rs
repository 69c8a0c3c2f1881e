//! Several `stormwire serve` on one PostgreSQL database, behind a load balancer, with an emulated provider. Some are killed
//! while messages arrive; then the log, the strikes and the status events are checked.

use super::crash_source::CrashSource;
use super::http_exchange::get;
use super::load_balancer::LoadBalancer;
use super::watcher_crash::{Arrival, COUNT_STARTED, CrashFixture, WatcherCrashTest};
use crate::process::Process;
use crate::test_db::TestDb;
use crate::wait::wait_until;
use futures_util::FutureExt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use stormwire_clock::SeededRng;
use stormwire_geo::LonLat;
use stormwire_store::tables::facility::{self, FacilityFields};
use stormwire_store::tables::status_event::{self, FacilityStatus, StatusEvent};
use stormwire_store::tables::watcher::Resume;
use stormwire_store::{FacilityId, Schema, StatusEventId, StoreError};

#[derive(Debug, Clone, Copy)]
pub struct ClusterTest {
    /// `stormwire serve` at the same time.
    pub services: usize,
    pub messages: usize,
    /// `kill -9` of any service, which is then started again.
    pub kills: usize,
    pub watchers: usize,
}

/// Running services.
pub(super) struct ServiceCluster<'a> {
    pub(super) test: WatcherCrashTest,
    pub(super) fixture: CrashFixture,
    db: &'a TestDb,
    /// `stormwire`.
    program: &'a Path,
    balancer: LoadBalancer,
    pub(super) services: Vec<Service>,
    /// How many were started.
    started: usize,
    /// Environment variables of the services.
    pub(super) settings: Vec<(&'static str, String)>,
}

pub(super) struct Service {
    pub(super) process: Process,
    pub(super) address: SocketAddr,
    /// Kept open: a service that cannot write to it would end.
    _stdout: BufReader<ChildStdout>,
}

impl ClusterTest {
    /// Returns the number of status events.
    pub async fn run(self, program: &Path, db: &TestDb) -> usize {
        let mut cluster = ServiceCluster::start(self, program, db).await;
        let rng = SeededRng::new(20_261_117);
        let per_round = self.messages / (self.kills + 1);
        let mut delivered = 0;
        for _ in 0..self.kills {
            delivered = cluster.deliver(delivered, delivered + per_round).await;
            // Kill while up to a whole round is not started yet.
            let not_started = usize::try_from(rng.next() >> 1).unwrap_or(0) % per_round.max(1);
            cluster.wait_for_started(delivered - not_started).await;
            cluster.restart(usize::try_from(rng.next() >> 1).unwrap_or(0) % self.services);
        }
        cluster.deliver(delivered, self.messages).await;
        cluster.check().await
    }
}

impl<'a> ServiceCluster<'a> {
    pub(super) async fn start(test: ClusterTest, program: &'a Path, db: &'a TestDb) -> Self {
        let mut cluster = Self::prepare(test, program, db).await;
        cluster.start_many(test.services).await;
        cluster
    }

    /// Without services.
    pub(super) async fn prepare(test: ClusterTest, program: &'a Path, db: &'a TestDb) -> Self {
        let ClusterTest { messages, kills, watchers, .. } = test;
        let (source, arrival, resume) = (CrashSource::Mailboxes, Arrival::Spread, Resume::Automatic);
        let test = WatcherCrashTest { source, messages, kills, watchers, arrival, resume };
        let fixture = test.set_up(db).await;
        // Where the strikes of the messages are.
        insert_facility(db, "Pool", LonLat::new(-86.6, 34.7).expect("a valid position")).await;
        let address = fixture.config.base_url.trim_start_matches("http://").parse().expect("an address");
        let balancer = LoadBalancer::start(address).await;
        let (services, settings) = (Vec::new(), Vec::new());
        Self { test, fixture, db, program, balancer, services, started: 0, settings }
    }

    /// Returns when the provider sends notifications.
    pub(super) async fn start_many(&mut self, services: usize) {
        for _ in 0..services {
            self.start_one();
        }
        self.wait_for_subscriptions().await;
    }

    pub(super) async fn wait_for_subscriptions(&self) {
        let emulator = &self.fixture.emulator;
        wait_until(async || emulator.subscription_ids().len() >= self.test.watchers).await;
    }

    pub(super) async fn deliver(&self, from: usize, to: usize) -> usize {
        self.test.deliver(&self.fixture, from, to).await
    }

    pub(super) async fn wait_for_started(&mut self, messages: usize) {
        let Self { db, services, .. } = self;
        let messages = i64::try_from(messages).expect("a small count");
        wait_until(async || {
            assert!(services.iter_mut().all(|service| service.process.is_running()));
            db.count(COUNT_STARTED).await >= messages
        })
        .await;
    }

    /// Kills one service and starts another. The new one is the last in the list.
    pub(super) fn restart(&mut self, index: usize) {
        self.services.remove(index).process.kill();
        self.start_one();
    }

    pub(super) fn start_one(&mut self) {
        self.started += 1;
        let log = self.fixture.config.folder.join(format!("service-{}.log", self.started));
        self.services.push(Service::start(self.command(&log), &log));
        self.balancer.set_services(self.services.iter().map(|service| service.address).collect());
    }

    fn command(&self, log: &Path) -> Command {
        let (folder, provider) = (&self.fixture.config.folder, self.fixture.config.provider);
        let log = File::create(log).expect("create the log file");
        let mut command = Command::new(self.program);
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--database-url", &self.db.url()])
            .current_dir(folder)
            .env_clear()
            .env("STORMWIRE__GRAPH__BASE_URL", format!("http://{provider}/v1.0"))
            .env("STORMWIRE__GRAPH__AUTHORITY", format!("http://{provider}"))
            .env("STORMWIRE__SERVER__PUBLIC_URL", &self.fixture.config.base_url)
            .env("STORMWIRE__SECRETS__KEY_FILE", folder.join("secret.key"))
            .env("STORMWIRE__PATHS__WORK", folder.join("work"))
            .env("STORMWIRE__WATCH__RECONCILIATION_SECONDS", "1")
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log);
        command
    }

    /// Waits for all messages. Each has one row and one strike; every change of the status is one event.
    pub(super) async fn check(mut self) -> usize {
        let left = self.test.wait_for_messages(&self.fixture).await;
        assert_eq!(left.len(), 0, "nothing waits for an operator");
        self.test.check(&self.fixture, self.db, &left).await;
        assert!(self.fixture.check_acknowledged().await > 0, "notifications were acknowledged");
        let (db, mut events) = (self.db, Vec::new());
        wait_until(async || {
            events = read_events(db).await;
            events.last().is_some_and(|event| event.to == FacilityStatus::Active)
        })
        .await;
        let is_next = |pair: &[StatusEvent]| pair[0].to == pair[1].from && pair[0].at <= pair[1].at;
        assert!(events.windows(2).all(is_next), "{events:?}");
        for service in &mut self.services {
            assert!(service.process.is_running());
            // In the memory of each, whichever of them stored the strikes.
            let address = service.address;
            wait_until(async || get(address, "/lightning-strikes/status").await.contains("\"anyActive\":true")).await;
        }
        events.len()
    }
}

impl Service {
    /// Waits for the line with its address. The log says why there is none.
    fn start(command: Command, log: &Path) -> Self {
        let mut process = Process::start(command);
        let mut stdout = BufReader::new(process.stdout());
        let mut line = String::new();
        stdout.read_line(&mut line).expect("read the first line");
        let address = line.trim().strip_prefix("listening on http://").and_then(|address| address.parse().ok());
        let address = address.unwrap_or_else(|| {
            panic!("unexpected output {line:?}; log: {}", std::fs::read_to_string(log).unwrap_or_default())
        });
        Self { process, address, _stdout: stdout }
    }
}

pub(super) async fn read_events(db: &TestDb) -> Vec<StatusEvent> {
    let mut conn = db.store.reader().await.expect("a connection");
    status_event::list(&mut conn, StatusEventId::new(0), None, 1_000).await.expect("read the events")
}

pub(super) async fn insert_facility(db: &TestDb, name: &str, position: LonLat) -> FacilityId {
    let fields = FacilityFields { name: name.into(), point: None, lat_long: Some(position), policy_id: None };
    let unit = db.store.write::<_, StoreError, _>(Schema::Organization, move |conn| {
        async move { facility::insert(conn, &fields).await }.boxed()
    });
    unit.await.expect("insert the facility")
}
