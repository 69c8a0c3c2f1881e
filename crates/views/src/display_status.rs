//! The status to show to people: never Clear without knowing.

use serde::Serialize;
use stormwire_geo::{Proximity, ThreatStatus};
use utoipa::ToSchema;

/// The status to show. `Unknown`: the facility has no location, or it is `Clear` as far as known but the feed is not known
/// to be healthy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub enum DisplayStatus {
    Active,
    Clearing,
    Clear,
    Unknown,
}

impl DisplayStatus {
    /// Known strikes remain true without a healthy feed, but silence says nothing.
    pub fn new(proximity: Option<&Proximity>, is_feed_healthy: Option<bool>) -> Self {
        match proximity.map(|known| known.status) {
            Some(ThreatStatus::Active) => Self::Active,
            Some(ThreatStatus::Clearing) => Self::Clearing,
            Some(ThreatStatus::Clear) if is_feed_healthy == Some(true) => Self::Clear,
            Some(ThreatStatus::Clear) | None => Self::Unknown,
        }
    }
}
