//! `data.BatchThreat`: the SQLite and PostgreSQL implementations agree with an independent one by Vincenty's formula.

use crate::sql_fixture::SqlFixture;
use serde_json::{Value, json};
use std::fmt::Write;
use stormwire_testkit::{TestDb, on_both_databases};
use stormwire_workflow::handlers::procedures;

const AS_OF: &str = "2026-05-01T12:00:00Z";
/// Longer than the danger window, so that some facilities are Clearing.
const ALL_CLEAR_MINUTES: i64 = 45;

/// A reproducible sequence of numbers from 0 to 1.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(self.0 >> 33).unwrap()) / f64::from(1_u32 << 31)
    }
}

#[derive(Clone)]
struct TestStrike {
    seconds_ago: i64,
    kind: &'static str,
    lat: f64,
    lon: f64,
}

impl TestStrike {
    fn at(&self) -> String {
        let at: jiff::Timestamp = AS_OF.parse().unwrap();
        format!("{:.6}", at - jiff::SignedDuration::from_secs(self.seconds_ago))
    }

    fn row(&self) -> Value {
        json!({"Name": "ALERT", "Timestamp": self.at(), "Type": self.kind, "Latitude": self.lat, "Longitude": self.lon})
    }
}

struct City {
    /// Latitude and longitude; `None` has no anchor.
    facilities: Vec<(String, Option<(f64, f64)>)>,
    known: Vec<TestStrike>,
    batch: Vec<TestStrike>,
}

/// A synthetic city with a moving storm. The batch is the last minutes, with one strike twice.
fn city() -> City {
    let mut rng = Rng(11);
    let micro = |degrees: f64| (degrees * 1e6).round() / 1e6;
    let mut facilities: Vec<_> = (0..60)
        .map(|n| (format!("Pool {:02}", 60 - n), Some((34.4 + 0.6 * rng.next(), -86.9 + 0.6 * rng.next()))))
        .collect();
    facilities.push(("Nowhere".into(), None));
    facilities.push(("Émile's".into(), None));
    // Same position as another: ordered by name, by code point.
    facilities.push(("pool 60".into(), facilities[0].1));
    let mut known: Vec<TestStrike> = (0..240_u32)
        .map(|n| TestStrike {
            seconds_ago: i64::from(n) * 15,
            kind: if rng.next() < 0.3 { "Ground Stroke Lightning" } else { "Cloud Stroke Lightning" },
            lat: micro(34.45 + 0.1 * rng.next() + 0.0004 * f64::from(n)),
            lon: micro(-86.8 + 0.1 * rng.next() + 0.0019 * f64::from(n)),
        })
        .collect();
    let mut batch: Vec<TestStrike> = known[..24].to_vec();
    batch.push(batch[7].clone());
    batch.push(TestStrike { kind: "Ground Stroke Lightning", ..batch[3].clone() });
    known.push(batch[25].clone());
    City { facilities, known, batch }
}

async fn store(db: &TestDb, city: &City) {
    let mut rows = String::new();
    for (name, anchor) in &city.facilities {
        let anchor = anchor.map_or("null".into(), |(lat, lon)| format!("'SRID=4326;POINT({lon} {lat})'"));
        write!(rows, "('{}', {anchor}),", name.replace('\'', "''")).unwrap();
    }
    db.execute(&format!(
        "insert into organization.Facility (Name, LatLongPoint) values {}",
        rows.trim_end_matches(',')
    ))
    .await;
    let rows: Vec<String> = city
        .known
        .iter()
        .map(|strike| format!("('ALERT', '{}', '{}', {}, {})", strike.at(), strike.kind, strike.lat, strike.lon))
        .collect();
    let insert = "insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude) values";
    db.execute(&format!("{insert} {}", rows.join(","))).await;
}

async fn query(fixture: &SqlFixture, batch: &[TestStrike], data: Value) -> Vec<Value> {
    let config = json!({"Op": {"Action": "Query", "Target": "data.batchthreat", "Source": "$.Items", "Output": "$.Batch"}, "Data": data});
    let rows: Vec<Value> = batch.iter().map(TestStrike::row).collect();
    let outcome = fixture.run(config, json!({"Items": rows})).await;
    outcome.result();
    outcome.value_at("$.Batch")["Items"].as_array().unwrap().clone()
}

