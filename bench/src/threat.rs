//! Evaluates the threat for all facilities without any prepared data. Compared with PostGIS with an existing index.

use crate::latencies::verdict;
use crate::stopwatch::{ROUNDS, Stopwatch};
use crate::table::Table;
use anyhow::{Result, ensure};
use jiff::Timestamp;
use stormwire_bench::synthetic_city::{positions, storm, to_strikes, write_facilities, write_strikes};
use stormwire_geo::{
    LonLat, ParameterOverrides, Policy, Proximity, Ring, Site, Strike, StrikeHistory, ThreatParameter, UnixMicros,
    evaluate,
};
use stormwire_store::{Database, Store};
use stormwire_testkit::{DirectConnection, Durability};

const NOW: &str = "2026-05-01T12:00:00Z";
/// PostGIS evaluates this many of the 10,000 facilities; the time for all is extrapolated.
const SAMPLE: usize = 100;
/// Five policies against one.
const MAX_POLICY_RATIO: f64 = 1.3;

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    table.duration_group(
        "Threat evaluation of all facilities without caches, all strikes in both windows",
        "the fastest exact PostGIS query",
    );
    for (facilities, count, sample) in [(150, 20_000, 150), (10_000, 200_000, SAMPLE)] {
        let (strikes, positions) = (storm(count, 30, NOW.parse()?)?, positions(facilities)?);
        let theirs = measure_postgis(&strikes, &positions[..sample]).await?;
        let (ms, found) = measure_stormwire(&to_strikes(&strikes), &positions, &[Policy::default()])?;
        for (one, (near, closest)) in found.iter().zip(&theirs.results) {
            ensure!(one.count_in_window == *near, "{} strikes, PostGIS found {near}", one.count_in_window);
            let distance = one.closest.map_or(0.0, |closest| closest.distance.0);
            ensure!((distance - closest).abs() < 1e-6, "{distance} m, PostGIS found {closest} m");
        }
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let all = theirs.ms * positions.len() as f64 / sample as f64;
        let extrapolated = if sample < facilities { format!(" (extrapolated from {sample})") } else { String::new() };
        let size = format!("{facilities} facilities x {count} strikes");
        table.add_duration(&format!("PostGIS with GiST index, {size}{extrapolated}"), all, all);
        table.add_duration(&format!("stormwire, {size}"), ms, all);
    }
    measure_growth(table)?;
    measure_policies(table)
}

/// Five policies that differ in every number, against one, with two rings each. The policies of a city must not slow it down.
fn measure_policies(table: &mut Table) -> Result<()> {
    let (strikes, positions) = (to_strikes(&storm(200_000, 480, NOW.parse()?)?), positions(10_000)?);
    let one = policy([8.0, 30.0, 30.0, 8.0])?;
    let five = [
        one.clone(),
        policy([6.0, 20.0, 30.0, 8.0])?,
        policy([10.0, 30.0, 45.0, 12.0])?,
        policy([5.0, 15.0, 20.0, 6.0])?,
        policy([11.0, 40.0, 60.0, 4.0])?,
    ];
    let (one_ms, _) = measure_stormwire(&strikes, &positions, &[one])?;
    let (five_ms, _) = measure_stormwire(&strikes, &positions, &five)?;
    table.duration_group("Five policies against one, 10000 facilities x 200000 strikes of 8 hours", "one policy");
    table.add_duration("one policy", one_ms, one_ms);
    table.add_duration("five policies", five_ms, one_ms);
    let ratio = five_ms / one_ms;
    table.note(&format!(
        "Five policies take {ratio:.2} times as long as one; limit {MAX_POLICY_RATIO} times, {}.",
        verdict(ratio <= MAX_POLICY_RATIO)
    ));
    Ok(())
}

