//! Compares with independent programs: the projection with PROJ's `cs2cs`, in both directions, for 10,000 points of the
//! zone; distances with GeographicLib's `GeodSolve`, for 100,000 pairs.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write;
use std::process::{Command, Stdio};
use stormwire_geo::{Crs, Ellipsoid, FeetPoint, LonLat};

const POINTS: u16 = 10_000;

/// Pipes the lines through a program and parses the numbers in each line of its output.
fn run(program: &mut Command, lines: &[String]) -> Vec<Vec<f64>> {
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Debian's proj-bin and geographiclib-tools are installed (run `make setup`)");
    let mut stdin = child.stdin.take().unwrap();
    let text = lines.concat();
    // Written from a thread: the output pipe fills up long before all input is written, and the program would block.
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{program:?} failed");
    let numbers = |line: &str| line.split_whitespace().map(|word| word.parse().unwrap()).collect();
    String::from_utf8(output.stdout).unwrap().lines().map(numbers).collect()
}

/// Runs `cs2cs` on pairs of numbers. The output has twelve decimals.
fn cs2cs(from: &str, to: &str, input: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let lines: Vec<String> = input.iter().map(|(first, second)| format!("{first:.15} {second:.15}\n")).collect();
    let output = run(Command::new("cs2cs").args(["-f", "%.12f", from, to]), &lines);
    output.into_iter().map(|numbers| (numbers[0], numbers[1])).collect()
}

/// Positions spread evenly over the zone, the same in every run.
fn positions(zone: stormwire_geo::Bounds) -> Vec<LonLat> {
    let (min, max) = (zone.min(), zone.max());
    let fraction = |index: u16, step: f64| (f64::from(index) * step).fract();
    let position = |index| {
        let lon = min.lon() + (max.lon() - min.lon()) * fraction(index, 0.754_877_666_246_692_8);
        let lat = min.lat() + (max.lat() - min.lat()) * fraction(index, 0.569_840_290_998_053_3);
        LonLat::new(lon, lat).unwrap()
    };
    (0..POINTS).map(position).collect()
}

#[test]
fn degrees_to_feet_matches_cs2cs() {
    let crs = Crs::parse("ESRI:102629").unwrap();
    let positions = positions(crs.zone().unwrap());
    // EPSG:4326 takes latitude first.
    let input: Vec<_> = positions.iter().map(|position| (position.lat(), position.lon())).collect();
    let expected = cs2cs("EPSG:4326", "ESRI:102629", &input);
    assert_eq!(expected.len(), usize::from(POINTS));
    for (position, (x, y)) in positions.iter().zip(expected) {
        let point = crs.to_feet(*position).unwrap();
        assert!(
            (point.x() - x).abs() < 1e-6 && (point.y() - y).abs() < 1e-6,
            "{position:?}: {point:?}, not ({x}, {y})"
        );
    }
}

#[test]
fn feet_to_degrees_matches_cs2cs() {
    let crs = Crs::parse("ESRI:102629").unwrap();
    let points: Vec<FeetPoint> =
        positions(crs.zone().unwrap()).into_iter().map(|position| crs.to_feet(position).unwrap()).collect();
    let input: Vec<_> = points.iter().map(|point| (point.x(), point.y())).collect();
    let expected = cs2cs("ESRI:102629", "EPSG:4326", &input);
    assert_eq!(expected.len(), usize::from(POINTS));
    for (point, (lat, lon)) in points.iter().zip(expected) {
        let position = crs.to_degrees(*point).unwrap();
        // 1e-11 degrees are about a micrometer.
        assert!(
            (position.lat() - lat).abs() < 1e-11 && (position.lon() - lon).abs() < 1e-11,
            "{point:?}: {position:?}, not {lat} {lon}"
        );
    }
}

/// Half of the pairs are within about 150 miles of each other, half anywhere, including poles and antipodes.
fn pairs() -> Vec<(LonLat, LonLat)> {
    let fraction = |index: u32, step: f64| (f64::from(index) * step).fract();
    let position = |lon: f64, lat: f64| LonLat::new(lon.clamp(-180.0, 180.0), lat.clamp(-90.0, 90.0)).unwrap();
    let pair = |index: u32| {
        let [a, b, c, d] =
            [0.856_674_883_9, 0.733_891_856_6, 0.628_706_721_0, 0.538_596_857_2].map(|step| fraction(index, step));
        let from = position(360.0 * a - 180.0, 180.0 * b - 90.0);
        match index {
            _ if index.is_multiple_of(2) => (from, position(from.lon() + 3.0 * c - 1.5, from.lat() + 2.8 * d - 1.4)),
            _ if index.is_multiple_of(1_001) => {
                (from, position(from.lon() + if from.lon() > 0.0 { -180.0 } else { 180.0 }, -from.lat()))
            }
            _ if index.is_multiple_of(1_003) => (from, position(0.0, 90.0 - 180.0 * c.round())),
            _ => (from, position(360.0 * c - 180.0, 180.0 * d - 90.0)),
        }
    };
    (0..100_000).map(pair).collect()
}

#[test]
fn distances_match_geodsolve_near_and_far() {
    let (pairs, earth) = (pairs(), Ellipsoid::wgs84());
    let line = |(from, to): &(LonLat, LonLat)| {
        format!("{:.17} {:.17} {:.17} {:.17}\n", from.lat(), from.lon(), to.lat(), to.lon())
    };
    let lines: Vec<String> = pairs.iter().map(line).collect();
    // The output is both azimuths and the distance with ten decimals, in meters.
    let expected = run(Command::new("GeodSolve").args(["-i", "-p", "10"]), &lines);
    assert_eq!(expected.len(), pairs.len());
    for ((from, to), expected) in pairs.into_iter().zip(expected) {
        let distance = earth.distance(from, to).0;
        // Ten nanometers.
        assert!((distance - expected[2]).abs() < 1e-8, "{from:?} to {to:?}: {distance}, not {}", expected[2]);
    }
}
