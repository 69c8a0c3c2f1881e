//! `make soak`: long runs that take too much time for `make test`. Writes `bench/SOAK.md`.
//! `soak queue|watchers|files|storm|events|cluster|failover|faults|power|month|attack` runs one group and writes its section.
//! `soak month MESSAGES` runs the month with that many messages.

mod attack;
mod month;
mod outages;
mod test_run;

use anyhow::{Result, ensure};
use std::fmt::Write;
use std::time::Duration;
use stormwire_bench::built_programs::built_program;
use stormwire_bench::report::write_sections;
use stormwire_store::tables::watcher::Resume;
use stormwire_testkit::TestDb;
use stormwire_testkit::event_crash::EventCrashTest;
use stormwire_testkit::queue_crash::QueueCrashTest;
use stormwire_testkit::service::CrashSource;
use stormwire_testkit::service::exactly_once::{
    duplicate_notifications, failing_provider, failing_shares, file_burst, notification_poll_races,
};
use stormwire_testkit::service::failover::{FailoverReport, FailoverTest, PrimaryFailure};
use stormwire_testkit::service::rolling_upgrade::RollingUpgradeTest;
use stormwire_testkit::service::service_cluster::ClusterTest;
use stormwire_testkit::service::shared_work::SharedWorkTest;
use stormwire_testkit::service::watcher_crash::{Arrival, WatcherCrashReport, WatcherCrashTest};
use test_run::{create_db, print_progress};

const QUEUE: QueueCrashTest = QueueCrashTest { jobs: 100_000, kills: 100 };
const WATCHER: WatcherCrashTest = WatcherCrashTest {
    source: CrashSource::Mailboxes,
    messages: 2_000,
    kills: 100,
    watchers: 4,
    arrival: Arrival::Spread,
    resume: Resume::Manual,
};

/// All at once, in four folders.
const FILES: WatcherCrashTest =
    WatcherCrashTest { source: CrashSource::Files, messages: 10_000, arrival: Arrival::Burst, ..WATCHER };

/// In a storm: a kill every few messages, and no operator.
const STORM: WatcherCrashTest =
    WatcherCrashTest { messages: 6_000, kills: 1_000, resume: Resume::Automatic, ..WATCHER };
const LONGEST_RECOVERY: Duration = Duration::from_mins(1);

/// 1,000 kills.
const EVENTS: EventCrashTest = EventCrashTest { facilities: 40, waves: 50, kills_per_wave: 20, processes: 1 };

const CLUSTER: ClusterTest = ClusterTest { services: 3, messages: 3_000, kills: 100, watchers: 4 };
const SHARED_WORK: SharedWorkTest = SharedWorkTest { services: 3, watchers: 4, facilities: 12 };
const ROLLING_UPGRADE: RollingUpgradeTest = RollingUpgradeTest { services: 3, messages: 600, watchers: 4 };
const FAILOVER: FailoverTest =
    FailoverTest { failure: PrimaryFailure::Killed, services: 3, messages: 1_000, watchers: 4, commits: 5_000 };
const FAILOVERS: usize = 10;
const VANISHED: usize = 2;

#[tokio::main]
async fn main() -> Result<()> {
    // reqwest needs a default crypto provider.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let only = std::env::args().nth(1);
    let is_wanted = |group: &str| only.as_deref().is_none_or(|only| only == group);
    if is_wanted("queue") {
        write_section(&run_queue().await?)?;
    }
    if is_wanted("watchers") {
        write_section(&run_watchers().await?)?;
    }
    if is_wanted("files") {
        write_section(&run_files().await?)?;
    }
    if is_wanted("storm") {
        write_section(&run_storm().await?)?;
    }
    if is_wanted("events") {
        write_section(&run_events().await?)?;
    }
    if is_wanted("cluster") {
        write_section(&run_cluster().await?)?;
    }
    if is_wanted("failover") {
        write_section(&run_failover().await?)?;
    }
    if is_wanted("faults") {
        write_section(&outages::run_outages().await?)?;
    }
    if is_wanted("power") {
        write_section(&outages::run_power().await?)?;
    }
    if is_wanted("month") {
        let messages = std::env::args().nth(2).map_or(Ok(month::DEFAULT_MESSAGES), |count| count.parse())?;
        write_section(&month::run(messages).await?)?;
    }
    if is_wanted("attack") {
        run_attack().await?;
    }
    Ok(())
}

