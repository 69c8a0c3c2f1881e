//! Aerial tiles: duration of viewport queries on the tiles of a city, and memory for building a pyramid.

use crate::mosaic;
use crate::stopwatch::{ROUNDS, Stopwatch};
use anyhow::{Context, Result, ensure};
use std::future::Future;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use stormwire_bench::built_programs::built_program;
use stormwire_bench::memory::peak_mib_of;
use stormwire_bench::results::{Aim, Measured, Row, Table, Unit};
use stormwire_bench::service::Service;
use stormwire_city::facilities::CityMap;
use stormwire_city::tiles::{MediaBase, TileFields, Tiles, register};
use stormwire_clock::{Clock, SystemClock};
use stormwire_geo::Crs;
use stormwire_geo::tiles::{Rect, TileFootprint, Viewport};
use stormwire_raster::pyramid::{PyramidOptions, PyramidPlan};
use stormwire_store::tables::audit::Actor;
use stormwire_store::{Database, Store};
use stormwire_testkit::Durability;

/// Width and height of the city, in feet.
const CITY_SIDE_FT: f64 = 98_415.0;
/// A corner of the tile grid.
const CORNER: (f64, f64) = (373_977.0, 1_495_908.0);
const MEDIAN_AIM: Aim = Aim::AtMost(1.0);
/// 500,000,000 bytes.
const MEMORY_AIM: Aim = Aim::AtMost(476.0);

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    measure_viewports(table).await?;
    measure_pyramid(table).await
}

/// All tiles of a pyramid that covers the city.
fn city_tiles() -> Result<Vec<TileFields>> {
    let (x, y) = CORNER;
    let plan =
        PyramidPlan::new(Rect::new(x, y, x + CITY_SIDE_FT, y + CITY_SIDE_FT)?, 0.75, PyramidOptions::DEFAULT_EDGE)?;
    let mut all = Vec::new();
    for tile in plan.levels().flat_map(|level| plan.tiles(level)) {
        let rect = plan.world_file(tile).rect(tile.width, tile.height)?;
        let slug = tile.slug("");
        all.push(TileFields {
            image_path: format!("media/aerial/{slug}-2025.jpg"),
            slug,
            year: 2025,
            footprint: TileFootprint { level: tile.level, rect },
            pixel_width: i32::try_from(tile.width)?,
            pixel_height: i32::try_from(tile.height)?,
        });
    }
    Ok(all)
}

async fn measure_viewports(table: &mut Table) -> Result<()> {
    let count = city_tiles()?.len();
    table.section(format!("Viewport queries on {count} tiles, one at a time"));
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR"))?;
    let store = Store::open(&Database::Sqlite(folder.path().join("data")), None, Arc::new(SystemClock)).await?;
    add_rows(table, "query, SQLite", &measure_store(&store).await?);
    store.close().await;
    let cluster = stormwire_testkit::start_cluster(Durability::Real).await;
    let store = Store::open(&Database::Postgres(cluster.url("postgres").parse()?), None, Arc::new(SystemClock)).await?;
    add_rows(table, "query, PostgreSQL", &measure_store(&store).await?);
    store.close().await;
    add_rows(table, "over HTTP, SQLite", &measure_http().await?);
    Ok(())
}

fn add_rows(table: &mut Table, name: &str, times: &QueryTimes) {
    table.add(Row::per_second(name, times.per_second));
    table.add(Row::milliseconds(format!("{name}, median"), times.p50_ms).aim(MEDIAN_AIM));
    table.add(Row::milliseconds(format!("{name}, 99th percentile"), times.p99_ms));
}

/// Without HTTP.
async fn measure_store(store: &Store) -> Result<QueryTimes> {
    register(store, city_tiles()?, Actor::command_line(), SystemClock.now()).await?;
    let places = Arc::new(CityMap::new(Crs::parse("ESRI:102629")?, None));
    let tiles = Tiles::new(store.clone(), places, MediaBase::new("/media"), 64);
    QueryTimes::measure(|number| {
        let tiles = tiles.clone();
        async move {
            let (x, y, size, pixels) = viewport(number);
            let shown = tiles.viewport(Viewport::new(x, y, size, size, pixels)?, None).await?;
            let urls: Vec<String> = shown.tiles.iter().map(|tile| tiles.image_url(tile)).collect();
            ensure!((1..=64).contains(&urls.len()), "{} tiles", urls.len());
            Ok(())
        }
    })
    .await
}

