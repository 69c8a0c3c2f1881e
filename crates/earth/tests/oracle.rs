//! What nobody here wrote: the projection held against PROJ's `cs2cs`, both ways, for 10,000 points of the zone.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write;
use std::process::{Command, Stdio};
use stormwire_earth::{Crs, FeetPoint, LonLat};

const POINTS: u16 = 10_000;

/// Runs `cs2cs` on lines of two numbers, with twelve decimals out.
fn cs2cs(from: &str, to: &str, input: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut child = Command::new("cs2cs")
        .args(["-f", "%.12f", from, to])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("cs2cs of Debian's proj-bin; `make setup` installs it");
    let mut stdin = child.stdin.take().unwrap();
    let lines: Vec<String> = input.iter().map(|(first, second)| format!("{first:.15} {second:.15}\n")).collect();
    let text = lines.concat();
    // From a thread: the pipe back is full long before everything is written.
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "cs2cs failed");
    let read = |line: &str| {
        let mut numbers = line.split_whitespace().map(|word| word.parse().unwrap());
        (numbers.next().unwrap(), numbers.next().unwrap())
    };
    String::from_utf8(output.stdout).unwrap().lines().map(read).collect()
}

/// An even spread over the zone that is the same every time.
fn positions(zone: stormwire_earth::Bounds) -> Vec<LonLat> {
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
