//! The lightning threat to facilities: status, distances and ranking, computed from strikes, parameters and a time.

mod evaluate;
mod last_in_radius;
mod parameters;
mod proximity;
mod ranking;
mod strike_tree;

pub use evaluate::{StrikeHistory, evaluate};
pub use last_in_radius::{last_in_radius, status_begins_at};
pub use parameters::{ParameterOutOfRange, ThreatParameter, ThreatParameters};
pub use proximity::{Proximity, Strike, StrikeDistance, ThreatStatus};
pub use ranking::{RankedFacility, ThreatCounts, compare_threat, count_by_status};

#[cfg(test)]
mod example;
#[cfg(test)]
mod tests;
