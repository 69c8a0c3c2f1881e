//! A whole country on one machine: 100,000 facilities, two million strikes in the window.

use crate::stopwatch::Stopwatch;
use anyhow::{Context, Result};
use jiff::Timestamp;
use serde_json::Value;
use std::time::Duration;
use stormwire_bench::memory::{peak_mib_of, resident_mib_of};
use stormwire_bench::results::{Aim, Measured, Row, Table, Unit};
use stormwire_bench::service::{Service, is_unavailable};
use stormwire_bench::synthetic_city::{national_positions, national_storms, storm, write_facilities, write_strikes};
use stormwire_clock::{Clock, SystemClock};
use stormwire_testkit::DirectConnection;

const FACILITIES: usize = 100_000;
const STRIKES: usize = 2_000_000;
const MILLIONS: f64 = 2.0;
const STORMS: usize = 40;
const COMMITS: usize = 20;
const LIMIT_MS: f64 = 1_000.0;
/// A box of about 50 facilities.
const BOX_DEGREES: f64 = 0.65;

/// Requests parts of the list of facilities.
struct Client<'a> {
    service: &'a Service,
    http: reqwest::Client,
}

/// A response, its size and how long it took.
struct PartResponse {
    body: Value,
    bytes: usize,
    ms: f64,
}

impl Client<'_> {
    async fn get(&self, query: &str) -> Result<PartResponse> {
        let watch = Stopwatch::start();
        let url = format!("{}/lightning-strikes/facilities?{query}", self.service.base);
        let bytes = self.http.get(url).send().await?.error_for_status()?.bytes().await?;
        let ms = watch.elapsed().as_secs_f64() * 1_000.0;
        Ok(PartResponse { body: serde_json::from_slice(&bytes)?, bytes: bytes.len(), ms })
    }

    /// Reads changes until there are no more. Returns the last response, with the bytes and the time of all.
    async fn changes(&self, since: &str) -> Result<PartResponse> {
        let mut since = since.to_owned();
        let (mut bytes, mut ms) = (0, 0.0);
        loop {
            let part = self.get(&format!("since={since}")).await?;
            (bytes, ms) = (bytes + part.bytes, ms + part.ms);
            since = next_since(&part.body)?;
            if part.body["changes"]["hasMore"] == false {
                return Ok(PartResponse { body: part.body, bytes, ms });
            }
        }
    }
}

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let service = Service::start().await?;
    let mut conn = DirectConnection::connect(&service.database()).await;
    write_facilities(&mut conn, &national_positions(FACILITIES)?).await?;
    let client = Client { service: &service, http: reqwest::Client::builder().no_proxy().build()? };
    client.get("limit=1").await?;
    let before_mib = resident_mib_of(service.pid())?;
    conn.execute("begin").await?;
    write_strikes(&mut conn, &national_storms(STORMS, STRIKES, SystemClock.now() - Duration::from_mins(1))?).await?;
    conn.execute("commit").await?;
    let started = Stopwatch::start();
    while !has_strikes(&client).await? {}
    let first_seconds = started.elapsed().as_secs_f64();
    let visible = commit_single_strikes(&client, &mut conn).await?;
    table.section(format!(
        "{FACILITIES} facilities and {STRIKES} strikes in the window, SQLite: from the commit of one more strike to the first \
         response with it, slowest of {COMMITS}"
    ));
    let slowest = Row::milliseconds("A box of 50 facilities", Measured::percentile(&visible, 100));
    table.add(slowest.aim(Aim::AtMost(LIMIT_MS)));
    table.add(Row::milliseconds("The same, median", Measured::percentile(&visible, 50)));
    add_parts(table, &client, &mut conn).await?;
    let after_mib = resident_mib_of(service.pid())?;
    #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
    let per_million = after_mib.saturating_sub(before_mib) as f64 / MILLIONS;
    table.add(Row::new("Memory for each million strikes", Unit::Mebibytes, per_million));
    table.note(&format!(
        "Resident memory {before_mib} MiB without strikes, {after_mib} MiB with them, peak {} MiB. All strikes visible \
         {first_seconds:.1} s after their commit.",
        peak_mib_of(service.pid())?
    ));
    Ok(())
}

async fn has_strikes(client: &Client<'_>) -> Result<bool> {
    match client.get("limit=1").await {
        Ok(list) => Ok(!list.body["feed"]["lastStrikeAt"].is_null()),
        Err(error) if is_unavailable(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns after how many milliseconds each strike was visible.
async fn commit_single_strikes(client: &Client<'_>, conn: &mut DirectConnection) -> Result<Vec<f64>> {
    let mut latencies_ms = Vec::new();
    for _ in 0..COMMITS {
        let before = newest_strike_at(client).await?;
        commit_strike(conn, before).await?;
        let watch = Stopwatch::start();
        while newest_strike_at(client).await? == before {}
        latencies_ms.push(watch.elapsed().as_secs_f64() * 1_000.0);
    }
    Ok(latencies_ms)
}

/// A second after the newest one.
async fn commit_strike(conn: &mut DirectConnection, newest: Timestamp) -> Result<()> {
    let mut strike = storm(1, 1, newest)?;
    strike[0].at = newest + Duration::from_secs(1);
    write_strikes(conn, &strike).await
}

/// Sizes and times of a box and of the changes after one strike.
async fn add_parts(table: &mut Table, client: &Client<'_>, conn: &mut DirectConnection) -> Result<()> {
    let in_box = client.get(&box_around(-86.6001, 34.7)).await?;
    let count = in_box.body["facilities"].as_array().context("no facilities")?.len();
    let all = client.changes("0").await?;
    let since = next_since(&all.body)?;
    commit_strike(conn, newest_strike_at(client).await?).await?;
    SystemClock.sleep(Duration::from_secs(1)).await;
    let delta = client.changes(&since).await?;
    for (name, part) in [
        (format!("A box of {count} facilities"), in_box),
        ("All facilities in pages".to_owned(), all),
        ("What changed after that and one more strike".to_owned(), delta),
    ] {
        table.add(Row::milliseconds(format!("{name}, {} bytes", part.bytes), part.ms));
    }
    Ok(())
}

fn box_around(lon: f64, lat: f64) -> String {
    let half = BOX_DEGREES / 2.0;
    format!("bbox={:.4},{:.4},{:.4},{:.4}", lon - half, lat - half, lon + half, lat + half)
}

/// In the response that a map would request.
async fn newest_strike_at(client: &Client<'_>) -> Result<Timestamp> {
    let list = client.get(&box_around(-86.6, 34.7)).await?.body;
    Ok(list["feed"]["lastStrikeAt"].as_str().context("no strike")?.parse()?)
}

fn next_since(list: &Value) -> Result<String> {
    Ok(list["changes"]["nextSince"].as_str().context("no position")?.to_owned())
}
