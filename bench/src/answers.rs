//! Live answers under load, beside nginx serving the same bytes with the same headers as a file; how soon a strike of
//! another process is in them; and what two million strikes in the window do.

use crate::city::{places, storm, write_places, write_strikes};
use crate::memory::resident_mib_of;
use crate::nginx::Nginx;
use crate::service::Service;
use crate::stopwatch::{ROUNDS, Stopwatch};
use crate::table::Table;
use anyhow::{Context, Result, ensure};
use std::process::Command;
use std::time::Duration;
use stormwire_testbed::Foreign;
use stormwire_world::clock::{Clock, SystemClock};

const CONNECTIONS: &str = "64";
const FACILITIES: usize = 150;
const STRIKES: usize = 600;
const COMMITS: usize = 30;
const MANY: usize = 2_000_000;

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let service = Service::start().await?;
    let mut conn = Foreign::connect(&service.database()).await;
    write_places(&mut conn, &places(FACILITIES)?).await?;
    write_strikes(&mut conn, &storm(STRIKES, 25, SystemClock.now())?).await?;
    table.group("Live answers, wrk with 64 connections", "nginx serving the same bytes");
    let mut words = Vec::new();
    for (name, path) in [("status", "/lightning-strikes/status"), ("facilities", "/lightning-strikes/facilities")] {
        let nginx = Nginx::serving(&service, path).await?;
        let (theirs, ours) = side_by_side(&nginx.url(path), &format!("{}{path}", service.base))?;
        table.row(&format!("nginx, {name}, {} bytes", nginx.bytes), theirs.per_second, theirs.per_second);
        table.row(&format!("stormwire, {name}"), ours.per_second, theirs.per_second);
        let ratio = ours.p99_ms / theirs.p99_ms;
        words.push(format!("{name} nginx {:.2} ms, stormwire {:.2} ms ({ratio:.2}x)", theirs.p99_ms, ours.p99_ms));
    }
    table.note(&format!("p99: {}.", words.join("; ")));
    soon(table, &service, &mut conn).await?;
    many(table, &service, &mut conn).await
}

/// What wrk has seen.
#[derive(Clone, Copy)]
struct Seen {
    per_second: f64,
    p99_ms: f64,
}

/// In turn, so that whatever else the machine does hits both; the medians.
fn side_by_side(theirs: &str, ours: &str) -> Result<(Seen, Seen)> {
    let mut seen = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (place, url) in [theirs, ours].into_iter().enumerate() {
            seen[place].push(wrk(url)?);
        }
    }
    let [theirs, ours] = seen.map(|all| {
        let median = |mut numbers: Vec<f64>| {
            numbers.sort_by(f64::total_cmp);
            numbers[ROUNDS / 2]
        };
        Seen {
            per_second: median(all.iter().map(|one| one.per_second).collect()),
            p99_ms: median(all.iter().map(|one| one.p99_ms).collect()),
        }
    });
    Ok((theirs, ours))
}

fn wrk(url: &str) -> Result<Seen> {
    let output = Command::new("wrk").args(["-t2", "-c", CONNECTIONS, "-d4s", "--latency", url]).output()?;
    let said = String::from_utf8(output.stdout)?;
    ensure!(!said.contains("Non-2xx"), "{url} was not always answered:\n{said}");
    let after = |label: &str| {
        let line = said.lines().find_map(|line| line.trim().strip_prefix(label));
        line.map(|rest| rest.trim().to_owned()).with_context(|| format!("wrk said\n{said}"))
    };
    Ok(Seen { per_second: after("Requests/sec:")?.parse()?, p99_ms: milliseconds(&after("99%")?)? })
}

fn milliseconds(text: &str) -> Result<f64> {
    let (number, scale) = match text {
        text if text.ends_with("us") => (text.trim_end_matches("us"), 0.001),
        text if text.ends_with("ms") => (text.trim_end_matches("ms"), 1.0),
        text => (text.trim_end_matches('s'), 1_000.0),
    };
    Ok(number.parse::<f64>()? * scale)
}

/// From the commit of another process until the first answer that has it.
async fn soon(table: &mut Table, service: &Service, conn: &mut Foreign) -> Result<()> {
    let mut took = Vec::new();
    for number in 0..COMMITS {
        let before = in_window(service).await?;
        let mut one = storm(1, 1, SystemClock.now() - Duration::from_secs(5))?;
        // No two in the same place: the table refuses what it has.
        one[0].position = places(number + 1)?[number];
        write_strikes(conn, &one).await?;
        let watch = Stopwatch::start();
        while in_window(service).await? == before {}
        took.push(watch.elapsed().as_secs_f64() * 1_000.0);
    }
    took.sort_by(f64::total_cmp);
    table.note(&format!(
        "From the commit of another process (SQLite) to the first answer with it, asked without a pause: median {:.0} ms, at most {:.0} ms.",
        took[COMMITS / 2],
        took[COMMITS - 1]
    ));
    Ok(())
}

async fn in_window(service: &Service) -> Result<i64> {
    let status = service.get("/lightning-strikes/status").await?;
    status["strikesInWindow"].as_i64().context("no number")
}

async fn many(table: &mut Table, service: &Service, conn: &mut Foreign) -> Result<()> {
    conn.execute("begin").await?;
    write_strikes(conn, &storm(MANY, 470, SystemClock.now())?).await?;
    let before = in_window(service).await?;
    conn.execute("commit").await?;
    let watch = Stopwatch::start();
    while in_window(service).await? == before {}
    let first = watch.elapsed().as_secs_f64();
    let watch = Stopwatch::start();
    service.get("/lightning-strikes/facilities?radiusMiles=9").await?;
    let asked = watch.elapsed().as_secs_f64();
    table.note(&format!(
        "Two million strikes in the window, {FACILITIES} facilities: in the answer {first:.1} s after the commit; other \
         parameters answered in {asked:.1} s; resident memory {} MiB.",
        resident_mib_of(service.pid())?
    ));
    Ok(())
}