/// Meters on the WGS84 ellipsoid by Vincenty's inverse formula (1975).
pub(crate) fn vincenty((lat1, lon1): (f64, f64), (lat2, lon2): (f64, f64)) -> f64 {
    let (a, f) = (6_378_137.0, 1.0 / 298.257_223_563);
    let b = a * (1.0 - f);
    let reduced = |lat: f64| ((1.0 - f) * lat.to_radians().tan()).atan().sin_cos();
    let ((sin1, cos1), (sin2, cos2), far) = (reduced(lat1), reduced(lat2), (lon2 - lon1).to_radians());
    let mut lambda = far;
    for _ in 0..100 {
        let (sin_l, cos_l) = lambda.sin_cos();
        let sin_s = ((cos2 * sin_l).powi(2) + (cos1 * sin2 - sin1 * cos2 * cos_l).powi(2)).sqrt();
        if sin_s == 0.0 {
            return 0.0;
        }
        let cos_s = sin1 * sin2 + cos1 * cos2 * cos_l;
        let (sigma, sin_a) = (sin_s.atan2(cos_s), cos1 * cos2 * sin_l / sin_s);
        let cos2_a = 1.0 - sin_a * sin_a;
        let cos_2m = cos_s - 2.0 * sin1 * sin2 / cos2_a;
        let c = f / 16.0 * cos2_a * (4.0 + f * (4.0 - 3.0 * cos2_a));
        let next =
            far + (1.0 - c) * f * sin_a * (sigma + c * sin_s * (cos_2m + c * cos_s * (2.0 * cos_2m * cos_2m - 1.0)));
        if (next - lambda).abs() > 1e-13 {
            lambda = next;
            continue;
        }
        let u2 = cos2_a * (a * a - b * b) / (b * b);
        let k1 = 1.0 + u2 / 16_384.0 * (4_096.0 + u2 * (-768.0 + u2 * (320.0 - 175.0 * u2)));
        let k2 = u2 / 1_024.0 * (256.0 + u2 * (-128.0 + u2 * (74.0 - 47.0 * u2)));
        let last = k2 / 6.0 * cos_2m * (4.0 * sin_s * sin_s - 3.0) * (4.0 * cos_2m * cos_2m - 3.0);
        let more = k2 * sin_s * (cos_2m + k2 / 4.0 * (cos_s * (2.0 * cos_2m * cos_2m - 1.0) - last));
        return b * k1 * (sigma - more);
    }
    panic!("the formula does not end for antipodes")
}

/// The numbers of a policy.
#[derive(Clone, Copy)]
struct Numbers {
    radius_miles: f64,
    danger_minutes: i64,
    all_clear_minutes: i64,
}

const DEFAULT: Numbers = Numbers { radius_miles: 8.0, danger_minutes: 30, all_clear_minutes: ALL_CLEAR_MINUTES };

