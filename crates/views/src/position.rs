//! Positions as JSON.

use serde::Serialize;
use stormwire_geo::LonLat;
use utoipa::ToSchema;

/// A WGS84 position in degrees.
#[derive(Debug, Serialize, ToSchema)]
pub struct LatLongView {
    lat: f64,
    lng: f64,
}

impl From<LonLat> for LatLongView {
    fn from(at: LonLat) -> Self {
        Self { lat: at.lat(), lng: at.lon() }
    }
}
