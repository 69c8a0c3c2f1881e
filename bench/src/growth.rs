//! The same requests with one year's rows and with those of decades: response times must not grow with the tables.

use crate::filled_tables::{analyze, write_messages, write_strikes_of_years, write_to_disk, write_watchers};
use crate::stopwatch::Stopwatch;
use anyhow::Result;
use jiff::Timestamp;
use std::time::Duration;
use stormwire_bench::results::{Aim, Row, Table, Unit};
use stormwire_bench::service::Service;
use stormwire_bench::synthetic_city::{positions, write_facilities};
use stormwire_clock::{Clock, SystemClock};
use stormwire_testkit::{DirectConnection, TestDb};

const SMALL: Tables = Tables { strikes: 1_000_000, messages: 100_000 };
const LARGE: Tables = Tables { strikes: 100_000_000, messages: 10_000_000 };
const MAX_RATIO: f64 = 1.5;

const FACILITIES: usize = 150;
const WATCHERS: u32 = 50;
/// The same number of rows in each hour, so that both tables give the same answers.
const SECONDS_BETWEEN_STRIKES: f64 = 3.0;
const SECONDS_BETWEEN_MESSAGES: f64 = 30.0;
/// The median of this many requests is reported.
const REPEATS: usize = 41;

struct Tables {
    strikes: u64,
    messages: u64,
}

struct Request {
    name: &'static str,
    path: String,
}

pub(crate) async fn measure_sqlite(table: &mut Table) -> Result<()> {
    measure(table, "SQLite", TestDb::sqlite().await, TestDb::sqlite().await).await
}

pub(crate) async fn measure_postgres(table: &mut Table) -> Result<()> {
    measure(table, "PostgreSQL", TestDb::postgres().await, TestDb::postgres().await).await
}

/// Both are filled before one is measured: the measurements to compare are minutes apart, not an hour.
async fn measure(table: &mut Table, database: &str, small: TestDb, large: TestDb) -> Result<()> {
    table.section(format!(
        "{database}: response times with 100 million strikes and 10 million messages, compared with a hundredth of them"
    ));
    fill(&small, &SMALL).await?;
    fill(&large, &LARGE).await?;
    let small_ms = median_times_ms(&small).await?;
    let large_ms = median_times_ms(&large).await?;
    add_rows(table, &small_ms, &large_ms);
    small.end().await;
    large.end().await;
    Ok(())
}

fn add_rows(table: &mut Table, small_ms: &[f64], large_ms: &[f64]) {
    for ((request, small), large) in requests().iter().zip(small_ms).zip(large_ms) {
        let name = format!("{}: {small:.2} ms, then {large:.2} ms", request.name);
        table.add(Row::new(name, Unit::Times, large / small).aim(Aim::AtMost(MAX_RATIO)));
    }
}

/// One for each request.
async fn median_times_ms(db: &TestDb) -> Result<Vec<f64>> {
    let service = Service::start_on(db.database.clone()).await?;
    let mut medians = Vec::new();
    for request in requests() {
        let mut times_ms = Vec::new();
        for _ in 0..REPEATS {
            let watch = Stopwatch::start();
            service.get(&request.path).await?;
            times_ms.push(watch.elapsed().as_secs_f64() * 1_000.0);
        }
        times_ms.sort_by(f64::total_cmp);
        medians.push(times_ms[REPEATS / 2]);
    }
    Ok(medians)
}

async fn fill(db: &TestDb, tables: &Tables) -> Result<()> {
    let mut conn = DirectConnection::connect(&db.database).await;
    write_facilities(&mut conn, &positions(FACILITIES)?).await?;
    write_watchers(&mut conn, WATCHERS).await?;
    write_messages(&mut conn, WATCHERS, tables.messages, SECONDS_BETWEEN_MESSAGES).await?;
    write_strikes_of_years(&mut conn, tables.strikes, SECONDS_BETWEEN_STRIKES).await?;
    analyze(&mut conn).await?;
    write_to_disk(&mut conn).await
}

fn requests() -> Vec<Request> {
    let request = |name, path: &str| Request { name, path: path.to_owned() };
    let days_ago = |days: u64| -> Timestamp { SystemClock.now() - Duration::from_hours(24 * days) };
    vec![
        request("status", "/lightning-strikes/status"),
        request("facilities, other radius", "/lightning-strikes/facilities?radiusMiles=9"),
        request("strikes of the last hours", "/lightning-strikes?limit=1000"),
        Request { name: "replay of last week", path: format!("/lightning-strikes/facilities?asOf={}", days_ago(7)) },
        request("events of a facility", "/lightning-strikes/events?facilityId=1"),
        request("watchers", "/mailbox-watcher"),
        request("watchers, last 24 hours", "/mailbox-watcher/summary"),
        request("one watcher", "/mailbox-watcher/7"),
        request("log", "/mailbox-watcher/log"),
        request("log of a watcher", "/mailbox-watcher/log?jobId=1"),
        request("log, failed", "/mailbox-watcher/log?status=Failed"),
        request("log, text not found", "/mailbox-watcher/log?q=nowhere"),
        request("one message", "/mailbox-watcher/log/50000"),
        request("system", "/system"),
    ]
}
