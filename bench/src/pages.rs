//! The storm view in Chromium: time to interactive, and script time per frame while dragging the map.

use crate::table::Table;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::process::Command;
use stormwire_bench::service::Service;
use stormwire_bench::synthetic_city::{positions, storm, write_facilities, write_strikes};
use stormwire_clock::{Clock, SystemClock};
use stormwire_testkit::DirectConnection;

const FACILITIES: usize = 150;
const STRIKES: usize = 2_000;
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/bench/pages.mjs");

/// Targets.
const INTERACTIVE_MS: f64 = 1_000.0;
const FRAME_MS: f64 = 8.0;

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let service = Service::start().await?;
    let mut conn = DirectConnection::connect(&service.database()).await;
    write_facilities(&mut conn, &positions(FACILITIES)?).await?;
    write_strikes(&mut conn, &storm(STRIKES, 25, SystemClock.now())?).await?;
    let run = Command::new("node").arg(SCRIPT).arg(&service.base).output().context("cannot start node")?;
    ensure!(run.status.success(), "the browser failed: {}", String::from_utf8_lossy(&run.stderr));
    let measured: Value = serde_json::from_slice(&run.stdout)?;
    let ms = |name: &str| measured[name].as_f64().with_context(|| format!("the browser did not report {name}"));
    table.duration_group("The storm view in Chromium, 150 facilities, 2,000 strikes", "the target");
    table.add_duration("time to interactive", ms("interactiveMs")?, INTERACTIVE_MS);
    table.add_duration("script per frame while dragging the map", ms("frameMs")?, FRAME_MS);
    Ok(())
}
