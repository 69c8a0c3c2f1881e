//! The city and the storm that lightning is measured with.

use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use std::fmt::Write;
use stormwire_clock::Rng;
use stormwire_clock::SeededRng;
use stormwire_demo::storm::{Storm, VendorStrike};
use stormwire_geo::{LonLat, Strike, UnixMicros};
use stormwire_testkit::Foreign;

/// Rows of one statement.
const BITE: usize = 2_000;

/// A storm that ends at that time.
pub(crate) fn storm(strikes: usize, minutes: u32, ends_at: Timestamp) -> Result<Vec<VendorStrike>> {
    let centre = LonLat::new(-86.5861, 34.7304)?;
    let starts_at = ends_at - SignedDuration::from_mins(i64::from(minutes));
    Ok(Storm { seed: 1, center: centre, starts_at, minutes, strike_count: strikes }.generate())
}

/// As they are evaluated.
pub(crate) fn strikes(bolts: &[VendorStrike]) -> Vec<Strike> {
    let strike = |(id, bolt): (i64, &VendorStrike)| Strike {
        id,
        at: UnixMicros(bolt.at.as_microsecond()),
        position: bolt.position,
        tag: 0,
    };
    (1..).zip(bolts).map(strike).collect()
}

/// Places in and around the city.
pub(crate) fn places(count: usize) -> Result<Vec<LonLat>> {
    let rng = SeededRng::new(2);
    let near = |centre: f64, reach: f64| centre + reach * (2.0 * rng.fraction() - 1.0);
    (0..count).map(|_| Ok(LonLat::new(near(-86.5861, 0.25), near(34.7304, 0.2))?)).collect()
}

/// Writes strikes, as another program does.
pub(crate) async fn write_strikes(conn: &mut Foreign, bolts: &[VendorStrike]) -> Result<()> {
    for some in bolts.chunks(BITE) {
        let mut sql =
            String::from("insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude) values ");
        for (place, bolt) in some.iter().enumerate() {
            let (comma, class, stroke) = (if place > 0 { "," } else { "" }, bolt.class.name(), bolt.stroke.name());
            let (at, lat, lon) = (bolt.at, bolt.position.lat(), bolt.position.lon());
            write!(sql, "{comma}('{class}','{at:.6}','{stroke}',{lat:.6},{lon:.6})")?;
        }
        conn.execute(&sql).await?;
    }
    Ok(())
}

/// Writes places, as another program does.
pub(crate) async fn write_places(conn: &mut Foreign, places: &[LonLat]) -> Result<()> {
    let is_sqlite = matches!(conn, Foreign::Sqlite(_));
    for (number, some) in places.chunks(BITE).enumerate() {
        let mut sql = String::from("insert into organization.Facility (Name, LatLongPoint) values ");
        for (place, at) in some.iter().enumerate() {
            let text = format!("'SRID=4326;POINT({} {})'", at.lon(), at.lat());
            let point = if is_sqlite { text } else { format!("ST_GeomFromEWKT({text})") };
            let comma = if place > 0 { "," } else { "" };
            write!(sql, "{comma}('Facility {}',{point})", number * BITE + place)?;
        }
        conn.execute(&sql).await?;
    }
    Ok(())
}
