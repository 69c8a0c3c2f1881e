//! What nobody here wrote: the projection held against PROJ's `cs2cs`, both ways, for 10,000 points of the zone; and
//! distances against GeographicLib's `GeodSolve` for 100,000 pairs, near and far.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write;
use std::process::{Command, Stdio};
use stormwire_geo::{Crs, Ellipsoid, FeetPoint, LonLat};

const POINTS: u16 = 10_000;

/// Gives a program its lines and takes the numbers of each line that it answers.
fn ask(program: &mut Command, lines: &[String]) -> Vec<Vec<f64>> {
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Debian's proj-bin and geographiclib-tools; `make setup` installs them");
    let mut stdin = child.stdin.take().unwrap();
    let text = lines.concat();
    // From a thread: the pipe back is full long before everything is written.
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{program:?} failed");
    let numbers = |line: &str| line.split_whitespace().map(|word| word.parse().unwrap()).collect();
    String::from_utf8(output.stdout).unwrap().lines().map(numbers).collect()
}

/// Runs `cs2cs` on lines of two numbers, with twelve decimals out.
fn cs2cs(from: &str, to: &str, input: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let lines: Vec<String> = input.iter().map(|(first, second)| format!("{first:.15} {second:.15}\n")).collect();
    let found = ask(Command::new("cs2cs").args(["-f", "%.12f", from, to]), &lines);
    found.into_iter().map(|numbers| (numbers[0], numbers[1])).collect()
}

/// An even spread over the zone that is the same every time.
fn positions(zone: stormwire_geo::Bounds) -> Vec<LonLat> {
    let (min, max) = (zone.min(), zone.max());
    let fraction = |index: u16, step: f64| (f64::from(index) * step).fract();
    let at = |index| {
        let lon = min.lon() + (max.lon() - min.lon()) * fraction(index, 0.754_877_666_246_692_8);
        let lat = min.lat() + (max.lat() - min.lat()) * fraction(index, 0.569_840_290_998_053_3);
        LonLat::new(lon, lat).unwrap()
    };
    (0..POINTS).map(at).collect()
}

#[test]
fn degrees_become_the_feet_that_cs2cs_gives() {
    let crs = Crs::parse("ESRI:102629").unwrap();
    let positions = positions(crs.zone().unwrap());
    // EPSG:4326 takes latitude first.
    let input: Vec<_> = positions.iter().map(|at| (at.lat(), at.lon())).collect();
    let expected = cs2cs("EPSG:4326", "ESRI:102629", &input);
    assert_eq!(expected.len(), usize::from(POINTS));
    for (at, (x, y)) in positions.iter().zip(expected) {
        let point = crs.to_feet(*at).unwrap();
        assert!((point.x() - x).abs() < 1e-6 && (point.y() - y).abs() < 1e-6, "{at:?}: {point:?}, not ({x}, {y})");
    }
}

#[test]
fn feet_become_the_degrees_that_cs2cs_gives() {
    let crs = Crs::parse("ESRI:102629").unwrap();
    let points: Vec<FeetPoint> =
        positions(crs.zone().unwrap()).into_iter().map(|at| crs.to_feet(at).unwrap()).collect();
    let input: Vec<_> = points.iter().map(|point| (point.x(), point.y())).collect();
    let expected = cs2cs("ESRI:102629", "EPSG:4326", &input);
    assert_eq!(expected.len(), usize::from(POINTS));
    for (point, (lat, lon)) in points.iter().zip(expected) {
        let at = crs.to_degrees(*point).unwrap();
        // 1e-11 degrees are about a micrometre.
        assert!((at.lat() - lat).abs() < 1e-11 && (at.lon() - lon).abs() < 1e-11, "{point:?}: {at:?}, not {lat} {lon}");
    }
}

/// Half of the pairs within a hundred miles of each other, half anywhere, poles and antipodes among them.
fn pairs() -> Vec<(LonLat, LonLat)> {
    let fraction = |index: u32, step: f64| (f64::from(index) * step).fract();
    let at = |lon: f64, lat: f64| LonLat::new(lon.clamp(-180.0, 180.0), lat.clamp(-90.0, 90.0)).unwrap();
    let pair = |index: u32| {
        let [a, b, c, d] =
            [0.856_674_883_9, 0.733_891_856_6, 0.628_706_721_0, 0.538_596_857_2].map(|step| fraction(index, step));
        let from = at(360.0 * a - 180.0, 180.0 * b - 90.0);
        match index {
            _ if index.is_multiple_of(2) => (from, at(from.lon() + 3.0 * c - 1.5, from.lat() + 2.8 * d - 1.4)),
            _ if index.is_multiple_of(1_001) => {
                (from, at(from.lon() + if from.lon() > 0.0 { -180.0 } else { 180.0 }, -from.lat()))
            }
            _ if index.is_multiple_of(1_003) => (from, at(0.0, 90.0 - 180.0 * c.round())),
            _ => (from, at(360.0 * c - 180.0, 180.0 * d - 90.0)),
        }
    };
    (0..100_000).map(pair).collect()
}

#[test]
fn distances_are_those_of_geodsolve_near_and_far() {
    let (pairs, earth) = (pairs(), Ellipsoid::wgs84());
    let line = |(from, to): &(LonLat, LonLat)| {
        format!("{:.17} {:.17} {:.17} {:.17}\n", from.lat(), from.lon(), to.lat(), to.lon())
    };
    let lines: Vec<String> = pairs.iter().map(line).collect();
    // Out come both azimuths and the distance, in tenths of a nanometre.
    let expected = ask(Command::new("GeodSolve").args(["-i", "-p", "10"]), &lines);
    assert_eq!(expected.len(), pairs.len());
    for ((from, to), expected) in pairs.into_iter().zip(expected) {
        let distance = earth.distance(from, to).0;
        // Ten nanometres.
        assert!((distance - expected[2]).abs() < 1e-8, "{from:?} to {to:?}: {distance}, not {}", expected[2]);
    }
}