/// A failed run changes nothing.
fn write_section(section: &str) -> Result<()> {
    write_sections("SOAK.md", section)
}

async fn run_queue() -> Result<String> {
    let program = built_program("test-worker")?;
    let mut text = String::from(
        "## Queue jobs with `kill -9` of the worker at random moments\n\n\
         | database | jobs | kills | lost | repeated effects | recognized and not repeated |\n\
         |---|---:|---:|---:|---:|---:|\n",
    );
    for name in ["SQLite", "PostgreSQL"] {
        print_progress(&format!("{name}: {} jobs, {} kills …", QUEUE.jobs, QUEUE.kills));
        let db = create_db(name).await;
        QUEUE.enqueue_jobs(&db).await;
        QUEUE.run(&program, &db).await;
        let recognized = QUEUE.check(&db).await;
        writeln!(text, "| {name} | {} | {} | 0 | 0 | {recognized} |", QUEUE.jobs, QUEUE.kills)?;
        db.end().await;
    }
    Ok(text)
}

async fn run_watchers() -> Result<String> {
    let program = built_program("test-worker")?;
    let mut text = String::from(
        "## Messages processed by watchers, with an emulated provider\n\n\
         - duplicate notifications: duplicated and out of order\n\
         - failing provider: half of the notifications dropped, delta links lost twice, a tenth of the calls throttled or failed,\n  \
           subscriptions removed and expired\n\
         - races: a notification and a poll find each message at the same time\n\
         - kills: `kill -9` of the watcher process; status events: they start the workflows instead of messages\n\n\
         | database | test | messages | mailboxes | kills | lost | run twice | left in Processing, completed by a retry |\n\
         |---|---|---:|---:|---:|---:|---:|---:|\n",
    );
    for name in ["SQLite", "PostgreSQL"] {
        print_progress(&format!("{name}: duplicate notifications …"));
        let db = create_db(name).await;
        duplicate_notifications(&db, 200).await;
        db.end().await;
        writeln!(text, "| {name} | duplicate notifications | 200 | 1 | 0 | 0 | 0 | |")?;
        print_progress(&format!("{name}: failing provider …"));
        let db = create_db(name).await;
        failing_provider(&db, 10, 5_000).await;
        db.end().await;
        writeln!(text, "| {name} | failing provider | 5000 | 10 | 0 | 0 | 0 | |")?;
        print_progress(&format!("{name}: races …"));
        let db = create_db(name).await;
        notification_poll_races(&db, 1_000).await;
        db.end().await;
        writeln!(text, "| {name} | races | 1000 | 1 | 0 | 0 | 0 | |")?;
        for (test, source) in [("kills", CrashSource::Mailboxes), ("kills, status events", CrashSource::StatusEvents)] {
            let WatcherCrashTest { messages, kills, watchers, .. } = WATCHER;
            print_progress(&format!("{name}: {test}: {messages} messages, {kills} kills …"));
            let db = create_db(name).await;
            let report = WatcherCrashTest { source, ..WATCHER }.run(&program, &db).await;
            db.end().await;
            let left = report.left_processing;
            writeln!(text, "| {name} | {test} | {messages} | {watchers} | {kills} | 0 | 0 | {left} |")?;
        }
    }
    Ok(text)
}

