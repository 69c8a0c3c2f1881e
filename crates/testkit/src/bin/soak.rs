//! `make soak`: long runs that take too much time for `make test`. Writes `bench/SOAK.md`.

use anyhow::{Context, Result};
use std::fmt::Write;
use stormwire_store::tables::watcher::Resume;
use stormwire_testkit::TestDb;
use stormwire_testkit::queue_crash::QueueCrashTest;
use stormwire_testkit::service::exactly_once::{duplicate_notifications, failing_provider, notification_poll_races};
use stormwire_testkit::service::watcher_crash::WatcherCrashTest;

const QUEUE: QueueCrashTest = QueueCrashTest { jobs: 100_000, kills: 100 };
const WATCHER: WatcherCrashTest =
    WatcherCrashTest { messages: 2_000, kills: 100, mailboxes: 4, resume: Resume::Manual };

#[tokio::main]
async fn main() -> Result<()> {
    let program = std::env::current_exe()?.with_file_name("queue-worker");
    let mut text = String::from(
        "# Long runs\n\nWritten by `make soak`. A failed run writes nothing.\n\n\
         ## Queue jobs with `kill -9` of the worker at random moments\n\n\
         | database | jobs | kills | lost | repeated effects | recognized and not repeated |\n\
         |---|---:|---:|---:|---:|---:|\n",
    );
    for (name, db) in [("SQLite", TestDb::sqlite().await), ("PostgreSQL", TestDb::postgres().await)] {
        print_progress(&format!("{name}: {} jobs, {} kills …", QUEUE.jobs, QUEUE.kills));
        QUEUE.enqueue_jobs(&db).await;
        QUEUE.run(&program, &db).await;
        let recognized = QUEUE.check(&db).await;
        writeln!(text, "| {name} | {} | {} | 0 | 0 | {recognized} |", QUEUE.jobs, QUEUE.kills)?;
        db.end().await;
    }
    run_watchers(&mut text).await?;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/SOAK.md");
    std::fs::write(path, text).with_context(|| format!("cannot write {path}"))
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

async fn create_db(name: &str) -> TestDb {
    if name == "SQLite" { TestDb::sqlite().await } else { TestDb::postgres().await }
}

#[expect(clippy::print_stderr, reason = "progress of a long run")]
fn print_progress(line: &str) {
    eprintln!("{line}");
}
