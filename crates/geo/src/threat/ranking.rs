//! Facilities ordered by threat, and the counts for the whole city.

use super::proximity::{Proximity, ThreatStatus};
use crate::units::Meters;
use std::cmp::Ordering;

/// A facility with its proximity, which is `None` for a facility without an anchor.
#[derive(Debug, Clone, Copy)]
pub struct RankedFacility<'a> {
    pub id: i64,
    pub name: &'a str,
    pub proximity: Option<&'a Proximity>,
}

/// Orders the most threatened first: active by the nearest strike in the danger window, then by their count; clearing by the
/// longest wait; clear by the closest strike; facilities without proximity last. Ties are broken by name, then id.
pub fn compare_threat(left: &RankedFacility<'_>, right: &RankedFacility<'_>) -> Ordering {
    let threat = match (left.proximity, right.proximity) {
        (Some(left), Some(right)) => compare(left, right),
        (left, right) => right.is_some().cmp(&left.is_some()),
    };
    threat.then_with(|| left.name.cmp(right.name)).then_with(|| left.id.cmp(&right.id))
}

fn compare(left: &Proximity, right: &Proximity) -> Ordering {
    left.status.cmp(&right.status).then_with(|| match left.status {
        ThreatStatus::Active => {
            let nearest = compare_distance(left.nearest_in_window, right.nearest_in_window);
            nearest.then_with(|| right.count_in_window.cmp(&left.count_in_window))
        }
        ThreatStatus::Clearing => right.all_clear_in.cmp(&left.all_clear_in),
        ThreatStatus::Clear => {
            compare_distance(left.closest.map(|strike| strike.distance), right.closest.map(|strike| strike.distance))
        }
    })
}

/// A missing distance sorts after every other.
fn compare_distance(left: Option<Meters>, right: Option<Meters>) -> Ordering {
    let meters = |distance: Option<Meters>| distance.map_or(f64::INFINITY, |distance| distance.0);
    meters(left).total_cmp(&meters(right))
}

/// Facility counts for the whole city.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ThreatCounts {
    pub active: usize,
    pub clearing: usize,
    /// Facilities with a proximity, of any status.
    pub evaluated: usize,
    /// Facilities without an anchor.
    pub unknown: usize,
}

/// Counts facilities by status; `None` is a facility without an anchor.
pub fn count_by_status<'a>(proximities: impl IntoIterator<Item = Option<&'a Proximity>>) -> ThreatCounts {
    let mut counts = ThreatCounts::default();
    for proximity in proximities {
        match proximity.map(|proximity| proximity.status) {
            Some(ThreatStatus::Active) => counts.active += 1,
            Some(ThreatStatus::Clearing) => counts.clearing += 1,
            Some(ThreatStatus::Clear) => {}
            None => counts.unknown += 1,
        }
        counts.evaluated += usize::from(proximity.is_some());
    }
    counts
}
