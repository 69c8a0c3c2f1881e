//! Strikes, and how close the lightning is to a facility.

use crate::position::LonLat;
use crate::units::{Metres, Moment, Span};

/// A lightning strike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strike {
    /// The database row.
    pub id: i64,
    pub at: Moment,
    pub position: LonLat,
    /// Not used here; passed through for the caller.
    pub label: u32,
}

/// The threat to a facility. Ordered from the worst to the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// A strike inside the danger radius within the danger window.
    Active,
    /// No longer active, but the all-clear window since the last strike in the radius has not ended.
    Clearing,
    Clear,
}

/// A strike and its distance to a facility.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sighted {
    pub strike: Strike,
    pub distance: Metres,
}

/// How close the lightning is to one facility. Values are not rounded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Proximity {
    pub status: Status,
    /// The newest strike of all, regardless of age and distance.
    pub last_strike: Option<Sighted>,
    /// The nearest strike within the history window.
    pub closest: Option<Sighted>,
    /// The number of strikes inside the danger radius within the danger window.
    pub count_in_window: usize,
    /// The distance of the nearest of those strikes.
    pub nearest_in_window: Option<Metres>,
    /// The rest of the all-clear window; only set while clearing.
    pub all_clear_in: Option<Span>,
    /// When the status becomes clear if there are no more strikes; `None` if it is clear.
    pub clear_at: Option<Moment>,
    /// The first moment with a different status if there are no more strikes; `None` if it is clear.
    pub turns_at: Option<Moment>,
}
