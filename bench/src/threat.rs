//! Every facility against every strike, cold: nothing is prepared beforehand. Beside PostGIS with its index made.

use crate::city::{places, storm, strikes, write_places, write_strikes};
use crate::stopwatch::{ROUNDS, Stopwatch};
use crate::table::Table;
use anyhow::{Result, ensure};
use jiff::Timestamp;
use stormwire_geo::{LonLat, Proximity, Strike, StrikeHistory, ThreatParameters, UnixMicros, evaluate};
use stormwire_store::{Database, Store};
use stormwire_testkit::{Durability, Foreign};

const NOW: &str = "2026-05-01T12:00:00Z";
/// PostGIS is asked about so many of the 10,000 facilities; the time for all of them is reckoned from that.
const SAMPLE: usize = 100;

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    table.times("Every facility evaluated, cold, every strike in both windows", "PostGIS, its best exact query");
    for (facilities, count, sample) in [(150, 20_000, 150), (10_000, 200_000, SAMPLE)] {
        let (bolts, places) = (storm(count, 30, NOW.parse()?)?, places(facilities)?);
        let theirs = postgis(&bolts, &places[..sample]).await?;
        let (ms, found) = ours(&strikes(&bolts), &places)?;
        for (one, (near, closest)) in found.iter().zip(&theirs.answers) {
            ensure!(one.count_in_window == *near, "{} strikes, PostGIS has {near}", one.count_in_window);
            let mine = one.closest.map_or(0.0, |closest| closest.distance.0);
            ensure!((mine - closest).abs() < 1e-6, "{mine} m, PostGIS has {closest} m");
        }
        #[expect(clippy::cast_precision_loss, reason = "small numbers")]
        let all = theirs.ms * places.len() as f64 / sample as f64;
        let reckoned = if sample < facilities { format!(" (reckoned from {sample})") } else { String::new() };
        let size = format!("{facilities} facilities x {count} strikes");
        table.time(&format!("PostGIS with gist, {size}{reckoned}"), all, all);
        table.time(&format!("stormwire, {size}"), ms, all);
    }
    growth(table)
}

/// The median of several rounds, in milliseconds.
fn ours(strikes: &[Strike], places: &[LonLat]) -> Result<(f64, Vec<Proximity>)> {
    let now = UnixMicros(NOW.parse::<Timestamp>()?.as_microsecond());
    let (mut took, mut found) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let watch = Stopwatch::start();
        found = evaluate(StrikeHistory { strikes, before: None }, places, &ThreatParameters::default(), now);
        took.push(watch.elapsed().as_secs_f64() * 1_000.0);
    }
    took.sort_by(f64::total_cmp);
    Ok((took[ROUNDS / 2], found))
}

fn growth(table: &mut Table) -> Result<()> {
    let places = places(150)?;
    let mut words = Vec::new();
    for count in [20_000, 40_000, 80_000, 160_000, 320_000] {
        let (ms, _) = ours(&strikes(&storm(count, 30, NOW.parse()?)?), &places)?;
        words.push(format!("{count}: {ms:.1} ms"));
    }
    table.note(&format!("150 facilities, more and more strikes: {}.", words.join(", ")));
    Ok(())
}

struct Theirs {
    ms: f64,
    /// Per facility: strikes within the radius, metres to the nearest.
    answers: Vec<(usize, f64)>,
}

/// Counts by the index; the nearest by the index on the sphere, the ten best measured on the ellipsoid.
const QUERY: &str = "select string_agg(concat_ws(' ', near, closest), ',' order by id) from (
    select facility.Id as id,
        (select count(*) from data.LightningStrike as strike
         where strike.Timestamp >= '2026-05-01T11:30:00Z' and strike.Timestamp <= '2026-05-01T12:00:00Z'
             and ST_DWithin(strike.Location, facility.place, 8 * 1609.344)) as near,
        (select min(ST_Distance(best.Location, facility.place)) from (
            select strike.Location from data.LightningStrike as strike order by strike.Location <-> facility.place limit 10
        ) as best) as closest
    from (select Id, LatLongPoint::geography as place from organization.Facility) as facility
) as reckoned";

async fn postgis(bolts: &[stormwire_demo::storm::VendorStrike], places: &[LonLat]) -> Result<Theirs> {
    let cluster = stormwire_testkit::start(Durability::Real).await;
    let database = Database::Postgres(cluster.url("postgres").parse()?);
    Store::open(&database, None).await?.close().await;
    let mut conn = Foreign::connect(&database).await;
    write_strikes(&mut conn, bolts).await?;
    write_places(&mut conn, places).await?;
    conn.execute("create index on data.LightningStrike using gist (Location)").await?;
    conn.execute("analyze").await?;
    let (mut took, mut text) = (Vec::new(), String::new());
    for _ in 0..ROUNDS {
        let watch = Stopwatch::start();
        text = conn.text(["", QUERY]).await;
        took.push(watch.elapsed().as_secs_f64() * 1_000.0);
    }
    took.sort_by(f64::total_cmp);
    let read = |pair: &str| {
        let (near, closest) = pair.split_once(' ').unwrap_or(("", ""));
        Ok((near.parse()?, closest.parse()?))
    };
    Ok(Theirs { ms: took[ROUNDS / 2], answers: text.split(',').map(read).collect::<Result<_>>()? })
}
