//! How soon live responses contain a strike that another process committed, with few and with many strikes in the window.

use crate::stopwatch::Stopwatch;
use crate::table::Table;
use anyhow::{Context, Result};
use jiff::Timestamp;
use std::time::Duration;
use stormwire_bench::memory::resident_mib_of;
use stormwire_bench::service::Service;
use stormwire_bench::synthetic_city::{positions, storm, write_facilities, write_strikes};
use stormwire_clock::{Clock, SystemClock};
use stormwire_testkit::{DirectConnection, TestDb};

const FACILITIES: usize = 150;
const COMMITS: usize = 20;
const LIMIT_MS: f64 = 1_000.0;
/// Numbers of strikes within eight hours.
const STORM_SIZES: [usize; 3] = [600, 400_000, 2_000_000];

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let title = "From the commit of a strike by another process to the first response with it, slowest of 20";
    table.duration_group(title, "the limit of 1 second");
    let mut notes = measure_on(table, "SQLite", &Service::start().await?).await?;
    let db = TestDb::postgres().await;
    let service = Service::start_on(db.database.clone()).await?;
    notes.extend(measure_on(table, "PostgreSQL", &service).await?);
    drop(service);
    db.end().await;
    for note in &notes {
        table.note(note);
    }
    Ok(())
}

/// Returns the notes below the table.
async fn measure_on(table: &mut Table, name: &str, service: &Service) -> Result<Vec<String>> {
    let mut conn = DirectConnection::connect(&service.database()).await;
    write_facilities(&mut conn, &positions(FACILITIES)?).await?;
    let (mut present, mut notes) = (0, Vec::new());
    for strikes in STORM_SIZES {
        let visible_after = commit_storm(service, &mut conn, strikes - present).await?;
        present = strikes;
        let (median, slowest) = commit_single_strikes(service, &mut conn).await?;
        table.add_duration(&format!("{name}, {strikes} strikes in the window"), slowest, LIMIT_MS);
        let watch = Stopwatch::start();
        service.get("/lightning-strikes/facilities?radiusMiles=9").await?;
        let request = watch.elapsed().as_secs_f64();
        notes.push(format!(
            "{name}, {strikes} strikes, {FACILITIES} facilities: all visible {visible_after:.1} s after their commit; one more strike \
             visible after {median:.0} ms (median, polling without pause); a request with other parameters takes {request:.1} s; \
             resident memory {} MiB.",
            resident_mib_of(service.pid())?
        ));
    }
    Ok(notes)
}

/// Commits a storm in one transaction. Returns after how many seconds it is visible.
async fn commit_storm(service: &Service, conn: &mut DirectConnection, strikes: usize) -> Result<f64> {
    conn.execute("begin").await?;
    // Leaves room for the later single strikes.
    write_strikes(conn, &storm(strikes, 470, SystemClock.now() - Duration::from_mins(1))?).await?;
    let before = strikes_in_window(service).await?;
    conn.execute("commit").await?;
    let watch = Stopwatch::start();
    while strikes_in_window(service).await? == before {}
    Ok(watch.elapsed().as_secs_f64())
}

/// Commits one strike after the other. Returns the median and the longest time until it is visible, in milliseconds.
async fn commit_single_strikes(service: &Service, conn: &mut DirectConnection) -> Result<(f64, f64)> {
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
    latencies_ms.sort_by(f64::total_cmp);
    Ok((latencies_ms[COMMITS / 2], latencies_ms[COMMITS - 1]))
}

async fn strikes_in_window(service: &Service) -> Result<i64> {
    let status = service.get("/lightning-strikes/status").await?;
    status["strikesInWindow"].as_i64().context("no number")
}

async fn newest_strike_at(service: &Service) -> Result<Timestamp> {
    let status = service.get("/lightning-strikes/status").await?;
    Ok(status["feed"]["lastStrikeAt"].as_str().context("no strike")?.parse()?)
}
