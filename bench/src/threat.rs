//! Evaluates the threat for all facilities without any prepared data. Compared with PostGIS with an existing index, in a storm over
//! the city and in one that is scattered over a large region.

use crate::postgis::{self, FoundStrikes};
use crate::stopwatch::{ROUNDS, Stopwatch};
use anyhow::Result;
use jiff::Timestamp;
use stormwire_bench::results::{Aim, Curve, CurveLine, Measured, Row, Table, Unit};
use stormwire_bench::synthetic_city::{positions, scattered_storm, storm, to_strikes};
use stormwire_demo::storm::VendorStrike;
use stormwire_geo::{
    LonLat, ParameterOverrides, Policy, Proximity, Ring, Site, Strike, StrikeHistory, ThreatParameter, UnixMicros,
    evaluate,
};

const NOW: &str = "2026-05-01T12:00:00Z";
const PEER: &str = "PostGIS";
/// Against its fastest exact query.
const RATIO_AIM: Aim = Aim::RatioAtLeast(10.0);
/// Of five policies to one.
const POLICY_AIM: Aim = Aim::AtMost(1.3);
const GROWTH: [u32; 5] = [20_000, 40_000, 80_000, 160_000, 320_000];

struct Case {
    name: &'static str,
    generate: fn(usize, u32, Timestamp) -> Result<Vec<VendorStrike>>,
    facilities: usize,
    strikes: usize,
    /// PostGIS evaluates this many of the facilities; the time for all is extrapolated.
    sample: usize,
    aim: Aim,
}

/// In a dense storm most strikes are within the radius of every facility, in a sparse one about ten in 20,000 are.
const CASES: [Case; 4] = [
    Case {
        name: "dense storm",
        generate: storm,
        facilities: 150,
        strikes: 20_000,
        sample: 150,
        aim: Aim::AtMost(10.0),
    },
    Case {
        name: "sparse storm",
        generate: scattered_storm,
        facilities: 150,
        strikes: 20_000,
        sample: 150,
        aim: Aim::AtMost(10.0),
    },
    Case {
        name: "dense storm",
        generate: storm,
        facilities: 10_000,
        strikes: 200_000,
        sample: 100,
        aim: Aim::AtMost(500.0),
    },
    Case {
        name: "sparse storm",
        generate: scattered_storm,
        facilities: 10_000,
        strikes: 200_000,
        sample: 10_000,
        aim: Aim::AtMost(500.0),
    },
];

pub(crate) async fn measure(table: &mut Table) -> Result<()> {
    table.section("Threat evaluation of all facilities without caches, all strikes in both windows");
    for case in &CASES {
        measure_case(table, case).await?;
    }
    table.note(
        "PostGIS has a GiST index and prepared positions. Each of its exact queries is tried with the settings as installed and \
         with settings for parallel plans; the fastest for the storm is measured. All results are compared with those of stormwire.",
    );
    measure_growth(table)?;
    measure_policies(table)
}

async fn measure_case(table: &mut Table, case: &Case) -> Result<()> {
    let Case { name, facilities, strikes: count, sample, .. } = case;
    let (strikes, positions) = ((case.generate)(*count, 30, NOW.parse()?)?, positions(*facilities)?);
    let (ours, found) = measure_stormwire(&to_strikes(&strikes), &positions, &[Policy::default()])?;
    let theirs = postgis::measure(&strikes, &positions[..*sample], &found_strikes(&found[..*sample])).await?;
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let all = theirs.ms.scaled(*facilities as f64 / *sample as f64);
    let extrapolated = if sample < facilities { format!(", extrapolated from {sample}") } else { String::new() };
    let size = format!("{name}, {facilities} facilities x {count} strikes");
    table.add(Row::milliseconds(format!("PostGIS, {size} ({}{extrapolated})", theirs.name), all));
    let row = Row::milliseconds(format!("stormwire, {size}"), ours);
    table.add(row.against(PEER, all).aim(case.aim).aim(RATIO_AIM));
    Ok(())
}

/// What PostGIS must find, too.
fn found_strikes(found: &[Proximity]) -> Vec<FoundStrikes> {
    let closest_m = |one: &Proximity| one.closest.map_or(0.0, |closest| closest.distance.0);
    found.iter().map(|one| FoundStrikes { near: one.count_in_window, closest_m: closest_m(one) }).collect()
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
    table.section("Five policies against one, 10000 facilities x 200000 strikes of 8 hours");
    table.add(Row::milliseconds("one policy", one_ms));
    table.add(Row::milliseconds("five policies", five_ms));
    table.add(Row::new("five policies to one", Unit::Times, five_ms.value / one_ms.value).aim(POLICY_AIM));
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

/// Returns milliseconds.
fn measure_stormwire(
    strikes: &[Strike],
    positions: &[LonLat],
    policies: &[Policy],
) -> Result<(Measured, Vec<Proximity>)> {
    let site = |(index, position): (usize, &LonLat)| Site { position: *position, policy: index % policies.len() };
    let sites: Vec<Site> = positions.iter().enumerate().map(site).collect();
    let now = UnixMicros(NOW.parse::<Timestamp>()?.as_microsecond());
    let (mut durations_ms, mut found) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let watch = Stopwatch::start();
        found = evaluate(StrikeHistory { strikes, before: None }, policies, &sites, now);
        durations_ms.push(watch.elapsed().as_secs_f64() * 1_000.0);
    }
    Ok((Measured::rounds(&durations_ms), found))
}

fn measure_growth(table: &mut Table) -> Result<()> {
    let positions = positions(150)?;
    table.section("Threat evaluation of 150 facilities with increasing numbers of strikes");
    let mut points = Vec::new();
    for count in GROWTH {
        let strikes = to_strikes(&storm(usize::try_from(count)?, 30, NOW.parse()?)?);
        let (ms, _) = measure_stormwire(&strikes, &positions, &[Policy::default()])?;
        points.push([f64::from(count), ms.value]);
        table.add(Row::milliseconds(format!("{count} strikes"), ms));
    }
    table.curve(Curve {
        file: "evaluation".into(),
        title: "Strikes and evaluation time".into(),
        load: "Strikes".into(),
        result: "Evaluation time".into(),
        unit: Unit::Milliseconds,
        lines: vec![CurveLine { name: "150 facilities".into(), points }],
        aim: None,
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn all_postgis_queries_find_what_stormwire_finds() {
        let positions = positions(20).unwrap();
        for generate in [storm, scattered_storm] {
            let strikes = generate(300, 30, NOW.parse().unwrap()).unwrap();
            let (_, found) = measure_stormwire(&to_strikes(&strikes), &positions, &[Policy::default()]).unwrap();
            postgis::measure(&strikes, &positions, &found_strikes(&found)).await.unwrap();
        }
    }
}
