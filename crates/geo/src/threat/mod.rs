//! The threat to places: from strikes, numbers and a moment to status, distances and order. Pure.

mod order;
mod parameters;
mod proximity;
mod tree;

pub use order::{Ranked, Rollup, by_threat, rollup};
pub use parameters::{OutOfRange, Parameter, Parameters};
pub use proximity::{Proximity, Sighted, Sky, Status, Strike, evaluate};

#[cfg(test)]
mod example;
#[cfg(test)]
mod tests;
