//! `make soak`: the long runs that do not fit into `make test`. Writes `bench/SOAK.md`.

use anyhow::{Context, Result};
use std::fmt::Write;
use stormwire_testbed::Bed;
use stormwire_testbed::trial::Trial;

const TRIAL: Trial = Trial { jobs: 100_000, kills: 100 };

#[tokio::main]
async fn main() -> Result<()> {
    let program = std::env::current_exe()?.with_file_name("queue-worker");
    let mut text = String::from(
        "# Long runs\n\nWritten by `make soak`; a run that fails writes nothing.\n\n\
         ## Jobs in the queue, `kill -9` of the worker at random moments\n\n\
         | database | jobs | kills | lost | run again although recorded | found recorded and not repeated |\n\
         |---|---:|---:|---:|---:|---:|\n",
    );
    for (name, bed) in [("SQLite", Bed::sqlite().await), ("PostgreSQL", Bed::postgres().await)] {
        progress(&format!("{name}: {} jobs, {} kills …", TRIAL.jobs, TRIAL.kills));
        TRIAL.fill(&bed).await;
        TRIAL.run(&program, &bed).await;
        let recognised = TRIAL.check(&bed).await;
        writeln!(text, "| {name} | {} | {} | 0 | 0 | {recognised} |", TRIAL.jobs, TRIAL.kills)?;
        bed.end().await;
    }
    let place = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/SOAK.md");
    std::fs::write(place, text).with_context(|| format!("{place} cannot be written"))
}

#[expect(clippy::print_stderr, reason = "a long run says where it is")]
fn progress(line: &str) {
    eprintln!("{line}");
}
