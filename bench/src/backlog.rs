//! Messages that wait in many mailboxes, as after an outage: how fast they are processed, by how many there are.

use crate::stopwatch::Stopwatch;
use anyhow::{Context, Error, Result};
use serde_json::json;
use std::time::Duration;
use stormwire_bench::results::{Aim, Curve, CurveLine, Row, Table, Unit};
use stormwire_bench::service::Service;
use stormwire_clock::{Clock, SystemClock};
use stormwire_emulator::FaultSet;
use stormwire_store::Database;
use stormwire_testkit::{DirectConnection, Durability, start_cluster};

const MAILBOXES: u32 = 50;
/// In each mailbox.
const WAITING: [u32; 3] = [20, 100, 200];
/// An hour without the service, with an email per minute and mailbox, is processed within a minute.
const RATE: f64 = 50.0;
const COUNT_SUCCEEDED: &str = "select count(*) from it.MailboxWatcherLog where Status = 'Success'";

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    table.section(format!("Messages processed (fetch, one action, move) that wait in {MAILBOXES} mailboxes"));
    let (mut sqlite, mut postgres) = (Vec::new(), Vec::new());
    for waiting in WAITING {
        let rate = process_backlog(&Service::start().await?, waiting).await?;
        sqlite.push(add_row(table, "SQLite", waiting, rate));
    }
    for waiting in WAITING {
        let server = start_cluster(Durability::Real).await;
        let database = Database::Postgres(server.url("postgres").parse()?);
        let rate = process_backlog(&Service::start_on(database).await?, waiting).await?;
        postgres.push(add_row(table, "PostgreSQL", waiting, rate));
    }
    let line = |name: &str, points| CurveLine { name: name.into(), points };
    table.curve(Curve {
        file: "backlog".into(),
        title: "Waiting messages and processing".into(),
        load: "Waiting messages".into(),
        result: "Messages processed per second".into(),
        unit: Unit::PerSecond,
        lines: vec![line("SQLite", sqlite), line("PostgreSQL", postgres)],
        aim: Some(RATE),
    });
    Ok(())
}

/// Returns a point of the curve.
fn add_row(table: &mut Table, database: &str, waiting: u32, rate: f64) -> [f64; 2] {
    let count = waiting * MAILBOXES;
    table.add(Row::per_second(format!("{database}, {count} messages"), rate).aim(Aim::AtLeast(RATE)));
    [f64::from(count), rate]
}

/// Returns messages per second.
async fn process_backlog(service: &Service, waiting: u32) -> Result<f64> {
    let mailboxes: Vec<String> = (0..MAILBOXES).map(|number| format!("storm{number}@example.gov")).collect();
    for mailbox in &mailboxes {
        service.create_watcher(mailbox).await?;
    }
    // Only polls find the messages, so that all of them wait at the start.
    service.emulator.set_faults(FaultSet { drop: 1.0, ..FaultSet::default() }).map_err(Error::msg)?;
    for number in 0..waiting {
        let message = json!({"subject": number.to_string(), "body": {"contentType": "text", "content": "Strike"}});
        for mailbox in &mailboxes {
            service.emulator.deliver(mailbox, "Inbox", message.clone()).map_err(Error::msg)?;
        }
    }
    let watchers = service.get("/mailbox-watcher").await?;
    let mut conn = DirectConnection::connect(&service.database()).await;
    let watch = Stopwatch::start();
    for watcher in watchers.as_array().context("no watchers")? {
        service.post(&format!("/mailbox-watcher/{}/reload", watcher["id"]), &json!({})).await?;
    }
    let count = waiting * MAILBOXES;
    while conn.number(COUNT_SUCCEEDED).await < i64::from(count) {
        SystemClock.sleep(Duration::from_millis(200)).await;
    }
    Ok(f64::from(count) / watch.elapsed().as_secs_f64())
}
