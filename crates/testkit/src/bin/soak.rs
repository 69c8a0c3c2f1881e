//! `make soak`: the long runs that do not fit into `make test`. Writes `bench/SOAK.md`.

use anyhow::{Context, Result};
use std::fmt::Write;
use stormwire_testkit::TestDb;
use stormwire_testkit::service::hard::{burst, races, worst};
use stormwire_testkit::service::killing::WatchTrial;
use stormwire_testkit::trial::Trial;

const TRIAL: Trial = Trial { jobs: 100_000, kills: 100 };
const WATCH: WatchTrial = WatchTrial { messages: 2_000, kills: 100, mailboxes: 4 };

#[tokio::main]
async fn main() -> Result<()> {
    let program = std::env::current_exe()?.with_file_name("queue-worker");
    let mut text = String::from(
        "# Long runs\n\nWritten by `make soak`; a run that fails writes nothing.\n\n\
         ## Jobs in the queue, `kill -9` of the worker at random moments\n\n\
         | database | jobs | kills | lost | run again although recorded | found recorded and not repeated |\n\
         |---|---:|---:|---:|---:|---:|\n",
    );
    for (name, db) in [("SQLite", TestDb::sqlite().await), ("PostgreSQL", TestDb::postgres().await)] {
        progress(&format!("{name}: {} jobs, {} kills …", TRIAL.jobs, TRIAL.kills));
        TRIAL.fill(&db).await;
        TRIAL.run(&program, &db).await;
        let recognized = TRIAL.check(&db).await;
        writeln!(text, "| {name} | {} | {} | 0 | 0 | {recognized} |", TRIAL.jobs, TRIAL.kills)?;
        db.end().await;
    }
    watching(&mut text).await?;
    let place = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/SOAK.md");
    std::fs::write(place, text).with_context(|| format!("{place} cannot be written"))
}

async fn watching(text: &mut String) -> Result<()> {
    let program = std::env::current_exe()?.with_file_name("watch-worker");
    text.push_str(
        "\n## Messages through the watcher, the provider emulated\n\n\
         Doubled and disordered notifications; half of them dropped, delta links lost twice, a tenth of the calls throttled or broken,\n\
         subscriptions removed and expired; a notification and a look racing; `kill -9` of the watching process.\n\n\
         | database | trial | messages | mailboxes | kills | lost | run twice | left in Processing, finished by a retry |\n\
         |---|---|---:|---:|---:|---:|---:|---:|\n",
    );
    for name in ["SQLite", "PostgreSQL"] {
        progress(&format!("{name}: burst …"));
        let db = make(name).await;
        burst(&db, 200).await;
        db.end().await;
        writeln!(text, "| {name} | doubled, disordered | 200 | 1 | 0 | 0 | 0 | |")?;
        progress(&format!("{name}: a provider at its worst …"));
        let db = make(name).await;
        worst(&db, 10, 5_000).await;
        db.end().await;
        writeln!(text, "| {name} | provider at its worst | 5000 | 10 | 0 | 0 | 0 | |")?;
        progress(&format!("{name}: races …"));
        let db = make(name).await;
        races(&db, 1_000).await;
        db.end().await;
        writeln!(text, "| {name} | races | 1000 | 1 | 0 | 0 | 0 | |")?;
        progress(&format!("{name}: {} messages, {} kills …", WATCH.messages, WATCH.kills));
        let db = make(name).await;
        let books = WATCH.run(&program, &db).await;
        db.end().await;
        let WatchTrial { messages, kills, mailboxes } = WATCH;
        writeln!(text, "| {name} | killed | {messages} | {mailboxes} | {kills} | 0 | 0 | {} |", books.left_processing)?;
    }
    Ok(())
}

async fn make(name: &str) -> TestDb {
    if name == "SQLite" { TestDb::sqlite().await } else { TestDb::postgres().await }
}

#[expect(clippy::print_stderr, reason = "a long run says where it is")]
fn progress(line: &str) {
    eprintln!("{line}");
}