/// With a client on the same machine.
async fn measure_http() -> Result<QueryTimes> {
    let service = Service::start().await?;
    let store = Store::open(&service.database(), None, Arc::new(SystemClock)).await?;
    register(&store, city_tiles()?, Actor::command_line(), SystemClock.now()).await?;
    store.close().await;
    let http = reqwest::Client::builder().no_proxy().build()?;
    QueryTimes::measure(|number| {
        let (x, y, size, pixels) = viewport(number);
        let path = format!("/aerial-tiles/viewport?x={x}&y={y}&widthFt={size}&heightFt={size}&px={pixels}");
        let call = http.get(format!("{}{path}", service.base));
        async move {
            let response: serde_json::Value = call.send().await?.error_for_status()?.json().await?;
            ensure!(response["tiles"].as_array().is_some_and(|tiles| !tiles.is_empty()), "no tiles");
            Ok(())
        }
    })
    .await
}

/// Viewports of all zoom levels across the city.
fn viewport(number: u32) -> (f64, f64, f64, f64) {
    let spread = |step: f64| (f64::from(number) * step).fract();
    let size = 500.0 * 180_f64.powf(spread(0.754_877_666));
    let room = CITY_SIDE_FT - size;
    (CORNER.0 + room * spread(0.569_840_29), CORNER.1 + room * spread(0.618_033_99), size, 1_600.0)
}

struct QueryTimes {
    per_second: Measured,
    p50_ms: Measured,
    p99_ms: Measured,
}

impl QueryTimes {
    async fn measure<R: Future<Output = Result<()>>>(mut query: impl FnMut(u32) -> R) -> Result<Self> {
        let (mut rates, mut all, mut number) = (Vec::new(), Vec::new(), 0);
        for _ in 0..ROUNDS {
            let (round, mut count) = (Stopwatch::start(), 0.0);
            while round.is_running() {
                let watch = Stopwatch::start();
                query(number).await?;
                all.push(watch.elapsed().as_secs_f64() * 1_000.0);
                number += 1;
                count += 1.0;
            }
            rates.push(count / round.elapsed().as_secs_f64());
        }
        let at = |percent: usize| Measured::percentile(&all, percent);
        Ok(Self { per_second: Measured::rounds(&rates), p50_ms: at(50), p99_ms: at(99) })
    }
}

/// Runs `stormwire tiles build` on four images of 10,000 by 10,000 pixels.
async fn measure_pyramid(table: &mut Table) -> Result<()> {
    let folder = tempfile::tempdir_in(env!("CARGO_MANIFEST_DIR"))?;
    let (sources, out) = (folder.path().join("in"), folder.path().join("out"));
    mosaic::write(&sources)?;
    let program = built_program("stormwire")?;
    let watch = Stopwatch::start();
    let mut child = Command::new(program)
        .args(["tiles", "build", "--no-import", "--year", "2025", "--out"])
        .args([&out, &sources])
        .stdout(Stdio::null())
        .spawn()
        .context("cannot start stormwire; run make bench")?;
    let mut peak = 0;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        peak = peak.max(peak_mib_of(child.id()).unwrap_or(0));
        SystemClock.sleep(Duration::from_millis(10)).await;
    };
    let seconds = watch.elapsed().as_secs_f64();
    ensure!(status.success(), "cannot build the pyramid");
    let pixels = f64::from(mosaic::SIDE) * f64::from(mosaic::SIDE) / 1e6;
    table.section(format!(
        "Building a pyramid from a mosaic of {side} x {side} pixels (two JPEGs, a PNG, a TIFF)",
        side = mosaic::SIDE
    ));
    table.add(Row::new("duration", Unit::Seconds, seconds));
    #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
    table.add(Row::new("peak memory", Unit::Mebibytes, peak as f64).aim(MEMORY_AIM));
    table.note(&format!("{:.1} million pixels per second.", pixels / seconds));
    Ok(())
}
