//! Databases that hang, providers that cannot be reached, disks that fail, and losses of power.

use crate::test_run::{create_db, print_progress};
use anyhow::Result;
use std::fmt::Write;
use stormwire_bench::built_programs::built_program;
use stormwire_testkit::service::failing_disk::{DiskError, FailingDiskTest};
use stormwire_testkit::service::hung_database::HungDatabaseTest;
use stormwire_testkit::service::power_loss::PowerLossTest;
use stormwire_testkit::service::unreachable_provider::{ProviderError, UnreachableProviderTest};

const HANGS: HungDatabaseTest = HungDatabaseTest { services: 3, messages: 420, watchers: 4, hangs: 10 };
const POWER: PowerLossTest = PowerLossTest { rounds: 200, messages: 20, watchers: 4, seed: 20_261_117 };
const MESSAGES: usize = 120;
const WATCHERS: usize = 4;

pub(crate) async fn run_power() -> Result<String> {
    let program = built_program("stormwire")?;
    let PowerLossTest { rounds, messages, seed, .. } = POWER;
    print_progress(&format!("SQLite: {rounds} losses of power …"));
    let report = POWER.run(&program).await;
    let (total, acknowledged, writes) = (rounds * messages, report.acknowledged, report.writes);
    Ok(format!(
        "## Losses of power\n\n\
         `stormwire serve` on SQLite is killed at a random moment while messages arrive, half of them while no service runs. \
         Then the writes that it had not synced are undone, except a random part that the disk may have kept (seed {seed}). \
         After each loss every file passes `pragma integrity_check`, and has every message whose notification was answered with \
         202.\n\n\
         | losses | messages | answered with 202 | of these lost | messages lost | doubled | writes undone | not synced, but kept |\n\
         |---:|---:|---:|---:|---:|---:|---:|---:|\n\
         | {rounds} | {total} | {acknowledged} | 0 | 0 | 0 | {} | {} |\n",
        writes.lost, writes.kept
    ))
}

pub(crate) async fn run_outages() -> Result<String> {
    let program = built_program("stormwire")?;
    let HungDatabaseTest { services, messages, hangs, .. } = HANGS;
    print_progress(&format!("PostgreSQL: hangs {hangs} times …"));
    let report = HANGS.run(&program).await;
    let [webhook, status, recovery] =
        [report.slowest_webhook, report.slowest_status, report.slowest_recovery].map(|time| time.as_secs_f64());
    let mut text = format!(
        "## Databases, providers and disks that fail\n\n\
         `stormwire serve` with an emulated provider. Each message is processed once when the error has ended.\n\n\
         PostgreSQL hangs without closing its connections, under {services} services: no webhook is answered with 202, and no \
         status is older than promised.\n\n\
         | hangs | messages | lost | doubled | slowest webhook until 503 | slowest status until 503 | slowest recovery |\n\
         |---:|---:|---:|---:|---:|---:|---:|\n\
         | {hangs} | {messages} | 0 | 0 | {webhook:.1} s | {status:.1} s | {recovery:.1} s |\n\n\
         | database | error | messages | acknowledged meanwhile | lost | doubled |\n\
         |---|---|---:|---:|---:|---:|\n"
    );
    for name in ["SQLite", "PostgreSQL"] {
        for (error, what) in ProviderError::ALL.into_iter().zip([
            "the certificate of the provider is not trusted",
            "the port of the provider is closed",
            "the name of the provider does not resolve",
        ]) {
            print_progress(&format!("{name}: {what} …"));
            let db = create_db(name).await;
            UnreachableProviderTest { error, messages: MESSAGES, watchers: WATCHERS }.run(&program, &db).await;
            db.end().await;
            writeln!(text, "| {name} | {what} | {MESSAGES} | 0 | 0 | 0 |")?;
        }
    }
    for (error, what) in DiskError::ALL.into_iter().zip(["the disk is full", "the disk is read-only"]) {
        print_progress(&format!("SQLite: {what} …"));
        FailingDiskTest { error, messages: MESSAGES, watchers: WATCHERS }.run(&program).await;
        writeln!(text, "| SQLite | {what} | {MESSAGES} | 0 | 0 | 0 |")?;
    }
    Ok(text)
}
