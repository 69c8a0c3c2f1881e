//! Strikes, and how close the lightning is to a facility.

use super::policy::{MAX_RINGS, Ring};
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
    /// The outer rings of the policy, in its order.
    pub rings: RingStates,
}

impl Proximity {
    /// The first time with a different status or ring state if there are no more strikes.
    pub fn changes_at(&self) -> Option<UnixMicros> {
        self.rings.as_slice().iter().filter_map(RingState::ends_at).chain(self.status_changes_at).min()
    }
}

/// The state of an outer ring.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RingState {
    /// The newest strike within the ring's radius, within the history or the ring's clear time.
    pub last_strike_at: Option<UnixMicros>,
    /// When the ring clears if there are no more strikes; `None` if it is not active. The ring is still active at that time.
    pub clear_at: Option<UnixMicros>,
}

impl RingState {
    pub fn is_active(&self) -> bool {
        self.clear_at.is_some()
    }

    /// The first time at which it is not active any more.
    pub fn ends_at(&self) -> Option<UnixMicros> {
        self.clear_at.map(|clear_at| clear_at.after(DurationMicros(1)))
    }

    /// The first time at which a ring is not active any more, if this was its last strike.
    pub fn clear_since(ring: &Ring, last_strike_at: UnixMicros) -> UnixMicros {
        last_strike_at.after(ring.clear()).after(DurationMicros(1))
    }
}

/// One state per ring of the policy.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RingStates {
    states: [RingState; MAX_RINGS],
    count: usize,
}

impl RingStates {
    pub fn as_slice(&self) -> &[RingState] {
        &self.states[..self.count]
    }
}

impl FromIterator<RingState> for RingStates {
    /// A policy has at most [`MAX_RINGS`] rings; more states would be dropped.
    fn from_iter<I: IntoIterator<Item = RingState>>(states: I) -> Self {
        let mut all = Self::default();
        for (slot, state) in all.states.iter_mut().zip(states) {
            *slot = state;
            all.count += 1;
        }
        all
    }
}
