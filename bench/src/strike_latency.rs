//! How soon live responses contain a strike that another process committed, with few and with many strikes in the window.

use crate::stopwatch::Stopwatch;
use anyhow::{Context, Result};
use jiff::Timestamp;
use std::time::Duration;
use stormwire_bench::memory::resident_mib_of;
use stormwire_bench::results::{Aim, Curve, CurveLine, Measured, Row, Table, Unit};
use stormwire_bench::service::{Service, is_unavailable};
use stormwire_bench::synthetic_city::{positions, storm, write_facilities, write_strikes};
use stormwire_clock::{Clock, SystemClock};
use stormwire_demo::storm::VendorStrike;
use stormwire_testkit::{DirectConnection, TestDb};

const FACILITIES: usize = 150;
const COMMITS: usize = 20;
const LIMIT_MS: f64 = 1_000.0;
/// Numbers of strikes within eight hours.
const STORM_SIZES: [u32; 3] = [600, 400_000, 2_000_000];

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    table.section(format!(
        "From the commit of a strike by another process to the first response with it, slowest of {COMMITS}"
    ));
    let sqlite = measure_on(table, "SQLite", &Service::start().await?).await?;
    let db = TestDb::postgres().await;
    let service = Service::start_on(db.database.clone()).await?;
    let postgres = measure_on(table, "PostgreSQL", &service).await?;
    drop(service);
    db.end().await;
    table.curve(Curve {
        file: "visible".into(),
        title: "Strikes in the window and time until a new one is visible".into(),
        load: "Strikes in the window".into(),
        result: format!("Time until visible (slowest of {COMMITS})"),
        unit: Unit::Milliseconds,
        lines: vec![sqlite, postgres],
        aim: Some(LIMIT_MS),
    });
    Ok(())
}

async fn measure_on(table: &mut Table, name: &str, service: &Service) -> Result<CurveLine> {
    let mut conn = DirectConnection::connect(&service.database()).await;
    write_facilities(&mut conn, &positions(FACILITIES)?).await?;
    let (mut present, mut points) = (0, Vec::new());
    for (number, strikes) in (0..).zip(STORM_SIZES) {
        // A minute ago leaves room for the later single strikes. Storms that end in the same second share some strikes.
        let ends_at = SystemClock.now() - Duration::from_secs(60 - number);
        let storm = storm(usize::try_from(strikes - present)?, 470, ends_at)?;
        let visible_after = commit_storm(service, &mut conn, &storm).await?;
        present = strikes;
        let latencies_ms = commit_single_strikes(service, &mut conn).await?;
        let slowest = Measured::percentile(&latencies_ms, 100);
        let row = Row::milliseconds(format!("{name}, {strikes} strikes in the window"), slowest);
        table.add(row.aim(Aim::AtMost(LIMIT_MS)));
        points.push([f64::from(strikes), slowest.value]);
        let watch = Stopwatch::start();
        service.get("/lightning-strikes/facilities?radiusMiles=9").await?;
        let request = watch.elapsed().as_secs_f64();
        table.note(&format!(
            "{name}, {strikes} strikes, {FACILITIES} facilities: all visible {visible_after:.1} s after their commit; one more strike \
             visible after {:.0} ms (median, polling without pause); a request with other parameters takes {request:.1} s; \
             resident memory {} MiB.",
            Measured::percentile(&latencies_ms, 50).value,
            resident_mib_of(service.pid())?
        ));
    }
    Ok(CurveLine { name: name.to_owned(), points })
}

/// Commits a storm in one transaction. Returns after how many seconds it is visible.
async fn commit_storm(service: &Service, conn: &mut DirectConnection, storm: &[VendorStrike]) -> Result<f64> {
    conn.execute("begin").await?;
    write_strikes(conn, storm).await?;
    let before = strikes_in_window(service).await?;
    conn.execute("commit").await?;
    let watch = Stopwatch::start();
    while !is_visible(service, before).await? {}
    Ok(watch.elapsed().as_secs_f64())
}

/// Commits one strike after the other. Returns the times until they are visible, in milliseconds.
async fn commit_single_strikes(service: &Service, conn: &mut DirectConnection) -> Result<Vec<f64>> {
    let mut latencies_ms = Vec::new();
    for _ in 0..COMMITS {
        let before = newest_strike_at(service).await?;
        let mut strike = storm(1, 1, before)?;
        strike[0].at = before + Duration::from_secs(1);
        write_strikes(conn, &strike).await?;
        let watch = Stopwatch::start();
        while newest_strike_at(service).await? == before {}
        latencies_ms.push(watch.elapsed().as_secs_f64() * 1_000.0);
    }
    Ok(latencies_ms)
}

async fn is_visible(service: &Service, before: i64) -> Result<bool> {
    match strikes_in_window(service).await {
        Ok(strikes) => Ok(strikes != before),
        Err(error) if is_unavailable(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

async fn strikes_in_window(service: &Service) -> Result<i64> {
    let status = service.get("/lightning-strikes/status").await?;
    status["strikesInWindow"].as_i64().context("no number")
}

async fn newest_strike_at(service: &Service) -> Result<Timestamp> {
    let status = service.get("/lightning-strikes/status").await?;
    Ok(status["feed"]["lastStrikeAt"].as_str().context("no strike")?.parse()?)
}
