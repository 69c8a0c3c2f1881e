//! The same requests with one year's rows and with those of decades: response times must not grow with the tables.

use crate::filled_tables::{analyze, write_messages, write_strikes_of_years, write_to_disk, write_watchers};
use crate::stopwatch::Stopwatch;
use anyhow::Result;
use jiff::Timestamp;
use std::time::Duration;
use stormwire_bench::results::{Aim, Measured, Row, Table, Unit};
use stormwire_bench::service::{Service, ServiceOptions};
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
/// More than the tables have.
const RETENTION_DAYS: u32 = 10_000;
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

async fn measure(table: &mut Table, database: &str, small: TestDb, large: TestDb) -> Result<()> {
    table.section(format!(
        "{database}: response times with 100 million strikes and 10 million messages, compared with a hundredth of them"
    ));
    fill(&small, &SMALL).await?;
    fill(&large, &LARGE).await?;
    let on_small = start_service(&small).await?;
    let on_large = start_service(&large).await?;
    for request in requests() {
        let (small_ms, large_ms) = median_times_ms(&request.path, &on_small, &on_large).await?;
        let name = format!("{}: {small_ms:.2} ms, then {large_ms:.2} ms", request.name);
        table.add(Row::new(name, Unit::Times, large_ms / small_ms).aim(Aim::AtMost(MAX_RATIO)));
    }
    drop((on_small, on_large));
    small.end().await;
    large.end().await;
    Ok(())
}

/// It keeps all messages: otherwise it would clear those of decades during the measurements.
async fn start_service(db: &TestDb) -> Result<Service> {
    let settings = vec![("STORMWIRE__WATCH__RETENTION_DAYS", RETENTION_DAYS.to_string())];
    Service::start_with(ServiceOptions { database: Some(db.database.clone()), settings, ..ServiceOptions::default() })
        .await
}

/// The services get the request in turn: what else happens on the machine slows down both.
async fn median_times_ms(path: &str, on_small: &Service, on_large: &Service) -> Result<(f64, f64)> {
    let (mut small_ms, mut large_ms) = (Vec::new(), Vec::new());
    for _ in 0..REPEATS {
        for (service, times_ms) in [(on_small, &mut small_ms), (on_large, &mut large_ms)] {
            let watch = Stopwatch::start();
            service.get(path).await?;
            times_ms.push(watch.elapsed().as_secs_f64() * 1_000.0);
        }
    }
    Ok((Measured::percentile(&small_ms, 50).value, Measured::percentile(&large_ms, 50).value))
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
