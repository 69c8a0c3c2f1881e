//! How soon a strike of another process is in the live answers, with few strikes in the window and with very many.

use crate::city::{places, storm, write_places, write_strikes};
use crate::memory::resident_mib_of;
use crate::service::Service;
use crate::stopwatch::Stopwatch;
use crate::table::Table;
use anyhow::{Context, Result};
use jiff::Timestamp;
use std::time::Duration;
use stormwire_clock::{Clock, SystemClock};
use stormwire_testkit::{Foreign, TestDb};

const FACILITIES: usize = 150;
const COMMITS: usize = 20;
const ALLOWED_MS: f64 = 1_000.0;
/// In eight hours.
const STORMS: [usize; 3] = [600, 400_000, 2_000_000];

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let title = "From the commit of a strike by another process to the first answer with it, the slowest of 20";
    table.times(title, "the second that is allowed");
    let mut notes = on_one(table, "SQLite", &Service::start().await?).await?;
    let db = TestDb::postgres().await;
    let service = Service::start_on(Some(db.database.clone())).await?;
    notes.extend(on_one(table, "PostgreSQL", &service).await?);
    drop(service);
    db.end().await;
    for words in &notes {
        table.note(words);
    }
    Ok(())
}

/// Gives what is to be said below the table.
async fn on_one(table: &mut Table, name: &str, service: &Service) -> Result<Vec<String>> {
    let mut conn = Foreign::connect(&service.database()).await;
    write_places(&mut conn, &places(FACILITIES)?).await?;
    let (mut present, mut notes) = (0, Vec::new());
    for strikes in STORMS {
        let read = grow(service, &mut conn, strikes - present).await?;
        present = strikes;
        let (median, most) = one_by_one(service, &mut conn).await?;
        table.time(&format!("{name}, {strikes} strikes in the window"), most, ALLOWED_MS);
        let watch = Stopwatch::start();
        service.get("/lightning-strikes/facilities?radiusMiles=9").await?;
        let asked = watch.elapsed().as_secs_f64();
        notes.push(format!(
            "{name}, {strikes} strikes, {FACILITIES} facilities: all of them in the answer {read:.1} s after their commit; then one \
             more strike after {median:.0} ms (median), asked without a pause; other parameters answered in {asked:.1} s; resident \
             memory {} MiB.",
            resident_mib_of(service.pid())?
        ));
    }
    Ok(notes)
}

/// Commits a storm at once; gives how many seconds later it is seen.
async fn grow(service: &Service, conn: &mut Foreign, strikes: usize) -> Result<f64> {
    conn.execute("begin").await?;
    // The single ones after it have happened too.
    write_strikes(conn, &storm(strikes, 470, SystemClock.now() - Duration::from_mins(1))?).await?;
    let before = in_window(service).await?;
    conn.execute("commit").await?;
    let watch = Stopwatch::start();
    while in_window(service).await? == before {}
    Ok(watch.elapsed().as_secs_f64())
}

/// One strike after the other; gives the median and the longest time until one is seen, in milliseconds.
async fn one_by_one(service: &Service, conn: &mut Foreign) -> Result<(f64, f64)> {
    let mut took = Vec::new();
    for _ in 0..COMMITS {
        let before = newest(service).await?;
        let mut one = storm(1, 1, before)?;
        one[0].at = before + Duration::from_secs(1);
        write_strikes(conn, &one).await?;
        let watch = Stopwatch::start();
        while newest(service).await? == before {}
        took.push(watch.elapsed().as_secs_f64() * 1_000.0);
    }
    took.sort_by(f64::total_cmp);
    Ok((took[COMMITS / 2], took[COMMITS - 1]))
}

async fn in_window(service: &Service) -> Result<i64> {
    let status = service.get("/lightning-strikes/status").await?;
    status["strikesInWindow"].as_i64().context("no number")
}

async fn newest(service: &Service) -> Result<Timestamp> {
    let status = service.get("/lightning-strikes/status").await?;
    Ok(status["feed"]["lastStrikeAt"].as_str().context("no strike")?.parse()?)
}
