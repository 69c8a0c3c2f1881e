//! What the health of the feed needs to know about the strikes that a step writes: the time of the newest one, and the one
//! closest to a facility.

use super::plan::Plan;
use jiff::Timestamp;
use serde_json::Value;
use stormwire_geo::{ClosestPosition, LonLat, Meters, distance_to_closest};
use stormwire_store::tables::feed::ClosestStrike;

/// Sees the converted values of each row.
pub(super) struct StrikeTracker {
    timestamp: Option<usize>,
    latitude: Option<usize>,
    longitude: Option<usize>,
    /// Times have a fixed width, so the newest is the largest text.
    newest: Option<String>,
    closest: ClosestPosition,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct StrikeSummary {
    pub(super) newest_at: Option<Timestamp>,
    pub(super) closest: Option<ClosestStrike>,
}

impl StrikeTracker {
    pub(super) fn new(plan: &Plan, references: &[LonLat]) -> Self {
        let index = |label: &str| plan.columns.iter().position(|column| column.label == label);
        Self {
            timestamp: index("Timestamp"),
            latitude: index("Latitude"),
            longitude: index("Longitude"),
            newest: None,
            closest: ClosestPosition::new(references),
        }
    }

    pub(super) fn add(&mut self, values: &[Value]) {
        let value = |index: Option<usize>| values.get(index?);
        if let Some(at) = value(self.timestamp).and_then(Value::as_str)
            && self.newest.as_deref().is_none_or(|newest| newest < at)
        {
            self.newest = Some(at.to_owned());
        }
        let degrees = |index| value(index).and_then(as_number);
        if let Some((longitude, latitude)) = degrees(self.longitude).zip(degrees(self.latitude))
            && let Ok(position) = LonLat::new(longitude, latitude)
        {
            self.closest.offer(position);
        }
    }

    pub(super) fn finish(self, references: &[LonLat]) -> StrikeSummary {
        let closest = self.closest.found().map(|position| ClosestStrike {
            position,
            distance: distance_to_closest(position, references).map(Meters::miles),
        });
        StrikeSummary { newest_at: self.newest.and_then(|at| at.parse().ok()), closest }
    }
}

/// Decimal columns are converted to text, others to numbers.
fn as_number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.parse().ok())
}
