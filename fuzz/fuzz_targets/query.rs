//! The query string of a public request: strikes, proximity of a position, tiles of a viewport.
#![no_main]

use jiff::Timestamp;
use libfuzzer_sys::fuzz_target;
use std::time::Duration;
use stormwire_api::{PointQuery, StrikesQuery, ViewportParams, parse_query};
use stormwire_geo::LonLat;

/// 2026-05-01T12:00:00Z
const NOW: Timestamp = Timestamp::constant(1_777_636_800, 0);

fuzz_target!(|query: &str| {
    let latest = NOW + Duration::from_secs(60);
    if let Ok(strikes) = StrikesQuery::parse(query, NOW) {
        let search = strikes.search(strikes.as_of.unwrap_or(NOW));
        assert!(search.from <= search.to && search.to <= latest, "{} to {}", search.from, search.to);
        assert!((1..=10_000).contains(&search.most));
    }
    if let Ok(point) = PointQuery::parse(query, NOW) {
        assert!(LonLat::new(point.position.lon(), point.position.lat()).is_ok());
        assert!(point.about.as_of.is_none_or(|at| at <= latest));
    }
    if let Ok(viewport) = parse_query::<ViewportParams>(query).and_then(|params| params.viewport()) {
        assert!(viewport.feet_per_pixel() >= 0.0);
    }
});