/// Compares a row with values computed here.
fn check(city: &City, row: &Value, numbers: Numbers) {
    let Numbers { radius_miles, danger_minutes, all_clear_minutes } = numbers;
    let rule = format!("lightning within {radius_miles} miles in the last {danger_minutes} minutes");
    assert_eq!(row["Rule"], json!(rule), "{row}");
    let name = row["Facility"].as_str().unwrap();
    let (_, anchor) = city.facilities.iter().find(|(other, _)| other == name).unwrap();
    let Some(anchor) = *anchor else {
        for column in ["DistanceMiles", "StruckAt", "Type", "CountInRadius", "CountInWindow", "ClearAt"] {
            assert!(row[column].is_null(), "{row}");
        }
        assert_eq!(row["Status"], "Unknown");
        return;
    };
    let miles = |strike: &TestStrike| vincenty(anchor, (strike.lat, strike.lon)) / 1_609.344;
    let near: Vec<&TestStrike> = city.batch.iter().filter(|strike| miles(strike) <= radius_miles).collect();
    let closest = city.batch.iter().map(miles).fold(f64::INFINITY, f64::min);
    assert!((row["DistanceMiles"].as_f64().unwrap() - closest).abs() < 0.000_6, "{row} {closest}");
    let at = city.batch.iter().filter(|strike| miles(strike) - closest < 1e-9);
    assert!(at.clone().any(|strike| row["StruckAt"] == strike.at() && row["Type"] == strike.kind), "{row}");
    assert_eq!(row["CountInRadius"].as_u64(), Some(near.len() as u64), "{row}");
    let ages: Vec<i64> =
        city.known.iter().filter(|strike| miles(strike) <= radius_miles).map(|strike| strike.seconds_ago).collect();
    let active = ages.iter().filter(|ago| **ago <= danger_minutes * 60).count();
    assert_eq!(row["CountInWindow"].as_u64(), Some(active as u64), "{row}");
    let last = ages.iter().min().copied().unwrap_or(i64::MAX);
    let status = match (active, last) {
        (1.., _) => "Active",
        (_, last) if last < all_clear_minutes * 60 => "Clearing",
        _ => "Clear",
    };
    assert_eq!(row["Status"], status, "{row}");
    let as_of: jiff::Timestamp = AS_OF.parse().unwrap();
    let longest = danger_minutes.max(all_clear_minutes);
    let clear_at = || format!("{:.6}", as_of + jiff::SignedDuration::from_secs(longest * 60 - last));
    assert_eq!(row["ClearAt"], if status == "Clear" { Value::Null } else { json!(clear_at()) }, "{row}");
}

