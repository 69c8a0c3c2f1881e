//! A shadow run over the newest messages of the log. The service fetches each from the emulated provider again, and tries the
//! stored and the changed actions on it.

use crate::stopwatch::{ROUNDS, Stopwatch};
use anyhow::{Context, Result, ensure};
use jiff::Timestamp;
use serde_json::{Value, json};
use stormwire_bench::results::{Aim, Measured, Row, Table};
use stormwire_bench::service::Service;
use stormwire_bench::strike_emails::deliver_email;
use stormwire_clock::{Clock, SystemClock};
use stormwire_demo::storm::{AlertClass, StrokeType, VendorStrike};
use stormwire_emulator::Settings;
use stormwire_geo::LonLat;
use stormwire_testkit::TestDb;

const BOX: &str = "storm@example.gov";
/// The most that a shadow run tries.
const MESSAGES: usize = 500;
/// The only email with a warning.
const WARNING: usize = 321;
/// Does not read warnings.
const CHANGED_PATTERN: &str = r"\A\s*(ALERT):";
const AIM: Aim = Aim::AtMost(10_000.0);
/// How long the provider takes for each call.
const CALL_DURATIONS_MS: [u64; 2] = [0, 50];

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    table.section(format!("Shadow run over {MESSAGES} messages of the log, slowest of {ROUNDS}"));
    measure_on(table, "SQLite", &Service::start().await?).await?;
    let db = TestDb::postgres().await;
    let service = Service::start_on(db.database.clone()).await?;
    measure_on(table, "PostgreSQL", &service).await?;
    drop(service);
    db.end().await;
    table.note(
        "Each run fetches all messages from the emulated provider, four at a time, and finds the one that the changed pattern breaks; \
         the mailbox stays as it is.",
    );
    Ok(())
}

async fn measure_on(table: &mut Table, name: &str, service: &Service) -> Result<()> {
    service.create_lightning_watcher(BOX).await?;
    for number in 0..MESSAGES {
        deliver_email(service, BOX, strike(number)?)?;
    }
    service.wait_processed(MESSAGES).await?;
    let watcher = service.get("/mailbox-watcher").await?[0]["id"].clone();
    let mut actions = service.get(&format!("/mailbox-watcher/{watcher}/action")).await?;
    let pattern = actions.pointer_mut("/0/config/Fields/Name/Pattern").context("the first action extracts no name")?;
    *pattern = json!(CHANGED_PATTERN);
    let (path, body) =
        (format!("/mailbox-watcher/{watcher}/shadow-run"), json!({"actions": actions, "count": MESSAGES}));
    for response_delay_ms in CALL_DURATIONS_MS {
        service.emulator.set_settings(Settings { response_delay_ms, ..Settings::default() });
        let mut durations_ms = Vec::new();
        for _ in 0..ROUNDS {
            durations_ms.push(run(service, &path, &body).await?);
        }
        let slowest = Measured::percentile(&durations_ms, 100);
        let name = format!("{name}, calls of the provider take {response_delay_ms} ms");
        table.add(Row::milliseconds(name, slowest).aim(AIM));
    }
    Ok(())
}

/// Returns how long the request took, in milliseconds.
async fn run(service: &Service, path: &str, body: &Value) -> Result<f64> {
    let mailbox = service.emulator.messages(BOX);
    let watch = Stopwatch::start();
    let report = service.post(path, body).await?;
    let took = watch.elapsed().as_secs_f64() * 1_000.0;
    let counts = ["unchanged", "broken", "leftOut"].map(|name| report[name].clone());
    ensure!(counts == [json!(MESSAGES - 1), json!(1), json!(0)], "unexpected result: {counts:?}");
    ensure!(service.emulator.messages(BOX) == mailbox, "the mailbox has changed");
    Ok(took)
}

/// A second before the previous one.
fn strike(number: usize) -> Result<VendorStrike> {
    let at = Timestamp::from_second(SystemClock.now().as_second() - i64::try_from(number)?)?;
    let class = if number == WARNING { AlertClass::Warning } else { AlertClass::Alert };
    Ok(VendorStrike { at, position: LonLat::new(-86.6, 34.7)?, class, stroke: StrokeType::Ground })
}