async fn run_files() -> Result<String> {
    let program = built_program("test-worker")?;
    let mut text = String::from(
        "## Files processed by watchers\n\n\
         - burst: each file is delivered twice\n\
         - failing shares: a third of the files arrives while nothing can be moved to Processed, a third while the folders \
           disappear, a third while the service restarts\n\
         - burst, kills: all files are delivered at once, half of them before the watcher process starts, and `kill -9` of \
           the process. Each file stores one strike\n\n\
         | database | test | files | folders | kills | lost | doubled | left in Processing, completed by a retry |\n\
         |---|---|---:|---:|---:|---:|---:|---:|\n",
    );
    let WatcherCrashTest { messages, kills, watchers, .. } = FILES;
    for name in ["SQLite", "PostgreSQL"] {
        print_progress(&format!("{name}: a burst of {messages} files …"));
        let db = create_db(name).await;
        file_burst(&db, messages).await;
        db.end().await;
        writeln!(text, "| {name} | burst | {messages} | 1 | 0 | 0 | 0 | |")?;
        print_progress(&format!("{name}: failing shares …"));
        let db = create_db(name).await;
        failing_shares(&db, 10, 5_000).await;
        db.end().await;
        writeln!(text, "| {name} | failing shares | 5000 | 10 | 0 | 0 | 0 | |")?;
        print_progress(&format!("{name}: {messages} files, {kills} kills …"));
        let db = create_db(name).await;
        let report = FILES.run(&program, &db).await;
        db.end().await;
        writeln!(
            text,
            "| {name} | burst, kills | {messages} | {watchers} | {kills} | 0 | 0 | {} |",
            report.left_processing
        )?;
    }
    Ok(text)
}

async fn run_storm() -> Result<String> {
    let program = built_program("test-worker")?;
    let mut text = String::from(
        "## `kill -9` during a storm, with `resume = Automatic`\n\n\
         Half of the messages arrive while no process runs. Each message stores one strike.\n\n\
         | database | messages | kills | lost | doubled | left in Processing | resumed | slowest restart until the feed is healthy |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for name in ["SQLite", "PostgreSQL"] {
        print_progress(&format!("{name}: {} messages, {} kills, automatic resume …", STORM.messages, STORM.kills));
        let db = create_db(name).await;
        let report = STORM.run(&program, &db).await;
        db.end().await;
        let WatcherCrashTest { messages, kills, .. } = STORM;
        let WatcherCrashReport { left_processing, resumed, slowest_recovery } = report;
        ensure!(left_processing == 0, "{left_processing} rows wait for an operator");
        ensure!(slowest_recovery <= LONGEST_RECOVERY, "the feed was healthy only after {slowest_recovery:?}");
        let seconds = slowest_recovery.as_secs_f64();
        writeln!(text, "| {name} | {messages} | {kills} | 0 | 0 | 0 | {resumed} | {seconds:.1} s |")?;
    }
    Ok(text)
}

async fn run_events() -> Result<String> {
    let program = built_program("test-worker")?;
    let mut text = String::from(
        "## Status events with `kill -9` of the processes that record them\n\n\
         In each wave a strike makes each facility Active, and its window ends. Each change must be one event, with the time at \
         which it was true.\n\n\
         | database | processes | facilities | waves | kills | events | lost | twice | out of order |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for (name, processes) in [("SQLite", 1), ("PostgreSQL", 3)] {
        let storm = EventCrashTest { processes, ..EVENTS };
        let EventCrashTest { facilities, waves, kills_per_wave, .. } = storm;
        let kills = u64::from(waves) * kills_per_wave;
        print_progress(&format!("{name}: status events, {kills} kills …"));
        let db = create_db(name).await;
        let events = storm.run(&program, &db).await;
        db.end().await;
        writeln!(text, "| {name} | {processes} | {facilities} | {waves} | {kills} | {events} | 0 | 0 | 0 |")?;
    }
    Ok(text)
}

