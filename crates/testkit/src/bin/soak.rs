//! `make soak`: long runs that take too much time for `make test`. Writes `bench/SOAK.md`. `soak queue|watchers|storm` runs one
//! group and prints its figures.

use anyhow::{Context, Result, ensure};
use std::fmt::Write;
use std::time::Duration;
use stormwire_store::tables::watcher::Resume;
use stormwire_testkit::TestDb;
use stormwire_testkit::queue_crash::QueueCrashTest;
use stormwire_testkit::service::exactly_once::{duplicate_notifications, failing_provider, notification_poll_races};
use stormwire_testkit::service::watcher_crash::{WatcherCrashReport, WatcherCrashTest};

const QUEUE: QueueCrashTest = QueueCrashTest { jobs: 100_000, kills: 100 };
const WATCHER: WatcherCrashTest =
    WatcherCrashTest { messages: 2_000, kills: 100, mailboxes: 4, resume: Resume::Manual };

/// In a storm: a kill every few messages, and no operator.
const STORM: WatcherCrashTest =
    WatcherCrashTest { messages: 6_000, kills: 1_000, mailboxes: 4, resume: Resume::Automatic };
const LONGEST_RECOVERY: Duration = Duration::from_secs(60);

#[tokio::main]
async fn main() -> Result<()> {
    let only = std::env::args().nth(1);
    let is_wanted = |group: &str| only.as_deref().is_none_or(|only| only == group);
    let mut text = String::from("# Long runs\n\nWritten by `make soak`. A failed run writes nothing.\n");
    if is_wanted("queue") {
        run_queue(&mut text).await?;
    }
    if is_wanted("watchers") {
        run_watchers(&mut text).await?;
    }
    if is_wanted("storm") {
        run_storm(&mut text).await?;
    }
    if only.is_some() {
        print_progress(&text);
        return Ok(());
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/SOAK.md");
    std::fs::write(path, text).with_context(|| format!("cannot write {path}"))
}

async fn run_queue(text: &mut String) -> Result<()> {
    let program = std::env::current_exe()?.with_file_name("queue-worker");
    text.push_str(
        "\n## Queue jobs with `kill -9` of the worker at random moments\n\n\
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
    Ok(())
}

async fn run_watchers(text: &mut String) -> Result<()> {
    let program = std::env::current_exe()?.with_file_name("watcher-worker");
    text.push_str(
        "\n## Messages processed by watchers, with an emulated provider\n\n\
         - duplicate notifications: duplicated and out of order\n\
         - failing provider: half of the notifications dropped, delta links lost twice, a tenth of the calls throttled or failed,\n  \
           subscriptions removed and expired\n\
         - races: a notification and a poll find each message at the same time\n\
         - kills: `kill -9` of the watcher process\n\n\
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
        print_progress(&format!("{name}: {} messages, {} kills …", WATCHER.messages, WATCHER.kills));
        let db = create_db(name).await;
        let report = WATCHER.run(&program, &db).await;
        db.end().await;
        let WatcherCrashTest { messages, kills, mailboxes, .. } = WATCHER;
        writeln!(text, "| {name} | kills | {messages} | {mailboxes} | {kills} | 0 | 0 | {} |", report.left_processing)?;
    }
    Ok(())
}

async fn run_storm(text: &mut String) -> Result<()> {
    let program = std::env::current_exe()?.with_file_name("watcher-worker");
    text.push_str(
        "\n## `kill -9` during a storm, with `resume = Automatic`\n\n\
         Half of the messages arrive while no process runs. Each message stores one strike.\n\n\
         | database | messages | kills | lost | doubled | left in Processing | resumed | slowest restart until the feed is healthy |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for name in ["SQLite", "PostgreSQL"] {
        print_progress(&format!("{name}: {} messages, {} kills, automatic resume …", STORM.messages, STORM.kills));
        let db = create_db(name).await;
        let report = STORM.run(&program, &db).await;
        let strikes = usize::try_from(db.count("select count(*) from data.LightningStrike").await)?;
        let distinct = usize::try_from(db.count("select count(distinct Name) from data.LightningStrike").await)?;
        db.end().await;
        let WatcherCrashTest { messages, kills, .. } = STORM;
        ensure!(
            distinct == messages && strikes == messages,
            "{messages} messages, {strikes} strikes, {distinct} distinct"
        );
        let WatcherCrashReport { left_processing, resumed, slowest_recovery } = report;
        ensure!(left_processing == 0, "{left_processing} rows wait for an operator");
        ensure!(slowest_recovery <= LONGEST_RECOVERY, "the feed was healthy only after {slowest_recovery:?}");
        let seconds = slowest_recovery.as_secs_f64();
        writeln!(text, "| {name} | {messages} | {kills} | 0 | 0 | 0 | {resumed} | {seconds:.1} s |")?;
    }
    Ok(())
}

async fn create_db(name: &str) -> TestDb {
    if name == "SQLite" { TestDb::sqlite().await } else { TestDb::postgres().await }
}

#[expect(clippy::print_stderr, reason = "progress of a long run")]
fn print_progress(line: &str) {
    eprintln!("{line}");
}