/// Radius, danger window, all-clear window and history, and rings of two and four times the radius.
fn policy(numbers: [f64; 4]) -> Result<Policy> {
    let mut given = ThreatParameter::ALL.into_iter().zip(numbers);
    let overrides =
        given.try_fold(ParameterOverrides::default(), |all, (parameter, value)| all.with_value(parameter, value))?;
    let ring = |name: &str, factor: f64| Ring::new(name.into(), numbers[0] * factor, numbers[2]);
    let rings = vec![ring("Watch", 2.0)?, ring("Far", 4.0)?];
    Ok(Policy::new(*Policy::default().with_overrides(&overrides).parameters(), rings)?)
}

/// Returns the median of several rounds, in milliseconds.
fn measure_stormwire(strikes: &[Strike], positions: &[LonLat], policies: &[Policy]) -> Result<(f64, Vec<Proximity>)> {
    let site = |(index, position): (usize, &LonLat)| Site { position: *position, policy: index % policies.len() };
    let sites: Vec<Site> = positions.iter().enumerate().map(site).collect();
    let now = UnixMicros(NOW.parse::<Timestamp>()?.as_microsecond());
    let (mut durations_ms, mut found) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let watch = Stopwatch::start();
        found = evaluate(StrikeHistory { strikes, before: None }, policies, &sites, now);
        durations_ms.push(watch.elapsed().as_secs_f64() * 1_000.0);
    }
    durations_ms.sort_by(f64::total_cmp);
    Ok((durations_ms[ROUNDS / 2], found))
}

fn measure_growth(table: &mut Table) -> Result<()> {
    let positions = positions(150)?;
    let mut durations = Vec::new();
    for count in [20_000, 40_000, 80_000, 160_000, 320_000] {
        let (ms, _) =
            measure_stormwire(&to_strikes(&storm(count, 30, NOW.parse()?)?), &positions, &[Policy::default()])?;
        durations.push(format!("{count}: {ms:.1} ms"));
    }
    table.note(&format!("150 facilities, increasing numbers of strikes: {}.", durations.join(", ")));
    Ok(())
}

struct PostgisResult {
    ms: f64,
    /// Per facility: strikes within the radius, meters to the closest one.
    results: Vec<(usize, f64)>,
}

/// Counts with the index. Finds the ten closest strikes on the sphere with the index, then measures them on the ellipsoid.
const QUERY: &str = "select string_agg(concat_ws(' ', near, closest), ',' order by id) from (
    select facility.Id as id,
        (select count(*) from data.LightningStrike as strike
         where strike.Timestamp >= '2026-05-01T11:30:00Z' and strike.Timestamp <= '2026-05-01T12:00:00Z'
             and ST_DWithin(strike.Location, facility.position, 8 * 1609.344)) as near,
        (select min(ST_Distance(best.Location, facility.position)) from (
            select strike.Location from data.LightningStrike as strike order by strike.Location <-> facility.position limit 10
        ) as best) as closest
    from (select Id, LatLongPoint::geography as position from organization.Facility) as facility
) as result";

async fn measure_postgis(
    strikes: &[stormwire_demo::storm::VendorStrike],
    positions: &[LonLat],
) -> Result<PostgisResult> {
    let cluster = stormwire_testkit::start_cluster(Durability::Real).await;
    let database = Database::Postgres(cluster.url("postgres").parse()?);
    Store::open(&database, None).await?.close().await;
    let mut conn = DirectConnection::connect(&database).await;
    write_strikes(&mut conn, strikes).await?;
    write_facilities(&mut conn, positions).await?;
    conn.execute("create index on data.LightningStrike using gist (Location)").await?;
    conn.execute("analyze").await?;
    let (mut durations_ms, mut text) = (Vec::new(), String::new());
    for _ in 0..ROUNDS {
        let watch = Stopwatch::start();
        text = conn.text(["", QUERY]).await;
        durations_ms.push(watch.elapsed().as_secs_f64() * 1_000.0);
    }
    durations_ms.sort_by(f64::total_cmp);
    let parse = |pair: &str| {
        let (near, closest) = pair.split_once(' ').unwrap_or(("", ""));
        Ok((near.parse()?, closest.parse()?))
    };
    Ok(PostgisResult { ms: durations_ms[ROUNDS / 2], results: text.split(',').map(parse).collect::<Result<_>>()? })
}
