//! The storm view in Chromium: time to interactive, and script time per frame while dragging the map.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::process::Command;
use stormwire_bench::built_programs::built_program;
use stormwire_bench::results::{Aim, Measured, Row, Table};
use stormwire_bench::service::Service;
use stormwire_bench::synthetic_city::{positions, storm, write_facilities, write_strikes};
use stormwire_clock::{Clock, SystemClock};
use stormwire_testkit::DirectConnection;

const FACILITIES: usize = 150;
const STRIKES: usize = 2_000;
const INTERACTIVE_AIM: Aim = Aim::AtMost(1_000.0);
const FRAME_AIM: Aim = Aim::AtMost(8.0);

/// Of each round.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PageTimes {
    interactive_ms: Vec<f64>,
    frame_ms: Vec<f64>,
}

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let service = Service::start().await?;
    let mut conn = DirectConnection::connect(&service.database()).await;
    write_facilities(&mut conn, &positions(FACILITIES)?).await?;
    write_strikes(&mut conn, &storm(STRIKES, 25, SystemClock.now())?).await?;
    let times: PageTimes = run_script(&["pages.mjs", &service.base])?;
    table.section("The storm view in Chromium, 150 facilities, 2,000 strikes");
    let interactive = Measured::rounds(&times.interactive_ms);
    table.add(Row::milliseconds("time to interactive", interactive).aim(INTERACTIVE_AIM));
    let frame = Measured::rounds(&times.frame_ms);
    table.add(Row::milliseconds("script per frame while dragging the map", frame).aim(FRAME_AIM));
    Ok(())
}

/// Runs a script of `web/bench` with its arguments. Returns the JSON that it prints.
pub(crate) fn run_script<T: DeserializeOwned>(script: &[&str]) -> Result<T> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/bench");
    let program = built_program("stormwire")?;
    let mut node = Command::new("node");
    // For scripts that start a service.
    node.current_dir(folder).args(script).env("STORMWIRE_BINARY", program);
    let run = node.output().context("cannot start node")?;
    ensure!(run.status.success(), "{script:?} failed: {}", String::from_utf8_lossy(&run.stderr));
    serde_json::from_slice(&run.stdout).with_context(|| format!("unexpected output of {script:?}"))
}
