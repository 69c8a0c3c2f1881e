//! A synthetic city and a synthetic storm.

use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use std::fmt::Write;
use stormwire_clock::Rng;
use stormwire_clock::SeededRng;
use stormwire_demo::storm::{AlertClass, Storm, StrokeType, VendorStrike};
use stormwire_geo::{LonLat, Strike, UnixMicros};
use stormwire_testkit::DirectConnection;

const ROWS_PER_STATEMENT: usize = 2_000;

/// A storm that ends at `ends_at`.
pub fn storm(strikes: usize, minutes: u32, ends_at: Timestamp) -> Result<Vec<VendorStrike>> {
    let center = LonLat::new(-86.5861, 34.7304)?;
    let starts_at = ends_at - SignedDuration::from_mins(i64::from(minutes));
    Ok(Storm { seed: 1, center, starts_at, minutes, strike_count: strikes }.generate())
}

/// Strikes spread evenly over a region of about 900 by 1,100 kilometers around the city, all within some minutes.
pub fn scattered_storm(strikes: usize, minutes: u32, ends_at: Timestamp) -> Result<Vec<VendorStrike>> {
    let rng = SeededRng::new(3);
    let near = |center: f64| ((center + 5.0 * (2.0 * rng.fraction() - 1.0)) * 1e6).round() / 1e6;
    let strike = |index: usize| {
        let seconds_before = i64::try_from(index)? % (i64::from(minutes) * 60);
        Ok(VendorStrike {
            at: ends_at - SignedDuration::from_secs(seconds_before),
            position: LonLat::new(near(-86.5861), near(34.7304))?,
            class: AlertClass::Warning,
            stroke: StrokeType::Ground,
        })
    };
    (0..strikes).map(strike).collect()
}

/// Converts to the input of the evaluation.
pub fn to_strikes(strikes: &[VendorStrike]) -> Vec<Strike> {
    let convert = |(id, strike): (i64, &VendorStrike)| Strike {
        id,
        at: UnixMicros(strike.at.as_microsecond()),
        position: strike.position,
        tag: 0,
    };
    (1..).zip(strikes).map(convert).collect()
}

/// Positions of facilities in and around the city.
pub fn positions(count: usize) -> Result<Vec<LonLat>> {
    let rng = SeededRng::new(2);
    let near = |center: f64, radius: f64| center + radius * (2.0 * rng.fraction() - 1.0);
    (0..count).map(|_| Ok(LonLat::new(near(-86.5861, 0.25), near(34.7304, 0.2))?)).collect()
}

/// Positions of facilities all over the country.
pub fn national_positions(count: usize) -> Result<Vec<LonLat>> {
    let rng = SeededRng::new(3);
    (0..count).map(|_| anywhere(&rng)).collect()
}

/// Storms all over the country that end at `ends_at`, with as many strikes each.
pub fn national_storms(storms: usize, strikes: usize, ends_at: Timestamp) -> Result<Vec<VendorStrike>> {
    let (rng, minutes) = (SeededRng::new(4), 470_u32);
    let starts_at = ends_at - SignedDuration::from_mins(i64::from(minutes));
    let mut all = Vec::new();
    for seed in (0..).take(storms) {
        let storm = Storm { seed, center: anywhere(&rng)?, starts_at, minutes, strike_count: strikes / storms };
        all.extend(storm.generate());
    }
    Ok(all)
}

/// In the contiguous United States, roughly.
fn anywhere(rng: &SeededRng) -> Result<LonLat> {
    Ok(LonLat::new(-120.0 + 45.0 * rng.fraction(), 28.0 + 19.0 * rng.fraction())?)
}

/// Writes strikes directly to the database.
pub async fn write_strikes(conn: &mut DirectConnection, strikes: &[VendorStrike]) -> Result<()> {
    for chunk in strikes.chunks(ROWS_PER_STATEMENT) {
        let mut sql =
            String::from("insert into data.LightningStrike (Name, Timestamp, Type, Latitude, Longitude) values ");
        for (index, strike) in chunk.iter().enumerate() {
            let (comma, class, stroke) = (if index > 0 { "," } else { "" }, strike.class.name(), strike.stroke.name());
            let (at, lat, lon) = (strike.at, strike.position.lat(), strike.position.lon());
            write!(sql, "{comma}('{class}','{at:.6}','{stroke}',{lat:.6},{lon:.6})")?;
        }
        conn.execute(&sql).await?;
    }
    Ok(())
}

/// Writes facilities directly to the database.
pub async fn write_facilities(conn: &mut DirectConnection, positions: &[LonLat]) -> Result<()> {
    let is_sqlite = matches!(conn, DirectConnection::Sqlite(_));
    for (number, chunk) in positions.chunks(ROWS_PER_STATEMENT).enumerate() {
        let mut sql = String::from("insert into organization.Facility (Name, LatLongPoint) values ");
        for (index, at) in chunk.iter().enumerate() {
            let text = format!("'SRID=4326;POINT({} {})'", at.lon(), at.lat());
            let point = if is_sqlite { text } else { format!("ST_GeomFromEWKT({text})") };
            let comma = if index > 0 { "," } else { "" };
            write!(sql, "{comma}('Facility {}',{point})", number * ROWS_PER_STATEMENT + index)?;
        }
        conn.execute(&sql).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scattered_strikes_are_within_the_minutes_and_differ() {
        let ends_at: Timestamp = "2026-05-01T12:00:00Z".parse().unwrap();
        let strikes = scattered_storm(4_000, 30, ends_at).unwrap();
        let starts_at = ends_at - SignedDuration::from_mins(30);
        assert!(strikes.iter().all(|strike| strike.at > starts_at && strike.at <= ends_at));
        let positions = strikes.iter().map(|strike| format!("{} {}", strike.position.lat(), strike.position.lon()));
        assert_eq!(positions.collect::<std::collections::HashSet<_>>().len(), 4_000);
    }
}