/// 4 equals 4.0.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len() && one.iter().all(|(key, value)| is_same(value, &other[key]))
        }
        (Value::Number(_), Value::Number(_)) => one.as_f64() == other.as_f64(),
        _ => one == other,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_databases_and_an_independent_calculation_agree() {
    let city = city();
    let mut results = Vec::new();
    for db in [TestDb::sqlite().await, TestDb::postgres().await] {
        store(&db, &city).await;
        let fixture = SqlFixture::with_procedures(&db, procedures());
        results.push(query(&fixture, &city.batch, json!({"AsOf": AS_OF, "AllClearMinutes": ALL_CLEAR_MINUTES})).await);
        db.end().await;
    }
    let [sqlite, postgres] = results.as_slice() else { unreachable!() };
    assert_eq!((sqlite.len(), postgres.len()), (63, 63));
    for (one, other) in sqlite.iter().zip(postgres) {
        assert!(is_same(one, other), "{one}\n{other}");
        check(&city, one, DEFAULT);
    }
    let statuses: Vec<&str> = sqlite.iter().map(|row| row["Status"].as_str().unwrap()).collect();
    let mut order = statuses.clone();
    order.dedup();
    assert_eq!(order, ["Active", "Clearing", "Clear", "Unknown"], "by threat");
    assert_eq!(sqlite[61]["Facility"], "Nowhere");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_facility_is_evaluated_by_its_policy_on_both_databases() {
    let city = city();
    let wide = Numbers { radius_miles: 10.5, danger_minutes: 20, all_clear_minutes: 50 };
    let short = Numbers { radius_miles: 3.0, danger_minutes: 40, all_clear_minutes: 15 };
    let mut results = Vec::new();
    for db in [TestDb::sqlite().await, TestDb::postgres().await] {
        store(&db, &city).await;
        for (id, Numbers { radius_miles, danger_minutes, all_clear_minutes }) in [(2, wide), (3, short)] {
            db.execute(&format!(
                "insert into organization.Policy (Id, Name, RadiusMiles, DangerMinutes, AllClearMinutes, HistoryHours, Rings) \
                 values ({id}, 'Policy {id}', {radius_miles}, {danger_minutes}, {all_clear_minutes}, 8, '[]')"
            ))
            .await;
        }
        db.execute("update organization.Policy set AllClearMinutes = 45 where Id = 1").await;
        db.execute("update organization.Facility set PolicyId = Id % 3 + 1 where Id % 3 > 0").await;
        let fixture = SqlFixture::with_procedures(&db, procedures());
        results.push(query(&fixture, &city.batch, json!({"AsOf": AS_OF})).await);
        db.end().await;
    }
    let [sqlite, postgres] = results.as_slice() else { unreachable!() };
    let mut statuses = Vec::new();
    for (one, other) in sqlite.iter().zip(postgres) {
        assert!(is_same(one, other), "{one}\n{other}");
        let policy = one["FacilityId"].as_i64().unwrap() % 3;
        check(&city, one, [DEFAULT, wide, short][usize::try_from(policy).unwrap()]);
        statuses.push((policy, one["Status"].as_str().unwrap().to_owned()));
    }
    statuses.sort();
    statuses.dedup();
    assert!(statuses.len() > 8, "the policies must matter: {statuses:?}");
}

on_both_databases! {
    async fn without_as_of_rows_are_ordered_by_closest_strike(db: &TestDb) {
        let city = city();
        store(db, &city).await;
        let fixture = SqlFixture::with_procedures(db, procedures());
        let rows = query(&fixture, &city.batch, json!({})).await;
        assert!(rows.iter().all(|row| row["Status"].is_null() && row["CountInWindow"].is_null() && row["ClearAt"].is_null()));
        let miles: Vec<f64> = rows.iter().filter_map(|row| row["DistanceMiles"].as_f64()).collect();
        assert!(miles.len() == 61 && miles.is_sorted(), "{miles:?}");
    }

    async fn an_empty_batch_returns_every_facility(db: &TestDb) {
        let city = city();
        store(db, &city).await;
        let fixture = SqlFixture::with_procedures(db, procedures());
        let rows = query(&fixture, &[], json!({"AsOf": AS_OF})).await;
        assert_eq!(rows.len(), 63);
        assert!(rows.iter().all(|row| row["DistanceMiles"].is_null() && row["Type"].is_null()));
        assert_eq!((&rows[0]["Status"], rows[0]["CountInRadius"].as_u64()), (&json!("Active"), Some(0)), "{}", rows[0]);
    }

    async fn stored_strikes_count_in_the_batch_like_new_ones(db: &TestDb) {
        let city = city();
        store(db, &city).await;
        let fixture = SqlFixture::with_procedures(db, procedures());
        let known = query(&fixture, &city.batch, json!({"AsOf": AS_OF})).await;
        db.execute("delete from data.LightningStrike").await;
        let new = query(&fixture, &city.batch, json!({})).await;
        for row in &known {
            let same = new.iter().find(|other| other["FacilityId"] == row["FacilityId"]).unwrap();
            assert_eq!((&row["DistanceMiles"], &row["CountInRadius"]), (&same["DistanceMiles"], &same["CountInRadius"]));
        }
    }

    async fn invalid_arguments_are_named(db: &TestDb) {
        let fixture = SqlFixture::with_procedures(db, procedures());
        let strike = json!({"Timestamp": AS_OF, "Latitude": 34.5, "Longitude": -86.5});
        for (rows, data, expected) in [
            (json!([strike, {"Timestamp": AS_OF, "Longitude": 1}]), json!({}), "rows[1].Latitude: a value is needed"),
            (json!([{"Latitude": null}]), json!({}), "rows[0].Timestamp: a value is needed"),
            (json!([]), json!({"RadiusMiles": 0}), "RadiusMiles: 0 is not above 0 and at most 500"),
            (json!([]), json!({"DangerMinutes": 1441}), "DangerMinutes: 1441 is not above 0 and at most 1440"),
        ] {
            let config = json!({"Op": {"Action": "Query", "Target": "BatchThreat", "Source": "$.Items"}, "Data": data});
            let error = fixture.run(config, json!({"Items": rows})).await.error();
            assert!(error.contains(expected), "{error}");
        }
        let config = json!({"Op": {"Action": "Query", "Target": "BatchThreat"}, "Data": {"Color": 1}});
        assert!(fixture.run(config, json!({})).await.error().contains("takes"), "an unknown parameter is rejected");
    }
}
