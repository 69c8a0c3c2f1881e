//! Positions, units, the city's coordinate system, geodesic distance, the lightning threat to facilities, and aerial tile
//! arithmetic.
//!
//! Pure: no async, no clock, no I/O. Times and positions are passed in as data.

mod closest;
mod coordinate_systems;
mod crs;
mod disc;
mod geodesic;
mod position;
mod projection_polynomial;
mod strike_kind;
mod threat;
pub mod tiles;
mod units;

pub use closest::{ClosestPosition, distance_to_closest};
pub use coordinate_systems::CoordinateSystem;
pub use crs::{Crs, CrsError};
pub use disc::polygon_around;
pub use geodesic::Ellipsoid;
pub use position::{Bounds, FeetPoint, LonLat, PositionError};
pub use projection_polynomial::ProjectionPolynomial;
pub use strike_kind::StrikeKind;
pub use threat::{
    EvaluationInput, LiveEvaluation, MAX_RINGS, ParameterOutOfRange, ParameterOverrides, Policy, Proximity,
    RankedFacility, Ring, RingState, RingStates, Site, StormEffect, StormReplay, Strike, StrikeDistance, StrikeHistory,
    ThreatCounts, ThreatParameter, ThreatParameters, ThreatRank, ThreatStatus, TooManyRings, compare_threat,
    count_by_status, evaluate, last_in_radius, status_begins_at,
};
pub use units::{DurationMicros, METERS_PER_MILE, Meters, Miles, UnixMicros};
