//! Strikes, and how close the lightning is to a facility.

use crate::position::LonLat;
use crate::units::{DurationMicros, Meters, UnixMicros};

/// A lightning strike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strike {
    /// The database row.
    pub id: i64,
    pub at: UnixMicros,
    pub position: LonLat,
    /// Not used here; passed through for the caller.
    pub tag: u32,
}

/// The threat to a facility. Ordered from the worst to the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThreatStatus {
    /// A strike inside the danger radius within the danger window.
    Active,
    /// No longer active, but the all-clear window since the last strike in the radius has not ended.
    Clearing,
    Clear,
}

/// A strike and its distance to a facility.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StrikeDistance {
    pub strike: Strike,
    pub distance: Meters,
}

/// How close the lightning is to one facility. Values are not rounded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Proximity {
    pub status: ThreatStatus,
    /// The newest strike of all, regardless of age and distance.
    pub last_strike: Option<StrikeDistance>,
    /// The nearest strike within the history window.
    pub closest: Option<StrikeDistance>,
    /// The number of strikes inside the danger radius within the danger window.
    pub count_in_window: usize,
    /// The distance of the nearest of those strikes.
    pub nearest_in_window: Option<Meters>,
    /// The rest of the all-clear window; only set while clearing.
    pub all_clear_in: Option<DurationMicros>,
    /// When the status becomes clear if there are no more strikes; `None` if it is clear.
    pub clear_at: Option<UnixMicros>,
    /// The first time with a different status if there are no more strikes; `None` if it is clear.
    pub status_changes_at: Option<UnixMicros>,
}
