//! Strikes as JSON.

use crate::strike_kind::StrikeKindView;
use jiff::Timestamp;
use serde::Serialize;
use stormwire_geo::Strike;
use stormwire_lightning::{FoundStrikes, to_timestamp};
use utoipa::ToSchema;

/// What the vendor reported about a strike, in every format.
#[derive(Debug, Serialize, ToSchema)]
pub struct StrikeReport<'a> {
    /// The vendor's alert class.
    #[schema(example = "ALERT")]
    name: &'a str,
    #[schema(value_type = String, format = DateTime)]
    timestamp: Timestamp,
    /// What the vendor calls it.
    #[schema(example = "Ground Stroke Lightning")]
    r#type: &'a str,
    kind: StrikeKindView,
}

impl<'a> StrikeReport<'a> {
    pub(crate) fn new(found: &'a FoundStrikes, strike: &Strike) -> Self {
        let label = found.label(strike);
        Self {
            name: &label.vendor.name,
            timestamp: to_timestamp(strike.at),
            r#type: &label.vendor.vendor_type,
            kind: label.kind.into(),
        }
    }
}

/// A strike as the vendor reported it.
#[derive(Debug, Serialize, ToSchema)]
pub struct StrikeView<'a> {
    id: i64,
    #[serde(flatten)]
    report: StrikeReport<'a>,
    latitude: f64,
    longitude: f64,
}

impl<'a> StrikeView<'a> {
    pub fn new(found: &'a FoundStrikes, strike: &Strike) -> Self {
        Self {
            id: strike.id,
            report: StrikeReport::new(found, strike),
            latitude: strike.position.lat(),
            longitude: strike.position.lon(),
        }
    }
}
