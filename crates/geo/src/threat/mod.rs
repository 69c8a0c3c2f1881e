//! The lightning threat to facilities: status, distances and ranking, computed from strikes, parameters and a time.

mod ecef_box;
mod evaluate;
mod last_in_radius;
mod live_evaluation;
mod parameters;
mod policy;
mod proximity;
mod ranking;
mod site_groups;
mod storm_effect;
mod strike_block;
mod strike_blocks;
mod strike_index;
mod strike_tree;

pub use evaluate::{Site, StrikeHistory, evaluate};
pub use last_in_radius::{last_in_radius, status_begins_at};
pub use live_evaluation::{EvaluationInput, LiveEvaluation};
pub use parameters::{ParameterOutOfRange, ParameterOverrides, ThreatParameter, ThreatParameters};
pub use policy::{MAX_RINGS, Policy, Ring, TooManyRings};
pub use proximity::{Proximity, RingState, RingStates, Strike, StrikeDistance, ThreatStatus};
pub use ranking::{RankedFacility, ThreatCounts, ThreatRank, compare_threat, count_by_status};
pub use storm_effect::{StormEffect, StormReplay};

#[cfg(test)]
mod brute_force;
#[cfg(test)]
mod example;
#[cfg(test)]
mod live_evaluation_tests;
#[cfg(test)]
mod ring_example;
#[cfg(test)]
mod ring_tests;
#[cfg(test)]
mod tests;
