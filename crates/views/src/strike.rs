//! Strikes as JSON.

use crate::strike_kind::StrikeKindView;
use jiff::Timestamp;
use serde::Serialize;
use stormwire_geo::Strike;
use stormwire_lightning::{FoundStrikes, to_timestamp};
use utoipa::ToSchema;

/// A strike as the vendor reported it.
#[derive(Debug, Serialize, ToSchema)]
pub struct StrikeView<'a> {
    id: i64,
    /// The vendor's alert class.
    #[schema(example = "ALERT")]
    name: &'a str,
    #[schema(value_type = String, format = DateTime)]
    timestamp: Timestamp,
    /// What the vendor calls it.
    #[schema(example = "Ground Stroke Lightning")]
    r#type: &'a str,
    kind: StrikeKindView,
    latitude: f64,
    longitude: f64,
}

impl<'a> StrikeView<'a> {
    pub fn new(found: &'a FoundStrikes, strike: &Strike) -> Self {
        let label = found.label(strike);
        Self {
            id: strike.id,
            name: &label.vendor.name,
            timestamp: to_timestamp(strike.at),
            r#type: &label.vendor.vendor_type,
            kind: label.kind.into(),
            latitude: strike.position.lat(),
            longitude: strike.position.lon(),
        }
    }
}
