//! Compares every known coordinate system with PROJ's `cs2cs`, which looks the code up in PROJ's own database. A wrong
//! parameter would place every facility of a city somewhere else.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use stormwire_geo::{CoordinateSystem, Crs, FeetPoint, LonLat};

/// Points in each direction of a zone.
const GRID: u8 = 5;
const US_FEET_PER_METER: f64 = 3_937.0 / 1_200.0;
/// A ten-thousandth of a foot.
const TOLERANCE_FEET: f64 = 1e-4;

fn grid(system: &CoordinateSystem) -> Vec<LonLat> {
    let (min, max) = (system.zone.min(), system.zone.max());
    let between = |low: f64, high: f64, step: u8| low + (high - low) * f64::from(step) / f64::from(GRID - 1);
    let steps = || 0..GRID;
    let position = |x, y| LonLat::new(between(min.lon(), max.lon(), x), between(min.lat(), max.lat(), y)).unwrap();
    steps().flat_map(|x| steps().map(move |y| (x, y))).map(|(x, y)| position(x, y)).collect()
}

/// From the geographic system that the zone is based on, so that no datum shift is part of the result.
fn cs2cs(system: &CoordinateSystem, positions: &[LonLat]) -> Vec<FeetPoint> {
    let mut child = Command::new("cs2cs")
        .args(["-f", "%.9f", system.base, system.code])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Debian's proj-bin is installed (run `make setup`)");
    let input = positions.iter().fold(String::new(), |mut text, at| {
        writeln!(text, "{:.15} {:.15}", at.lat(), at.lon()).unwrap();
        text
    });
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let scale = if system.name.contains("UTM") { US_FEET_PER_METER } else { 1.0 };
    let point = |line: &str| {
        let numbers: Vec<f64> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
        FeetPoint::new(numbers[0] * scale, numbers[1] * scale).unwrap()
    };
    output.lines().map(point).collect()
}

/// Describes the first point that differs.
fn difference(system: &CoordinateSystem) -> Option<String> {
    let (crs, positions) = (Crs::parse(system.code).unwrap(), grid(system));
    let expected = cs2cs(system, &positions);
    assert_eq!(expected.len(), positions.len(), "{}", system.code);
    positions.into_iter().zip(expected).find_map(|(position, expected)| {
        let found = crs.to_feet(position).unwrap();
        let is_same =
            (found.x() - expected.x()).abs() < TOLERANCE_FEET && (found.y() - expected.y()).abs() < TOLERANCE_FEET;
        (!is_same).then(|| format!("{}: {position:?} is {found:?}, not {expected:?}", system.code))
    })
}

#[test]
fn every_known_system_matches_cs2cs() {
    let all: Vec<CoordinateSystem> = CoordinateSystem::all().collect();
    let differences: Vec<String> = std::thread::scope(|scope| {
        let parts: Vec<_> = all.chunks(all.len().div_ceil(4)).collect();
        let threads: Vec<_> = parts
            .into_iter()
            .map(|part| scope.spawn(|| part.iter().filter_map(difference).collect::<Vec<_>>()))
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(differences.is_empty(), "{} systems differ:\n{}", differences.len(), differences.join("\n"));
}
