//! The storm view in a real Chromium: when it can be used, and what a frame costs while its map is dragged.

use crate::city::{places, storm, write_places, write_strikes};
use crate::service::Service;
use crate::table::Table;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::process::Command;
use stormwire_clock::{Clock, SystemClock};
use stormwire_testkit::Foreign;

const FACILITIES: usize = 150;
const STRIKES: usize = 2_000;
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/bench/pages.mjs");

/// What was aimed at.
const INTERACTIVE_MS: f64 = 1_000.0;
const FRAME_MS: f64 = 8.0;

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let service = Service::start().await?;
    let mut conn = Foreign::connect(&service.database()).await;
    write_places(&mut conn, &places(FACILITIES)?).await?;
    write_strikes(&mut conn, &storm(STRIKES, 25, SystemClock.now())?).await?;
    let run = Command::new("node").arg(SCRIPT).arg(&service.base).output().context("node runs the browser")?;
    ensure!(run.status.success(), "the browser: {}", String::from_utf8_lossy(&run.stderr));
    let seen: Value = serde_json::from_slice(&run.stdout)?;
    let ms = |name: &str| seen[name].as_f64().with_context(|| format!("the browser did not say {name}"));
    table.times("The storm view in Chromium, 150 facilities, 2,000 strikes", "the aim");
    table.time("until it can be used", ms("interactiveMs")?, INTERACTIVE_MS);
    table.time("script in a frame while the map is dragged", ms("frameMs")?, FRAME_MS);
    Ok(())
}
