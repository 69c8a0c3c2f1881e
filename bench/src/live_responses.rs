//! Live responses under load, compared with nginx serving the same bytes and headers from a file.

use crate::nginx::Nginx;
use crate::stopwatch::ROUNDS;
use anyhow::{Context, Result, ensure};
use std::process::Command;
use stormwire_bench::results::{Aim, Measured, Row, Table};
use stormwire_bench::service::Service;
use stormwire_bench::synthetic_city::{positions, storm, write_facilities, write_strikes};
use stormwire_clock::{Clock, SystemClock};
use stormwire_testkit::DirectConnection;

const CONNECTIONS: &str = "64";
const FACILITIES: usize = 150;
const STRIKES: usize = 600;
const PEER: &str = "nginx";
const RATE_AIM: Aim = Aim::RatioAtLeast(1.0);
/// At most 1.5 times as long as nginx.
const P99_AIM: Aim = Aim::RatioAtLeast(1.0 / 1.5);

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let service = Service::start().await?;
    let mut conn = DirectConnection::connect(&service.database()).await;
    write_facilities(&mut conn, &positions(FACILITIES)?).await?;
    write_strikes(&mut conn, &storm(STRIKES, 25, SystemClock.now())?).await?;
    table.section("Live responses, wrk with 64 connections");
    for (name, path) in [("status", "/lightning-strikes/status"), ("facilities", "/lightning-strikes/facilities")] {
        let nginx = Nginx::start_serving(&service, path).await?;
        let [theirs, ours] = side_by_side(&nginx.url(path), &format!("{}{path}", service.base))?;
        let rate = Row::per_second(format!("stormwire, {name}"), ours.per_second);
        let p99 = Row::milliseconds(format!("stormwire, {name}, 99th percentile"), ours.p99_ms);
        table.add(Row::per_second(format!("nginx, {name}, {} bytes", nginx.bytes), theirs.per_second));
        table.add(rate.against(PEER, theirs.per_second).aim(RATE_AIM));
        table.add(Row::milliseconds(format!("nginx, {name}, 99th percentile"), theirs.p99_ms));
        table.add(p99.against(PEER, theirs.p99_ms).aim(P99_AIM));
    }
    table.note("nginx serves the same bytes with the same headers from a file.");
    Ok(())
}

/// The result of one wrk run.
struct WrkResult {
    per_second: f64,
    p99_ms: f64,
}

/// The results of all rounds.
struct WrkResults {
    per_second: Measured,
    p99_ms: Measured,
}

/// Alternates the two, so that other load on the machine affects both.
fn side_by_side(theirs: &str, ours: &str) -> Result<[WrkResults; 2]> {
    let mut results: [Vec<WrkResult>; 2] = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (index, url) in [theirs, ours].into_iter().enumerate() {
            results[index].push(run_wrk(url)?);
        }
    }
    Ok(results.map(|rounds| {
        let rates: Vec<f64> = rounds.iter().map(|round| round.per_second).collect();
        let p99s: Vec<f64> = rounds.iter().map(|round| round.p99_ms).collect();
        WrkResults { per_second: Measured::rounds(&rates), p99_ms: Measured::rounds(&p99s) }
    }))
}

fn run_wrk(url: &str) -> Result<WrkResult> {
    let output = Command::new("wrk").args(["-t2", "-c", CONNECTIONS, "-d4s", "--latency", url]).output()?;
    let output = String::from_utf8(output.stdout)?;
    ensure!(!output.contains("Non-2xx"), "{url} did not always return 2xx:\n{output}");
    let after = |label: &str| {
        let line = output.lines().find_map(|line| line.trim().strip_prefix(label));
        line.map(|rest| rest.trim().to_owned()).with_context(|| format!("unexpected output of wrk:\n{output}"))
    };
    Ok(WrkResult { per_second: after("Requests/sec:")?.parse()?, p99_ms: milliseconds(&after("99%")?)? })
}

fn milliseconds(text: &str) -> Result<f64> {
    let (number, scale) = match text {
        text if text.ends_with("us") => (text.trim_end_matches("us"), 0.001),
        text if text.ends_with("ms") => (text.trim_end_matches("ms"), 1.0),
        text => (text.trim_end_matches('s'), 1_000.0),
    };
    Ok(number.parse::<f64>()? * scale)
}
