//! The lightning threat to facilities: status, distances and ranking, computed from strikes, parameters and a time.

mod evaluate;
mod parameters;
mod proximity;
mod ranking;
mod strike_tree;

pub use evaluate::{Sky, evaluate};
pub use parameters::{Parameter, ParameterOutOfRange, Parameters};
pub use proximity::{Proximity, Sighted, Status, Strike};
pub use ranking::{Ranked, Rollup, by_threat, rollup};

#[cfg(test)]
mod example;
#[cfg(test)]
mod tests;
