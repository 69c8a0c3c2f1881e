//! A city and a storm that are the same in every run. Positions are in millionths of a degree, as strikes are stored.

use crate::lightning_fixture::{CLOUD, GROUND, LightningFixture};
use std::fmt::Write;

/// Between the facilities of the city. The storm crosses it at 5:30, 8:30 and 11:30.
const CENTER: Spot = Spot { lat: 34_730_400, lng: -86_586_100 };
/// Far from the storm, so that few strikes decide about the two facilities near it.
const EDGE: Spot = Spot { lat: 36_680_798, lng: -84_000_000 };
/// South of `EDGE`: exactly 8 miles away, and the next number, which is farther.
const INSIDE_EDGE: f64 = 36.564_778_499_808_35;
const OUTSIDE_EDGE: f64 = 36.564_778_499_808_34;

/// Neighboring facilities and strikes have whole multiples of these distances.
const FACILITY_GRID: i32 = 50_000;
const STRIKE_GRID: i32 = 10_000;

/// Sorted differently by code point than in a dictionary; several facilities share each.
const NAMES: [&str; 7] = ["Pool", "pool", "Árbol Park", "Zoo", "Library", "Golf Course", "10th Street Gym"];
const TYPES: [&str; 5] = [GROUND, CLOUD, "CG", "Intra-Cloud", "Flash"];

#[derive(Clone, Copy)]
struct Spot {
    lat: i32,
    lng: i32,
}

impl Spot {
    fn moved(self, north: i32, east: i32) -> Self {
        Self { lat: self.lat + north, lng: self.lng + east }
    }

    fn degrees(self) -> (f64, f64) {
        (f64::from(self.lat) / 1e6, f64::from(self.lng) / 1e6)
    }
}

struct Strike {
    name: &'static str,
    at: String,
    kind: &'static str,
    spot: Spot,
}

/// 40 facilities: a grid, some at the same position with other or equal names, both sides of an exact radius, two
/// far away, three without a position.
pub(super) async fn write_facilities(fixture: &LightningFixture<'_>) {
    let on_grid =
        |id: i32| CENTER.moved(((id - 1) / 6 - 2) * FACILITY_GRID, ((id - 1) % 6 - 2) * FACILITY_GRID).degrees();
    for (id, name) in (1..=30).zip(NAMES.iter().cycle()) {
        fixture.facility(i64::from(id), name, Some(on_grid(id))).await;
    }
    let edge = |lat| Some((lat, EDGE.degrees().1));
    for (id, name, position) in [
        (31, "Annex", Some(on_grid(8))),
        (32, NAMES[0], Some(on_grid(8))),
        (33, "library", Some(on_grid(15))),
        (34, "Edge, inside", edge(INSIDE_EDGE)),
        (35, "Edge, outside", edge(OUTSIDE_EDGE)),
        (36, "Equator", Some((0.0, 0.0))),
        (37, "Aleutians", Some((52.0, 179.999))),
        (38, "Depot", None),
        (39, "Depot", None),
        (40, "Annex", None),
    ] {
        fixture.facility(id, name, position).await;
    }
}

/// Over 500 strikes from 4:00 to 13:00, and one years before. Ids do not follow the time.
pub(super) async fn write_strikes(fixture: &LightningFixture<'_>) {
    let strikes: Vec<Strike> = (0..360).flat_map(cell_strikes).chain(edge_strikes()).chain(far_strikes()).collect();
    let mut sql =
        "insert into data.LightningStrike (Id, Name, Timestamp, Type, Latitude, Longitude) values ".to_owned();
    for (index, Strike { name, at, kind, spot }) in strikes.iter().enumerate() {
        // A prime above the number of strikes, so that every id occurs once.
        let id = index * 1_009 % strikes.len() + 1;
        let (lat, lng) = spot.degrees();
        let comma = if index == 0 { "" } else { ", " };
        write!(sql, "{comma}({id}, '{name}', '{at}', '{kind}', {lat}, {lng})").unwrap();
    }
    fixture.execute(&sql).await;
}

/// The strikes of one step of 90 seconds: one or more at the same time, repeated under another name, mirrored, or a
/// microsecond later.
fn cell_strikes(step: i32) -> Vec<Strike> {
    let seconds = step * 90;
    let spot =
        cell_spot(seconds).moved((step * 7_919 % 61 - 30) * STRIKE_GRID, (step * 104_729 % 71 - 35) * STRIKE_GRID);
    let kind = |number: i32| TYPES.into_iter().cycle().nth(usize::try_from(number).unwrap()).unwrap();
    let strike = |name, micros, kind, spot| Strike { name, at: time_of_day(seconds, micros), kind, spot };
    let mut strikes = vec![strike("ALERT", 0, kind(step), spot)];
    if step % 5 == 0 {
        strikes.push(strike("WARNING", 0, kind(step), spot));
    }
    if step % 7 == 0 {
        let mirrored = Spot { lng: 2 * CENTER.lng - spot.lng, ..spot };
        strikes.push(strike("MIRRORED", 0, kind(step + 1), mirrored));
    }
    if step % 11 == 0 {
        strikes.push(strike("ALERT", 1, kind(step + 2), spot.moved(STRIKE_GRID, 0)));
    }
    strikes
}

/// The center of the storm: 0.9 degrees south of the city at 4:00, as far north of it at 7:00, and back.
fn cell_spot(seconds: i32) -> Spot {
    let (half, phase) = (3 * 3_600, seconds % (6 * 3_600));
    let forth = if phase < half { phase } else { 2 * half - phase };
    CENTER.moved((forth * 500 / 3 - 900_000) / STRIKE_GRID * STRIKE_GRID, 0)
}

/// On the boundaries of all windows at noon: 8 hours, 30 minutes and 15 minutes.
fn edge_strikes() -> Vec<Strike> {
    let strike =
        |name, minutes: i32, micros, spot| Strike { name, at: time_of_day(minutes * 60, micros), kind: GROUND, spot };
    let nearer = EDGE.moved(-60_000, 0);
    vec![
        strike("NEAR", 0, 0, nearer),
        strike("NEAR", 1, 0, nearer.moved(10_000, 0)),
        strike("ALERT", 7 * 60 + 30, 0, EDGE),
        strike("WARNING", 7 * 60 + 30, 0, EDGE),
        strike("ALERT", 7 * 60 + 45, 1, EDGE.moved(100_000, 0)),
        strike("LATER", 8 * 60 + 30, 1, EDGE),
    ]
}

/// At the pole, at the other side of the antimeridian, on the other side of the Earth, and long ago.
fn far_strikes() -> Vec<Strike> {
    let strike = |at: &str, lat, lng| Strike { name: "FAR", at: at.into(), kind: CLOUD, spot: Spot { lat, lng } };
    vec![
        strike("2026-05-01T12:20:00.000000Z", 90_000_000, 0),
        strike("2026-05-01T12:10:00.000000Z", 52_000_000, -179_999_000),
        strike("2026-05-01T11:59:59.999999Z", -34_730_400, 93_413_900),
        strike("2019-05-01T12:00:00.000000Z", CENTER.lat, CENTER.lng),
    ]
}

/// Seconds after 4:00.
fn time_of_day(seconds: i32, micros: i32) -> String {
    let (hour, minute, second) = (4 + seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("2026-05-01T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
}
