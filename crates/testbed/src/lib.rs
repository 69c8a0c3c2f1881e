//! What tests stand on: a disposable PostgreSQL, stores on both databases, a clock that is moved by hand, chance that
//! repeats. Never part of the product.

mod bed;
mod chance;
mod clock;
mod cluster;
mod foreign;
pub mod trial;

pub use bed::{Bed, start};
pub use chance::SeededChance;
pub use clock::FakeClock;
pub use cluster::{Cluster, Durability};
pub use foreign::Foreign;
