//! Live responses under load, compared with nginx serving the same bytes and headers from a file.

use crate::nginx::Nginx;
use crate::stopwatch::ROUNDS;
use crate::table::Table;
use anyhow::{Context, Result, ensure};
use std::process::Command;
use stormwire_bench::service::Service;
use stormwire_bench::synthetic_city::{positions, storm, write_facilities, write_strikes};
use stormwire_clock::{Clock, SystemClock};
use stormwire_testkit::DirectConnection;

const CONNECTIONS: &str = "64";
const FACILITIES: usize = 150;
const STRIKES: usize = 600;

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let service = Service::start().await?;
    let mut conn = DirectConnection::connect(&service.database()).await;
    write_facilities(&mut conn, &positions(FACILITIES)?).await?;
    write_strikes(&mut conn, &storm(STRIKES, 25, SystemClock.now())?).await?;
    table.rate_group("Live responses, wrk with 64 connections", "nginx serving the same bytes");
    let mut latencies = Vec::new();
    for (name, path) in [("status", "/lightning-strikes/status"), ("facilities", "/lightning-strikes/facilities")] {
        let nginx = Nginx::start_serving(&service, path).await?;
        let (theirs, ours) = side_by_side(&nginx.url(path), &format!("{}{path}", service.base))?;
        table.add_rate(&format!("nginx, {name}, {} bytes", nginx.bytes), theirs.per_second, theirs.per_second);
        table.add_rate(&format!("stormwire, {name}"), ours.per_second, theirs.per_second);
        let ratio = ours.p99_ms / theirs.p99_ms;
        latencies.push(format!("{name} nginx {:.2} ms, stormwire {:.2} ms ({ratio:.2}x)", theirs.p99_ms, ours.p99_ms));
    }
    table.note(&format!("p99: {}.", latencies.join("; ")));
    Ok(())
}

/// The result of one wrk run.
#[derive(Clone, Copy)]
struct WrkResult {
    per_second: f64,
    p99_ms: f64,
}

/// Alternates the two, so that other load on the machine affects both. Returns the medians.
fn side_by_side(theirs: &str, ours: &str) -> Result<(WrkResult, WrkResult)> {
    let mut results = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (index, url) in [theirs, ours].into_iter().enumerate() {
            results[index].push(run_wrk(url)?);
        }
    }
    let [theirs, ours] = results.map(|all| {
        let median = |mut numbers: Vec<f64>| {
            numbers.sort_by(f64::total_cmp);
            numbers[ROUNDS / 2]
        };
        WrkResult {
            per_second: median(all.iter().map(|one| one.per_second).collect()),
            p99_ms: median(all.iter().map(|one| one.p99_ms).collect()),
        }
    });
    Ok((theirs, ours))
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
