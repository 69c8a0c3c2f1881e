//! Compares every facility of a random storm with the results of PostGIS.

use jiff::{SignedDuration, Timestamp};
use sqlx::{AssertSqlSafe, Row};
use std::sync::Arc;
use std::time::Duration;
use stormwire_clock::{Clock, Rng, SeededRng, VirtualClock};
use stormwire_demo::storm::Storm;
use stormwire_geo::{LonLat, Meters, ParameterOverrides, ThreatParameters};
use stormwire_lightning::{Lightning, to_timestamp};
use stormwire_store::FacilityId;
use stormwire_testkit::service::feed_rules;
use stormwire_testkit::{DirectConnection, TestDb};

const FACILITIES: usize = 60;
const STRIKES: usize = 3_000;

/// A four-hour storm that is still active, and facilities all over it, written like another program would.
async fn write(conn: &mut DirectConnection, now: Timestamp) {
    let center = LonLat::new(-86.5861, 34.7304).unwrap();
    let starts_at = now - SignedDuration::from_mins(200);
    let bolts = Storm { seed: 11, center, starts_at, minutes: 240, strike_count: STRIKES }.generate();
    let row = |bolt: &stormwire_demo::storm::VendorStrike| {
        let (class, stroke, at) = (bolt.class.name(), bolt.stroke.name(), bolt.position);
        format!("('{class}', '{}', '{stroke}', {:.6}, {:.6})", bolt.at, at.lat(), at.lon())
    };
    let rows: Vec<String> = bolts.iter().map(row).collect();
    let strikes = "insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude) values";
    conn.execute(&format!("{strikes} {}", rows.join(", "))).await.unwrap();
    let rng = SeededRng::new(5);
    let facility = |number: usize| {
        let (lon, lat) = (-87.0 + 0.9 * rng.fraction(), 34.4 + 0.7 * rng.fraction());
        format!("('Facility {number}', ST_SetSRID(ST_MakePoint({lon}, {lat}), 4326))")
    };
    let facilities: Vec<String> = (0..FACILITIES).map(facility).collect();
    conn.execute(&format!("insert into organization.Facility (Name, LatLongPoint) values {}", facilities.join(", ")))
        .await
        .unwrap();
}

/// Per facility: strikes within 8 miles in half an hour, the last of them, the nearest in 8 hours, the newest of all.
const EXPECTED: &str = "
    with known as (select * from data.LightningStrike where Timestamp <= $1)
    select facility.Id as id,
        (select count(*) from known
         where Timestamp >= $1 - interval '30 minutes' and ST_DWithin(Location, facility.LatLongPoint::geography, 8 * 1609.344)) as near,
        (select extract(epoch from max(Timestamp))::bigint from known
         where Timestamp >= $1 - interval '30 minutes' and ST_DWithin(Location, facility.LatLongPoint::geography, 8 * 1609.344)) as last_near,
        (select min(ST_Distance(Location, facility.LatLongPoint::geography)) from known
         where Timestamp >= $1 - interval '8 hours') as closest,
        (select ST_Distance(Location, facility.LatLongPoint::geography) from known order by Timestamp desc, Id desc limit 1) as last
    from organization.Facility as facility order by facility.Id";

#[tokio::test(flavor = "multi_thread")]
async fn random_storm_matches_postgis() {
    let db = TestDb::postgres().await;
    let mut conn = DirectConnection::connect(&db.database).await;
    let clock = Arc::new(VirtualClock::frozen());
    let now = clock.now();
    write(&mut conn, now).await;
    let lightning = Lightning::new(db.store.clone(), clock, feed_rules(Duration::from_mins(5)));
    let mut cases = [0, 0];
    for minutes in [0, 25, 90, 190] {
        let as_of = now - SignedDuration::from_mins(minutes);
        let live = lightning.live_picture().await.unwrap();
        let picture =
            lightning.picture(&live, Some(as_of), ThreatParameters::default().longest_window()).await.unwrap();
        let all = lightning.facilities(&picture, ParameterOverrides::default(), None).await;
        let sql = EXPECTED.replace("$1", &format!("'{as_of}'::timestamptz"));
        let DirectConnection::Postgres(link) = &mut conn else { unreachable!() };
        let expected = sqlx::query(AssertSqlSafe(sql)).fetch_all(link).await.unwrap();
        assert_eq!((expected.len(), all.ranking.len()), (FACILITIES, FACILITIES));
        for row in expected {
            let id = FacilityId::new(row.get("id"));
            let ranking = all.ranking.iter().find(|one| picture.facilities()[one.facility].id == id).unwrap();
            let found = ranking.proximity.unwrap();
            let near = usize::try_from(row.get::<i64, _>("near")).unwrap();
            assert_eq!(found.count_in_window, near, "facility {id} {minutes} minutes ago");
            let clear_at = row.get::<Option<i64>, _>("last_near").map(|last| last + 30 * 60);
            assert_eq!(found.clear_at.map(|at| to_timestamp(at).as_second()), clear_at);
            // PostGIS rounds to hundredths of a micrometer.
            let same = |found: Meters, expected: f64| (found.0 - expected).abs() < 1e-7;
            let closest: Option<f64> = row.get("closest");
            assert_eq!(found.closest.is_some(), closest.is_some());
            assert!(closest.is_none_or(|closest| same(found.closest.unwrap().distance, closest)), "facility {id}");
            assert!(same(found.last_strike.unwrap().distance, row.get("last")), "facility {id}");
            cases[usize::from(near > 0)] += 1;
        }
    }
    assert!(cases.iter().all(|count| *count > 20), "both cases must occur: {cases:?}");
    drop(conn);
    db.end().await;
}