async fn run_cluster() -> Result<String> {
    let program = built_program("stormwire")?;
    let ClusterTest { services, messages, kills, watchers } = CLUSTER;
    print_progress(&format!("PostgreSQL: {services} services, {messages} messages, {kills} kills …"));
    let db = create_db("PostgreSQL").await;
    let events = CLUSTER.run(&program, &db).await;
    db.end().await;
    print_progress("PostgreSQL: test messages and event streams …");
    let db = create_db("PostgreSQL").await;
    let sent = SHARED_WORK.run(&program, &db).await;
    db.end().await;
    let upgrade = ROLLING_UPGRADE;
    print_progress(&format!("PostgreSQL: rolling upgrade, {} messages …", upgrade.messages));
    let db = create_db("PostgreSQL").await;
    upgrade.run(&program, &db).await;
    db.end().await;
    Ok(format!(
        "## Several services on one PostgreSQL database\n\n\
         `stormwire serve` behind a load balancer, with an emulated provider. Each message stores one strike.\n\n\
         - kills: `kill -9` of any service while messages arrive, and another one starts\n\
         - rolling upgrade: the tables get an additive migration of a newer version, and every service is killed and started \
           once\n\n\
         | test | services | mailboxes | messages | kills | lost | doubled | left in Processing | status events |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|\n\
         | kills | {services} | {watchers} | {messages} | {kills} | 0 | 0 | 0 | {events} |\n\
         | rolling upgrade | {} | {} | {} | {} | 0 | 0 | 0 | |\n\n\
         A stream at each service has sent each of {sent} events once, also the stream that continued at another service after \
         a kill. The services together sent one test message to each of {} mailboxes.\n",
        upgrade.services, upgrade.watchers, upgrade.messages, upgrade.services, SHARED_WORK.watchers
    ))
}

async fn run_failover() -> Result<String> {
    let mut text = format!(
        "## Failover of PostgreSQL\n\n\
         A primary with a synchronous standby. The primary fails while {} services process messages and another client commits; \
         the standby is promoted at once. Each message whose notification was answered with 202 before the failure is processed \
         once.\n\n\
         | the primary | failovers | messages | lost | doubled | answered with 202 before | lost | acknowledged commits of the client \
         | lost | longest time to the next acknowledged commit | until the services process the next message |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        FAILOVER.services
    );
    let ways = [
        ("is killed", FAILOVER, FAILOVERS),
        ("vanishes and closes no connection", FailoverTest { failure: PrimaryFailure::Vanished, ..FAILOVER }, VANISHED),
    ];
    let program = built_program("stormwire")?;
    for (name, test, count) in ways {
        let (mut commits, mut notifications) = (0, 0);
        let (mut client_wait, mut service_wait) = (Duration::ZERO, Duration::ZERO);
        for number in 1..=count {
            print_progress(&format!("PostgreSQL: the primary {name}, {number} of {count} …"));
            let report: FailoverReport = test.run(&program).await;
            commits += report.acknowledged_commits;
            notifications += report.acknowledged_before;
            client_wait = client_wait.max(report.client_wait);
            service_wait = service_wait.max(report.service_wait);
        }
        let total = test.messages * count;
        let [client, services] = [client_wait, service_wait].map(|wait| wait.as_secs_f64());
        writeln!(
            text,
            "| {name} | {count} | {total} | 0 | 0 | {notifications} | 0 | {commits} | 0 | {client:.1} s | {services:.1} s |"
        )?;
    }
    Ok(text)
}

/// The figures are written also if a target is missed.
async fn run_attack() -> Result<()> {
    print_progress("SQLite: five attacks …");
    let on_sqlite = attack::run("SQLite", None).await?;
    print_progress("PostgreSQL: five attacks …");
    let db = TestDb::postgres().await;
    let on_postgres = attack::run("PostgreSQL", Some(db.database.clone())).await?;
    db.end().await;
    let results = [on_sqlite, on_postgres];
    write_section(&attack::write_report(&results)?)?;
    ensure!(!results.iter().any(attack::is_target_missed), "a target was missed; see bench/SOAK.md");
    Ok(())
}
