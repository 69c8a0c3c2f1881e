//! Synthetic storms for the demo, tests and benchmarks.
//!
//! [`Storm`] computes the strikes of a storm that crosses a city, and [`EmailLayout`] writes the vendor's emails about them.
//! Pure: the same seed gives exactly the same storm on every machine. Knows nothing about mailboxes and tables.

mod cell;
mod extract_config;
mod layout;
mod motion;
mod strike;

pub use layout::{EmailLayout, VendorEmail};
pub use motion::Storm;
pub use strike::{AlertClass, StrokeType, VendorStrike};
