//! Imports facilities: 100,000 CSV lines, validated and written in one transaction.

use crate::stopwatch::Stopwatch;
use anyhow::Result;
use std::fmt::Write;
use std::sync::Arc;
use stormwire_bench::results::{Row, Table};
use stormwire_city::facilities::{CityMap, FacilityFile, import};
use stormwire_clock::SystemClock;
use stormwire_geo::Crs;
use stormwire_store::tables::audit::Actor;
use stormwire_store::{Database, Store};
use stormwire_testkit::Durability;

const LINES: u32 = 100_000;

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR"))?;
    let file = folder.path().join("facilities.csv");
    let mut text = String::from("name,lat,lng\n");
    for line in 0..LINES {
        let (lat, lng) = (31.0 + f64::from(line % 317) / 100.0, -86.7 + f64::from(line % 173) / 100.0);
        writeln!(text, "Facility {line},{lat},{lng}")?;
    }
    std::fs::write(&file, text)?;
    table.section("Facility import (100,000 CSV lines, one transaction)");
    let store = Store::open(&Database::Sqlite(folder.path().join("data")), None, Arc::new(SystemClock)).await?;
    let sqlite = measure_import(&store, &file).await?;
    table.add(Row::per_second("SQLite", sqlite));
    store.close().await;
    let cluster = stormwire_testkit::start_cluster(Durability::Real).await;
    let store = Store::open(&Database::Postgres(cluster.url("postgres").parse()?), None, Arc::new(SystemClock)).await?;
    table.add(Row::per_second("PostgreSQL", measure_import(&store, &file).await?).against("SQLite", sqlite));
    store.close().await;
    Ok(())
}

/// Lines per second.
async fn measure_import(store: &Store, file: &std::path::Path) -> Result<f64> {
    let crs = Crs::parse("ESRI:102629")?;
    let bounds = crs.zone();
    let source = FacilityFile::new(file, Arc::new(CityMap::new(crs, bounds)));
    let watch = Stopwatch::start();
    import(store, &SystemClock, source, Actor::command_line(), Arc::new(|_, _| ())).await?;
    Ok(f64::from(LINES) / watch.elapsed().as_secs_f64())
}
