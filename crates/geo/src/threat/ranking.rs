//! Facilities ordered by threat, and the counts for the whole city.

use super::proximity::{Proximity, ThreatStatus};
use crate::units::{Meters, UnixMicros};
use std::cmp::Ordering;

/// A facility with its proximity, which is `None` for a facility without an anchor.
#[derive(Debug, Clone, Copy)]
pub struct RankedFacility<'a> {
    pub id: i64,
    pub name: &'a str,
    pub proximity: Option<&'a Proximity>,
}

/// How threatened a facility is, as far as the order needs it. It changes with the proximity only, not as time passes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ThreatRank {
    Active {
        /// Of the nearest strike in the danger window; infinite without one.
        nearest_meters: f64,
        count: usize,
    },
    Clearing {
        clear_at: UnixMicros,
    },
    Clear {
        /// Infinite without a closest strike.
        closest_meters: f64,
    },
    /// Without an anchor.
    Unknown,
}

impl ThreatRank {
    pub fn of(proximity: Option<&Proximity>) -> Self {
        let Some(proximity) = proximity else { return Self::Unknown };
        let meters = |distance: Option<Meters>| distance.map_or(f64::INFINITY, |distance| distance.0);
        match proximity.status {
            ThreatStatus::Active => {
                Self::Active { nearest_meters: meters(proximity.nearest_in_window), count: proximity.count_in_window }
            }
            // A facility that is clearing always knows when that ends.
            ThreatStatus::Clearing => Self::Clearing { clear_at: proximity.clear_at.unwrap_or(UnixMicros(i64::MIN)) },
            ThreatStatus::Clear => {
                Self::Clear { closest_meters: meters(proximity.closest.map(|strike| strike.distance)) }
            }
        }
    }

    /// The most threatened first: active by the nearest strike in the danger window, then by their count; clearing by the longest
    /// wait; clear by the closest strike; unknown last.
    pub fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (
                Self::Active { nearest_meters: left, count },
                Self::Active { nearest_meters: right, count: other_count },
            ) => left.total_cmp(right).then_with(|| other_count.cmp(count)),
            (Self::Clearing { clear_at: left }, Self::Clearing { clear_at: right }) => right.cmp(left),
            (Self::Clear { closest_meters: left }, Self::Clear { closest_meters: right }) => left.total_cmp(right),
            _ => self.level().cmp(&other.level()),
        }
    }

    fn level(&self) -> u8 {
        match self {
            Self::Active { .. } => 0,
            Self::Clearing { .. } => 1,
            Self::Clear { .. } => 2,
            Self::Unknown => 3,
        }
    }
}

/// Orders the most threatened first; ties are broken by name, then id.
pub fn compare_threat(left: &RankedFacility<'_>, right: &RankedFacility<'_>) -> Ordering {
    let threat = ThreatRank::of(left.proximity).compare(&ThreatRank::of(right.proximity));
    threat.then_with(|| left.name.cmp(right.name)).then_with(|| left.id.cmp(&right.id))
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
